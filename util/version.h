#ifndef UTIL_VERSION_H
#define UTIL_VERSION_H

/* Shown by --version, in the man page and in witnesses. */
#define HEDDLE_VERSION "0.1"

#endif

#ifndef FRONTEND_LIBRARY_TEXT_H
#define FRONTEND_LIBRARY_TEXT_H

/* All files of frontend/library/, one after the other. */
extern const char library_text[];

#endif

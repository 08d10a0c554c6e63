#ifndef WITNESS_REPORT_PAGE_TEXT_H
#define WITNESS_REPORT_PAGE_TEXT_H

/* witness/report/page.html */
extern const char page_text[];

#endif

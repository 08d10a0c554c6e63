#ifndef FRONTEND_STMT_H
#define FRONTEND_STMT_H

#include "frontend/body.h"

void stmt_lower(body_t *body, CXCursor cursor);
/* ({ ... }) */
value_t stmt_expression(body_t *body, CXCursor cursor, bool wanted);
/* &&label: the address of an object that stands for the label. */
value_t stmt_label_address(body_t *body, CXCursor cursor);
/* A local variable, as a register if nothing takes its address. */
const variable_info_t *stmt_declare(body_t *body, CXCursor decl, const char *name,
                                    const type_t *type);

#endif

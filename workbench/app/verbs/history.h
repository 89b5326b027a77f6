/* The versions of a kernel that were judged, listed for people and for programs. */
#ifndef WB_VERBS_HISTORY_H
#define WB_VERBS_HISTORY_H

#include <jansson.h>

#include "store/attempts.h"
#include "text/styled.h"

void wb_history_write(const char *slug, const struct wb_attempts *attempts,
                      struct wb_document *document);

/* Documented in docs/json.md. */
json_t *wb_history_json(const char *slug, const struct wb_attempts *attempts);

#endif

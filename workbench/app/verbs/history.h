/* The versions of a kernel that were judged, listed for people and for programs. */
#ifndef WB_VERBS_HISTORY_H
#define WB_VERBS_HISTORY_H

#include "fields/fields.h"
#include "store/attempts.h"
#include "text/styled.h"

/* The versions of one puzzle; what it points at is the caller's. */
struct wb_version_list {
  const char *slug;
  struct wb_attempts attempts;
};
extern const struct wb_fields wb_version_list_fields; /* documented in docs/json.md */

void wb_version_list_write(const struct wb_version_list *history, struct wb_document *document);

#endif

/* Elements of an output as text: side by side, around the first mismatch. */
#ifndef WB_JUDGE_PREVIEW_H
#define WB_JUDGE_PREVIEW_H

#include "result/result.h"
#include "tensor/compare.h"

struct wb_preview_source {
  const char *array;
  const struct wb_tensor *expected, *got;
  const struct wb_tolerance *tolerance;
  size_t mark;      /* the first element that is wrong, or SIZE_MAX */
  size_t unwritten; /* the first that nobody wrote, or SIZE_MAX */
  bool knows_written;
  const bool *undefined; /* elements that were made of what was never set; NULL: none */
};

/* malloc'ed texts. */
char *wb_preview_position(const struct wb_shape *shape, size_t index); /* "[1][2]" */
char *wb_preview_text(const struct wb_tensor *tensor, size_t index);
/* Of the kernel's: WB_NEVER_WRITTEN or WB_NOT_SET where it has no value, though not where it
 * happens to be right. */
char *wb_preview_got(const struct wb_preview_source *source, size_t index);

void wb_preview_make(const struct wb_preview_source *source, struct wb_preview *preview);

#endif

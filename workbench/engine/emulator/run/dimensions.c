/* Indices of layout.h that are outside of their dimensions. */
#include <inttypes.h>
#include <stdio.h>

#include "emulator/layouts.h"
#include "emulator/run/run.h"

/* ---- what is kept ---------------------------------------------------------------------------- */

/* Work-items of a group, and sites of a kernel, lie beside each other. */
static struct wb_wrong_index *place_of(struct wbrt_run *run, uint32_t item, uint32_t site) {
  enum { APART = 37 };
  return &run->wrong_indices[(item + site * APART) % WB_WRONG_INDICES];
}

void wbrt_index_outside(struct wbrt_context *context, uint32_t site, uint64_t index, uint64_t size,
                        uint32_t which) {
  *place_of(context->run, context->item, site) = (struct wb_wrong_index){
      .item = context->item, .site = site, .which = which, .index = index, .size = size};
}

/* ---- words -------------------------------------------------------------------------------------
 */

/* Dimension `dimension` of `count`; the last is always x. */
static const char *index_name(uint32_t dimension, uint32_t count) {
  static const char *const names[] = {"n", "z", "y", "x"};
  return names[WB_LAYOUT_MOST_DIMENSIONS - count + dimension];
}

static const char *size_name(uint32_t dimension, uint32_t count) {
  static const char *const names[] = {"count", "depth", "height", "width"};
  return names[WB_LAYOUT_MOST_DIMENSIONS - count + dimension];
}

/* "index x = 16 is outside dimension 1 (width 16) of row_major_2". */
static void say_index(const struct wb_wrong_index *wrong, char *text, size_t size) {
  const uint32_t count = wb_layout_dimensions(wrong->which);
  const uint32_t dimension = wb_layout_dimension(wrong->which);
  const char *layout = wb_layout_name(wrong->which);
  if (dimension == WB_LAYOUT_MOST_DIMENSIONS || layout[0] == '\0') {
    snprintf(text, size, "an index is outside its dimension");
    return;
  }
  /* What was negative is a very large number now. */
  if (wb_layout_is_leading(wrong->which))
    snprintf(text, size,
             "index %s = %" PRId64 " is outside the leading dimension (%" PRIu64 ") of %s_%" PRIu32,
             index_name(dimension, count), (int64_t)wrong->index, wrong->size, layout, count);
  else
    snprintf(text, size,
             "index %s = %" PRId64 " is outside dimension %" PRIu32 " (%s %" PRId64
             ") of %s_%" PRIu32,
             index_name(dimension, count), (int64_t)wrong->index, dimension,
             size_name(dimension, count), (int64_t)wrong->size, layout, count);
}

static const char *use_words(uint32_t flags) {
  if ((flags & WBRT_ATOMIC) != 0) return "updated";
  return (flags & WBRT_WRITE) != 0 ? "written" : "read";
}

/* ---- the finding ----------------------------------------------------------------------------- */

/* The index is the place, whatever its offset was used for. */
static void place_use(const struct wbrt_site *use, uint32_t flags, struct wb_finding *finding) {
  finding->access = wb_access_of(flags);
  if (use->array != NULL) snprintf(finding->array, sizeof finding->array, "%s", use->array);
  if (use->line == finding->line || use->line == 0) return;
  finding->other = (struct wb_other_access){
      .present = true, .line = use->line, .column = use->column, .access = wb_access_of(flags)};
  finding->other.who = finding->first[0];
}

void wbrt_index_used(struct wbrt_context *context, uint32_t site, uint32_t flags, uint32_t from) {
  struct wbrt_run *run = context->run;
  struct wb_hit hit = wb_run_hit(run, WB_OUT_OF_BOUNDS, from - 1);
  struct wb_finding finding;
  char what[160] = "an index is outside its dimension";
  hit.other_site = site;
  if (wb_launch_report_again(&run->report, &hit)) return;
  wb_launch_report_begin(&run->report, &hit, &finding);
  place_use(wb_launch_report_site(&run->report, site), flags, &finding);
  const struct wb_wrong_index *wrong = place_of(run, context->item, from - 1);
  if (wrong->item == context->item && wrong->site == from - 1) {
    finding.has_index = true;
    finding.index = (int64_t)wrong->index;
    say_index(wrong, what, sizeof what);
  }
  snprintf(finding.message, sizeof finding.message, "%s; %s is %s with it", what,
           finding.array[0] != '\0' ? finding.array : "memory", use_words(flags));
  wb_launch_report_add(&run->report, &hit, &finding);
}

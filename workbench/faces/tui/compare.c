/* Two versions of a kernel, compared over the panes. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tui/actions.h"
#include "tui/history.h"
#include "tui/views.h"

void wb_compare_release(struct wb_compare *compare) {
  wb_version_pair_release(&compare->versions);
  *compare = (struct wb_compare){0};
}

void wb_compare_open(struct wb_model *model, struct wb_version_pair *versions, uint64_t number) {
  struct wb_compare made = {
      .versions = *versions,
      .as_lines = model->compare.as_lines,
      .number = number,
      .back = model->mode == WB_MODE_HISTORY ? WB_MODE_HISTORY : WB_MODE_NORMAL,
      .back_cursor = model->overlay.cursor};
  *versions = (struct wb_version_pair){0};
  wb_compare_release(&model->compare);
  model->compare = made;
  model->mode = WB_MODE_COMPARE;
  wb_model_say(model, WB_TONE_PLAIN, "%s", "");
  model->overlay.top = 0;
  model->overlay.stale = true;
}

/* ---- the starter --------------------------------------------------- */

/* ---- the overlay -------------------------------------------------------------------- */

static bool fits_sides(const struct wb_model *model) {
  return model->layout.columns >= WB_DIFFERENCE_SIDES_COLUMNS;
}

void wb_compare_title(const struct wb_model *model, struct wb_str *out) {
  const struct wb_compare *compare = &model->compare;
  wb_str_addf(out, "From %s to %s", compare->versions.old.name, compare->versions.new.name);
  if (fits_sides(model))
    wb_str_add(out, compare->as_lines ? ": v side by side" : ": v what differs only");
  if (compare->next != WB_LANGUAGE_OPENCL)
    wb_str_addf(out, "%s s in %s", fits_sides(model) ? "," : ":", wb_language_name(compare->next));
  if (compare->number > 0) wb_str_addf(out, ", b brings %" PRIu64 " back", compare->number);
}

void wb_view_compare(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  const struct wb_compare *compare = &model->compare;
  const bool sides = !compare->as_lines && width >= WB_DIFFERENCE_SIDES_COLUMNS;
  struct wb_document document = {0};
  wb_version_pair_write(&compare->versions, sides ? WB_DIFFERENCE_SIDES : WB_DIFFERENCE_LINES,
                        (unsigned)width, &document);
  wb_pane_text_document(rows, &document);
  wb_document_release(&document);
}

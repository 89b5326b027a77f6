/* Two versions of a kernel, compared over the panes. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/difference.h"
#include "tui/actions.h"
#include "tui/history.h"
#include "tui/views.h"

void wb_compare_release(struct wb_compare *compare) {
  free(compare->old_name);
  free(compare->old_text);
  free(compare->new_name);
  free(compare->new_text);
  *compare = (struct wb_compare){0};
}

static char *copy_text(const struct wb_compared *one) {
  char *text = wb_alloc(one->length + 1);
  memcpy(text, one->text, one->length);
  return text;
}

void wb_compare_open(struct wb_model *model, const struct wb_compared *old,
                     const struct wb_compared *new, uint64_t number) {
  struct wb_compare made = {
      .old_name = wb_strdup(old->name),
      .old_text = copy_text(old),
      .old_length = old->length,
      .new_name = wb_strdup(new->name),
      .new_text = copy_text(new),
      .new_length = new->length,
      .as_lines = model->compare.as_lines,
      .number = number,
      .back = model->mode == WB_MODE_HISTORY ? WB_MODE_HISTORY : WB_MODE_NORMAL,
      .back_cursor = model->overlay.cursor};
  wb_compare_release(&model->compare);
  model->compare = made;
  model->mode = WB_MODE_COMPARE;
  wb_model_say(model, WB_TONE_PLAIN, "%s", "");
  model->overlay.top = 0;
  model->overlay.stale = true;
}

/* ---- the starter and the solution --------------------------------------------------- */

void wb_do_compare_starter(struct wb_model *model) {
  if (wb_model_item(model) == NULL || model->kernel == NULL) return;
  if (model->is_starter)
    wb_model_say(model, WB_TONE_PLAIN, "This is the starter itself; e begins your own kernel.");
  else
    wb_model_effect(model, WB_EFFECT_STARTER);
}

void wb_model_starter_loaded(struct wb_model *model, const char *text) {
  if (model->kernel == NULL) return;
  wb_compare_open(model, &(struct wb_compared){"the starter", text, strlen(text)},
                  &(struct wb_compared){"your kernel", model->kernel, strlen(model->kernel)}, 0);
}

void wb_model_solution_loaded(struct wb_model *model, char *text) {
  const char *kernel = model->kernel != NULL ? model->kernel : "";
  const char *name = model->is_starter ? "the starter" : "your kernel";
  wb_compare_open(model, &(struct wb_compared){name, kernel, strlen(kernel)},
                  &(struct wb_compared){"our solution", text, strlen(text)}, 0);
  free(text);
}

/* ---- the overlay -------------------------------------------------------------------- */

static bool fits_sides(const struct wb_model *model) {
  return model->layout.columns >= WB_DIFFERENCE_SIDES_COLUMNS;
}

void wb_compare_title(const struct wb_model *model, struct wb_str *out) {
  const struct wb_compare *compare = &model->compare;
  wb_str_addf(out, "From %s to %s", compare->old_name, compare->new_name);
  if (fits_sides(model))
    wb_str_add(out, compare->as_lines ? ": v side by side" : ": v what differs only");
  if (compare->number > 0) wb_str_addf(out, ", b brings %" PRIu64 " back", compare->number);
}

static void close_compare(struct wb_model *model) {
  model->mode = model->compare.back;
  model->overlay.top = 0;
  model->overlay.cursor = model->compare.back_cursor;
  model->overlay.stale = true;
}

bool wb_compare_key(struct wb_model *model, int key) {
  const bool closes =
      key == WB_KEY_ESCAPE || key == 'q' || key == 's' || key == 'D' || key == WB_KEY_ENTER;
  if (closes) {
    close_compare(model);
  } else if (key == 'v') {
    model->compare.as_lines = !model->compare.as_lines;
    model->overlay.stale = true;
  } else if (key == 'b' && model->compare.number > 0) {
    wb_ask_restore(model, model->compare.number);
  }
  return closes || key == 'v' || key == 'b';
}

void wb_view_compare(const struct wb_model *model, int width, struct wb_rows *rows) {
  const struct wb_compare *compare = &model->compare;
  const bool sides = !compare->as_lines && width >= WB_DIFFERENCE_SIDES_COLUMNS;
  struct wb_document document = {0};
  wb_report_difference(
      &(struct wb_version){compare->old_name, compare->old_text, compare->old_length},
      &(struct wb_version){compare->new_name, compare->new_text, compare->new_length},
      sides ? WB_DIFFERENCE_SIDES : WB_DIFFERENCE_LINES, (unsigned)width, &document);
  wb_rows_document(rows, &document);
  wb_document_release(&document);
}

/* What `workbench check` is to do: which steps, with which puzzles. The steps need check_run.c,
 * which knows none of them: what knows them all stands apart. */
#include <stdlib.h>

#include "authoring/check_run.h"

/* In the order in which they begin: what is measured comes from judgements of others. */
static const struct wb_check_step *const steps[] = {&wb_check_measures_step, &wb_check_spec_step,
                                                    &wb_check_texts_step, &wb_check_kernels_step,
                                                    &wb_check_mutants_step};

enum wb_status wb_check_order_choose(struct wb_check_order *order, const char *const *names,
                                     size_t count, struct wb_error *err) {
  const struct wb_catalog *catalog = order->catalog;
  enum wb_status status = WB_OK;
  order->steps = steps;
  order->n_steps = sizeof steps / sizeof steps[0];
  order->n_puzzles = count > 0 ? count : catalog->count;
  order->puzzles = wb_alloc((order->n_puzzles + 1) * sizeof *order->puzzles);
  for (size_t i = 0; i < order->n_puzzles && status == WB_OK; i++)
    if (count > 0)
      status = wb_catalog_find(catalog, names[i], &order->puzzles[i], err);
    else
      order->puzzles[i] = &catalog->items[i];
  if (catalog->course.pack != NULL)
    status = wb_fail(err, WB_ERR_SPEC,
                     "this is a student's pack: hidden cases, references and solutions are left "
                     "out, so there is nothing to check. Check the course that it was made of");
  if (status == WB_OK && order->n_puzzles == 0)
    status =
        wb_fail(err, WB_ERR_SPEC, "the course %s has no puzzles; `workbench new NAME` makes one",
                order->course->root);
  return status;
}

void wb_check_order_release(struct wb_check_order *order) {
  free(order->puzzles);
  *order = (struct wb_check_order){0};
}

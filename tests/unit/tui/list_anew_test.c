/* A course that changes while its list is on the screen. */
#include <stdlib.h>

#include "base/str.h"
#include "tap.h"
#include "tui/draw.h"
#include "tui/history.h"
#include "tui/model.h"
#include "tui/views.h"

static struct wb_model model;

static void start(void) {
  struct wb_names slugs;
  wb_names_init(&slugs);
  wb_names_add(&slugs, "01-map");
  wb_names_add(&slugs, "02-zip");
  wb_names_add(&slugs, "03-guards");
  wb_model_init(&model, &slugs, NULL, true);
  wb_names_release(&slugs);
  wb_model_prepare(&model);
}

static void stop(void) { wb_model_release(&model); }

/* Up to three slugs; NULL ends them. */
static void list_anew(const char *first, const char *second, const char *third) {
  struct wb_names slugs;
  wb_names_init(&slugs);
  if (first != NULL) wb_names_add(&slugs, first);
  if (second != NULL) wb_names_add(&slugs, second);
  if (third != NULL) wb_names_add(&slugs, third);
  wb_model_list_anew(&model, &slugs);
  wb_names_release(&slugs);
  wb_model_prepare(&model);
}

static void a_puzzle_keeps_what_is_known_when_it_moves(void) {
  start();
  wb_model_select(&model, 2);
  model.items[2].result = wb_alloc(sizeof *model.items[2].result);
  model.items[2].progress.attempts = 7;
  model.items[0].progress.attempts = 3;
  model.counters.item = model.history.item = 2;
  list_anew("01-guards", "02-new", "05-map");
  CHECK_INT(model.n_items, 3);
  CHECK_INT(model.selected, 0);
  CHECK_STRING(model.items[0].slug, "01-guards");
  CHECK_STRING(model.items[0].about.slug, "01-guards");
  CHECK_INT(model.items[0].about.number, 1);
  CHECK(model.items[0].result != NULL && model.items[0].progress.attempts == 7);
  CHECK(model.items[1].result == NULL && model.items[1].progress.attempts == 0);
  CHECK_INT(model.items[2].progress.attempts, 3);
  CHECK(model.counters.item == 0 && model.history.item == 0);
  stop();
}

static void where_the_selected_puzzle_is_gone_its_neighbour_is_selected(void) {
  start();
  wb_model_select(&model, 1);
  list_anew("01-map", "02-guards", NULL);
  CHECK_STRING(model.items[model.selected].slug, "02-guards");
  list_anew("01-map", NULL, NULL);
  CHECK_STRING(model.items[model.selected].slug, "01-map");
  list_anew(NULL, NULL, NULL);
  CHECK(wb_model_item(&model) == NULL);
  list_anew("01-zip", NULL, NULL);
  CHECK_STRING(wb_model_item(&model)->slug, "01-zip");
  stop();
}

int main(void) {
  tap_run("a puzzle keeps what is known of it when it moves",
          a_puzzle_keeps_what_is_known_when_it_moves);
  tap_run("where the selected puzzle is gone its neighbour is selected",
          where_the_selected_puzzle_is_gone_its_neighbour_is_selected);
  return tap_finish();
}

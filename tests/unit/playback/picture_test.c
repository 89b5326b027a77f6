#include "report/playback/picture.h"

#include "unit/playback/made.h"

/* The grid as text: a row a line, "." is a gap, "!" lies outside. */
static void draw(const struct wb_grid *grid, struct wb_str *out) {
  uint32_t row = 0;
  for (size_t i = 0; i < grid->count; i++) {
    const struct wb_picture_place *place = &grid->places[i];
    for (; row < place->row; row++) wb_str_add_char(out, '/');
    if (place->column > 0) wb_str_add_char(out, ' ');
    if (place->kind == WB_PLACE_GAP)
      wb_str_add_char(out, '.');
    else
      wb_str_addf(out, "%s%lld", place->kind == WB_PLACE_OUTSIDE ? "!" : "",
                  (long long)place->element);
  }
}

static bool grid_is(const struct wb_grid_wish *wish, const char *expected) {
  struct wb_grid grid;
  struct wb_str text;
  wb_str_init(&text);
  wb_grid_make(&grid, wish);
  draw(&grid, &text);
  const bool same = CHECK(strcmp(text.data, expected) == 0);
  if (!same) printf("# \"%s\", not \"%s\"\n", text.data, expected);
  wb_str_release(&text);
  wb_grid_release(&grid);
  return same;
}

static void grids_show_what_is_wanted(void) {
  const int64_t wanted[] = {40, 20, 22, 100, -1};
  struct wb_grid_wish wish = {
      .shape = {1, 0}, .elements = 4, .most_rows = 8, .most_columns = 8, .wanted = wanted};
  grid_is(&wish, "0/1/2/3");
  wish.elements = 90;
  wish.n_wanted = 3;
  grid_is(&wish, "./20/21/22/./40/.");
  wish.n_wanted = 4;
  grid_is(&wish, "./20/21/22/./40/./!100");
  wish.n_wanted = 5;
  grid_is(&wish, "!-1/./20/21/22/./40/./!100");
  wish.most_rows = 2; /* the first ones come first */
  grid_is(&wish, "./20/./40/.");
}

static void grids_have_rows_and_slices(void) {
  const int64_t wanted[] = {1, 6, 12};
  struct wb_grid_wish wish = {
      .shape = {3, 2}, .elements = 12, .most_rows = 8, .most_columns = 8, .wanted = wanted};
  grid_is(&wish, "0 1 2/3 4 5//6 7 8/9 10 11");
  wish.n_wanted = 3;
  grid_is(&wish, "0 1 2/3 4 5//6 7 8/9 10 11//!12");
  wish = (struct wb_grid_wish){.shape = {10, 0},
                               .elements = 100,
                               .most_rows = 4,
                               .most_columns = 3,
                               .wanted = (const int64_t[]){55, 56, 65},
                               .n_wanted = 3};
  grid_is(&wish, "./. 55 56 ./. 65 66 ./.");
}

static void grids_without_elements_are_empty(void) {
  const int64_t wanted[] = {0};
  struct wb_grid_wish wish = {.shape = {1, 0}, .most_rows = 4, .most_columns = 4, .wanted = wanted};
  grid_is(&wish, "");
  wish.n_wanted = 1;
  grid_is(&wish, "!0");
}

static const struct wb_trace_launch square = {
    .kernel = "k", .dimensions = 2, .global = {2, 4, 1}, .local = {2, 2, 1}, .subgroup = 32};

static void rows_are_as_wide_as_work_items_use_them(void) {
  struct made made;
  made_begin(&made, &square);
  group(&made, 0);
  for (uint64_t i = 0; i < 4; i++) {
    item(&made, i);
    touch(&made, READ + A, i / 2 * 4 + i % 2, 1);
    touch(&made, WRITE + OUT, 7 - i, 1);
  }
  struct wb_playback *p = played(&made);
  CHECK_INT(wb_playback_shape(p, A).width, 4);
  CHECK_INT(wb_playback_shape(p, A).height, 0);
  CHECK_INT(wb_playback_shape(p, OUT).width, 2); /* as wide as the launch */
  CHECK_INT(wb_playback_shape(p, VEC).width, 1);
  wb_playback_free(p);
}

static void pictures_have_a_panel_for_each_phase(void) {
  struct made made;
  struct wb_picture picture;
  made_begin(&made, &square);
  group(&made, 0);
  for (uint64_t i = 0; i < 4; i++) {
    item(&made, i);
    touch(&made, READ + A, i, 5 + (int)i);
    touch(&made, WRITE + TILE, i, 5 + (int)i);
    wait_here(&made);
  }
  put(&made, WB_TRACE_PASS);
  for (uint64_t i = 0; i < 4; i++) {
    item(&made, i);
    touch(&made, READ + TILE, 0, 5);
    touch(&made, READ + TILE, 0, 5);
    refuse(&made, WRITE + OUT, 8);
  }
  struct wb_playback *p = played(&made);
  wb_picture_make(&picture, p, &(struct wb_picture_wish){.group = 0, .step = WB_PLAYBACK_NONE});
  CHECK_INT(picture.n_items, 4);
  CHECK_INT(picture.n_panels, 2);
  const struct wb_picture_panel *first = &picture.panels[0], *second = &picture.panels[1];
  CHECK_INT(first->n_arrays, 2);
  CHECK_INT(first->arrays[0].array, A);
  CHECK_INT(first->arrays[0].side, WB_SIDE_READS);
  CHECK_INT(first->arrays[1].array, TILE);
  CHECK_STRING(first->arrays[1].cells[2].text, "7");
  CHECK_INT(first->n_links, 8);
  CHECK_INT(first->barrier, 41);
  CHECK_INT(second->barrier, 0);
  CHECK_INT(second->n_links, 8);
  CHECK_INT(second->links[0].count, 2);
  CHECK(!second->links[0].refused && second->links[1].refused);
  CHECK_INT(second->arrays[1].array, OUT);
  const struct wb_picture_place *beyond = wb_grid_find(&second->arrays[1].grid, 8);
  CHECK(beyond != NULL && beyond->kind == WB_PLACE_OUTSIDE);
  CHECK_INT(second->arrays[0].lines.at[0], 12);
  wb_picture_release(&picture);
  /* After the second work-item's read. */
  wb_picture_make(&picture, p, &(struct wb_picture_wish){.group = 0, .step = 3});
  CHECK_INT(picture.n_panels, 1);
  CHECK_INT(picture.panels[0].n_links, 3);
  CHECK(picture.panels[0].links[2].now && !picture.panels[0].links[0].now);
  CHECK_STRING(picture.panels[0].arrays[1].cells[1].text, "");
  wb_picture_release(&picture);
  wb_playback_free(p);
}

static void of_many_phases_the_first_and_the_last_show(void) {
  struct made made;
  struct wb_picture picture;
  made_begin(&made, &square);
  group(&made, 0);
  for (int phase = 0; phase < 20; phase++) {
    item(&made, 0);
    touch(&made, WRITE + TILE, 0, phase);
    put(&made, WB_TRACE_PASS);
  }
  struct wb_playback *p = played(&made);
  wb_picture_make(&picture, p, &(struct wb_picture_wish){.group = 0, .step = WB_PLAYBACK_NONE});
  CHECK_INT(picture.n_panels, WB_PICTURE_MOST_PHASES);
  CHECK_INT(picture.panels[4].skipped, 13);
  CHECK_INT(picture.panels[5].phase, 18);
  wb_picture_release(&picture);
  wb_playback_free(p);
}

static struct wb_finding race_of(const char *array) {
  struct wb_finding race = {.kind = WB_DATA_RACE,
                            .line = 12,
                            .column = 3,
                            .has_item = true,
                            .first = {{{1, 0, 0}, {0, 0, 0}}},
                            .has_index = true,
                            .other = {.present = true, .line = 22, .column = 3}};
  snprintf(race.array, sizeof race.array, "%s", array);
  return race;
}

/* The judge knows the fences: a barrier may order nothing here, and atomics may
 * order what looks like a race. */
static void the_judge_knows_collisions_better(void) {
  struct made made;
  const struct wb_finding race = race_of("tile");
  made_begin(&made, &square);
  group(&made, 0);
  item(&made, 0);
  touch(&made, WRITE + TILE, 0, 1);
  touch(&made, WRITE + OUT, 0, 1);
  put(&made, WB_TRACE_PASS);
  item(&made, 1);
  touch(&made, READ + TILE, 0, 1);
  group(&made, 1);
  item(&made, 0);
  touch(&made, READ + OUT, 0, 1);
  struct wb_playback *p = played(&made);
  CHECK(wb_playback_trouble(p, 1, NULL) && wb_playback_trouble(p, 4, NULL));
  CHECK(!wb_playback_trouble(p, 0, NULL) && !wb_playback_trouble(p, 3, NULL));
  wb_playback_apply_findings(p, &race, 1, false, 0);
  CHECK(wb_playback_trouble(p, 1, NULL));
  wb_playback_apply_findings(p, &race, 1, true, 0);
  CHECK(!wb_playback_trouble(p, 1, NULL) && !wb_playback_trouble(p, 4, NULL));
  trouble_is(p, 0, "collides with another work-item: no barrier here orders this memory");
  CHECK(wb_playback_trouble(p, 3, NULL));
  CHECK((wb_playback_cell(p, 0, 2, TILE, 0).marks & WB_CELL_COLLISION) == 0);
  CHECK((wb_playback_cell(p, 0, 3, TILE, 0).marks & WB_CELL_COLLISION) != 0);
  CHECK((wb_playback_cell(p, 1, 4, OUT, 0).marks & WB_CELL_COLLISION) == 0);
  wb_playback_free(p);
}

/* What was found in another launch says nothing of this one. */
static void findings_of_other_launches_are_none(void) {
  struct made made;
  struct wb_finding race = race_of("tile");
  made_begin(&made, &square);
  group(&made, 0);
  item(&made, 0);
  touch(&made, WRITE + TILE, 0, 1);
  item(&made, 1);
  touch(&made, READ + TILE, 0, 1);
  struct wb_playback *p = played(&made);
  race.launch = race.in_launches = 1;
  wb_playback_apply_findings(p, &race, 1, true, 1);
  CHECK(wb_playback_trouble(p, 1, NULL));
  race.in_launches = 2; /* perhaps in this one */
  wb_playback_apply_findings(p, &race, 1, true, 3);
  CHECK(wb_playback_trouble(p, 1, NULL));
  race.in_launches = 1;
  wb_playback_apply_findings(p, &race, 1, true, 3);
  CHECK(!wb_playback_trouble(p, 1, NULL));
  wb_playback_free(p);
}

int main(void) {
  tap_run("grids show what is wanted", grids_show_what_is_wanted);
  tap_run("grids have rows and slices", grids_have_rows_and_slices);
  tap_run("grids without elements are empty", grids_without_elements_are_empty);
  tap_run("rows are as wide as work-items use them", rows_are_as_wide_as_work_items_use_them);
  tap_run("pictures have a panel for each phase", pictures_have_a_panel_for_each_phase);
  tap_run("of many phases the first and the last show", of_many_phases_the_first_and_the_last_show);
  tap_run("the judge knows collisions better", the_judge_knows_collisions_better);
  tap_run("findings of other launches are none", findings_of_other_launches_are_none);
  return tap_finish();
}

#include "tap.h"
#include "tui/keys.h"
#include "tui/layout.h"

static void compute(struct wb_layout *layout, int lines, int columns, enum wb_pane focus,
                    bool zoomed) {
  struct wb_layout_wish wish = {.focus = focus,
                                .lower = focus > WB_PANE_RESULT ? focus : WB_PANE_RESULT,
                                .zoomed = zoomed,
                                .list_rows = 6};
  wb_layout_compute(layout, lines, columns, &wish);
}

static void no_two_panes_overlap_and_none_leaves_the_screen(void) {
  for (int lines = 0; lines <= 70; lines++) {
    for (int columns = 0; columns <= 210; columns += 3) {
      for (int focus = 0; focus < WB_PANE_COUNT; focus++) {
        struct wb_layout layout;
        static char owner[70 * 210];
        memset(owner, 0, sizeof owner);
        compute(&layout, lines, columns, (enum wb_pane)focus, lines % 7 == 0);
        for (int i = 0; i < WB_PANE_COUNT; i++) {
          const struct wb_rect *rect = &layout.pane[i];
          if (!rect->shown) continue;
          CHECK(rect->y >= 0 && rect->y + rect->lines <= layout.status_y);
          CHECK(rect->x >= 0 && rect->x + rect->columns <= columns);
          for (int y = rect->y; y < rect->y + rect->lines; y++) {
            for (int x = rect->x; x < rect->x + rect->columns; x++) {
              if (++owner[y * 210 + x] != 1) CHECK_NEVER("two panes overlap");
            }
          }
        }
        if (layout.usable) CHECK(layout.pane[focus].shown);
        if (tap_state.current_failed) return;
      }
    }
  }
}

static void wide_screens_show_all_panes(void) {
  struct wb_layout layout;
  compute(&layout, 24, WB_WIDE_COLUMNS, WB_PANE_KERNEL, false);
  CHECK(layout.wide);
  for (int i = 0; i < WB_PANE_COUNT; i++) CHECK_INT(layout.pane[i].shown, i < WB_PANE_TRACE);
  compute(&layout, 24, WB_WIDE_COLUMNS, WB_PANE_TRACE, false);
  for (int i = 0; i < WB_PANE_COUNT; i++)
    CHECK_INT(layout.pane[i].shown, i <= WB_PANE_KERNEL || i == WB_PANE_TRACE);
}

static void what_is_not_looked_at_makes_way(void) {
  struct wb_layout layout;
  struct wb_layout_wish wish = {.focus = WB_PANE_LIST, .lower = WB_PANE_RESULT, .list_rows = 60};
  wb_layout_compute(&layout, 40, 120, &wish);
  const int list = layout.pane[WB_PANE_LIST].lines, kernel = layout.pane[WB_PANE_KERNEL].lines;
  wish.focus = WB_PANE_KERNEL;
  wish.lower_rows = 3;
  wb_layout_compute(&layout, 40, 120, &wish);
  CHECK(list > 6);
  CHECK_INT(layout.pane[WB_PANE_LIST].lines, 6);
  CHECK_INT(layout.pane[WB_PANE_RESULT].lines, 4);
  CHECK(layout.pane[WB_PANE_KERNEL].lines > kernel);
}

static void who_works_on_a_kernel_has_room_for_its_lines(void) {
  enum { DRAWING = 53 };
  for (int columns = WB_WIDE_COLUMNS; columns <= 130; columns++) {
    for (enum wb_pane focus = WB_PANE_LIST; focus < WB_PANE_COUNT; focus++) {
      const enum wb_pane lower = focus > WB_PANE_RESULT ? focus : WB_PANE_RESULT;
      const struct wb_layout_wish wish = {
          .focus = focus, .lower = lower, .list_rows = 6, .code_columns = DRAWING};
      struct wb_layout layout;
      wb_layout_compute(&layout, 33, columns, &wish);
      if (focus >= WB_PANE_KERNEL) {
        CHECK(layout.pane[WB_PANE_KERNEL].columns >= WB_WORK_COLUMNS);
        CHECK(layout.pane[lower].columns >= WB_WORK_COLUMNS);
      }
      if (layout.pane[WB_PANE_LESSON].shown)
        CHECK(wb_layout_text_columns(&layout, WB_PANE_LESSON) >= DRAWING);
      if (columns >= 96 && focus < WB_PANE_KERNEL) CHECK(layout.wide);
    }
  }
}

static void narrow_screens_show_the_pane_that_has_the_keys(void) {
  struct wb_layout layout;
  compute(&layout, 24, 80, WB_PANE_KERNEL, false);
  CHECK(!layout.wide);
  CHECK(layout.pane[WB_PANE_KERNEL].shown);
  CHECK(layout.pane[WB_PANE_RESULT].shown);
  CHECK(!layout.pane[WB_PANE_LIST].shown);
  compute(&layout, 12, 40, WB_PANE_LESSON, false);
  CHECK(layout.pane[WB_PANE_LESSON].shown);
  CHECK(!layout.pane[WB_PANE_KERNEL].shown);
}

static void the_arrangement_follows_from_the_size(void) {
  static const struct {
    int lines, columns;
    enum wb_arrangement arrangement;
  } sizes[] = {{24, 85, WB_ARRANGED_WIDE},    {24, 84, WB_ARRANGED_STACKED},
               {16, 60, WB_ARRANGED_STACKED}, {15, 60, WB_ARRANGED_SINGLE},
               {16, 59, WB_ARRANGED_SINGLE},  {15, 200, WB_ARRANGED_SINGLE},
               {5, 20, WB_ARRANGED_SINGLE},   {4, 200, WB_ARRANGED_IN_LINE},
               {50, 19, WB_ARRANGED_IN_LINE}, {1, 1, WB_ARRANGED_IN_LINE}};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    struct wb_layout layout;
    int shown = 0;
    compute(&layout, sizes[i].lines, sizes[i].columns, WB_PANE_KERNEL, false);
    CHECK_INT(layout.arrangement, sizes[i].arrangement);
    for (int p = 0; p < WB_PANE_COUNT; p++) shown += layout.pane[p].shown;
    CHECK_INT(shown, sizes[i].arrangement == WB_ARRANGED_WIDE      ? 4
                     : sizes[i].arrangement == WB_ARRANGED_STACKED ? 2
                     : sizes[i].arrangement == WB_ARRANGED_SINGLE  ? 1
                                                                   : 0);
    CHECK_INT(layout.status_y, sizes[i].lines - (layout.keys_y >= 0 ? 2 : 1));
  }
}

static void a_zoomed_pane_is_alone(void) {
  struct wb_layout layout;
  compute(&layout, 40, 120, WB_PANE_RESULT, true);
  for (int i = 0; i < WB_PANE_COUNT; i++) CHECK_INT(layout.pane[i].shown, i == WB_PANE_RESULT);
}

static void points_belong_to_panes(void) {
  struct wb_layout layout;
  compute(&layout, 40, 120, WB_PANE_LIST, false);
  const struct wb_rect *kernel = &layout.pane[WB_PANE_KERNEL];
  CHECK_INT(wb_layout_pane_at(&layout, kernel->y, kernel->x), WB_PANE_KERNEL);
  CHECK_INT(wb_layout_pane_at(&layout, layout.status_y, 0), WB_PANE_COUNT);
}

static void key_names_and_keys_are_each_others_reverse(void) {
  static const char *const names[] = {"j",      "G",         "?",     "Enter", "Esc", "PgUp",
                                      "Ctrl-C", "Shift-Tab", "Space", "é",     ":"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    char back[WB_KEY_NAME_MAX];
    int key = 0;
    CHECK(wb_key_parse(names[i], &key));
    CHECK_STRING(wb_key_name(key, back), names[i]);
  }
  int key;
  CHECK(!wb_key_parse("Entre", &key));
  CHECK(!wb_key_parse("", &key));
  CHECK(!wb_key_parse("Ctrl-1", &key));
}

int main(void) {
  tap_run("a list that is not looked at and a result that is not there make way",
          what_is_not_looked_at_makes_way);
  tap_run("at every size, no two panes overlap and none leaves the screen",
          no_two_panes_overlap_and_none_leaves_the_screen);
  tap_run("from 85 columns on, all panes show, the result or the trace",
          wide_screens_show_all_panes);
  tap_run("a drawing that is wide leaves room for the kernel to whoever works on it",
          who_works_on_a_kernel_has_room_for_its_lines);
  tap_run("narrow screens show the pane that has the keys",
          narrow_screens_show_the_pane_that_has_the_keys);
  tap_run("side by side, stacked, one pane or one line: by the size",
          the_arrangement_follows_from_the_size);
  tap_run("a zoomed pane is alone", a_zoomed_pane_is_alone);
  tap_run("a point belongs to the pane that shows it", points_belong_to_panes);
  tap_run("key names and keys are each other's reverse",
          key_names_and_keys_are_each_others_reverse);
  return tap_finish();
}

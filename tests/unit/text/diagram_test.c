/* Drawings that are data: what is read, how it is drawn, said and pictured. */
#include <stdlib.h>

#include "base/str.h"
#include "tap.h"
#include "text/diagram.h"
#include "text/html.h"
#include "text/styled.h"
#include "unit/text/show.h"
#include "unit/text/well_formed.h"

/* ---- on a terminal ------------------------------------------------------------------------ */

static void expect_drawn(const char *block, size_t room, const char *expected) {
  struct wb_diagram diagram = {0};
  struct wb_document document = {0};
  if (CHECK(wb_diagram_read(&diagram, block, NULL))) {
    wb_diagram_draw(&diagram, room, &document);
    char *text = show(&document, false);
    CHECK_STRING(text, expected);
    free(text);
  }
  wb_document_release(&document);
  wb_diagram_release(&diagram);
}

static void rows_share_columns_and_groups_are_apart(void) {
  expect_drawn(
      "title: Two groups\nids work-item: 0 1 | 2 3\nrow a: 33 8 | . …\nrow b: 10 _ | 2 5\n", 60,
      "Two groups\n"
      "work-item    0    1  │   2    3\n"
      "          ┌────┬────┐ ┌────┬────┐\n"
      "a         │ 33 │  8 │ │    │ ·· │\n"
      "          ├────┴────┤ ├────┼────┤\n"
      "b         │    10   │ │  2 │  5 │\n"
      "          └─────────┘ └────┴────┘\n");
  /* Where a row has a border and another one has not, cells stay below each other. */
  expect_drawn("row a: 3 | 8\nrow b: 1 2\n", 60,
               "  ┌───╥───┐\n"
               "a │ 3 ║ 8 │\n"
               "  ├───╫───┤\n"
               "b │ 1 │ 2 │\n"
               "  └───┴───┘\n");
}

static void narrow_drawings_spare_room(void) {
  expect_drawn("row a: 3 8 | 2 5\n", 19,
               "  ┌───┬───╥───┬───┐\n"
               "a │ 3 │ 8 ║ 2 │ 5 │\n"
               "  └───┴───╨───┴───┘\n");
  expect_drawn("row a: 3 8 | 2 5\n", 16,
               "  ┌─┬─┐ ┌─┬─┐\n"
               "a │3│8│ │2│5│\n"
               "  └─┴─┘ └─┴─┘\n");
}

static void arrows_go_where_they_are_sent(void) {
  expect_drawn("row a: 0 1 2\narrows: 0>0 1>1 2>2!\nrow b: 0 1 2\n", 60,
               "  ┌───┬───┬───┐\n"
               "a │ 0 │ 1 │ 2 │\n"
               "  └─┬─┴─┬─┴─┬─┘\n"
               "    ▼   ▼   ✗\n"
               "  ┌───┬───┬───┐\n"
               "b │ 0 │ 1 │ 2 │\n"
               "  └───┴───┴───┘\n");
  /* Two to one, two to one: a step of a tree. */
  expect_drawn("row a: 0 1 2 3\narrows: 0>0 1>0 2>1 3>1\nrow b: 1 5\n", 60,
               "  ┌───┬───┬───┬───┐\n"
               "a │ 0 │ 1 │ 2 │ 3 │\n"
               "  └─┬─┴─┬─┴─┬─┴─┬─┘\n"
               "    ├───┘   │   │\n"
               "    │   ┌───┴───┘\n"
               "    ▼   ▼\n"
               "  ┌───┬───┐\n"
               "b │ 1 │ 5 │\n"
               "  └───┴───┘\n");
  /* All one to the right: on one track. */
  expect_drawn("row a: 0 1 2 3\narrows: 0>1 1>2 2>3\nrow b: . 0 1 2\n", 60,
               "  ┌───┬───┬───┬───┐\n"
               "a │ 0 │ 1 │ 2 │ 3 │\n"
               "  └─┬─┴──┬┴──┬┴───┘\n"
               "    └──┐ └─┐ └──┐\n"
               "       ▼   ▼    ▼\n"
               "  ┌───┬───┬───┬───┐\n"
               "b │   │ 0 │ 1 │ 2 │\n"
               "  └───┴───┴───┴───┘\n");
  /* What crosses passes in front. */
  expect_drawn("row a: 0 1\narrows: 0>1 1>0\nrow b: 1 0\n", 60,
               "  ┌───┬───┐\n"
               "a │ 0 │ 1 │\n"
               "  └──┬┴──┬┘\n"
               "   ┌─│───┘\n"
               "   │ └─┐\n"
               "   ▼   ▼\n"
               "  ┌───┬───┐\n"
               "b │ 1 │ 0 │\n"
               "  └───┴───┘\n");
}

static void arrows_that_meet_keep_to_the_middle(void) {
  expect_drawn("row a: 0 1 2\narrows: 0>0 0>1 1>1 1>2 2>2\nrow b: 0 1 2\n", 60,
               "  ┌───┬───┬───┐\n"
               "a │ 0 │ 1 │ 2 │\n"
               "  └─┬─┴─┬─┴─┬─┘\n"
               "    │   ├───┤\n"
               "    ├───┤   │\n"
               "    ▼   ▼   ▼\n"
               "  ┌───┬───┬───┐\n"
               "b │ 0 │ 1 │ 2 │\n"
               "  └───┴───┴───┘\n");
}

static void a_reversal_of_eight_is_drawn(void) {
  expect_drawn(
      "row a: 0 1 2 3 4 5 6 7\narrows: 0>7 1>6 2>5 3>4 4>3 5>2 6>1 7>0\n"
      "row b: 7 6 5 4 3 2 1 0\n",
      60,
      "  ┌───┬───┬───┬───┬───┬───┬───┬───┐\n"
      "a │ 0 │ 1 │ 2 │ 3 │ 4 │ 5 │ 6 │ 7 │\n"
      "  └──┬┴──┬┴──┬┴──┬┴──┬┴──┬┴──┬┴──┬┘\n"
      "   ┌─│───│───│───│───│───│───│───┘\n"
      "   │ └───│───│───│───│───│───│─┐\n"
      "   │   ┌─│───│───│───│───│───┘ │\n"
      "   │   │ └───│───│───│───│─┐   │\n"
      "   │   │   ┌─│───│───│───┘ │   │\n"
      "   │   │   │ └───│───│─┐   │   │\n"
      "   │   │   │   ┌─│───┘ │   │   │\n"
      "   │   │   │   │ └─┐   │   │   │\n"
      "   ▼   ▼   ▼   ▼   ▼   ▼   ▼   ▼\n"
      "  ┌───┬───┬───┬───┬───┬───┬───┬───┐\n"
      "b │ 7 │ 6 │ 5 │ 4 │ 3 │ 2 │ 1 │ 0 │\n"
      "  └───┴───┴───┴───┴───┴───┴───┴───┘\n");
}

/* The lines of a drawing of so many reversals of eight elements. */
static size_t lines_of_reversals(unsigned count) {
  struct wb_diagram diagram = {0};
  struct wb_document document = {0};
  struct wb_str block;
  wb_str_init(&block);
  wb_str_add(&block, "row a: 0 1 2 3 4 5 6 7\n");
  for (unsigned i = 0; i < count; i++)
    wb_str_add(&block, "arrows: 0>7 1>6 2>5 3>4 4>3 5>2 6>1 7>0\nrow a: 0 1 2 3 4 5 6 7\n");
  CHECK(wb_diagram_read(&diagram, block.data, NULL));
  wb_diagram_draw(&diagram, 60, &document);
  const size_t lines = document.n_lines;
  wb_document_release(&document);
  wb_diagram_release(&diagram);
  wb_str_release(&block);
  return lines;
}

/* Two of them would take 27 lines: more than a screen has. */
static void long_drawings_have_no_long_arrows(void) {
  CHECK_INT(lines_of_reversals(1), 15);
  CHECK_INT(lines_of_reversals(2), 13);
}

static void a_tangle_is_written(void) {
  expect_drawn(
      "row a: 0 1 2 3 4 5 6 7 8 9\narrows: 0>9 1>8 2>7 3>6 4>5 5>4 6>3 7>2 8>1 9>0!\n"
      "row b: 9 8 7 6 5 4 3 2 1 0\n",
      60,
      "  ┌───┬───┬───┬───┬───┬───┬───┬───┬───┬───┐\n"
      "a │ 0 │ 1 │ 2 │ 3 │ 4 │ 5 │ 6 │ 7 │ 8 │ 9 │\n"
      "  └───┴───┴───┴───┴───┴───┴───┴───┴───┴───┘\n"
      "  a[0] → b[9], a[1] → b[8], a[2] → b[7], a[3] → b[6],\n"
      "  a[4] → b[5], a[5] → b[4], a[6] → b[3], a[7] → b[2],\n"
      "  a[8] → b[1], a[9] → b[0] ✗\n"
      "  ┌───┬───┬───┬───┬───┬───┬───┬───┬───┬───┐\n"
      "b │ 9 │ 8 │ 7 │ 6 │ 5 │ 4 │ 3 │ 2 │ 1 │ 0 │\n"
      "  └───┴───┴───┴───┴───┴───┴───┴───┴───┴───┘\n");
}

static void grids_stand_side_by_side(void) {
  expect_drawn("grid a: 0 1 / 2 3\ngrid b rows p q columns x y: 0 | 1 // 2 | 3\n", 60,
               "                    x     y\n"
               "  ┌───┬───┐       ┌───┐ ┌───┐\n"
               "a │ 0 │ 1 │   b p │ 0 │ │ 1 │\n"
               "  ├───┼───┤       ╞═══╡ ╞═══╡\n"
               "  │ 2 │ 3 │     q │ 2 │ │ 3 │\n"
               "  └───┴───┘       └───┘ └───┘\n");
}

static void spans_have_their_labels(void) {
  expect_drawn("row a: 0 1 2 3\nspans: 0-1 one, 2-3 two\n", 60,
               "  ┌───┬───┬───┬───┐\n"
               "a │ 0 │ 1 │ 2 │ 3 │\n"
               "  └───┴───┴───┴───┘\n"
               "   └ one ┘ └ two ┘\n");
  /* One inside another is below it; labels without room stand below each other. */
  expect_drawn("row a: 0 1 2\nspans: 0-2 all, 1 \"a long one\", 2 second\n", 60,
               "  ┌───┬───┬───┐\n"
               "a │ 0 │ 1 │ 2 │\n"
               "  └───┴───┴───┘\n"
               "   └── all ──┘\n"
               "       └┬┘ └┬┘\n"
               "        │second\n"
               "   a long one\n");
}

static void time_has_an_axis(void) {
  expect_drawn("time s: ##..\ntime t:  .#\n", 60,
               "s ████░░░░\n"
               "t   ░░██\n"
               "  ────────▶ time   █ busy   ░ waiting\n");
}

static void tables_are_broken_to_fit(void) {
  expect_drawn(
      "columns: work-item 0 | b\nstep: reads 5 | .\nstep: . | reads a number of words\n"
      "barrier: all\n",
      30,
      "  work-item 0 │ b\n"
      " ─────────────┼───────────────\n"
      "│ reads 5     │\n"
      "│             │ reads a\n"
      "│             │ number of\n"
      "▼             │ words\n"
      "═════════════ all ════════════\n");
}

/* ---- in words ----------------------------------------------------------------------------- */

static void expect_words(const char *block, const char *expected) {
  struct wb_diagram diagram = {0};
  CHECK(wb_diagram_read(&diagram, block, NULL));
  char *words = wb_diagram_words(&diagram);
  CHECK_STRING(words, expected);
  free(words);
  wb_diagram_release(&diagram);
}

static void drawings_are_told(void) {
  expect_words(
      "title: Eight elements in two groups of four\nids work-item: 0 1 2 3 | 4 5 6 7\n"
      "row a: 3 8 2 5 | 7 . … 9\narrows: 0>0 3>3!\nrow out: 13 _ 12 15\n",
      "Eight elements in two groups of four. Work-items 0, 1, 2, 3, then 4, 5, 6, 7. "
      "Row a: 3, 8, 2, 5, then 7, empty, and so on, 9. Arrows lead from a[0] to out[0], "
      "wrongly from a[3] to out[3]. Row out: 13, 12, 15.");
  expect_words(
      "row a: 0 1 2\narrows: 0>0 1>0 2>1\nrow b: 1 2\nspans: 0-1 pair, 1 last\nbarrier\n",
      "Row a: 0, 1, 2. Arrows lead from a[0] and a[1] to b[0], from a[2] to b[1]. Row b: 1, 2. "
      "Marked in b: pair, cells 0 to 1; last, cell 1. Barrier.");
  expect_words("row a: 0 1 2\narrows: 0>0 1>1 2>2\nrow b: 1 2 3\n",
               "Row a: 0, 1, 2. Arrows lead from each a cell to the one below it. Row b: 1, 2, 3.");
  expect_words("grid m rows p q: 1 2 / 3 4\ntime s: ##.\nnote: That is all",
               "Grid m: row p: 1, 2; row q: 3, 4. Over time, s: busy 2, waiting 1. That is all.");
  expect_words("columns: work-item 0 | work-item 1\nstep: reads 5 | .\nstep end: . | writes 6\n",
               "Step 1: work-item 0 reads 5. End: work-item 1 writes 6.");
  /* A name of several words is told with its cell's number, as ids are. */
  expect_words("ids work-item: 0 1\narrows: 0>1\nrow my a: 5 6\n",
               "Work-items 0, 1. An arrow leads from work-item 0 to my a 1. Row my a: 5, 6.");
  expect_words("row a: 1\nalt: One is there.\n", "One is there.");
}

/* ---- mistakes ----------------------------------------------------------------------------- */

static void expect_mistake(const char *block, unsigned line, const char *message,
                           const char *remedy) {
  struct wb_diagram diagram = {0};
  struct wb_diagram_mistakes mistakes = {0};
  CHECK(!wb_diagram_read(&diagram, block, &mistakes));
  if (!CHECK_INT(mistakes.count, 1)) printf("# %s\n", block);
  if (mistakes.count > 0) {
    CHECK_INT(mistakes.items[0].line, line);
    CHECK_STRING(mistakes.items[0].message, message);
    if (!CHECK(strstr(mistakes.items[0].remedy, remedy) != NULL))
      printf("# %s\n", mistakes.items[0].remedy);
  }
  wb_diagram_mistakes_release(&mistakes);
  wb_diagram_release(&diagram);
}

static void mistakes_are_told_with_what_is_right(void) {
  expect_mistake("row a: 1\nrwo b: 2\n", 2, "\"rwo\" begins no line of a drawing",
                 "Did you mean \"row\"?");
  expect_mistake("row a: 1\nb\n", 2, "\"b\" has no colon", "a key, a name");
  expect_mistake("row a: 1 2\narrows: 0>1 0>4\nrow b: 1 2\n", 2,
                 "0>4: \"row b\" has the cells 0 to 1", "counted from 0");
  expect_mistake("row a: 1 2\narrows: 0>1,1\ngrid b: 1 2\n", 2,
                 "0>1,1: \"grid b\" has the rows 0 to 0 and the columns 0 to 1", "row,column");
  expect_mistake("row a: 1 2\narrows: 0-1\nrow b: 1 2\n", 2, "\"0-1\" is no arrow", "0>3");
  expect_mistake("row a: 1 2\narrows: 0>1\n", 2,
                 "arrows lead from one row to another, and there is only one", "above and below");
  expect_mistake("row a: 1 2\nspans: 0-2 x\n", 2, "0-2: \"row a\" has the cells 0 to 1",
                 "counted from 0");
  expect_mistake("row a: 1 2\nspans: 1-0 x\n", 2, "\"1-0 x\" is no span", "0-3");
  expect_mistake("spans: 0 x\nrow a: 1\n", 1, "spans are under a row", "above");
  expect_mistake("row a:\n", 1, "there are no cells", "a . for an empty one");
  expect_mistake("row a: 1 | | 2\n", 1, "a | stands between two cells", "Leave it out");
  expect_mistake("row a: 1 |\n", 1, "a | stands between two cells", "Leave it out");
  expect_mistake("row a: _ 1\n", 1, "a _ makes the cell before it wider, and there is none",
                 "Put a cell before it");
  expect_mistake("row a: \"1 2\n", 1, "the quotation mark before 1 2 has no second one",
                 "last word");
  expect_mistake("grid a: 1 2 / 3\n", 1, "a row of the grid has 1 cells, and the first has 2",
                 "as many");
  expect_mistake("grid a rows x: 1 2 / 3 4\n", 1, "there are 1 labels for 2 rows", "for each");
  expect_mistake("time a: #x\n", 1, "\"x\" is no step of a time bar", "# (busy)");
  expect_mistake("step: a\n", 1, "a step is a line of a table, and there is none", "columns");
  expect_mistake("columns: a | b\nstep: c\n", 2, "the step has 1 texts, and there are 2 columns",
                 "each column");
  expect_mistake("columns: a | b\nnote: c\n", 1, "the table has no step", "step");
  expect_mistake("barrier x: y\n", 1, "\"barrier\" has no name, and here it has \"x\"", "Leave");
  expect_mistake("title: a\ntitle: b\nrow c: 1", 2, "there are two lines \"title\"", "Leave");
  expect_mistake("", 1, "the drawing is empty", "row");
  expect_mistake("row a: 12345678901234567890123456789012345678901\n", 1,
                 "\"12345678901234567890123456789012345678901\" is wider than 40 columns",
                 "shorter");
}

static void mistakes_come_in_the_order_of_lines(void) {
  struct wb_diagram diagram = {0};
  struct wb_diagram_mistakes mistakes = {0};
  CHECK(!wb_diagram_read(&diagram, "row a: 1\narrows: 0>9\nrow b: 1\nx: y\n", &mistakes));
  if (CHECK_INT(mistakes.count, 2)) {
    CHECK_INT(mistakes.items[0].line, 2);
    CHECK_INT(mistakes.items[1].line, 4);
  }
  wb_diagram_mistakes_release(&mistakes);
  wb_diagram_release(&diagram);
}

static void names_may_have_a_colon(void) { expect_words("row 0:1: 2:3 4\n", "Row 0:1: 2:3, 4."); }

/* ---- as a picture ------------------------------------------------------------------------- */

static void expect_picture(const char *block, const char *part) {
  struct wb_diagram diagram = {0};
  struct wb_str html;
  const char *where;
  wb_str_init(&html);
  CHECK(wb_diagram_read(&diagram, block, NULL));
  wb_html_diagram(&html, &diagram);
  if (!CHECK(strstr(html.data, part) != NULL)) printf("# %s in %s\n", part, html.data);
  CHECK_STRING(html_fault(html.data, &where), NULL);
  wb_str_release(&html);
  wb_diagram_release(&diagram);
}

static void pictures_have_boxes_arrows_and_words(void) {
  expect_picture(
      "title: A <b>\nrow a: 1\n",
      "<figure class=\"drawing diagram\" role=\"img\" aria-label=\"A &lt;b&gt;. Row a: 1.\">");
  expect_picture("title: A <b>\nrow a: 1\n",
                 "<title>A &lt;b&gt;</title>\n<desc>A &lt;b&gt;. Row a: 1.</desc>");
  expect_picture("row a: 1\n", "<title>Drawing</title>");
  /* A box of 3 columns and half a border on each side, its number in the middle of it. */
  expect_picture("row: 1\n",
                 "<rect class=\"cell\" fill=\"none\" stroke=\"currentColor\" x=\"4.2\" "
                 "y=\"2\" width=\"33.6\" height=\"28\"/>");
  expect_picture("row: 1\n", "<text class=\"content\" x=\"16.8\" y=\"20.5\" textLength=\"8.4\">1<");
  /* From the lower edge to the upper one, straight, and its head. */
  expect_picture("row: 1\narrows: 0>0\nrow: 2\n", "d=\"M21 30L21 64\"");
  expect_picture("row: 1\narrows: 0>0\nrow: 2\n",
                 "<path class=\"head arrow\" d=\"M21 64L17.5 57L24.5 57Z\"/>");
  expect_picture("row: 1\narrows: 0>0!\nrow: 2\n", "<path class=\"arrow wrong\"");
  /* What a barrier says stays free: the arrow begins below it. */
  expect_picture("row: 1\nbarrier: x\narrows: 0>0\nrow: 2\n", "d=\"M21 66L21 100\"");
  expect_picture("time a: ##.\n", "<rect class=\"busy\" fill=\"currentColor\"");
}

int main(void) {
  tap_run("rows share columns, and groups are apart", rows_share_columns_and_groups_are_apart);
  tap_run("narrow drawings spare room", narrow_drawings_spare_room);
  tap_run("arrows go where they are sent", arrows_go_where_they_are_sent);
  tap_run("arrows that meet keep to the middle", arrows_that_meet_keep_to_the_middle);
  tap_run("a reversal of eight is drawn", a_reversal_of_eight_is_drawn);
  tap_run("long drawings have no long arrows", long_drawings_have_no_long_arrows);
  tap_run("a tangle is written", a_tangle_is_written);
  tap_run("grids stand side by side", grids_stand_side_by_side);
  tap_run("spans have their labels", spans_have_their_labels);
  tap_run("time has an axis", time_has_an_axis);
  tap_run("tables are broken to fit", tables_are_broken_to_fit);
  tap_run("drawings are told", drawings_are_told);
  tap_run("mistakes are told with what is right", mistakes_are_told_with_what_is_right);
  tap_run("mistakes come in the order of lines", mistakes_come_in_the_order_of_lines);
  tap_run("names may have a colon", names_may_have_a_colon);
  tap_run("pictures have boxes, arrows and words", pictures_have_boxes_arrows_and_words);
  return tap_finish();
}

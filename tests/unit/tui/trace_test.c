/* The trace pane: a launch of two groups of two work-items that copy a into
 * tile, wait, and write out; the last one reads behind tile's end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "tap.h"
#include "tui/cells.h"
#include "tui/draw.h"
#include "tui/model.h"
#include "tui/pane_text.h"

static struct wb_model model;
static unsigned char bytes[8192];
static uint64_t length;

enum { ARRAY_A, ARRAY_TILE, ARRAY_OUT };
enum { PLACE_LOAD, PLACE_STORE, PLACE_WAIT, PLACE_TILE, PLACE_OUT };

static const char kernel[] =
    "__kernel void sum(__global int *out, __global const int *a) {\n"
    "  __local int tile[2];\n"
    "  tile[l] = a[i];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[i] = tile[l + 1];\n"
    "}\n";

static void put_array(struct wb_trace_writer *writer, const char *name, enum wb_memory memory,
                      uint64_t elements) {
  struct wb_trace_array array = {.memory = memory, .element_bytes = 4, .bytes = 4 * elements};
  snprintf(array.name, sizeof array.name, "%s", name);
  wb_trace_put_array(writer, &array);
}

static void put_place(struct wb_trace_writer *writer, uint32_t line, uint32_t array,
                      enum wb_access access) {
  const bool none = array == WB_TRACE_NO_ARRAY;
  const struct wb_trace_place place = {.line = line,
                                       .column = 3,
                                       .array = array,
                                       .bytes = none ? 0 : 4,
                                       .access = access,
                                       .lane_bytes = none ? 0 : 4};
  wb_trace_put_place(writer, &place);
}

static void access_int(struct wb_trace_writer *writer, uint32_t place, uint64_t element,
                       int value) {
  wb_trace_put_access(writer, place, 4 * element, &value, sizeof value, 0);
}

static void put_group(struct wb_trace_writer *writer, unsigned group) {
  wb_trace_put(writer, WB_TRACE_GROUP, group);
  for (unsigned item = 0; item < 2; item++) {
    const unsigned global = 2 * group + item;
    wb_trace_put(writer, WB_TRACE_ITEM, item);
    access_int(writer, PLACE_LOAD, global, (int)global + 10);
    access_int(writer, PLACE_STORE, item, (int)global + 10);
    wb_trace_put(writer, WB_TRACE_WAIT, PLACE_WAIT);
  }
  wb_trace_put(writer, WB_TRACE_PASS, 0);
  for (unsigned item = 0; item < 2; item++) {
    const unsigned global = 2 * group + item;
    wb_trace_put(writer, WB_TRACE_ITEM, item);
    if (item == 0) {
      access_int(writer, PLACE_TILE, 1, (int)global + 11);
    } else {
      wb_trace_put_refused(writer, PLACE_TILE, 8);
    }
    access_int(writer, PLACE_OUT, global, (int)global + 11);
    wb_trace_put(writer, WB_TRACE_ITEM_END, 0);
  }
  wb_trace_put(writer, WB_TRACE_GROUP_END, 0);
}

static void write_trace(void) {
  struct wb_trace_writer writer;
  struct wb_trace_launch launch = {
      .kernel = "sum", .dimensions = 1, .global = {4, 1, 1}, .local = {2, 1, 1}, .subgroup = 32};
  wb_trace_begin(&writer, bytes, sizeof bytes, &length, &launch);
  put_array(&writer, "a", WB_MEMORY_GLOBAL, 4);
  put_array(&writer, "tile", WB_MEMORY_LOCAL, 2);
  put_array(&writer, "out", WB_MEMORY_GLOBAL, 4);
  put_place(&writer, 3, ARRAY_A, WB_ACCESS_READ);
  put_place(&writer, 3, ARRAY_TILE, WB_ACCESS_WRITE);
  put_place(&writer, 4, WB_TRACE_NO_ARRAY, WB_ACCESS_NONE);
  put_place(&writer, 5, ARRAY_TILE, WB_ACCESS_READ);
  put_place(&writer, 5, ARRAY_OUT, WB_ACCESS_WRITE);
  put_group(&writer, 0);
  put_group(&writer, 1);
  wb_trace_finish(&writer);
}

static void load(const char *text) {
  struct wb_loaded loaded = {.lesson = wb_strdup("# L\n"),
                             .kernel = wb_strdup(text),
                             .kernel_path = wb_strdup("/x/work/01-sum.cl")};
  wb_model_loaded(&model, &loaded);
}

static void start(void) {
  struct wb_names slugs;
  wb_names_init(&slugs);
  wb_names_add(&slugs, "01-sum");
  wb_names_add(&slugs, "02-next");
  wb_model_init(&model, &slugs, NULL, true);
  wb_names_release(&slugs);
  model.now_ms = 1000;
  wb_model_resize(&model, 24, 80);
  load(kernel);
  wb_model_prepare(&model);
}

static void stop(void) { wb_model_release(&model); }

static struct wb_result *result_with(bool traced) {
  struct wb_result *result = wb_alloc(sizeof *result);
  result->verdict = WB_VERDICT_RUNTIME_ERROR;
  result->cases = wb_alloc(sizeof *result->cases);
  result->n_cases = 1;
  struct wb_case_result *one = &result->cases[0];
  *one = (struct wb_case_result){.verdict = WB_VERDICT_RUNTIME_ERROR, .visible = true};
  one->findings = wb_alloc(sizeof *one->findings);
  one->n_findings = 1;
  one->findings[0] = (struct wb_finding){.kind = WB_OUT_OF_BOUNDS,
                                         .access = WB_ACCESS_READ,
                                         .memory = WB_MEMORY_LOCAL,
                                         .has_item = true,
                                         .has_index = true,
                                         .line = 5,
                                         .column = 3,
                                         .index = 2,
                                         .count = 1,
                                         .n_first = 1};
  one->findings[0].first[0].item[0] = 1;
  strcpy(one->findings[0].array, "tile");
  if (traced) {
    result->trace = wb_alloc(length);
    memcpy(result->trace, bytes, length);
    result->trace_length = length;
  }
  return result;
}

static void finish_with(struct wb_result *result) {
  wb_model_run_started(&model, false, true);
  wb_model_run_finished(&model, result);
  wb_model_prepare(&model);
}

static void press(int key) {
  wb_model_key(&model, key);
  wb_model_prepare(&model);
}

static enum wb_effect_kind next_effect(void) {
  struct wb_effect effect = wb_model_next_effect(&model);
  free(effect.text);
  return effect.kind;
}

static void forget_effects(void) {
  while (next_effect() != WB_EFFECT_NONE) continue;
}

static bool asks_for(enum wb_effect_kind wanted) {
  bool found = false;
  for (enum wb_effect_kind kind = next_effect(); kind != WB_EFFECT_NONE; kind = next_effect())
    found = found || kind == wanted;
  return found;
}

/* What stands on the screen. */
static bool shows(const char *text) {
  struct wb_cells cells;
  struct wb_str screen;
  wb_cells_init(&cells, false);
  wb_str_init(&screen);
  wb_model_prepare(&model);
  wb_draw(&model, &cells);
  wb_cells_dump(&cells, &screen);
  const bool found = strstr(screen.data, text) != NULL;
  if (!found) printf("# no \"%s\" in\n%s", text, screen.data);
  wb_str_release(&screen);
  wb_cells_release(&cells);
  return found;
}

static void a_run_is_recorded_once_the_pane_shows(void) {
  start();
  press('5');
  CHECK(shows("Nothing has been run yet"));
  forget_effects();
  press('4');
  finish_with(result_with(false));
  CHECK(!asks_for(WB_EFFECT_TRACE));
  press('5');
  CHECK(asks_for(WB_EFFECT_TRACE));
  press('4');
  press('5');
  CHECK(!asks_for(WB_EFFECT_TRACE));
  wb_model_trace_started(&model);
  CHECK(shows("Recording"));
  struct wb_result *recorded = result_with(true);
  wb_model_trace_recorded(&model, recorded);
  wb_result_release(recorded);
  free(recorded);
  CHECK(shows("step 10 of 11"));
  load("__kernel void sum() {}\n");
  CHECK(shows("The kernel has changed since"));
  CHECK(shows("out[i] = tile[l + 1];"));
  finish_with(result_with(false));
  CHECK(model.trace.playback == NULL && asks_for(WB_EFFECT_TRACE));
  wb_model_trace_failed(&model, "no device");
  CHECK(shows("no device"));
  stop();
}

static void open_pane(void) {
  start();
  press('5');
  finish_with(result_with(true));
}

static void it_opens_at_the_finding(void) {
  open_pane();
  CHECK(shows("[1] work-item 1 reads tile[2], which is refused"));
  CHECK(shows("║[X2]"));
  CHECK(model.at_line == 5);
  press('[');
  CHECK(shows("Nothing went wrong before."));
  press(']');
  CHECK(model.trace.group == 1 && shows("[3] work-item 3 reads tile[2]"));
  press('4');
  model.panes[WB_PANE_RESULT].cursor = 0;
  wb_model_jump(&model, 5);
  press('3');
  press('t');
  CHECK(model.focus == WB_PANE_TRACE && model.trace.group == 0 &&
        shows("[1] work-item 1 reads"));
  stop();
}

static void another_case_is_recorded_where_it_is_asked_for(void) {
  start();
  press('5');
  struct wb_result *result = result_with(true);
  struct wb_case_result *cases = wb_alloc(3 * sizeof *cases);
  cases[0] = result->cases[0];
  cases[1] = (struct wb_case_result){.verdict = WB_VERDICT_RUNTIME_ERROR, .visible = true};
  cases[1].findings = wb_alloc(sizeof *cases[1].findings);
  cases[1].findings[0] = cases[0].findings[0];
  cases[1].findings[0].line = 3;
  cases[1].n_findings = 1;
  cases[2] = (struct wb_case_result){.verdict = WB_VERDICT_RUNTIME_ERROR};
  free(result->cases);
  result->cases = cases;
  result->n_cases = 3;
  finish_with(result);
  forget_effects();
  wb_model_command(&model, "case 3");
  CHECK(shows("Case 3 is hidden") && !asks_for(WB_EFFECT_TRACE));
  wb_model_command(&model, "case 9");
  CHECK(shows("from 1 to 3") && !asks_for(WB_EFFECT_TRACE));
  wb_trace_view_show_line(&model, 5);
  CHECK(!asks_for(WB_EFFECT_TRACE));
  wb_trace_view_show_line(&model, 3);
  CHECK(shows("Recording case 2."));
  const struct wb_effect effect = wb_model_next_effect(&model);
  CHECK(effect.kind == WB_EFFECT_TRACE && effect.number == 2);
  wb_model_trace_started(&model);
  struct wb_result *recorded = result_with(true);
  wb_model_trace_recorded(&model, recorded);
  wb_result_release(recorded);
  free(recorded);
  CHECK(shows("case 2 ═") && model.trace.wanted_line == 0);
  stop();
}

static void another_launch_is_recorded_where_it_is_asked_for(void) {
  start();
  press('5');
  wb_model_command(&model, "launch 2");
  CHECK(shows("No case is traced"));
  struct wb_result *result = result_with(true);
  result->trace_launch = 1;
  result->cases[0].launches = 3;
  result->cases[0].findings[0].launch = 1;
  result->cases[0].findings[0].launches = 3;
  result->cases[0].findings[0].in_launches = 1;
  finish_with(result);
  forget_effects();
  CHECK(shows("case 1, launch 1 ═"));
  wb_model_command(&model, "launch 4");
  CHECK(shows("needs a number from 1 to 3") && !asks_for(WB_EFFECT_TRACE));
  wb_model_command(&model, "launch 3");
  CHECK(shows("Recording case 1, launch 3.") && model.trace.asked_launch == 3);
  const struct wb_effect effect = wb_model_next_effect(&model);
  CHECK(effect.kind == WB_EFFECT_TRACE && effect.number == 1);
  wb_model_trace_started(&model);
  struct wb_result *recorded = result_with(true);
  recorded->trace_launch = 3;
  wb_model_trace_recorded(&model, recorded);
  wb_result_release(recorded);
  free(recorded);
  CHECK(shows("case 1, launch 3 ═") && model.trace.asked_launch == 0);
  wb_trace_view_show_line(&model, 5); /* of the first launch */
  CHECK(shows("Recording case 1, launch 1."));
  stop();
}

static void keys_go_by_access_item_barrier_and_group(void) {
  open_pane();
  press('g');
  CHECK(shows("step 1 of 11") && shows("work-item 0 reads a[0]"));
  press('l');
  CHECK(shows("work-item 0 writes tile[0] = 10"));
  CHECK(shows("tile       [10]"));
  press('h');
  CHECK(!wb_playback_cell(model.trace.playback, 0, model.trace.step, ARRAY_TILE, 0).known);
  press('h');
  CHECK(shows("This is the first step."));
  press('w');
  CHECK(shows("[1] work-item 1 reads a[1]"));
  CHECK(shows("work-items  0|[1]"));
  press('b');
  CHECK(shows("phase 2 of 2"));
  press('B');
  CHECK(shows("phase 1 of 2"));
  press('G');
  CHECK(shows("step 11 of 11"));
  press('l');
  CHECK(model.trace.group == 1 && shows("group 1 (2 of 2)"));
  CHECK(shows("groups      0✓[1]"));
  press(WB_KEY_PAGE_UP);
  CHECK(model.trace.group == 0);
  press('o');
  press('1');
  press(WB_KEY_ENTER);
  CHECK(model.trace.group == 1);
  wb_model_command(&model, "group 7");
  CHECK(shows("the trace has no group 7"));
  wb_model_command(&model, "group x");
  CHECK(shows(":group needs"));
  wb_model_command(&model, "step 3");
  CHECK(shows("step 3 of 11"));
  stop();
}

static void space_plays_at_a_speed_and_stops_at_the_end(void) {
  open_pane();
  press('g');
  press(WB_KEY_SPACE);
  const int timeout = wb_trace_view_timeout(&model);
  CHECK(timeout > 0 && timeout <= 1000);
  wb_trace_view_tick(&model);
  CHECK(shows("step 1 of 11, 4/s"));
  model.now_ms += (uint64_t)timeout;
  wb_trace_view_tick(&model);
  CHECK(shows("step 2 of 11"));
  press('>');
  CHECK(wb_trace_view_speed(&model.trace) == 8 && wb_trace_view_timeout(&model) == 125);
  for (int i = 0; i < 20; i++) press('<');
  CHECK(wb_trace_view_speed(&model.trace) == 1);
  press(WB_KEY_SPACE);
  CHECK(wb_trace_view_timeout(&model) == -1);
  press(WB_KEY_SPACE);
  for (int i = 0; i < 40; i++) {
    model.now_ms += 1000;
    wb_trace_view_tick(&model);
    wb_model_prepare(&model);
  }
  CHECK(!model.trace.playing && shows("step 11 of 11") && model.trace.group == 1);
  press(WB_KEY_SPACE);
  CHECK(model.trace.playing && model.trace.group == 0);
  press('4');
  press('1');
  CHECK(wb_trace_view_timeout(&model) == -1);
  stop();
}

static void a_cell_says_who_touched_it(void) {
  open_pane();
  press('+');
  press('g');
  press('l');
  press('v');
  CHECK(shows(">10<") && shows("tile[0] = 10: touched 1 time"));
  press(WB_KEY_RIGHT);
  CHECK(model.trace.pointer.which == 1 && shows("tile[1]: touched 2 times"));
  CHECK(shows("work-item 1 writes tile[1] = 11") &&
        shows("work-item 0 reads tile[1]: 11"));
  CHECK(shows("line 3  tile[l] = a[i];"));
  press(WB_KEY_ENTER);
  CHECK(shows("[1] work-item 1 writes tile[1] = 11"));
  press(WB_KEY_ENTER);
  CHECK(shows("[0] work-item 0 reads tile[1]: 11"));
  press(WB_KEY_BACKSPACE);
  CHECK(shows("[1] work-item 1 writes tile[1] = 11"));
  press('j');
  CHECK(model.trace.pointer.array == ARRAY_OUT);
  press('k');
  press('k');
  CHECK(model.trace.pointer.array == ARRAY_A);
  press('k');
  CHECK(model.trace.pointer.target == WB_TARGET_ITEM && shows("work-item 1: 5 steps"));
  CHECK(shows("reads a[1]: 11") && shows("waits at the barrier"));
  press(WB_KEY_ESCAPE);
  CHECK(!wb_trace_view_is_pointing(&model) && model.zoomed);
  stop();
}

/* Where on the screen the pane's rows show a spot. */
static bool find_spot(const struct wb_trace_spot *wanted, struct wb_mouse *mouse) {
  const struct wb_pane_state *pane = &model.panes[WB_PANE_TRACE];
  const struct wb_rect *rect = &model.layout.pane[WB_PANE_TRACE];
  for (size_t row = 0; row < pane->rows.count; row++) {
    for (int x = 0; x < rect->columns; x++) {
      const struct wb_trace_spot spot =
          wb_trace_spot_unpack(wb_pane_text_spot_at(&pane->rows.items[row], x));
      if (spot.target != wanted->target || spot.array != wanted->array ||
          spot.which != wanted->which)
        continue;
      *mouse = (struct wb_mouse){
          .action = WB_MOUSE_CLICK, .y = rect->y + 1 + (int)row, .x = rect->x + x};
      return true;
    }
  }
  return false;
}

static void the_mouse_points_and_its_wheel_steps(void) {
  const struct wb_trace_spot cell = {WB_TARGET_CELL, ARRAY_OUT, 1};
  const struct wb_trace_spot item = {.target = WB_TARGET_ITEM, .which = 1};
  const struct wb_trace_spot group = {.target = WB_TARGET_GROUP, .which = 1};
  struct wb_mouse mouse = {0};
  open_pane();
  CHECK(find_spot(&cell, &mouse));
  wb_model_mouse(&model, &mouse);
  CHECK(shows("out[1]: touched 1 time"));
  CHECK(find_spot(&cell, &mouse));
  wb_model_mouse(&model, &mouse);
  CHECK(!wb_trace_view_is_pointing(&model));
  wb_model_prepare(&model);
  CHECK(find_spot(&item, &mouse));
  wb_model_mouse(&model, &mouse);
  CHECK(shows("work-item 1: 5 steps"));
  CHECK(find_spot(&group, &mouse));
  wb_model_mouse(&model, &mouse);
  CHECK(model.trace.group == 1);
  mouse.action = WB_MOUSE_WHEEL_DOWN;
  const size_t before = model.trace.step;
  wb_model_mouse(&model, &mouse);
  CHECK(model.trace.step > before);
  stop();
}

static void a_file_is_played_and_a_bad_one_refused(void) {
  start();
  wb_model_trace_loaded(&model, "/tmp/x.trace", bytes, length);
  CHECK(model.focus == WB_PANE_TRACE && shows("x.trace"));
  wb_model_trace_loaded(&model, "/tmp/y", "WBTR nothing", 12);
  CHECK(model.trace.playback == NULL && model.trace.problem != NULL);
  for (size_t cut = 0; cut < length; cut++) wb_model_trace_loaded(&model, "cut", bytes, cut);
  load("__kernel void other() {}\n");
  wb_model_trace_loaded(&model, "/tmp/x.trace", bytes, length);
  CHECK(model.trace.source == NULL);
  wb_model_select(&model, 1);
  CHECK(model.trace.playback == NULL);
  stop();
}

/* The rows of tile, with 12 elements here, as this declaration has them. */
static uint32_t rows_by(const char *declaration) {
  static unsigned char trace[512];
  static uint64_t trace_length;
  struct wb_trace_writer writer;
  const struct wb_trace_launch launch = {
      .kernel = "sum", .dimensions = 1, .global = {2, 1, 1}, .local = {2, 1, 1}, .subgroup = 32};
  char *text = wb_format(
      "#define WIDE 4\n# define WIDER  (WIDE+2)\n"
      "__kernel void sum() {\n  tile[i];\n  __local int %s;\n}\n",
      declaration);
  load(text);
  free(text);
  wb_trace_begin(&writer, trace, sizeof trace, &trace_length, &launch);
  put_array(&writer, "tile", WB_MEMORY_LOCAL, 12);
  put_place(&writer, 3, 0, WB_ACCESS_WRITE);
  wb_trace_put(&writer, WB_TRACE_GROUP, 0);
  wb_trace_put(&writer, WB_TRACE_ITEM, 0);
  access_int(&writer, 0, 0, 1);
  wb_trace_finish(&writer);
  wb_model_trace_loaded(&model, "made", trace, trace_length);
  return model.trace.playback != NULL ? model.trace.row_length[0] : UINT32_MAX;
}

static void arrays_have_the_rows_that_the_kernel_declares(void) {
  start();
  CHECK_INT(rows_by("tile[12]"), 0);
  CHECK_INT(rows_by("tile[3][4]"), 4);
  CHECK_INT(rows_by("tile[2] [3][2]"), 2);
  CHECK_INT(rows_by("tile[3][WIDE]"), 4);
  CHECK_INT(rows_by("tile[2][WIDER]"), 6);
  CHECK_INT(rows_by("tile[4][WIDE - 1]"), 0); /* not understood: flat */
  CHECK_INT(rows_by("tile[4][2 + 1]"), 3);
  CHECK_INT(rows_by("tile[2][5]"), 0); /* not the 12 elements that there are */
  CHECK_INT(rows_by("tile[3][UNKNOWN]"), 0);
  CHECK_INT(rows_by("tiles[3][4], x"), 0);
  CHECK_INT(rows_by("tile[3][4"), 0);
  stop();
}

static unsigned random_state = 20261;
static unsigned next_random(unsigned below) {
  random_state = random_state * 1103515245U + 12345U;
  return random_state / 65536U % below;
}

static void the_picture_fits_the_pane(void) {
  static const int keys[] = {'h',
                             'l',
                             'j',
                             'k',
                             'w',
                             'W',
                             'b',
                             'B',
                             'g',
                             'G',
                             'v',
                             '[',
                             ']',
                             '<',
                             '>',
                             '+',
                             '_',
                             't',
                             '5',
                             '4',
                             WB_KEY_SPACE,
                             WB_KEY_ENTER,
                             WB_KEY_BACKSPACE,
                             WB_KEY_PAGE_UP,
                             WB_KEY_PAGE_DOWN,
                             WB_KEY_UP,
                             WB_KEY_DOWN,
                             WB_KEY_LEFT,
                             WB_KEY_RIGHT,
                             WB_KEY_ESCAPE};
  struct wb_cells cells;
  bool fits = true;
  wb_cells_init(&cells, false);
  open_pane();
  for (int i = 0; i < 4000; i++) {
    if (next_random(20) == 0) wb_model_resize(&model, (int)next_random(50), (int)next_random(140));
    press(keys[next_random(sizeof keys / sizeof keys[0])]);
    struct wb_mouse mouse = {.action = (enum wb_mouse_action)next_random(WB_MOUSE_RELEASE + 1),
                             .y = (int)next_random(50),
                             .x = (int)next_random(130)};
    if (next_random(5) == 0) wb_model_mouse(&model, &mouse);
    model.now_ms += next_random(400);
    wb_trace_view_tick(&model);
    wb_model_prepare(&model);
    wb_draw(&model, &cells);
    forget_effects();
    const struct wb_rect *rect = &model.layout.pane[WB_PANE_TRACE];
    if (rect->shown && model.trace.playback != NULL && rect->lines > 4)
      fits = fits && (int)model.panes[WB_PANE_TRACE].rows.count <= rect->lines - 1;
  }
  CHECK(fits);
  wb_cells_release(&cells);
  stop();
}

int main(void) {
  write_trace();
  tap_run("a run is recorded once the pane shows, and an edit makes that old",
          a_run_is_recorded_once_the_pane_shows);
  tap_run("it opens at the finding, whose trouble stands out, and t comes back to it",
          it_opens_at_the_finding);
  tap_run("keys go by access, work-item, barrier and group",
          keys_go_by_access_item_barrier_and_group);
  tap_run("another case is recorded where it is asked for",
          another_case_is_recorded_where_it_is_asked_for);
  tap_run("another launch is recorded where it is asked for",
          another_launch_is_recorded_where_it_is_asked_for);
  tap_run("Space plays at a speed that can be changed, and stops at the end",
          space_plays_at_a_speed_and_stops_at_the_end);
  tap_run("a cell that is pointed at says who touched it, a work-item what it did",
          a_cell_says_who_touched_it);
  tap_run("the mouse points and chooses, and its wheel steps",
          the_mouse_points_and_its_wheel_steps);
  tap_run("a file is played back, and a bad one refused", a_file_is_played_and_a_bad_one_refused);
  tap_run("arrays have the rows that the kernel declares",
          arrays_have_the_rows_that_the_kernel_declares);
  tap_run("whatever is pressed, at any size, the picture fits the pane", the_picture_fits_the_pane);
  return tap_finish();
}

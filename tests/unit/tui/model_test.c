#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "tap.h"
#include "tui/bindings.h"
#include "tui/cells.h"
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
  model.now_ms = 1000;
  wb_model_resize(&model, 30, 100);
  wb_model_prepare(&model);
}

static void stop(void) { wb_model_release(&model); }

static void press(int key) {
  wb_model_key(&model, key);
  wb_model_prepare(&model);
}

static void press_all(const char *keys) {
  for (; *keys != '\0'; keys++) press(*keys);
}

/* The kind of the oldest effect; its text goes into `text` where given. */
static enum wb_effect_kind next_effect(void) {
  struct wb_effect effect = wb_model_next_effect(&model);
  free(effect.text);
  return effect.kind;
}

static void forget_effects(void) {
  while (next_effect() != WB_EFFECT_NONE) continue;
}

static void load(const char *kernel) {
  struct wb_loaded loaded = {.lesson = wb_strdup("# L\n\ntext\n"),
                             .kernel = wb_strdup(kernel),
                             .kernel_path = wb_strdup("/x/work/01-map.cl")};
  wb_model_loaded(&model, &loaded);
  wb_model_prepare(&model);
}

/* A result with a race between lines 2 and 4. */
static struct wb_result *racing(void) {
  struct wb_result *result = wb_alloc(sizeof *result);
  result->verdict = WB_VERDICT_RUNTIME_ERROR;
  result->cases = wb_alloc(2 * sizeof *result->cases);
  result->n_cases = 2;
  for (size_t i = 0; i < 2; i++) {
    struct wb_case_result *one = &result->cases[i];
    one->verdict = WB_VERDICT_RUNTIME_ERROR;
    one->visible = true;
    one->findings = wb_alloc(sizeof *one->findings);
    one->n_findings = 1;
    one->findings[0] = (struct wb_finding){
        .kind = WB_DATA_RACE, .line = 2, .column = 3, .access = WB_ACCESS_WRITE, .count = 1};
    one->findings[0].other =
        (struct wb_other_access){.present = true, .line = 4, .column = 1, .access = WB_ACCESS_READ};
  }
  return result;
}

static void finish_with(struct wb_result *result) {
  wb_model_run_started(&model, false, true);
  wb_model_run_finished(&model, result);
  wb_model_prepare(&model);
}

static void open_editor(void) {
  load("kernel\n");
  press('3');
  press('i');
  forget_effects();
  wb_model_editor(&model, true);
  wb_model_prepare(&model);
  wb_cells_clear(&model.editor.cells, model.layout.pane[WB_PANE_KERNEL].lines - 1,
                 model.layout.pane[WB_PANE_KERNEL].columns);
}

static void point(enum wb_mouse_action action, int y, int x) {
  const struct wb_rect *pane = &model.layout.pane[WB_PANE_KERNEL];
  const struct wb_mouse mouse = {
      .action = action, .y = pane->y + 1 + y, .x = pane->x + x, .button = 1};
  wb_model_mouse(&model, &mouse);
}

static void the_mouse_in_the_editor_is_the_editors(void) {
  start();
  open_editor();
  point(WB_MOUSE_CLICK, 2, 5);
  struct wb_effect effect = wb_model_next_effect(&model);
  CHECK_INT(effect.kind, WB_EFFECT_POINT);
  CHECK(effect.mouse.y == 2 && effect.mouse.x == 5 && effect.mouse.button == 1);
  point(WB_MOUSE_DRAG, 2, -20); /* beyond it, but it began there */
  effect = wb_model_next_effect(&model);
  CHECK(effect.kind == WB_EFFECT_POINT && effect.mouse.x == 0);
  point(WB_MOUSE_RELEASE, 2, -20);
  CHECK_INT(next_effect(), WB_EFFECT_POINT);
  point(WB_MOUSE_DRAG, 2, 5);
  CHECK_INT(next_effect(), WB_EFFECT_NONE);
  point(WB_MOUSE_CLICK, 2, -20);
  CHECK(next_effect() != WB_EFFECT_POINT);
  CHECK(model.focus != WB_PANE_KERNEL);
  point(WB_MOUSE_CLICK, 2, 5); /* chooses the pane again, and is not typed into it */
  CHECK_INT(model.focus, WB_PANE_KERNEL);
  CHECK(next_effect() != WB_EFFECT_POINT);
  stop();
}

static void moving_selects_and_loads(void) {
  start();
  press('j');
  CHECK_INT(model.selected, 1);
  CHECK_INT(next_effect(), WB_EFFECT_LOAD);
  press_all("jjjj");
  CHECK_INT(model.selected, 2);
  press('g');
  CHECK_INT(model.selected, 0);
  press(WB_KEY_END);
  CHECK_INT(model.selected, 2);
  stop();
}

static void search_filters_and_escape_shows_all(void) {
  start();
  press_all("/gua");
  CHECK_INT(model.selected, 2);
  CHECK_INT(model.panes[WB_PANE_LIST].rows.count, 1);
  press(WB_KEY_ENTER);
  CHECK_INT(model.mode, WB_MODE_NORMAL);
  CHECK_INT(model.panes[WB_PANE_LIST].rows.count, 1);
  press(WB_KEY_ESCAPE);
  CHECK_INT(model.panes[WB_PANE_LIST].rows.count, 3);
  press_all("/nothing-like-it");
  CHECK_INT(model.panes[WB_PANE_LIST].rows.items[0].item, -1);
  stop();
}

static void control_c_cancels_first_and_quits_second(void) {
  start();
  wb_model_run_started(&model, false, true);
  press(WB_CTRL('C'));
  CHECK_INT(next_effect(), WB_EFFECT_CANCEL);
  wb_model_run_cancelled(&model);
  press(WB_CTRL('C'));
  CHECK_INT(next_effect(), WB_EFFECT_NONE);
  model.now_ms += 10000;
  press(WB_CTRL('C')); /* too late: asks again */
  CHECK_INT(next_effect(), WB_EFFECT_NONE);
  model.now_ms += 500;
  press(WB_CTRL('C'));
  CHECK_INT(next_effect(), WB_EFFECT_QUIT);
  stop();
}

static void escape_cancels_a_run_and_never_quits(void) {
  start();
  wb_model_run_started(&model, false, true);
  press(WB_KEY_ESCAPE);
  CHECK_INT(next_effect(), WB_EFFECT_CANCEL);
  wb_model_run_cancelled(&model);
  for (int i = 0; i < 5; i++) press(WB_KEY_ESCAPE);
  CHECK_INT(next_effect(), WB_EFFECT_NONE);
  stop();
}

static void what_is_said_of_a_key_ends_with_the_next(void) {
  start();
  press('%');
  CHECK(strstr(model.message, "% does nothing here") != NULL);
  press('j');
  CHECK_STRING(model.message, "");
  press('g');
  press('%');
  press('r');
  CHECK_STRING(model.message, "");
  wb_model_say(&model, WB_TONE_PLAIN, "another message");
  press('k');
  CHECK_STRING(model.message, "another message");
  stop();
}

static void q_goes_back_and_then_quits(void) {
  start();
  press('3');
  press('q');
  CHECK_INT(model.focus, WB_PANE_LIST);
  CHECK_INT(next_effect(), WB_EFFECT_NONE);
  press('q');
  CHECK_INT(next_effect(), WB_EFFECT_QUIT);
  stop();
}

/* A verb's question, as the loop tells it. */
static void ask(enum wb_effect_kind effect) {
  const struct wb_reply reply = {.kind = WB_REPLY_QUESTION, .question = "Sure?"};
  wb_model_reply(&model, &reply, effect);
}

/* The next effect is that verb, agreed to. */
#define CHECK_AGREED(wanted)                                \
  do {                                                      \
    struct wb_effect effect = wb_model_next_effect(&model); \
    CHECK_INT(effect.kind, wanted);                         \
    CHECK_INT(effect.number, 1);                            \
    free(effect.text);                                      \
  } while (0)

static void reset_asks_first(void) {
  start();
  load("a\nb\n");
  press_all(":reset");
  press(WB_KEY_ENTER);
  CHECK_INT(next_effect(), WB_EFFECT_RESET);
  ask(WB_EFFECT_RESET);
  CHECK_INT(model.mode, WB_MODE_CONFIRM);
  press('n');
  CHECK_INT(next_effect(), WB_EFFECT_NONE);
  ask(WB_EFFECT_RESET);
  press('y');
  CHECK_AGREED(WB_EFFECT_RESET);
  stop();
}

static void the_solution_is_shown_beside_the_kernel(void) {
  struct wb_version_pair versions = {
      .old = {.name = wb_strdup("your kernel"), .text = wb_strdup("a\n"), .length = 2},
      .new = {.name = wb_strdup("our solution"), .text = wb_strdup("solution\n"), .length = 9}};
  start();
  load("a\n");
  press('s');
  CHECK_INT(next_effect(), WB_EFFECT_NONE); /* what the course allows is not known yet */
  model.items[0].described = true;
  press('s');
  CHECK_INT(next_effect(), WB_EFFECT_SOLUTION);
  ask(WB_EFFECT_SOLUTION);
  press('y');
  CHECK_AGREED(WB_EFFECT_SOLUTION);
  wb_compare_open(&model, &versions, 0);
  CHECK_INT(model.mode, WB_MODE_COMPARE);
  CHECK_STRING(model.compare.versions.old.text, "a\n");
  CHECK_STRING(model.compare.versions.new.text, "solution\n");
  press('s');
  CHECK_INT(model.mode, WB_MODE_NORMAL);
  stop();
}

static void both_sides_of_a_race_are_marked_once(void) {
  start();
  load("one\n  two\nthree\nfour\n");
  finish_with(racing());
  CHECK_INT(model.marks.count, 2);
  CHECK_INT(model.marks.items[0].line, 2);
  CHECK_INT(model.marks.items[0].kind, WB_MARK_ERROR);
  CHECK_INT(model.marks.items[1].line, 4);
  CHECK_INT(model.marks.items[1].kind, WB_MARK_OTHER);
  CHECK_INT(model.at_line, 2);
  press(']');
  CHECK_INT(model.at_line, 4);
  press(']');
  CHECK_INT(model.at_line, 2);
  press('[');
  CHECK_INT(model.at_line, 4);
  stop();
}

static void choosing_a_finding_jumps_to_its_line(void) {
  start();
  load("one\n  two\nthree\nfour\n");
  finish_with(racing());
  press('4');
  for (int i = 0; i < 30 && model.at_line != 4; i++) press('j');
  CHECK_INT(model.at_line, 4);
  press(WB_KEY_ENTER);
  CHECK_INT(model.focus, WB_PANE_KERNEL);
  stop();
}

static void a_changed_kernel_makes_the_result_old(void) {
  start();
  load("one\n");
  finish_with(racing());
  load("one\n");
  CHECK(!model.items[0].result_is_old);
  load("another\n");
  CHECK(model.items[0].result_is_old);
  CHECK_INT(model.marks.count, 0);
  stop();
}

static void success_does_not_advance_by_itself(void) {
  start();
  load("one\n");
  struct wb_result *result = wb_alloc(sizeof *result);
  result->verdict = WB_VERDICT_ACCEPTED;
  finish_with(result);
  CHECK_INT(model.selected, 0);
  CHECK_INT(model.tone, WB_TONE_GOOD);
  CHECK(strstr(model.message, "n: next puzzle") != NULL);
  press('n');
  CHECK_INT(model.selected, 1);
  stop();
}

static void a_result_goes_to_the_puzzle_that_ran(void) {
  start();
  load("one\n");
  wb_model_run_started(&model, false, true);
  press('j');
  wb_model_run_finished(&model, racing());
  CHECK(model.items[0].result != NULL);
  CHECK(model.items[1].result == NULL);
  CHECK_INT(model.marks.count, 0);
  stop();
}

static void hints_come_one_by_one(void) {
  start();
  load("one\n");
  press('H'); /* not described yet */
  CHECK_INT(next_effect(), WB_EFFECT_NONE);
  struct wb_puzzle_summary about = {.slug = wb_strdup("01-map"), .n_hints = 2};
  about.hints = wb_alloc(2 * sizeof *about.hints);
  about.hints[0] = wb_strdup("first");
  about.hints[1] = wb_strdup("second");
  wb_model_described(&model, &about);
  press('H');
  CHECK_INT(model.items[0].progress.hints_shown, 1);
  CHECK_INT(next_effect(), WB_EFFECT_SAVE_HINTS);
  press_all("HHH");
  CHECK_INT(model.items[0].progress.hints_shown, 2);
  stop();
}

static void every_key_is_one_and_means_one_thing(void) {
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_key); command != NULL;
       command = wb_next_command(command, wb_is_key)) {
    struct wb_names keys;
    enum wb_pane pane = WB_PANE_LIST;
    while (command->key.only != 0 && (command->key.only & WB_IN(pane)) == 0) pane++;
    wb_names_init(&keys);
    CHECK(wb_split_words(command->key.keys, &keys) && keys.count > 0);
    for (size_t k = 0; k < keys.count; k++) {
      char name[WB_KEY_NAME_MAX];
      int key = 0;
      if (!CHECK(wb_key_parse(keys.items[k], &key))) continue;
      CHECK_STRING(wb_key_name(key, name), keys.items[k]);
      CHECK(wb_binding_of_key(key, pane) == command);
    }
    CHECK(wb_binding_action(command) != NULL);
    wb_names_release(&keys);
  }
}

/* The line of key hints: places from 1 on, each of one key that has a word for it. */
static void places_in_the_line_of_hints_are_of_one_key_each(void) {
  unsigned count = 0, places = 0, most = 0;
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_key); command != NULL;
       command = wb_next_command(command, wb_is_key)) {
    const unsigned place = command->key.place;
    CHECK((place != 0) == (command->key.brief != NULL));
    if (place == 0) continue;
    count++;
    places |= 1U << place;
    if (place > most) most = place;
  }
  CHECK_INT(most, count);
  CHECK_INT(places, (2U << most) - 2);
}

static void help_lists_every_key(void) {
  start();
  press('?');
  size_t count = 0;
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_key); command != NULL;
       command = wb_next_command(command, wb_is_key))
    count++;
  CHECK(model.overlay.rows.count > count);
  press('q');
  CHECK_INT(model.mode, WB_MODE_NORMAL);
  CHECK_INT(next_effect(), WB_EFFECT_NONE);
  stop();
}

static void a_name_that_only_a_description_has_is_waited_for(void) {
  start();
  struct wb_puzzle_summary about = {.slug = wb_strdup(model.items[2].slug), .number = 3};
  about.aliases = wb_alloc(sizeof *about.aliases);
  about.aliases[0] = wb_strdup("mojo:3");
  about.n_aliases = 1;
  model.describing = true;
  CHECK(wb_model_command(&model, ":puzzle mojo:3"));
  CHECK_INT(model.selected, 0);
  wb_model_described(&model, &about);
  wb_model_description_ended(&model);
  CHECK_INT(model.selected, 2);
  /* The rule of all faces: what could be several is asked back, what is none has a nearest. */
  CHECK(wb_model_command(&model, ":puzzle 99"));
  CHECK_INT(model.selected, 2);
  CHECK(strstr(model.message, "there is no puzzle \"99\"") != NULL);
  stop();
}

static void commands_are_the_keys_by_name_and_more(void) {
  start();
  CHECK(wb_model_command(&model, ":puzzle guards"));
  CHECK_INT(model.selected, 2);
  forget_effects();
  CHECK(wb_model_command(&model, "run"));
  CHECK_INT(next_effect(), WB_EFFECT_RUN);
  CHECK(wb_model_command(&model, "device opencl:0.0"));
  CHECK_STRING(model.device, "opencl:0.0");
  CHECK(!wb_model_command(&model, "rum"));
  CHECK_STRING(model.message, "no command :rum; did you mean :run?");
  stop();
}

static void a_course_without_puzzles_is_no_crash(void) {
  struct wb_names none;
  wb_names_init(&none);
  wb_model_init(&model, &none, NULL, true);
  wb_model_resize(&model, 24, 80);
  for (int key = 1; key < 127; key++) press(key);
  for (int key = WB_KEY_UP; key <= WB_KEY_DELETE; key++) press(key);
  stop();
  CHECK(true);
}

/* Any keys at any size: nothing crashes, and the screen keeps its size. */
static void random_keys_at_random_sizes_do_no_harm(void) {
  struct wb_cells cells;
  unsigned seed = 12345;
  start();
  load("__kernel void f() {\n\tint 宽 = 1;\n}\n");
  wb_cells_init(&cells, false);
  for (int i = 0; i < 4000; i++) {
    seed = seed * 1103515245U + 12345U;
    unsigned choice = seed >> 16;
    if (i % 97 == 0) finish_with(racing());
    if (i % 53 == 0) wb_model_resize(&model, (int)(choice % 50), (int)(choice / 50 % 130));
    if (i % 31 == 0) {
      struct wb_mouse mouse = {.action = (enum wb_mouse_action)(choice % (WB_MOUSE_RELEASE + 1)),
                               .y = (int)(choice % 50),
                               .x = (int)(choice % 130)};
      wb_model_mouse(&model, &mouse);
    }
    press(choice % 4 == 0 ? WB_KEY_UP + (int)(choice / 4 % 14) : 1 + (int)(choice / 4 % 126));
    if (model.kernel == NULL) load("again\n");
    wb_draw(&model, &cells);
    CHECK_INT(cells.lines, model.layout.lines);
    forget_effects();
  }
  wb_cells_release(&cells);
  stop();
}

static void f_shows_puzzles_by_their_state(void) {
  start();
  model.items[0].progress.solved = model.items[0].progress.tried = true;
  model.items[1].progress.tried = true;
  press('f'); /* unsolved */
  CHECK_INT(model.selected, 1);
  CHECK(!wb_model_matches(&model, &model.items[0]));
  CHECK(wb_model_matches(&model, &model.items[2]));
  press('f'); /* tried */
  CHECK(wb_model_matches(&model, &model.items[1]));
  CHECK(!wb_model_matches(&model, &model.items[2]));
  press('f'); /* solved */
  CHECK_INT(model.selected, 0);
  press('n');
  CHECK_INT(model.selected, 0); /* there is no other solved one */
  press(WB_KEY_ESCAPE);
  press('n');
  CHECK_INT(model.selected, 1);
  stop();
}

static void search_marks_text_and_goes_from_match_to_match(void) {
  start();
  load("first one\nsecond\nthird one\n");
  press('3');
  press('/');
  press_all("ONE");
  CHECK_INT(model.search.row, 0);
  press(WB_KEY_ENTER);
  CHECK_INT(model.mode, WB_MODE_NORMAL);
  press_all("/");
  press(WB_KEY_ENTER);
  CHECK_INT(model.search.row, 2);
  press_all(":next-match");
  press(WB_KEY_ENTER);
  CHECK_INT(model.search.row, 0);
  press_all(":previous-match");
  press(WB_KEY_ENTER);
  CHECK_INT(model.search.row, 2);
  press('/');
  press_all("absent");
  CHECK_INT(model.tone, WB_TONE_WARN);
  press(WB_KEY_ESCAPE);
  CHECK_INT(model.search.text.length, 0);
  CHECK_INT(model.focus, WB_PANE_KERNEL);
  stop();
}

static void every_size_is_drawn_within_its_bounds(void) {
  struct wb_cells cells;
  start();
  wb_cells_init(&cells, false);
  load("__kernel void map() {\n}\n");
  finish_with(racing());
  for (int lines = 1; lines <= 100; lines += lines < 30 ? 1 : 35) {
    for (int columns = 1; columns <= 300; columns += columns < 90 ? 1 : 70) {
      wb_model_resize(&model, lines, columns);
      press(lines % 2 == 0 ? WB_KEY_TAB : 'j');
      wb_draw(&model, &cells);
      CHECK(cells.lines == lines && cells.columns == columns);
    }
  }
  wb_cells_release(&cells);
  stop();
}

static void complete_words(const struct wb_names *words, const char *begun,
                           const struct wb_names *puzzles, const char *course,
                           struct wb_names *out) {
  CHECK(course == NULL);
  CHECK_STRING(words->items[0], "doctor");
  CHECK_STRING(begun, "--v");
  CHECK_INT(puzzles->count, 3);
  wb_names_add(out, "--verbose");
  wb_names_add(out, "--version");
}

static void tab_completes_commands(void) {
  start();
  model.complete = complete_words;
  press_all(":doc");
  press(WB_KEY_TAB);
  CHECK_STRING(model.input.data, "doctor ");
  press_all("--v");
  press(WB_KEY_TAB);
  CHECK_STRING(model.input.data, "doctor --ver");
  press(WB_KEY_TAB);
  CHECK_STRING(model.input.data, "doctor --verbose");
  press(WB_KEY_TAB);
  CHECK_STRING(model.input.data, "doctor --version");
  press(WB_KEY_BACK_TAB);
  press(WB_KEY_BACK_TAB);
  CHECK_STRING(model.input.data, "doctor --version");
  press(WB_CTRL('U'));
  press_all("puzzle 02");
  press(WB_KEY_TAB);
  CHECK_STRING(model.input.data, "puzzle 02-zip ");
  press(WB_KEY_ENTER);
  CHECK_INT(model.selected, 1);
  stop();
}

static void commands_of_the_command_line_run_beside_the_own_ones(void) {
  start();
  model.complete = complete_words;
  CHECK(wb_model_command(&model, "run"));
  CHECK_INT(next_effect(), WB_EFFECT_RUN); /* the key's action */
  CHECK(wb_model_command(&model, "run --stats"));
  CHECK_INT(next_effect(), WB_EFFECT_COMMAND);
  CHECK(wb_model_command(&model, "doctor"));
  CHECK_INT(next_effect(), WB_EFFECT_COMMAND);
  CHECK(wb_model_command(&model, "ui"));
  CHECK_INT(next_effect(), WB_EFFECT_NONE);
  CHECK_STRING(model.message, "The workbench is open; :puzzle NAME opens a puzzle.");
  CHECK(!wb_model_command(&model, "docter"));
  CHECK_STRING(model.message, "no command :docter; did you mean :doctor?");
  stop();
}

static void its_output_is_shown_cleaned_and_capped(void) {
  struct wb_cells cells;
  struct wb_str text;
  start();
  wb_cells_init(&cells, false);
  wb_str_init(&text);
  wb_model_output_started(&model, "doctor");
  static const char printed[] = "fine\033[1;31m bad \033]0;title\a\n";
  wb_model_output(&model, printed, sizeof printed - 1);
  press('j');
  CHECK_INT(model.mode, WB_MODE_OUTPUT);
  wb_draw(&model, &cells);
  wb_cells_dump(&cells, &text);
  CHECK(strstr(text.data, "doctor: runs; Esc cancels") != NULL);
  CHECK(strstr(text.data, "fine bad \xe2\x90\x9b]0;title") != NULL);
  CHECK(strchr(text.data, '\033') == NULL);
  press(WB_KEY_ESCAPE);
  CHECK_INT(next_effect(), WB_EFFECT_CANCEL_COMMAND);
  for (int i = 0; i < 40; i++) {
    static char many[WB_OUTPUT_MAX / 20];
    memset(many, 'x', sizeof many);
    wb_model_output(&model, many, sizeof many);
  }
  CHECK_INT(model.output.text.length, WB_OUTPUT_MAX);
  CHECK(model.output.cut);
  wb_model_output_ended(&model, "cancelled");
  press(WB_KEY_ESCAPE);
  CHECK_INT(model.mode, WB_MODE_NORMAL);
  wb_str_release(&text);
  wb_cells_release(&cells);
  stop();
}

static void earlier_commands_come_back(void) {
  start();
  press_all(":line 2");
  press(WB_KEY_ENTER);
  press_all(":line 3");
  press(WB_KEY_ENTER);
  press(':');
  press(WB_KEY_UP);
  press(WB_KEY_UP);
  CHECK_STRING(model.input.data, "line 2");
  press(WB_KEY_UP);
  CHECK_STRING(model.input.data, "line 2");
  press(WB_KEY_DOWN);
  CHECK_STRING(model.input.data, "line 3");
  press(WB_KEY_DOWN);
  CHECK_STRING(model.input.data, "");
  stop();
}

int main(void) {
  tap_run("moving in the list selects a puzzle and loads it", moving_selects_and_loads);
  tap_run("/ filters the list, Esc shows it whole", search_filters_and_escape_shows_all);
  tap_run("Ctrl-C cancels the run first and quits second",
          control_c_cancels_first_and_quits_second);
  tap_run("what is said of a key ends with the next one", what_is_said_of_a_key_ends_with_the_next);
  tap_run("Esc cancels a run and never quits", escape_cancels_a_run_and_never_quits);
  tap_run("q goes back to the list, and quits there", q_goes_back_and_then_quits);
  tap_run("reset asks first", reset_asks_first);
  tap_run("the solution is shown after solving, or when confirmed",
          the_solution_is_shown_beside_the_kernel);
  tap_run("both sides of a race are marked, once for all cases",
          both_sides_of_a_race_are_marked_once);
  tap_run("choosing a finding jumps to its line", choosing_a_finding_jumps_to_its_line);
  tap_run("a changed kernel makes the result old", a_changed_kernel_makes_the_result_old);
  tap_run("success is shown, and does not advance by itself", success_does_not_advance_by_itself);
  tap_run("a result goes to the puzzle that ran, not to the one selected",
          a_result_goes_to_the_puzzle_that_ran);
  tap_run("hints come one by one", hints_come_one_by_one);
  tap_run("every key is one, and means one thing", every_key_is_one_and_means_one_thing);
  tap_run("places in the line of hints are of one key each",
          places_in_the_line_of_hints_are_of_one_key_each);
  tap_run("help lists every key", help_lists_every_key);
  tap_run("a name that only a description has is waited for",
          a_name_that_only_a_description_has_is_waited_for);
  tap_run("commands are the keys by name, and more", commands_are_the_keys_by_name_and_more);
  tap_run("a course without puzzles is no crash", a_course_without_puzzles_is_no_crash);
  tap_run("random keys at random sizes do no harm", random_keys_at_random_sizes_do_no_harm);
  tap_run("f shows puzzles by their state", f_shows_puzzles_by_their_state);
  tap_run("/ marks text in a pane and goes from match to match",
          search_marks_text_and_goes_from_match_to_match);
  tap_run("every size is drawn within its bounds", every_size_is_drawn_within_its_bounds);
  tap_run("Tab completes commands, options and puzzles", tab_completes_commands);
  tap_run("commands of the command line run beside the UI's own",
          commands_of_the_command_line_run_beside_the_own_ones);
  tap_run("what they print is shown cleaned and capped", its_output_is_shown_cleaned_and_capped);
  tap_run("the mouse in the editor is the editor's, and so is a drag that began there",
          the_mouse_in_the_editor_is_the_editors);
  tap_run("Up brings earlier commands back", earlier_commands_come_back);
  return tap_finish();
}

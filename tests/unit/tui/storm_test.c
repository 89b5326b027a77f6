/* Hundreds of new sizes, one hard upon the other, in every state: afterwards the
 * screen is what it is when it is drawn afresh. */
#include "fuzz/hostile.h"
#include "tap.h"
#include "tui/pty.h"

enum { SIZES = 150, LINES_NOW = 24, COLUMNS_NOW = 80 };

static void take_screen(const struct pty *pty, struct wb_str *out) {
  wb_str_clear(out);
  for (int y = 0; y < LINES_NOW; y++) {
    pty_row(pty, y, out);
    wb_str_add_char(out, '\n');
  }
}

/* The spinner and the seconds of a run go on. */
static bool is_calm(struct pty *pty, struct wb_str *screen) {
  struct wb_str again;
  wb_str_init(&again);
  take_screen(pty, screen);
  pty_settle(pty, 300);
  take_screen(pty, &again);
  const bool calm = strcmp(screen->data, again.data) == 0;
  wb_str_release(&again);
  return calm;
}

static void wait_until_calm(struct pty *pty, struct wb_str *screen) {
  const uint64_t start = wb_clock_ns();
  while (!is_calm(pty, screen) && wb_elapsed_ms(start) < (double)PTY_PATIENCE_MS) continue;
}

static void resize_a_lot(struct pty *pty, uint64_t seed, bool keys) {
  static const int corners[][2] = {{1, 2}, {200, 500}, {2, 3}, {1, 300}, {100, 2}, {5, 20}};
  struct chance chance;
  chance_begin(&chance, seed);
  for (int i = 0; i < SIZES; i++) {
    const int *corner = corners[chance_below(&chance, 6)];
    const bool at_corner = chance_one_in(&chance, 4);
    wb_terminal_resize(pty->terminal, at_corner ? corner[0] : 1 + (int)chance_below(&chance, 60),
                       at_corner ? corner[1] : 2 + (int)chance_below(&chance, 200));
    if (chance_one_in(&chance, 3)) pty_take(pty, (int)chance_below(&chance, 8));
    if (keys && chance_one_in(&chance, 20)) pty_type(pty, "j");
  }
  wb_terminal_resize(pty->terminal, LINES_NOW, COLUMNS_NOW);
}

/* Where the editor says its size, "EDITOR of 20x45", that as it is now; else `there`. It
 * draws anew some time after the last of many sizes. */
static char *sign_of_state(struct pty *pty, const char *there, struct wb_str *screen) {
  if (strcmp(there, "EDITOR") != 0) return wb_strdup(there);
  wait_until_calm(pty, screen);
  const char *at = strstr(screen->data, there);
  int lines = 0, columns = 0;
  CHECK(at != NULL && sscanf(at, "EDITOR of %dx%d", &lines, &columns) == 2);
  return wb_format("EDITOR of %dx%d:", lines, columns);
}

/* `keys` enter the state, in which the screen shows `there`. */
static void storm(const char *kernel, const char *keys, const char *there, bool calm) {
  struct pty pty;
  struct wb_str before, after;
  struct wb_exit end;
  wb_str_init(&before);
  wb_str_init(&after);
  pty_kernel("01-first", kernel);
  if (!CHECK(pty_open_workbench(&pty, LINES_NOW, COLUMNS_NOW, "1"))) return;
  pty_type(&pty, keys);
  CHECK(pty_wait(&pty, there, true));
  char *sign = sign_of_state(&pty, there, &before);
  resize_a_lot(&pty, (uint64_t)strlen(keys) * 31 + (unsigned char)there[0],
               strcmp(there, "y/n") != 0); /* any key is an answer */
  if (CHECK(pty_wait(&pty, sign, true)) && calm) {
    wait_until_calm(&pty, &before);
    kill(pty.pid, SIGCONT); /* after which all of it is drawn again */
    wait_until_calm(&pty, &after);
    CHECK_STRING(after.data, before.data);
  }
  kill(pty.pid, SIGTERM);
  CHECK(pty_wait_end(&pty, &end));
  pty_close(&pty);
  CHECK(pty_wait_no_processes());
  free(sign);
  wb_str_release(&before);
  wb_str_release(&after);
}

static void in_the_list(void) { storm("// judge: accepted\n", "1", "Puzzles", true); }
static void with_a_result(void) { storm("// judge: runtime-error\n", "r", "Result", true); }
static void while_a_kernel_runs(void) { storm("// judge: endless\n", "r", "running case", false); }
static void at_a_prompt(void) { storm("// judge: accepted\n", ":pu", ":pu", true); }
static void in_the_help(void) { storm("// judge: accepted\n", "?", "Esc close", true); }
static void with_the_editor(void) { storm("// judge: accepted\n", "3i", "EDITOR", true); }
static void with_the_editor_on_the_whole_screen(void) {
  storm("// judge: accepted\n", "e", "EDITOR", true);
}
static void at_a_question(void) { storm("// judge: accepted\n", ":reset\r", "y/n", true); }
static void in_the_trace(void) { storm("// judge: accepted\n", "5", "Trace", true); }

int main(void) {
  pty_make_folder(WB_TEST_ROOT "/tests/tui");
  setenv("EDITOR", WB_TEST_ROOT "/tests/tui/pane-editor", 1);
  tap_run("a storm of sizes leaves the list whole", in_the_list);
  tap_run("and a result", with_a_result);
  tap_run("and a run", while_a_kernel_runs);
  tap_run("and a prompt", at_a_prompt);
  tap_run("and the help", in_the_help);
  tap_run("and the editor", with_the_editor);
  tap_run("also on the whole screen", with_the_editor_on_the_whole_screen);
  tap_run("and a question", at_a_question);
  tap_run("and the trace", in_the_trace);
  pty_forget_folder();
  return tap_finish();
}

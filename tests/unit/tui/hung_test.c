/* Judges and devices that hang, flood, or will not go: keys are answered all
 * the same, Esc ends the run, and nothing stays behind. */
#include "tui/pty_keys.h"

static const struct {
  const char *word; /* what the fake judge does */
  const char *sentence;
} judges[] = {{"endless", "keys are answered while a judge hangs"},
              {"floods", "keys are answered while a judge says more than can be read"},
              {"stubborn", "keys are answered while a judge ignores every signal it can"},
              {"frozen", "keys are answered while a judge is stopped"},
              {"lingers", "keys are answered while a judge that said its last does not end"},
              {"drips", "keys are answered while an event comes byte by byte"},
              {"chatters", "keys are answered while a judge writes on its standard output"}};

static bool start(struct pty *pty, const char *word) {
  char *kernel = wb_format("// judge: %s\n", word);
  pty_kernel("01-first", kernel);
  free(kernel);
  if (!CHECK(pty_open_workbench(pty, 30, 100, "1"))) return false;
  pty_type(pty, "1r");
  return CHECK(pty_wait(pty, "running", true));
}

static void try_judge(const char *word) {
  struct pty pty;
  struct wb_exit end;
  if (!start(&pty, word)) return;
  pty_measure_keys(&pty, word, false);
  if (strcmp(word, "lingers") == 0) {
    CHECK(pty_wait(&pty, "did not end", true)); /* it is given up */
  } else {
    pty_type(&pty, "k\033");
    CHECK(pty_wait(&pty, "cancelled", true));
  }
  pty_type(&pty, ":q\r");
  CHECK(pty_wait_end(&pty, &end));
  pty_close(&pty);
  CHECK(pty_wait_no_processes());
}

static size_t current;
static void try_current(void) { try_judge(judges[current].word); }

int main(void) {
  pty_make_folder(WB_TEST_ROOT "/tests/tui");
  for (current = 0; current < sizeof judges / sizeof judges[0]; current++)
    tap_run(judges[current].sentence, try_current);
  pty_forget_folder();
  return tap_finish();
}

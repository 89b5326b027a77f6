/* From key to frame, in a real pseudo-terminal, while a kernel runs: how long
 * it takes until the row of the list that a key goes to is seen to be marked.
 *
 * As a test it asks only that each key is answered while the run goes on; how soon,
 * tests/bench/keys measures with it. LATENCY_KEYS: how many; LATENCY_COURSE and LATENCY_DEVICE: not
 * the fake judge but this course, with the file LATENCY_KERNEL as the kernel of its puzzle
 * LATENCY_PUZZLE; LATENCY_LINES and LATENCY_COLUMNS: the size. */
#include <sys/prctl.h>

#include "tap.h"
#include "tui/pty_keys.h"

enum { BURNERS = 2 };

/* As many as there are processors, so that none is idle. */
static void burn(pid_t burners[BURNERS]) {
  for (int i = 0; i < BURNERS; i++) {
    burners[i] = fork();
    if (burners[i] != 0) continue;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (nice(5) < 0) _exit(1); /* as the judges' processes are */
    for (volatile unsigned turns = 0;; turns++) continue;
  }
}

static void stop_burning(const pid_t burners[BURNERS]) {
  for (int i = 0; i < BURNERS; i++) kill(burners[i], SIGKILL);
}

static bool open_list(struct pty *pty) {
  const int lines = (int)pty_setting("LATENCY_LINES", 43),
            columns = (int)pty_setting("LATENCY_COLUMNS", 132);
  const char *device = getenv("LATENCY_DEVICE"), *puzzle = getenv("LATENCY_PUZZLE");
  if (!pty_open_workbench(pty, lines, columns, puzzle != NULL ? puzzle : "1")) return false;
  pty_type(pty, "1");
  if (device != NULL) {
    char *line = wb_format(":device %s\r", device);
    pty_type(pty, line);
    free(line);
    pty_wait(pty, "Kernels run on", true);
  }
  if (getenv("LATENCY_COURSE") != NULL) pty_settle(pty, 2000);
  while (pty_marked_row(pty) < 0) pty_take(pty, 50);
  return true;
}

static void keys_while_nothing_runs(void) {
  struct pty pty;
  if (!CHECK(open_list(&pty))) return;
  pty_measure_keys(&pty, "nothing runs", false);
  pty_close(&pty);
}

static void keys_while_a_kernel_runs(void) {
  pid_t burners[BURNERS] = {0};
  struct pty pty;
  const bool fake = getenv("LATENCY_COURSE") == NULL;
  if (!CHECK(open_list(&pty))) return;
  pty_type(&pty, "r");
  CHECK(pty_wait(&pty, "Esc cancels", true));
  if (fake) burn(burners);
  pty_measure_keys(&pty, fake ? "a kernel runs on all processors" : "a kernel runs", true);
  if (fake) stop_burning(burners);
  pty_close(&pty);
}

int main(void) {
  const char *course = getenv("LATENCY_COURSE"), *kernel = getenv("LATENCY_KERNEL"),
             *puzzle = getenv("LATENCY_PUZZLE");
  pty_make_folder(course == NULL ? WB_TEST_ROOT "/tests/tui" : NULL);
  if (course != NULL) setenv("WORKBENCH_COURSE", course, 1);
  if (course == NULL) pty_kernel("01-first", "// judge: endless\n");
  if (kernel != NULL && puzzle != NULL) {
    struct wb_str text;
    wb_str_init(&text);
    wb_file_read(kernel, 1 << 20, &text, NULL);
    pty_kernel(puzzle, text.data);
    wb_str_release(&text);
  }
  tap_run("keys are answered while nothing runs", keys_while_nothing_runs);
  tap_run("keys are answered while a kernel runs", keys_while_a_kernel_runs);
  pty_forget_folder();
  return tap_finish();
}

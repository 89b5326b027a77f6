/* However the workbench or its terminal ends, in whatever state: nothing that
 * it started stays behind, its progress is whole, and where there is still a
 * terminal that is as it was. */
#include "tap.h"
#include "tui/pty.h"

/* ---- states ---- */

static void idle(struct pty *pty) { (void)pty; }

static void running(struct pty *pty) {
  pty_kernel("01-first", "// judge: endless\n");
  pty_type(pty, "r");
  CHECK(pty_wait(pty, "running case", true));
}

static void stubborn(struct pty *pty) {
  pty_kernel("01-first", "// judge: stubborn\n");
  pty_type(pty, "r");
  CHECK(pty_wait(pty, "running case", true));
}

static void editing_here(struct pty *pty) {
  pty_type(pty, "3i");
  CHECK(pty_wait(pty, "the editor", true));
}

static void editing_and_running(struct pty *pty) {
  pty_kernel("01-first", "// judge: endless\n");
  editing_here(pty);
  pty_kernel("01-first", "// saved\n// judge: endless\n");
  CHECK(pty_wait(pty, "running case", true));
}

static void editing_bare(struct pty *pty) {
  pty_type(pty, ":edit-bare\r");
  CHECK(pty_wait(pty, "the editor", true));
}

static void asking(struct pty *pty) {
  pty_type(pty, ":reset\r");
  CHECK(pty_wait(pty, "y/n", true));
}

static void helping(struct pty *pty) {
  pty_type(pty, "?");
  CHECK(pty_wait(pty, "Esc close", true));
}

/* ---- ends ---- */

static void end_with(struct pty *pty, int number) {
  struct wb_exit end = {0};
  kill(pty->pid, number);
  CHECK(pty_wait_end(pty, &end));
}

static void killed(struct pty *pty) { end_with(pty, SIGKILL); }

/* An editor that has the terminal is waited for. */
static void terminated(struct pty *pty) {
  const bool waits = pty_shows(pty, "the editor") && !pty_shows(pty, "Puzzles");
  kill(pty->pid, SIGTERM);
  if (waits) {
    pty_settle(pty, 200);
    pty_type(pty, "\004");
  }
  struct wb_exit end = {0};
  CHECK(pty_wait_end(pty, &end));
  CHECK_INT(end.signal, SIGTERM);
}

static void crashed(struct pty *pty) {
  end_with(pty, SIGSEGV);
  CHECK(pty_shows(pty, "a mistake in the workbench"));
  CHECK(pty_shows(pty, "as you saved them"));
  CHECK(!pty_shows(pty, "Puzzles")); /* the full screen is over */
}

/* As when a window is closed or a connection breaks. */
static void vanished(struct pty *pty) {
  struct wb_exit end = {0};
  const uint64_t start = wb_clock_ns();
  close(wb_terminal_fd(pty->terminal));
  while (!wb_terminal_ended(pty->terminal, &end) && wb_elapsed_ms(start) < (double)PTY_PATIENCE_MS)
    usleep(10000);
  CHECK(end.exited || end.signal == SIGHUP);
}

/* ---- all of them ---- */

static const struct {
  const char *name;
  void (*enter)(struct pty *pty);
} states[] = {{"idle", idle},
              {"while a kernel runs", running},
              {"while a judge ignores signals", stubborn},
              {"with the editor in its pane", editing_here},
              {"with the editor in its pane and a run", editing_and_running},
              {"with the editor in the terminal", editing_bare},
              {"at a question", asking},
              {"in the help", helping}};

static const struct {
  const char *name;
  void (*come)(struct pty *pty);
} ends[] = {{"killed", killed},
            {"terminated", terminated},
            {"crashed", crashed},
            {"its terminal gone", vanished}};

static size_t state, end_at;

/* A database that another process reads, or none. */
static void check_progress(void) {
  const char *command = "'" WB_TEST_BUILD "/workbench' list > /dev/null 2> \"$HOME/said\"";
  CHECK_INT(system(command), 0);
  char *damaged = wb_path_join(pty_folder, "state/gpu-workbench/progress.db.damaged-1");
  CHECK(!wb_file_exists(damaged));
  free(damaged);
}

static void one_end(void) {
  struct pty pty;
  pty_kernel("01-first", "// judge: accepted\n");
  if (!CHECK(pty_open_workbench(&pty, 30, 100, "1"))) return;
  states[state].enter(&pty);
  ends[end_at].come(&pty);
  if (!CHECK(pty_wait_no_processes())) printf("# %d processes are left\n", pty_count_processes());
  pty_close(&pty);
  check_progress();
}

/* ---- real judges, with real workers and a kernel that runs for long ---- */

static const char endless_kernel[] =
    "__kernel void map(__global float *out, __global const float *a) {\n"
    "  float x = a[0];\n"
    "  for (uint k = 0; k < 4000000000u; k++) x = x * 1.0000001f + 0.5f;\n"
    "  out[get_global_id(0)] = x;\n"
    "}\n";

static void real_run(struct pty *pty, const char *device) {
  char *line = wb_format(":device %s\r", device);
  pty_type(pty, line);
  free(line);
  CHECK(pty_wait(pty, "Kernels run on", true));
  pty_type(pty, "r");
  CHECK(pty_wait(pty, "running case", true));
  ends[end_at].come(pty);
  if (!CHECK(pty_wait_no_processes())) printf("# %d processes are left\n", pty_count_processes());
}

static void a_real_end(const char *worker, const char *device) {
  struct pty pty;
  if (!wb_file_exists(worker)) {
    tap_skip("it is not built");
    return;
  }
  setenv("WORKBENCH_COURSE", WB_TEST_BUILD "/tests/course", 1);
  setenv("WORKBENCH_LIBEXEC", WB_TEST_BUILD, 1);
  pty_kernel("01-map", endless_kernel);
  if (!CHECK(pty_open_workbench(&pty, 30, 100, "1"))) return;
  real_run(&pty, device);
  pty_close(&pty);
}

static void on_the_emulator(void) { a_real_end(WB_TEST_BUILD "/workbench-emulator", "emulator"); }

/* Says that it is there, and reads its terminal. */
static void make_editor(void) {
  pty_make_editor("#!/bin/sh\necho the editor\nwhile read -r line; do :; done\n");
}

int main(void) {
  pty_make_folder(WB_TEST_ROOT "/tests/tui");
  make_editor();
  for (state = 0; state < sizeof states / sizeof states[0]; state++) {
    for (end_at = 0; end_at < sizeof ends / sizeof ends[0]; end_at++) {
      char *sentence =
          wb_format("%s, %s: nothing is left behind", ends[end_at].name, states[state].name);
      tap_run(sentence, one_end);
      free(sentence);
      if (tap_state.current_failed)
        state = sizeof states / sizeof states[0]; /* each may wait for long */
      if (tap_state.current_failed) break;
    }
  }
  for (end_at = 0; end_at < sizeof ends / sizeof ends[0]; end_at++) {
    char *sentence =
        wb_format("%s, while the emulator runs: nothing is left behind", ends[end_at].name);
    tap_run(sentence, on_the_emulator);
    free(sentence);
  }
  pty_forget_folder();
  return tap_finish();
}

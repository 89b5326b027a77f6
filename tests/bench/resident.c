/* How long saves in the UI or in `watch` take: one judge waits for all of them, as it does there.
 *
 *   bench-resident COURSE PUZZLE TEMPLATE FILE
 *
 * Each line on standard input is one save: TEMPLATE is written to FILE, with the line in place of
 * each word SAVE, and judged. The answer is a line with the milliseconds from asking for the run to
 * its report, written once a judge waits for the next. At the end of the input it prints the
 * processor time of one save, of all processes together and with what was prepared for it. A save
 * that is not accepted ends it with an error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "judge_client/client.h"
#include "judge_run.h"

enum { READY_US = 600 * 1000, MOST_BYTES = 1 << 20, WORD = sizeof "SAVE" - 1 };

static void must(enum wb_status status, const char *message) {
  if (status == WB_OK) return;
  fprintf(stderr, "bench-resident: %s\n", message);
  exit(1);
}

static void write_text(const struct wb_str *template, const char *number, const char *path) {
  struct wb_error err = {0};
  struct wb_str text;
  wb_str_init(&text);
  const char *rest = template->data;
  for (const char *word; (word = strstr(rest, "SAVE")) != NULL; rest = word + WORD) {
    wb_str_add_bytes(&text, rest, (size_t)(word - rest));
    wb_str_add(&text, number);
  }
  wb_str_add(&text, rest);
  must(wb_file_write_atomic(path, text.data, text.length, &err), err.message);
  wb_str_release(&text);
}

static double save(const struct wb_run_options *options) {
  struct wb_result result;
  struct wb_error err = {0};
  const uint64_t start = wb_clock_ns();
  must(judge_run(options, NULL, &result, &err), err.message);
  const double took = wb_elapsed_ms(start);
  if (result.verdict != WB_VERDICT_ACCEPTED) must(WB_ERR_COMPILE, "the save is not accepted");
  wb_result_release(&result);
  return took;
}

/* A person edits for longer. */
static void get_ready(const struct wb_run_options *options) {
  wb_judge_spare_keep(options->spare, options->course, options->device);
  usleep(READY_US);
}

/* Processes whose parents have ended are ours, so all are counted. */
static double processor_ms(void) {
  struct rusage used;
  while (wait(NULL) > 0) continue;
  getrusage(RUSAGE_CHILDREN, &used);
  return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3 +
         (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e3;
}

int main(int argc, char **argv) {
  char line[64];
  int saves = 0;
  struct wb_judge *spare = NULL;
  struct wb_str template;
  struct wb_error err = {0};
  if (argc != 5) {
    fprintf(stderr, "usage: bench-resident COURSE PUZZLE TEMPLATE FILE\n");
    return 2;
  }
  const struct wb_run_options options = {
      .course = argv[1], .puzzle = argv[2], .file = argv[4], .spare = &spare, .keeps_on = true};
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  wb_str_init(&template);
  must(wb_file_read(argv[3], MOST_BYTES, &template, &err), err.message);
  get_ready(&options);
  for (; fgets(line, sizeof line, stdin) != NULL; saves++) {
    line[strcspn(line, "\n")] = '\0';
    write_text(&template, line, options.file);
    const double took = save(&options);
    get_ready(&options);
    printf("%.3f\n", took);
    fflush(stdout);
  }
  wb_judge_free(spare);
  printf("%.3f\n", processor_ms() / (saves > 0 ? saves : 1));
  wb_str_release(&template);
  return 0;
}

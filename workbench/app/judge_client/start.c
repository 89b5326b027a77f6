/* Starting judges: for a job at hand, or for one to come. */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "device/registry.h"
#include "finding/schedule.h"
#include "result/judge_protocol.h"
#include "judge_client/private.h"

static const char EMULATOR[] = "emulator";

/* ---- the process ------------------------------------------------------------- */

static void close_end(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

/* In the child. What it starts inherits it. */
static int stand_back(void *data) {
  (void)data;
  setpriority(PRIO_PROCESS, 0, WB_JUDGE_NICENESS); /* where it fails, the run goes on as well */
  return 0;
}

static enum wb_status spawn_judge(struct wb_judge *judge, const char *const *argv, bool waits,
                                  struct wb_error *err) {
  int events[2] = {-1, -1}, output[2] = {-1, -1}, order[2] = {-1, -1};
  enum wb_status status = wb_pipe(events, err);
  if (status == WB_OK) status = wb_pipe(output, err);
  if (status == WB_OK && waits) status = wb_socket_pair(order, err);
  if (status == WB_OK) {
    struct wb_fd_map fds[] = {{output[1], 1},
                              {output[1], 2},
                              {events[1], WB_JUDGE_EVENT_FD},
                              {order[1], WB_JUDGE_ORDER_FD}};
    struct wb_spawn how = {.argv = argv,
                           .fds = fds,
                           .n_fds = waits ? 4 : 3,
                           .new_group = true,
                           .die_with_parent = true,
                           .prepare = judge->stands_back ? stand_back : NULL};
    status = wb_process_spawn(&judge->process, &how, err);
    judge->group = judge->process.pid;
  }
  judge->events_fd = events[0];
  judge->output_fd = output[0];
  judge->order_fd = order[0];
  if (events[0] >= 0) fcntl(events[0], F_SETFL, O_NONBLOCK);
  if (output[0] >= 0) fcntl(output[0], F_SETFL, O_NONBLOCK);
  close_end(&events[1]);
  close_end(&output[1]);
  close_end(&order[1]);
  return status;
}

static struct wb_judge *judge_new(const char *course, const char *puzzle, const char *file,
                                  const char *device) {
  struct wb_judge *judge = wb_alloc(sizeof *judge);
  judge->events_fd = judge->output_fd = judge->order_fd = -1;
  judge->course = wb_strdup(course);
  judge->puzzle = wb_strdup(puzzle);
  judge->file = wb_strdup(file);
  judge->device = wb_strdup(device);
  judge->since_ns = wb_clock_ns();
  judge->patience_ms = WB_JUDGE_PATIENCE_MS;
  wb_names_init(&judge->arguments);
  wb_str_init(&judge->events);
  wb_str_init(&judge->output);
  return judge;
}

static enum wb_status start_judge(struct wb_judge *judge, bool waits, struct wb_error *err) {
  char *path = wb_helper_path("workbench-judge");
  size_t count = judge->arguments.count;
  const char **argv = wb_alloc((count + 2) * sizeof *argv);
  enum wb_status status;
  argv[0] = path;
  for (size_t i = 0; i < count; i++) argv[i + 1] = judge->arguments.items[i];
  status = path != NULL ? spawn_judge(judge, argv, waits, err)
                        : wb_fail(err, WB_ERR_MISSING,
                                  "workbench-judge is not beside this program; build it with make");
  free(argv);
  free(path);
  return status;
}

/* Hands out what was started; what was not is freed. */
static enum wb_status hand_out(struct wb_judge *made, enum wb_status status,
                               struct wb_judge **judge) {
  *judge = status == WB_OK ? made : NULL;
  if (status != WB_OK) wb_judge_free(made);
  return status;
}

/* ---- the command line ---------------------------------------------------------- */

static void add_option(struct wb_judge *judge, const char *option, const char *value) {
  wb_names_add(&judge->arguments, option);
  wb_names_add(&judge->arguments, value);
}

static void add_number(struct wb_judge *judge, const char *option, unsigned long long value) {
  char text[32];
  snprintf(text, sizeof text, "%llu", value);
  add_option(judge, option, text);
}

static void ask_for_run(struct wb_judge *judge, const struct wb_run_options *options) {
  char schedule[48];
  wb_names_add(&judge->arguments, "run");
  add_option(judge, "--course", options->course);
  add_option(judge, "--puzzle", options->puzzle);
  add_option(judge, "--file", options->file);
  add_option(judge, "--device", judge->device);
  if (options->only_case > 0) add_number(judge, "--case", (unsigned)options->only_case);
  if (options->has_seed) add_number(judge, "--seed", options->seed);
  if (options->profile) add_option(judge, "--profile", "yes");
  if (options->trace) add_option(judge, "--trace", "yes");
  wb_schedule_text(&options->schedule, schedule, sizeof schedule);
  add_option(judge, "--schedule", schedule);
}

/* ---- judges that wait ------------------------------------------------------------ */

/* One that waits says nothing: what can be read is its end. */
static bool spare_fits(const struct wb_judge *spare, const char *course, const char *device) {
  struct pollfd end = {.fd = spare->events_fd, .events = POLLIN};
  return strcmp(spare->course, course) == 0 && strcmp(spare->device, device) == 0 &&
         poll(&end, 1, 0) == 0;
}

static void keep_spare(struct wb_judge **spare, const char *course, const char *device,
                       bool compiles) {
  struct wb_error err;
  if (device == NULL) device = EMULATOR;
  if (*spare != NULL && spare_fits(*spare, course, device)) return;
  wb_judge_free(*spare);
  *spare = NULL;
  /* An idle driver of a GPU would keep its memory, and the GPU awake. */
  if (strcmp(device, EMULATOR) != 0) return;
  struct wb_judge *made = judge_new(course, NULL, NULL, device);
  made->stands_back = true;
  wb_names_add(&made->arguments, "wait");
  add_option(made, "--course", course);
  add_option(made, "--device", device);
  if (!compiles) add_option(made, "--compiler", "no");
  hand_out(made, start_judge(made, true, &err), spare);
}

void wb_judge_spare_keep(struct wb_judge **spare, const char *course, const char *device) {
  keep_spare(spare, course, device, true);
}

void wb_judge_spare_begin(struct wb_judge **spare, const char *course, const char *device) {
  keep_spare(spare, course, device, false);
}

static void swap_descriptors(struct wb_judge *a, struct wb_judge *b) {
  int events = a->events_fd, output = a->output_fd;
  a->events_fd = b->events_fd;
  a->output_fd = b->output_fd;
  b->events_fd = events;
  b->output_fd = output;
}

/* Gives the job of `judge`, which has no process yet, to the one that waits. */
static bool begin_spare(struct wb_judge *judge, struct wb_judge **kept) {
  struct wb_judge *spare = *kept;
  if (spare == NULL) return false;
  wb_process_continue(&spare->process);
  bool begun = spare_fits(spare, judge->course, judge->device) &&
               wb_spare_send(spare->order_fd, &judge->arguments, NULL) == WB_OK;
  if (begun) {
    judge->process = spare->process;
    judge->group = spare->group;
    judge->waited = true;
    spare->process.pid = 0;
    swap_descriptors(judge, spare);
  }
  *kept = NULL;
  wb_judge_free(spare);
  return begun;
}

enum wb_status wb_judge_replace(struct wb_judge *judge, struct wb_error *err) {
  int events_fd = judge->events_fd, output_fd = judge->output_fd;
  wb_process_abandon(&judge->process, WB_JUDGE_END_MS);
  wb_str_clear(&judge->events);
  wb_str_clear(&judge->output);
  judge->taken = judge->scanned = 0;
  judge->waited = false;
  judge->ended_ns = 0;
  judge->since_ns = wb_clock_ns();
  judge->events_fd = judge->output_fd = -1;
  enum wb_status status = start_judge(judge, false, err);
  /* Whoever polls goes on with the number that they know. */
  if (status == WB_OK && (dup3(judge->events_fd, events_fd, O_CLOEXEC) < 0 ||
                          dup3(judge->output_fd, output_fd, O_CLOEXEC) < 0))
    status = wb_fail_errno(err, "cannot listen to another judge");
  close_end(&judge->events_fd);
  close_end(&judge->output_fd);
  judge->events_fd = events_fd;
  judge->output_fd = output_fd;
  return status;
}

/* ---- jobs ------------------------------------------------------------------------ */

enum wb_status wb_judge_start(const struct wb_run_options *options, struct wb_judge **judge,
                              struct wb_error *err) {
  const char *device = options->device != NULL ? options->device : EMULATOR;
  struct wb_judge *made = judge_new(options->course, options->puzzle, options->file, device);
  enum wb_status status = WB_OK;
  made->stands_back = options->stands_back;
  ask_for_run(made, options);
  if (options->spare == NULL || !begin_spare(made, options->spare))
    status = start_judge(made, false, err);
  return hand_out(made, status, judge);
}

enum wb_status wb_judge_describe(const char *course, const char *slug, struct wb_judge **judge,
                                 struct wb_error *err) {
  struct wb_judge *made = judge_new(course, slug, NULL, NULL);
  made->describing = true;
  wb_names_add(&made->arguments, "describe");
  add_option(made, "--course", course);
  if (slug != NULL) add_option(made, "--puzzle", slug);
  return hand_out(made, start_judge(made, false, err), judge);
}

enum wb_status wb_judge_data(const struct wb_data_options *options, struct wb_judge **judge,
                             struct wb_error *err) {
  struct wb_judge *made = judge_new(options->course, options->puzzle, NULL, EMULATOR);
  wb_names_add(&made->arguments, "data");
  add_option(made, "--course", options->course);
  add_option(made, "--puzzle", options->puzzle);
  if (options->only_case > 0) add_number(made, "--case", options->only_case);
  if (options->has_seed) add_number(made, "--seed", options->seed);
  if (options->first > 0) add_number(made, "--first", options->first);
  return hand_out(made, start_judge(made, false, err), judge);
}

void wb_judge_free(struct wb_judge *judge) {
  if (judge == NULL) return;
  wb_process_abandon(&judge->process, WB_JUDGE_END_MS);
  close_end(&judge->events_fd);
  close_end(&judge->output_fd);
  close_end(&judge->order_fd);
  wb_event_release(&judge->held);
  wb_names_release(&judge->arguments);
  wb_str_release(&judge->events);
  wb_str_release(&judge->output);
  free(judge->course);
  free(judge->puzzle);
  free(judge->file);
  free(judge->device);
  free(judge);
}

int wb_judge_fd(const struct wb_judge *judge) { return judge->events_fd; }

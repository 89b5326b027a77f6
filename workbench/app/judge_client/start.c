/* Starting judges: for a job at hand, or for one to come. */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "device/registry.h"
#include "finding/schedule.h"
#include "judge_client/private.h"

static const char EMULATOR[] = "emulator";

enum { TEXT_MAX = WB_ORDER_BYTES_MAX / 2 }; /* more than any kernel has */

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
  wb_judge_order_init(&judge->order);
  wb_str_init(&judge->events);
  wb_str_init(&judge->output);
  return judge;
}

static enum wb_status start_judge(struct wb_judge *judge, const struct wb_names *arguments,
                                  bool waits, struct wb_error *err) {
  char *path = wb_helper_path("workbench-judge");
  const size_t count = arguments->count;
  const char **argv = wb_alloc((count + 2) * sizeof *argv);
  enum wb_status status;
  argv[0] = path;
  for (size_t i = 0; i < count; i++) argv[i + 1] = arguments->items[i];
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

static void add_option(struct wb_names *arguments, const char *option, const char *value) {
  wb_names_add(arguments, option);
  wb_names_add(arguments, value);
}

static void add_number(struct wb_names *arguments, const char *option, unsigned long long value) {
  char text[32];
  snprintf(text, sizeof text, "%llu", value);
  add_option(arguments, option, text);
}

void wb_run_options_order(const struct wb_run_options *options, struct wb_judge_order *order) {
  struct wb_names *arguments = &order->arguments;
  char schedule[48];
  wb_names_add(arguments, "run");
  add_option(arguments, "--course", options->course);
  add_option(arguments, "--puzzle", options->puzzle);
  add_option(arguments, "--file", options->file);
  add_option(arguments, "--device", options->device != NULL ? options->device : EMULATOR);
  if (options->only_case > 0) add_number(arguments, "--case", (unsigned)options->only_case);
  if (options->until_step > 0) add_number(arguments, "--until-step", options->until_step);
  if (options->has_seed)
    add_number(arguments, options->hidden_seed ? "--hidden-seed" : "--seed", options->seed);
  if (options->profile) add_option(arguments, "--profile", "yes");
  if (options->trace) add_option(arguments, "--trace", "yes");
  if (options->trace_launch > 0) add_number(arguments, "--trace-launch", options->trace_launch);
  if (options->subgroup > 0) add_number(arguments, "--subgroup", options->subgroup);
  if (options->launch_change != WB_LAUNCH_AS_IT_IS)
    add_option(arguments, "--launch", wb_word_name(&wb_launch_changes, options->launch_change));
  if (options->extra_case != NULL) add_option(arguments, "--extra-case", options->extra_case);
  if (options->time_limit_ms > 0) add_number(arguments, "--time-limit", options->time_limit_ms);
  if (options->mutant > 0) add_number(arguments, "--mutant", options->mutant);
  if (options->lists_mutants) add_option(arguments, "--mutants", "yes");
  if (options->fingerprint) add_option(arguments, "--fingerprint", "yes");
  if (options->hidden_counters) add_option(arguments, "--hidden-counters", "yes");
  if (options->step_limit > 0) add_number(arguments, "--step-limit", options->step_limit);
  if (options->every_case) add_option(arguments, "--every-case", "yes");
  if (options->verdicts_only) add_option(arguments, "--verdicts-only", "yes");
  if (options->timed) add_option(arguments, "--timed", "yes");
  if (options->author) add_option(arguments, "--author", "yes");
  wb_schedule_text(&options->schedule, schedule, sizeof schedule);
  add_option(arguments, "--schedule", schedule);
  order->has_key = options->seed_key != NULL;
  if (order->has_key) order->key = *options->seed_key;
  order->has_source = options->source != NULL;
  if (order->has_source) wb_str_add_bytes(&order->source, options->source, options->source_length);
}

static void ask_to_wait(struct wb_names *arguments, const char *course, const char *device,
                        bool compiles) {
  wb_names_add(arguments, "wait");
  add_option(arguments, "--course", course);
  add_option(arguments, "--device", device);
  if (!compiles) add_option(arguments, "--compiler", "no");
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
  ask_to_wait(&made->order.arguments, course, device, compiles);
  hand_out(made, start_judge(made, &made->order.arguments, true, &err), spare);
}

void wb_judge_spare_keep(struct wb_judge **spare, const char *course, const char *device) {
  keep_spare(spare, course, device, true);
}

void wb_judge_spare_return(struct wb_judge **spare, struct wb_judge *judge) {
  if (*spare == NULL && judge->done && judge->order_fd >= 0 && judge->output.length == 0)
    *spare = judge;
  else
    wb_judge_free(judge);
}

void wb_judge_spare_begin(struct wb_judge **spare, const char *course, const char *device) {
  keep_spare(spare, course, device, false);
}

static void swap_numbers(int *a, int *b) {
  const int first = *a;
  *a = *b;
  *b = first;
}

/* Puts the file's text into the order. What is wrong with the file, or no file itself but a link,
 * is left to a judge that reads it. */
static bool read_text(struct wb_judge *judge) {
  struct wb_judge_order *order = &judge->order;
  struct stat about;
  if (!order->has_source)
    order->has_source = lstat(judge->file, &about) == 0 && S_ISREG(about.st_mode) &&
                        wb_file_read(judge->file, TEXT_MAX, &order->source, NULL) == WB_OK;
  if (!order->has_source) wb_str_clear(&order->source);
  return order->has_source;
}

/* Gives the job of `judge`, which has no process yet, to the one that waits. */
static bool begin_spare(struct wb_judge *judge, struct wb_judge **kept) {
  struct wb_judge *spare = *kept;
  if (spare == NULL) return false;
  wb_process_continue(&spare->process);
  bool begun = spare_fits(spare, judge->course, judge->device) &&
               (!spare->done || read_text(judge)) &&
               wb_judge_order_send(spare->order_fd, &judge->order, NULL) == WB_OK;
  if (begun) {
    judge->process = spare->process;
    judge->group = spare->group;
    judge->waited = true;
    spare->process.pid = 0;
    swap_numbers(&judge->events_fd, &spare->events_fd);
    swap_numbers(&judge->output_fd, &spare->output_fd);
    if (judge->keeps_on || judge->returns) swap_numbers(&judge->order_fd, &spare->order_fd);
  }
  *kept = NULL;
  wb_judge_free(spare);
  return begun;
}

/* A process for the order, which cannot be its command line where it has a text or a key, or where
 * others are to follow. */
static enum wb_status begin_process(struct wb_judge *judge, struct wb_error *err) {
  struct wb_names waiting;
  if (!judge->keeps_on && !judge->order.has_source && !judge->order.has_key)
    return start_judge(judge, &judge->order.arguments, false, err);
  wb_names_init(&waiting);
  ask_to_wait(&waiting, judge->course, judge->device, true);
  if (judge->strangers) add_option(&waiting, "--strangers", "yes");
  enum wb_status status = start_judge(judge, &waiting, true, err);
  if (status == WB_OK) status = wb_judge_order_send(judge->order_fd, &judge->order, err);
  if (!judge->keeps_on) close_end(&judge->order_fd);
  wb_names_release(&waiting);
  return status;
}

/* What it says of an order from here on is of the next one. */
static void begin_anew(struct wb_judge *judge) {
  wb_str_clear(&judge->events);
  wb_str_clear(&judge->output);
  judge->taken = judge->scanned = 0;
  judge->waited = judge->done = false;
  judge->ended_ns = 0;
  judge->since_ns = wb_clock_ns();
  judge->patience_ms = WB_JUDGE_PATIENCE_MS;
}

enum wb_status wb_judge_replace(struct wb_judge *judge, struct wb_error *err) {
  int events_fd = judge->events_fd, output_fd = judge->output_fd;
  wb_process_abandon(&judge->process, WB_JUDGE_END_MS);
  begin_anew(judge);
  close_end(&judge->order_fd);
  judge->events_fd = judge->output_fd = -1;
  enum wb_status status = begin_process(judge, err);
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
  made->last = options->last;
  made->keeps_on = options->keeps_on && options->spare == NULL;
  made->returns = options->keeps_on && options->spare != NULL;
  made->strangers = made->keeps_on && options->strangers;
  wb_run_options_order(options, &made->order);
  if (options->spare == NULL || !begin_spare(made, options->spare))
    status = begin_process(made, err);
  return hand_out(made, status, judge);
}

/* As wb_judge_start would have made it. */
static void take_order(struct wb_judge *judge, const struct wb_run_options *options) {
  wb_judge_order_release(&judge->order);
  wb_judge_order_init(&judge->order);
  wb_run_options_order(options, &judge->order);
  free(judge->puzzle);
  free(judge->file);
  judge->puzzle = wb_strdup(options->puzzle);
  judge->file = wb_strdup(options->file);
}

enum wb_status wb_judge_again(struct wb_judge *judge, const struct wb_run_options *options,
                              struct wb_error *err) {
  const char *device = options->device != NULL ? options->device : EMULATOR;
  if (!judge->done || !judge->keeps_on || options->source == NULL ||
      judge->strangers != options->strangers || strcmp(judge->course, options->course) != 0 ||
      strcmp(judge->device, device) != 0)
    return wb_fail(err, WB_ERR_USAGE, "this judge cannot take that order");
  const bool lives = judge->order_fd >= 0 && judge->process.pid != 0;
  take_order(judge, options);
  if (!lives || wb_judge_order_send(judge->order_fd, &judge->order, NULL) != WB_OK)
    return wb_judge_replace(judge, err);
  begin_anew(judge);
  judge->waited = true;
  return WB_OK;
}

enum wb_status wb_judge_describe(const char *course, const char *slug, struct wb_judge **judge,
                                 struct wb_error *err) {
  struct wb_judge *made = judge_new(course, slug, NULL, NULL);
  struct wb_names *arguments = &made->order.arguments;
  made->describing = true;
  wb_names_add(arguments, "describe");
  add_option(arguments, "--course", course);
  if (slug != NULL) add_option(arguments, "--puzzle", slug);
  return hand_out(made, start_judge(made, arguments, false, err), judge);
}

enum wb_status wb_judge_data(const struct wb_data_options *options, struct wb_judge **judge,
                             struct wb_error *err) {
  struct wb_judge *made = judge_new(options->course, options->puzzle, NULL, EMULATOR);
  struct wb_names *arguments = &made->order.arguments;
  wb_names_add(arguments, "data");
  add_option(arguments, "--course", options->course);
  add_option(arguments, "--puzzle", options->puzzle);
  if (options->only_case > 0) add_number(arguments, "--case", options->only_case);
  if (options->has_seed) add_number(arguments, "--seed", options->seed);
  if (options->first > 0) add_number(arguments, "--first", options->first);
  if (options->author) add_option(arguments, "--author", "yes");
  if (options->extra_case != NULL) add_option(arguments, "--extra-case", options->extra_case);
  return hand_out(made, start_judge(made, arguments, false, err), judge);
}

enum wb_status wb_judge_audit(const char *course, const char *puzzle, struct wb_judge **judge,
                              struct wb_error *err) {
  struct wb_judge *made = judge_new(course, puzzle, NULL, EMULATOR);
  struct wb_names *arguments = &made->order.arguments;
  wb_names_add(arguments, "audit");
  add_option(arguments, "--course", course);
  add_option(arguments, "--puzzle", puzzle);
  return hand_out(made, start_judge(made, arguments, false, err), judge);
}

enum wb_status wb_judge_student_spec(const char *course, const char *slug, struct wb_judge **judge,
                                     struct wb_error *err) {
  struct wb_judge *made = judge_new(course, slug, NULL, EMULATOR);
  struct wb_names *arguments = &made->order.arguments;
  wb_names_add(arguments, "student-spec");
  add_option(arguments, "--course", course);
  add_option(arguments, "--puzzle", slug);
  return hand_out(made, start_judge(made, arguments, false, err), judge);
}

void wb_judge_free(struct wb_judge *judge) {
  if (judge == NULL) return;
  /* Whoever has the result waits for nothing more: to give back a judge's memory takes a while. */
  if (judge->done && judge->last) wb_process_leave(&judge->process);
  wb_process_abandon(&judge->process, judge->done ? 0 : WB_JUDGE_END_MS);
  close_end(&judge->events_fd);
  close_end(&judge->output_fd);
  close_end(&judge->order_fd);
  wb_event_release(&judge->held);
  wb_judge_order_release(&judge->order);
  wb_str_release(&judge->events);
  wb_str_release(&judge->output);
  free(judge->course);
  free(judge->puzzle);
  free(judge->file);
  free(judge->device);
  free(judge);
}

int wb_judge_fd(const struct wb_judge *judge) { return judge->events_fd; }

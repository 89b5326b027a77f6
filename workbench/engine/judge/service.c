#include "judge/service.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "device/registry.h"
#include "device/remote.h"
#include "finding/schedule.h"
#include "judge/device_probe.h"
#include "judge/enclosure.h"
#include "judge/host_runner.h"
#include "judge/spec_source.h"
#include "result/event_json.h"
#include "result/judge_protocol.h"

enum { MOST_TIME_MS = 600000 };

struct service {
  const char *wanted, *course;
  char *includes;          /* the course's folder of them; NULL: it has none */
  struct wb_device *ready; /* open, and nobody's; NULL: none */
  bool enclosed;
  bool author;    /* asked for what is judged now */
  bool strangers; /* each text is another person's */
  struct wb_device_probe probe;
  struct wb_host_runner runner;   /* of host programs */
  struct wb_host_runner compiler; /* of the same, for a driver's compiler alone */
  struct wb_spec_source spec;
};

static bool has_driver(const struct service *service) {
  return strcmp(service->wanted, "emulator") != 0;
}

/* The emulator has a cache of its own, that no kernel's process reaches. Where there is no place
 * for a folder, each program compiles its kernels itself. */
static enum wb_status start_runners(struct service *service, struct wb_error *err) {
  struct wb_folder folder = {.lock = -1};
  const bool has_folder = has_driver(service) && wb_folder_make(&folder, NULL) == WB_OK;
  const struct wb_runner_folders reads = {.from = folder.path}, writes = {.to = &folder};
  enum wb_status status = wb_host_runner_start(&service->runner, &reads, err);
  if (has_folder &&
      (status != WB_OK || wb_host_runner_start(&service->compiler, &writes, NULL) != WB_OK))
    wb_folder_remove(&folder);
  wb_folder_forget(&folder);
  return status;
}

/* ---- the device --------------------------------------------------------------------- */

/* Whoever gives orders closes the socket after the last one. */
static bool may_go_on(const struct service *service) {
  struct pollfd orders = {.fd = WB_JUDGE_ORDER_FD, .events = POLLRDHUP};
  return service->spec.lasting && (poll(&orders, 1, 0) <= 0 || orders.revents == 0);
}

/* Afterwards nothing can be started any more: where orders may follow, one of them may be of a host
 * program. A course without workbench-host has no such puzzle that could be judged. */
static enum wb_status enclose(struct service *service, struct wb_error *err) {
  struct wb_error none;
  if (may_go_on(service) && !service->runner.started) start_runners(service, &none);
  const enum wb_status status = wb_judge_enclose(service->course, err);
  service->enclosed = status == WB_OK;
  return status;
}

/* One whose worker died while it waited counts for nothing; for one that was started just now, the
 * builder waits, while this process gets ready for the course's script. Afterwards this process
 * opens nothing but the course: what is to come is its script. */
static enum wb_status open_device(void *data, int cancel_fd, struct wb_device **device,
                                  struct wb_error *err) {
  struct service *service = data;
  struct wb_device *ready = service->ready;
  struct wb_device_info info;
  const char *folders[] = {service->includes, NULL};
  const struct wb_device_start_options how = {
      .folders = folders, .cancel_fd = cancel_fd, .host_memory = -1, .forks = service->strangers};
  enum wb_status status = WB_OK;
  service->ready = NULL;
  if (ready != NULL && !wb_remote_is_starting(ready) &&
      wb_device_info(ready, &info, NULL) != WB_OK) {
    wb_device_close(ready);
    ready = NULL;
  }
  *device = ready;
  if (ready == NULL)
    status = wb_device_start_with(service->wanted, &how, device, err);
  else
    wb_remote_cancel_by(ready, cancel_fd);
  if (service->enclosed) return status;
  /* The emulator asks its own compiler. */
  if (status == WB_OK && has_driver(service))
    status = wb_device_probe_prepare(&service->probe, service->wanted, err);
  if (status == WB_OK) status = enclose(service, err);
  return status;
}

static bool device_works(void *data) {
  struct service *service = data;
  return wb_device_probe_works(&service->probe);
}

/* The emulator's kernels run in processes of their own. A driver's run in its worker, and what one
 * of them overwrote there the next would be judged by: after a learner's kernel it ends. An
 * author's that was accepted has shown nothing of that kind, here and, before, to the emulator; and
 * whoever would forge the verdict on his own kernel forges nobody else's. */
static bool is_as_before(const struct service *service, const struct wb_device_info *info,
                         const struct wb_result *result) {
  return info->checks || (service->author && result->verdict == WB_VERDICT_ACCEPTED);
}

/* One person's kernels follow each other where they leave nothing behind. A stranger's finds a
 * device that was forked from one that had no kernel. */
static enum wb_status clear_device(const struct service *service, struct wb_device *device,
                                   struct wb_error *err) {
  return service->strangers ? wb_device_renew(device, err) : wb_device_clear(device, err);
}

/* Of a stranger's nothing is asked: what was forked for him ends, and whether the next fork answers
 * is seen before the next order. */
static bool still_answers(const struct service *service, struct wb_device *device,
                          const struct wb_result *result) {
  struct wb_device_info info = {.checks = false};
  return service->strangers ||
         (wb_device_info(device, &info, NULL) == WB_OK && is_as_before(service, &info, result));
}

/* Keeps one that serves another kernel as it served this one. */
static void keep_device(void *data, struct wb_device *device, const struct wb_result *result) {
  struct service *service = data;
  struct wb_error err;
  if (still_answers(service, device, result) && clear_device(service, device, &err) == WB_OK) {
    wb_remote_cancel_by(device, -1);
    service->ready = device;
  } else {
    wb_device_close(device);
  }
}

/* ---- host programs ---------------------------------------------------------------- */

static enum wb_status start_programs(void *data, struct wb_error *err) {
  struct service *service = data;
  enum wb_status status = WB_OK;
  service->compiler.gave_up = false; /* it was another program */
  if (!service->runner.started) status = start_runners(service, err);
  if (status == WB_OK && !service->enclosed) status = enclose(service, err);
  return status;
}

static bool prepare_programs(void *data, const struct wb_host_request *request,
                             uint32_t patience_ms) {
  struct service *service = data;
  return wb_host_runner_prepare(&service->compiler, request, patience_ms);
}

static enum wb_status run_program(void *data, bool prepared, const struct wb_host_request *request,
                                  uint32_t patience_ms, struct wb_host_reply *reply,
                                  struct wb_error *err) {
  struct service *service = data;
  return wb_host_runner_run(&service->runner, prepared, request, patience_ms, reply, err);
}

/* ---- events ------------------------------------------------------------------------- */

/* A listener that is gone needs no result. */
static void write_bytes(const void *bytes, size_t length) {
  if (!wb_fd_write(WB_JUDGE_EVENT_FD, bytes, length)) _Exit(1);
}

void wb_judge_write_event(const struct wb_event *event, uint32_t patience_ms, void *data) {
  struct wb_str line;
  (void)data;
  wb_str_init(&line);
  wb_event_print(event, patience_ms, &line);
  write_bytes(line.data, line.length);
  if (event->kind == WB_EVENT_RESULT && event->result != NULL)
    write_bytes(event->result->trace, event->result->trace_length);
  wb_str_release(&line);
}

/* ---- a run -------------------------------------------------------------------------- */

static struct service service_of(const struct wb_judge_arguments *arguments, bool lasting) {
  return (struct service){.wanted = wb_judge_device_of(arguments),
                          .course = arguments->course,
                          .includes = wb_judge_includes_of(arguments),
                          .strangers = wb_judge_says_yes(arguments->strangers),
                          .spec = {.course = arguments->course, .lasting = lasting}};
}

static void release_service(struct service *service) {
  wb_spec_source_release(&service->spec);
  wb_host_runner_stop(&service->runner);
  wb_host_runner_stop(&service->compiler);
  wb_device_close(service->ready);
  wb_device_probe_release(&service->probe);
  free(service->includes);
}

/* 0 where the option was not given. */
static bool read_number(const char *text, uint32_t most, uint32_t *number) {
  uint64_t value = 0;
  const bool fits = text == NULL || (wb_judge_parse_number(text, &value) && value <= most);
  *number = fits ? (uint32_t)value : 0;
  return fits;
}

/* What the words ask for. 0, or the exit code. */
static int read_job(const struct wb_judge_arguments *arguments, struct wb_spec_source *spec,
                    struct wb_judge_job *job) {
  size_t only_case = 0;
  unsigned change = WB_LAUNCH_AS_IT_IS;
  if (arguments->puzzle == NULL || arguments->file == NULL)
    return wb_judge_complain("run needs --puzzle and --file", NULL);
  const int code = wb_spec_source_read(spec, arguments, &only_case);
  if (code != 0) return code;
  if (arguments->schedule != NULL && !wb_schedule_parse(arguments->schedule, &job->schedule))
    return wb_judge_complain("--schedule is forward, reverse, shuffle:SEED or interleave:SEED",
                             arguments->schedule);
  if (!read_number(arguments->subgroup, WB_MAX_SUBGROUP, &job->subgroup) ||
      (job->subgroup & (job->subgroup - 1)) != 0)
    return wb_judge_complain("--subgroup needs a power of two up to 64", arguments->subgroup);
  if (!read_number(arguments->time_limit, MOST_TIME_MS, &job->time_limit_ms))
    return wb_judge_complain("--time-limit needs milliseconds", arguments->time_limit);
  if (arguments->step_limit != NULL &&
      !wb_judge_parse_number(arguments->step_limit, &job->step_limit))
    return wb_judge_complain("--step-limit needs a whole number", arguments->step_limit);
  if (arguments->launch != NULL && !wb_word_parse(&wb_launch_changes, arguments->launch, &change))
    return wb_judge_complain("there is no such change of a launch", arguments->launch);
  job->launch_change = (enum wb_launch_change)change;
  if (!read_number(arguments->trace_launch, INT32_MAX, &job->trace_launch))
    return wb_judge_complain("--trace-launch needs a number", arguments->trace_launch);
  if (!read_number(arguments->until_step, INT32_MAX, &job->until_step))
    return wb_judge_complain("--until-step needs a number", arguments->until_step);
  if (!read_number(arguments->mutant, UINT32_MAX, &job->mutant))
    return wb_judge_complain("--mutant needs a number", arguments->mutant);
  job->lists_mutants = wb_judge_says_yes(arguments->mutants);
  job->fingerprint = wb_judge_says_yes(arguments->fingerprint);
  job->hidden_counters = wb_judge_says_yes(arguments->hidden_counters);
  job->extra_case = arguments->extra_case != NULL;
  job->has_seed = arguments->seed != NULL;
  job->author = wb_judge_says_yes(arguments->author);
  job->every_case = wb_judge_says_yes(arguments->every_case);
  job->verdicts_only = wb_judge_says_yes(arguments->verdicts_only);
  job->only_case = (int)only_case;
  job->timed = wb_judge_says_yes(arguments->timed);
  job->profile = wb_judge_says_yes(arguments->profile);
  job->trace = wb_judge_says_yes(arguments->trace);
  return 0;
}

/* `order` is NULL, or may have the kernel's text and a key. */
static int run_job(struct service *service, const struct wb_judge_arguments *arguments,
                   const struct wb_judge_order *order) {
  struct wb_result result;
  struct wb_judge_job job = {
      .slug = arguments->puzzle,
      .file = arguments->file,
      .device = service->wanted,
      .includes = service->includes,
      .course = service->course,
      .cases = wb_spec_source_cases(&service->spec),
      .devices = {service, open_device, device_works, keep_device},
      .programs = {service, start_programs, has_driver(service) ? prepare_programs : NULL,
                   run_program},
      .event = wb_judge_write_event,
  };
  if (order != NULL && order->has_source) {
    job.source = order->source.data;
    job.source_length = order->source.length;
  }
  wb_spec_source_use_key(&service->spec, order != NULL && order->has_key ? &order->key : NULL);
  const int code = read_job(arguments, &service->spec, &job);
  if (code != 0) return code;
  service->author = job.author;
  wb_judge_run(&job, &result);
  wb_result_release(&result);
  return 0;
}

int wb_judge_service_run(const struct wb_judge_arguments *arguments) {
  struct service service = service_of(arguments, false);
  const int code = run_job(&service, arguments, NULL);
  release_service(&service);
  return code;
}

/* ---- orders ------------------------------------------------------------------------- */

/* As far as a run comes without knowing the kernel. */
static enum wb_status get_ready(struct service *service, bool compiles, struct wb_error *err) {
  const struct wb_build_request likely = {.source = "",
                                          .file_name = "",
                                          .include_directory = service->includes,
                                          .options = "",
                                          .time_limit_ms = WB_BUILD_LIMIT_MS};
  const char *folders[] = {service->includes, NULL};
  const struct wb_device_start_options how = {
      .folders = folders, .cancel_fd = -1, .host_memory = -1, .forks = service->strangers};
  enum wb_status status = wb_device_start_with(service->wanted, &how, &service->ready, err);
  /* What is forked for each is ready before. */
  if (status == WB_OK && compiles && !service->strangers)
    status = wb_device_prepare(service->ready, &likely, err);
  return status;
}

/* 0, or the exit code. */
static int carry_out(struct service *service, const struct wb_judge_order *order) {
  const struct wb_names *words = &order->arguments;
  struct wb_judge_arguments arguments = {0};
  int code = 1;
  if (words->count > 0 && strcmp(words->items[0], "run") == 0)
    code = wb_judge_arguments_parse((int)words->count - 1, words->items + 1, &arguments);
  if (code == 0 && strcmp(wb_judge_device_of(&arguments), service->wanted) != 0)
    code = wb_judge_complain("a different device was prepared than the one asked for",
                             arguments.device);
  if (code == 0 && strcmp(arguments.course, service->course) != 0)
    code = wb_judge_complain("this judge is of another course than", arguments.course);
  if (code == 0 && service->enclosed && !order->has_source)
    code = wb_judge_complain("a judge that has begun reads no files", arguments.file);
  return code == 0 ? run_job(service, &arguments, order) : code;
}

/* Whether the device that was kept still answers, and what starts host programs is there. Where it
 * is not so, this process ends before it says anything of the order, and whoever gave that starts
 * another one. */
static bool can_go_on(const struct service *service) {
  struct wb_device_info info;
  return !service->enclosed || (!wb_host_runner_is_lost(&service->runner) &&
                                wb_device_info(service->ready, &info, NULL) == WB_OK);
}

/* A device that cannot be had is left to the run to say, which asks for it once more. */
int wb_judge_service_wait(const struct wb_judge_arguments *expected) {
  struct service service = service_of(expected, true);
  struct wb_error err = {0};
  const bool compiles = expected->compiler == NULL || wb_judge_says_yes(expected->compiler);
  enum wb_status status = WB_OK;
  int code = 0;
  size_t done = 0;
  if (get_ready(&service, compiles, &err) != WB_OK) {
    wb_device_close(service.ready);
    service.ready = NULL;
  }
  while (code == 0 && status == WB_OK && (done == 0 || service.ready != NULL)) {
    struct wb_judge_order order;
    wb_judge_order_init(&order);
    status = wb_judge_order_receive(WB_JUDGE_ORDER_FD, WB_JUDGE_WAIT_MS, &order, &err);
    if (status == WB_OK && !can_go_on(&service)) status = WB_ERR_CRASH;
    if (status == WB_OK) code = carry_out(&service, &order);
    if (status == WB_OK) done++;
    wb_judge_order_release(&order);
  }
  release_service(&service);
  return code != 0 || done > 0 ? code : 1;
}

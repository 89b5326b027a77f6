#include "judge/main.h"

#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/process.h"
#include "device/registry.h"
#include "device/remote.h"
#include "finding/schedule.h"
#include "judge/data.h"
#include "judge/describe_course.h"
#include "judge/enclosure.h"
#include "judge/engine.h"
#include "launch/source_file.h"
#include "result/event_json.h"
#include "result/judge_protocol.h"
#include "judge/device_probe.h"
#include "sandbox/limits.h"
#include "sandbox/reaper.h"
#include "sandbox/sandbox.h"
#include "script/course_spec.h"

enum { EXIT_USAGE = 2, REAPER_PATIENCE_MS = 500, SWEEP_LIMIT_MS = 2000 };

struct arguments {
  const char *course, *puzzle, *file, *device, *only_case, *seed, *first, *schedule, *profile,
      *trace, *compiler;
};

struct option {
  const char *name;
  size_t offset; /* of the text in struct arguments */
};

static const struct option options[] = {
    {"--course", offsetof(struct arguments, course)},
    {"--puzzle", offsetof(struct arguments, puzzle)},
    {"--file", offsetof(struct arguments, file)},
    {"--device", offsetof(struct arguments, device)},
    {"--case", offsetof(struct arguments, only_case)},
    {"--seed", offsetof(struct arguments, seed)},
    {"--first", offsetof(struct arguments, first)},
    {"--schedule", offsetof(struct arguments, schedule)},
    {"--profile", offsetof(struct arguments, profile)},
    {"--trace", offsetof(struct arguments, trace)},
    {"--compiler", offsetof(struct arguments, compiler)},
};

/* ---- where cases come from -------------------------------------------------------- */

struct spec {
  const struct arguments *arguments;
  struct wb_puzzle *puzzle;
  bool has_seed;
  uint64_t seed;
};

/* A course whose course.lua is wrong, or of a newer format, is not judged by guess.
 * From here on this process runs somebody's script. The device's worker was
 * started before: it must not inherit these limits. */
static enum wb_status spec_load(void *data, const struct wb_puzzle **puzzle, struct wb_error *err) {
  struct spec *spec = data;
  struct wb_sandbox sandbox = {.cpu_seconds = wb_judge_cpu_seconds(),
                               .address_space = (uint64_t)WB_JUDGE_MEMORY_MB << 20,
                               .file_bytes = UINT64_MAX,
                               .no_core = 1};
  if (wb_sandbox_enter(&sandbox) != 0) return wb_fail_errno(err, "cannot limit the judge");
  const char *course = spec->arguments->course;
  struct wb_course_spec about;
  enum wb_status status = wb_course_spec_load(course, &about, err);
  if (status == WB_OK)
    status = wb_puzzle_load(course, spec->arguments->puzzle, 0, &spec->puzzle, err);
  wb_course_spec_release(&about);
  *puzzle = spec->puzzle;
  return status;
}

static enum wb_status spec_name(void *data, size_t index, const char **name, bool *visible) {
  struct spec *spec = data;
  return wb_puzzle_case_name(spec->puzzle, index, name, visible);
}

static enum wb_status spec_make(void *data, size_t index, struct wb_case **made,
                                struct wb_error *err) {
  struct spec *spec = data;
  return wb_case_make(spec->puzzle, index, spec->has_seed, spec->seed, made, err);
}

/* ---- devices and events ------------------------------------------------------------ */

struct device_source {
  const char *wanted, *course;
  const char *includes;    /* the course's folder of them; NULL: it has none */
  struct wb_device *ready; /* opened before the job was known; NULL: none */
  struct wb_device_probe probe;
};

/* One whose worker died while it waited counts for nothing. Afterwards this process opens
 * nothing but the course: what is to come is its script. */
static enum wb_status open_device(void *data, int cancel_fd, struct wb_device **device,
                                  struct wb_error *err) {
  struct device_source *source = data;
  struct wb_device *ready = source->ready;
  struct wb_device_info info;
  source->ready = NULL;
  if (ready != NULL && wb_device_info(ready, &info, NULL) != WB_OK) {
    wb_device_close(ready);
    ready = NULL;
  }
  *device = ready;
  const char *folders[] = {source->includes, NULL};
  enum wb_status status = WB_OK;
  if (ready == NULL)
    status = wb_device_start(source->wanted, folders, cancel_fd, device, err);
  else
    wb_remote_cancel_by(ready, cancel_fd);
  /* The emulator asks its own compiler. */
  if (status == WB_OK && strcmp(source->wanted, "emulator") != 0)
    status = wb_device_probe_prepare(&source->probe, source->wanted, err);
  if (status == WB_OK) status = wb_judge_enclose(source->course, err);
  return status;
}

static bool device_works(void *data) {
  struct device_source *source = data;
  return wb_device_probe_works(&source->probe);
}

/* A listener that is gone needs no result. */
static void write_bytes(const void *bytes, size_t length) {
  if (length > 0 && wb_write_exact(WB_JUDGE_EVENT_FD, bytes, length, -1, NULL) != WB_OK) _Exit(1);
}

static void write_event(const struct wb_event *event, uint32_t patience_ms, void *data) {
  struct wb_str line;
  (void)data;
  wb_str_init(&line);
  wb_event_print(event, patience_ms, &line);
  write_bytes(line.data, line.length);
  if (event->kind == WB_EVENT_RESULT && event->result != NULL)
    write_bytes(event->result->trace, event->result->trace_length);
  wb_str_release(&line);
}

/* ---- the command line ---------------------------------------------------------------- */

static bool parse_number(const char *text, uint64_t *number) {
  char *end;
  if (text == NULL || *text < '0' || *text > '9') return false;
  errno = 0;
  *number = strtoull(text, &end, 10);
  return errno == 0 && *end == '\0';
}

static int complain_usage(const char *what, const char *value) {
  fprintf(stderr,
          "workbench-judge: %s%s%s\n"
          "usage: workbench-judge run --course DIR --puzzle SLUG --file F [--device D]\n"
          "                           [--case N] [--seed S] [--schedule ORDER] [--profile yes]\n"
          "                           [--trace yes]\n"
          "       workbench-judge describe --course DIR [--puzzle SLUG]\n"
          "       workbench-judge data --course DIR --puzzle SLUG [--case N] [--seed S]\n"
          "                            [--first INDEX]\n"
          "       workbench-judge wait --course DIR [--device D] [--compiler no]\n"
          "This is a part of the workbench, which starts it itself; use `workbench run`.\n",
          what, value != NULL ? ": " : "", value != NULL ? value : "");
  return EXIT_USAGE;
}

static const struct option *find_option(const char *name) {
  for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
    if (strcmp(options[i].name, name) == 0) return &options[i];
  return NULL;
}

static const char *device_of(const struct arguments *arguments) {
  return arguments->device != NULL ? arguments->device : "emulator";
}

/* The course's include folder; NULL: it has none. The caller frees. */
static char *includes_of(const struct arguments *arguments) {
  char *includes = wb_format("%s/kernels/include", arguments->course);
  if (wb_is_directory(includes)) return includes;
  free(includes);
  return NULL;
}

static bool says_yes(const char *value) { return value != NULL && strcmp(value, "yes") == 0; }

/* 0 and the cases, or the exit code. */
static int choose_cases(const struct arguments *arguments, struct spec *spec, size_t *only_case) {
  uint64_t number = 0;
  if (arguments->only_case != NULL &&
      (!parse_number(arguments->only_case, &number) || number < 1 || number > 1000000))
    return complain_usage("--case needs a number from 1", arguments->only_case);
  *only_case = (size_t)number;
  spec->arguments = arguments;
  spec->has_seed = arguments->seed != NULL;
  if (spec->has_seed && !parse_number(arguments->seed, &spec->seed))
    return complain_usage("--seed needs a whole number", arguments->seed);
  return 0;
}

static struct wb_case_source cases_of(struct spec *spec) {
  return (struct wb_case_source){spec, spec_load, spec_name, spec_make, wb_case_free};
}

/* `ready` is the device, or NULL; the run closes it. */
static int run_puzzle(const struct arguments *arguments, struct wb_device *ready) {
  struct spec spec = {0};
  struct wb_result result;
  size_t only_case = 0;
  struct device_source device = {
      .wanted = device_of(arguments), .course = arguments->course, .ready = ready};
  struct wb_judge_job job = {
      .slug = arguments->puzzle,
      .file = arguments->file,
      .device = device.wanted,
      .cases = cases_of(&spec),
      .devices = {&device, open_device, device_works},
      .event = write_event,
  };
  if (arguments->puzzle == NULL || arguments->file == NULL)
    return complain_usage("run needs --puzzle and --file", NULL);
  const int code = choose_cases(arguments, &spec, &only_case);
  if (code != 0) return code;
  if (arguments->schedule != NULL && !wb_schedule_parse(arguments->schedule, &job.schedule))
    return complain_usage("--schedule is forward, reverse or shuffle:SEED", arguments->schedule);
  job.only_case = (int)only_case;
  job.profile = says_yes(arguments->profile);
  job.trace = says_yes(arguments->trace);
  char *includes = includes_of(arguments);
  job.includes = device.includes = includes;
  wb_judge_run(&job, &result);
  wb_result_release(&result);
  wb_puzzle_free(spec.puzzle);
  wb_device_close(device.ready);
  wb_device_probe_release(&device.probe);
  free(includes);
  return 0;
}

static int describe_puzzles(const struct arguments *arguments) {
  struct wb_error err = {0};
  if (wb_describe_course(arguments->course, arguments->puzzle, WB_JUDGE_EVENT_FD, &err) == WB_OK)
    return 0;
  fprintf(stderr, "%s%s%s\n", err.where, err.where[0] != '\0' ? ": " : "", err.message);
  return 1;
}

/* The data, or what is wrong as a result, as a run would say it. */
static void tell_data(const struct wb_data_job *job, const char *course) {
  struct wb_puzzle_data data = {0};
  struct wb_result result = {.verdict = WB_VERDICT_ACCEPTED};
  struct wb_error err = {0};
  struct wb_event event = {.kind = WB_EVENT_DATA, .data = &data};
  enum wb_status status = wb_judge_enclose(course, &err);
  if (status == WB_OK) status = wb_data_make(job, &data, &err);
  if (status != WB_OK) {
    wb_source_file_fail(&result, &err);
    event = (struct wb_event){.kind = WB_EVENT_RESULT, .result = &result};
  }
  write_event(&event, 0, NULL);
  wb_result_release(&result);
  wb_puzzle_data_release(&data);
}

static int give_data(const struct arguments *arguments) {
  struct spec spec = {0};
  struct wb_data_job job = {.slug = arguments->puzzle, .cases = cases_of(&spec)};
  if (arguments->puzzle == NULL) return complain_usage("data needs --puzzle", NULL);
  if (arguments->first != NULL && !parse_number(arguments->first, &job.first))
    return complain_usage("--first needs a whole number", arguments->first);
  const int code = choose_cases(arguments, &spec, &job.only_case);
  if (code == 0) tell_data(&job, arguments->course);
  wb_puzzle_free(spec.puzzle);
  return code;
}

/* 0, or the exit code. */
static int parse_arguments(int count, char *const *items, struct arguments *arguments) {
  for (int i = 0; i < count; i += 2) {
    const struct option *option = find_option(items[i]);
    if (option == NULL) return complain_usage("no such option", items[i]);
    if (i + 1 == count) return complain_usage("a value is missing after", items[i]);
    *(const char **)(void *)((char *)arguments + option->offset) = items[i + 1];
  }
  return arguments->course != NULL ? 0 : complain_usage("--course is missing", NULL);
}

/* As far as a run comes without knowing the kernel. */
static enum wb_status get_ready(const struct arguments *arguments, struct wb_device **device,
                                struct wb_error *err) {
  char *includes = includes_of(arguments);
  const struct wb_build_request likely = {.source = "",
                                          .file_name = "",
                                          .include_directory = includes,
                                          .options = "",
                                          .time_limit_ms = WB_BUILD_LIMIT_MS};
  const char *folders[] = {includes, NULL};
  enum wb_status status = wb_device_start(device_of(arguments), folders, -1, device, err);
  const bool compiles = arguments->compiler == NULL || says_yes(arguments->compiler);
  if (status == WB_OK && compiles) status = wb_device_prepare(*device, &likely, err);
  free(includes);
  return status;
}

/* A device that cannot be had is left to a run to say. */
static int wait_for_order(const struct arguments *expected) {
  struct arguments arguments = {0};
  struct wb_device *device = NULL;
  struct wb_names words;
  struct wb_error err = {0};
  int code = 1;
  wb_names_init(&words);
  enum wb_status status = get_ready(expected, &device, &err);
  if (status == WB_OK) status = wb_spare_receive(WB_JUDGE_ORDER_FD, WB_JUDGE_WAIT_MS, &words, &err);
  if (status == WB_OK && (words.count == 0 || strcmp(words.items[0], "run") != 0))
    status = WB_ERR_PROTOCOL;
  if (status == WB_OK) code = parse_arguments((int)words.count - 1, words.items + 1, &arguments);
  if (status == WB_OK && code == 0 && strcmp(device_of(&arguments), device_of(expected)) != 0)
    code =
        complain_usage("a different device was prepared than the one asked for", arguments.device);
  if (status == WB_OK && code == 0) {
    code = run_puzzle(&arguments, device);
    device = NULL;
  }
  wb_device_close(device);
  wb_names_release(&words);
  return code;
}

/* Finds out once which walls are to stand, for all that this process starts. */
static enum wb_status choose_walls(struct wb_error *err) {
  struct wb_walls walls;
  enum wb_status status = wb_walls_choose(&walls, err);
  return status == WB_OK ? wb_walls_hand_on(&walls, err) : status;
}

int wb_judge_main(int argc, char **argv) {
  struct arguments arguments = {0};
  struct wb_error err = {0};
  if (argc == 2 && strcmp(argv[1], "--version") == 0) {
    printf("%s with Lua %s, jansson %s\n", WB_VERSION, wb_script_lua_version(),
           jansson_version_str());
    return 0;
  }
  int code = parse_arguments(argc - 2, argv + 2, &arguments);
  if (code != 0) return code;
  signal(SIGPIPE, SIG_IGN);
  wb_reaper_adopt(); /* what a worker's reaper leaves, should somebody kill it */
  if (choose_walls(&err) != WB_OK)
    code = complain_usage(err.message, NULL);
  else if (strcmp(argv[1], "run") == 0)
    code = run_puzzle(&arguments, NULL);
  else if (strcmp(argv[1], "describe") == 0)
    code = describe_puzzles(&arguments);
  else if (strcmp(argv[1], "data") == 0)
    code = give_data(&arguments);
  else if (strcmp(argv[1], "wait") == 0)
    code = wait_for_order(&arguments);
  else
    code = complain_usage("no such command", argv[1]);
  wb_reaper_sweep(REAPER_PATIENCE_MS, SWEEP_LIMIT_MS);
  return code;
}

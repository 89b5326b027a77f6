#include "gpu/main.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/process.h"
#include "gpu/provided_files.h"
#include "gpu/run.h"
#include "result/host_protocol.h"
#include "result/host_result.h"
#include "sandbox/limits.h"
#include "sandbox/reaper.h"
#include "sandbox/sandbox.h"
#include "script/puzzle.h"

enum { EXIT_USAGE = 2, CPU_SECONDS_MORE = 10, REAPER_PATIENCE_MS = 500, SWEEP_LIMIT_MS = 2000 };

struct program {
  struct wb_gpu_script script;
  struct wb_str text; /* of a script that is not trusted, and what lies beside it */
  struct wb_provided_files files;
  const char *device;
  struct wb_walls walls;
  bool has_walls;
  bool judged; /* the answer to a puzzle, which comes as a request */
  struct wb_host_request request;
  struct wb_host_input *inputs; /* of the request, for the host */
  struct wb_str printed;        /* by it */
  struct wb_gpu_bench bench;
};

/* ---- the command line --------------------------------------------------------------------- */

static uint64_t number_of(const char *text) { return strtoull(text, NULL, 10); }

/* A run is over: whoever waits for the result counts. */
static void tell_run(void *data) {
  (void)data;
  wb_write_exact(WB_HOST_RESULT_FD, ".", 1, -1, NULL);
}

/* "WARM-UPS,RUNS,MS,SEED" */
static bool take_bench(struct program *program, const char *value) {
  struct wb_gpu_bench *bench = &program->bench;
  const int fields = sscanf(value, "%" SCNu32 ",%" SCNu32 ",%" SCNu32 ",%" SCNu64, &bench->warm_ups,
                            &bench->runs, &bench->time_ms, &bench->seed);
  program->script.bench = bench;
  program->script.run_done = tell_run;
  program->script.host.timeline = true;
  return fields == 4 && bench->runs > 0;
}

static bool take_option(struct program *program, const char *name, const char *value) {
  struct wb_gpu_script *script = &program->script;
  const bool yes = strcmp(value, "yes") == 0;
  bool known = true;
  if (strcmp(name, "--label") == 0)
    script->label = value;
  else if (strcmp(name, "--device") == 0)
    program->device = value;
  else if (strcmp(name, "--course") == 0)
    script->course = value;
  else if (strcmp(name, "--untrusted") == 0)
    script->sandboxed = yes;
  else if (strcmp(name, "--judged") == 0)
    program->judged = yes;
  else if (strcmp(name, "--timeline") == 0)
    script->host.timeline = yes;
  else if (strcmp(name, "--explain") == 0)
    script->explains = yes;
  else if (strcmp(name, "--warn-all") == 0)
    script->host.warns_of_all = yes;
  else if (strcmp(name, "--bench") == 0)
    known = take_bench(program, value);
  else if (strcmp(name, "--seed") == 0)
    script->host.seed = number_of(value);
  else if (strcmp(name, "--schedule") == 0)
    known = wb_schedule_parse(value, &script->host.schedule);
  else if (strcmp(name, "--time-ms") == 0)
    script->time_ms = (uint32_t)number_of(value);
  else if (strcmp(name, "--memory-bytes") == 0)
    script->memory_bytes = script->host.memory_bytes = number_of(value);
  else if (strcmp(name, "--output-bytes") == 0)
    script->output_bytes = number_of(value);
  else
    known = false;
  return known;
}

/* False after words on standard error. */
static bool read_words(struct program *program, int argc, char **argv) {
  int i = 1;
  bool good = true;
  while (good && i < argc && strcmp(argv[i], "--") != 0) {
    good = i + 1 < argc && take_option(program, argv[i], argv[i + 1]);
    i += 2;
  }
  good = good && (program->script.bench == NULL || !program->script.sandboxed);
  if (!good || i + 1 >= argc) {
    fprintf(stderr,
            "usage: workbench-host [OPTION VALUE]... -- SCRIPT [ARGUMENT]...\n"
            "This is a part of the workbench, which starts it itself; use `workbench lua`.\n");
    return false;
  }
  program->script.path = argv[i + 1];
  program->script.args = (const char *const *)argv + i + 2;
  program->script.n_args = (size_t)(argc - i - 2);
  return true;
}

static uint32_t time_limit_ms(const struct wb_gpu_script *script) {
  if (script->time_ms > 0) return script->time_ms;
  return script->sandboxed ? WB_HOST_TIME_MS : 0;
}

/* Of Lua and all launches. Of an answer to a puzzle the limit is Lua's and each launch's. */
static uint32_t whole_ms(const struct program *program) {
  const uint32_t limit = time_limit_ms(&program->script);
  return program->judged ? limit + WB_HOST_JUDGED_MORE_MS : limit;
}

/* ---- somebody else's script ---------------------------------------------------------------- */

/* Newer versions let no signal out: workers, which were started before, could not be ended. */
enum { MOST_ABI = 5 };

/* What cannot be interrupted, as a pattern that backtracks for ever, ends so; an honest program has
 * the rest for its reply. */
static void allow_time(const struct program *program) {
  wb_sandbox_allow_time(time_limit_ms(&program->script) / 1000 + CPU_SECONDS_MORE);
}

/* Everything that the script may use is here by now; afterwards nothing can be opened but the
 * modules of the course. */
static enum wb_status raise_walls(void *data, struct wb_host *host, struct wb_error *err) {
  struct program *program = data;
  struct wb_places places = {.count = 0};
  struct wb_enclosure enclosure = {
      .role = WB_ROLE_HOST, .places = &places, .walls = program->walls, .guard = -1};
  const struct wb_device_info *infos;
  size_t count;
  char *modules =
      program->script.course != NULL ? wb_format("%s/lua", program->script.course) : NULL;
  enum wb_status status = WB_OK;
  if (!program->judged) status = wb_host_devices(host, NULL, &infos, &count, err);
  if (status == WB_OK && !program->judged) status = wb_host_start_device(host, "emulator", err);
  if (status == WB_OK && (program->judged || program->device != NULL))
    status = wb_host_start_device(host, program->device, err);
  /* The workers, which have more, were started before. */
  allow_time(program);
  if (enclosure.walls.landlock_abi > MOST_ABI) enclosure.walls.landlock_abi = MOST_ABI;
  wb_places_add(&places, modules, WB_MAY_READ | WB_MAY_LIST);
  wb_places_add(&places, "/etc/localtime", WB_MAY_READ);
  wb_places_add(&places, "/proc/self", WB_MAY_READ | WB_MAY_LIST); /* what a sweep reads */
  if (status == WB_OK) status = wb_walls_enter(&enclosure, err);
  program->has_walls = status == WB_OK;
  free(modules);
  return status;
}

/* Of runs that follow each other the judge limits each. */
static enum wb_status limit(const struct program *program, struct wb_error *err) {
  const uint64_t ms = whole_ms(program);
  struct wb_sandbox limits = {.cpu_seconds = program->request.keeps_on ? 0 : ms / 1000 + 2,
                              .file_bytes = UINT64_MAX, /* shared memory has a size, too */
                              .no_core = 1};
  return wb_sandbox_enter(&limits) == 0 ? WB_OK : wb_fail_errno(err, "cannot limit this process");
}

/* ---- the run ------------------------------------------------------------------------------- */

static void take_place(const struct wb_error *error, struct wb_host_result *out) {
  const char *colon = strrchr(error->where, ':');
  char *end = NULL;
  const unsigned long line = colon != NULL ? strtoul(colon + 1, &end, 10) : 0;
  const bool placed = colon != NULL && end != colon + 1 && *end == '\0';
  out->file =
      placed ? wb_strndup(error->where, (size_t)(colon - error->where)) : wb_strdup(error->where);
  out->line = placed ? (uint32_t)line : 0;
}

/* Of an answer they are judged; elsewhere the result has them as sums. */
static void count_commands(const struct wb_host_counts *counts, struct wb_counters *out) {
  out->launches = counts->launches;
  out->copies = counts->copies;
  out->bytes_to_device = counts->bytes_to_device;
  out->bytes_to_host = counts->bytes_to_host;
  out->host_waits = counts->waits;
  out->longest_chain = counts->longest_chain;
}

static void take_counts(struct wb_host *host, bool judged, struct wb_host_result *out) {
  struct wb_host_counts counts;
  wb_host_counts(host, &counts);
  out->peak_bytes = counts.peak_bytes;
  out->held_bytes = counts.held_bytes;
  out->counters = counts.counters;
  if (judged) count_commands(&counts, &out->counters);
  out->sums.launches = counts.launches;
  out->sums.copies = counts.copies;
  out->sums.fills = counts.fills;
  out->sums.waits = counts.waits;
  out->sums.bytes_to_device = counts.bytes_to_device;
  out->sums.bytes_to_host = counts.bytes_to_host;
  out->sums.bytes_on_device = counts.bytes_on_device;
}

static void take_arrays(const struct wb_host *host, struct wb_host_result *out) {
  const struct wb_array_count *arrays = wb_host_arrays(host, &out->n_arrays);
  out->arrays = wb_alloc((out->n_arrays + 1) * sizeof *out->arrays);
  if (out->n_arrays > 0) memcpy(out->arrays, arrays, out->n_arrays * sizeof *arrays);
}

static void take_findings(struct wb_host *host, struct wb_host_result *out) {
  size_t count = 0;
  const struct wb_finding *findings = wb_host_findings(host, &count);
  out->n_findings = count < WB_HOST_FINDINGS_MAX ? count : WB_HOST_FINDINGS_MAX;
  out->findings_dropped = count - out->n_findings;
  out->findings = wb_alloc((out->n_findings + 1) * sizeof *out->findings);
  for (size_t i = 0; i < out->n_findings; i++) {
    out->findings[i] = findings[i];
    /* Of the only launch nobody needs to know which it was. */
    if (findings[i].launches < 2)
      out->findings[i].launch = out->findings[i].launches = out->findings[i].in_launches = 0;
  }
}

/* Its lists stay the host's. */
static void take_timeline(struct wb_host *host, struct wb_host_result *out) {
  const struct wb_timeline *timeline = wb_host_timeline(host);
  if (timeline == NULL) return;
  out->has_timeline = true;
  out->timeline = *timeline;
  out->sums = wb_timeline_sums(timeline);
}

static uint32_t orders_of(const struct wb_gpu_result *run) {
  struct wb_host_counts counts = {.launches = 0};
  if (run->host != NULL) wb_host_counts(run->host, &counts);
  return counts.n_orders;
}

/* What went wrong once may have left the devices in any state; but mutants go wrong all the time,
 * and an error of Lua is none of a device. */
static bool keeps_on(const struct program *program, const struct wb_gpu_result *run) {
  const bool well = run->status == WB_OK ||
                    (program->request.shares_process && run->began && run->status == WB_ERR_SPEC);
  return program->request.keeps_on && well && run->host != NULL;
}

/* The reply to a request; what was returned stays the run's. */
static enum wb_status write_reply(const struct program *program, const struct wb_gpu_result *run,
                                  const struct wb_str *text) {
  const struct wb_host_traced traced = run->host != NULL
                                           ? wb_host_traced(run->host)
                                           : (struct wb_host_traced){.file = "", .source = ""};
  const struct wb_host_reply reply = {.result = (unsigned char *)text->data,
                                      .length = text->length,
                                      .limit = run->limit,
                                      .checks = run->host != NULL && wb_host_checks(run->host),
                                      .n_orders = orders_of(run),
                                      .printed = (unsigned char *)program->printed.data,
                                      .printed_length = program->printed.length,
                                      .outputs = run->returned,
                                      .n_outputs = (uint32_t)run->n_returned,
                                      .trace = (unsigned char *)traced.bytes,
                                      .trace_length = traced.length,
                                      .traced_file = (char *)traced.file,
                                      .traced_text = (unsigned char *)traced.source,
                                      .traced_text_length = strlen(traced.source),
                                      .keeps_on = keeps_on(program, run)};
  struct wb_str bytes;
  wb_str_init(&bytes);
  wb_put_host_reply(&bytes, &reply);
  const uint64_t length = bytes.length;
  enum wb_status status = wb_write_exact(WB_HOST_RESULT_FD, &length, sizeof length, -1, NULL);
  if (status == WB_OK)
    status = wb_write_exact(WB_HOST_RESULT_FD, bytes.data, bytes.length, -1, NULL);
  wb_str_release(&bytes);
  return status;
}

static enum wb_status write_result(const struct program *program, const struct wb_gpu_result *run,
                                   const struct wb_host_result *result) {
  struct wb_str text;
  wb_str_init(&text);
  wb_host_result_print(result, &text);
  enum wb_status status = program->judged
                              ? write_reply(program, run, &text)
                              : wb_write_exact(WB_HOST_RESULT_FD, text.data, text.length, -1, NULL);
  wb_str_release(&text);
  return status;
}

static enum wb_status tell_judge(const struct program *program, const struct wb_gpu_result *run) {
  const struct wb_gpu_script *script = &program->script;
  struct wb_host_result out = {
      .script = wb_strdup(script->label != NULL ? script->label : script->path),
      .cause = run->status,
      .detail = wb_strdup(run->status != WB_OK ? run->error.message : ""),
      .exit_code = run->exit_code,
      .output_bytes = run->output_bytes,
      .has_walls = program->has_walls,
      .walls = {.landlock = program->walls.landlock_abi,
                .seccomp = (program->walls.which & WB_WALL_SECCOMP) != 0}};
  if (run->status != WB_OK) take_place(&run->error, &out);
  /* A puzzle's answer that is no Lua is as a kernel that does not compile. */
  if (program->judged && !run->began && run->status == WB_ERR_SPEC) out.cause = WB_ERR_COMPILE;
  if (run->host != NULL) {
    take_counts(run->host, program->judged, &out);
    take_arrays(run->host, &out);
    take_findings(run->host, &out);
    if (script->host.timeline && script->bench == NULL) take_timeline(run->host, &out);
  }
  out.bench = run->bench;
  out.graphs = run->graphs;
  out.verdict = wb_host_result_judge(&out);
  const enum wb_status status = write_result(program, run, &out);
  out.timeline = (struct wb_timeline){.n_lanes = 0};
  out.bench = (struct wb_bench_runs){.n_runs = 0};
  out.graphs = NULL;
  wb_host_result_release(&out);
  return status;
}

/* Readable once the program hangs, so that waiting for a device ends with the line that waits. -1:
 * it has no limit. */
static int start_clock(uint32_t limit_ms) {
  const uint64_t ms = limit_ms > 0 ? wb_hang_limit_ms(limit_ms) : 0;
  const struct itimerspec end = {
      .it_value = {.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms % 1000) * 1000000}};
  const int clock = ms > 0 ? timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK) : -1;
  if (clock >= 0) timerfd_settime(clock, 0, &end, NULL);
  return clock;
}

/* Nobody else cancels a program in this process. */
static void name_hang(struct wb_gpu_result *result) {
  if (result->status != WB_ERR_CANCELLED) return;
  result->status = WB_ERR_CRASH;
  wb_fail_at(&result->error, WB_ERR_CRASH, result->error.where,
             "the device that the program waits for does not answer");
}

static void keep_printed(void *data, const char *bytes, size_t length) {
  struct program *program = data;
  wb_str_add_bytes(&program->printed, bytes, length);
}

static void provide(struct program *program, const struct wb_host_file *file) {
  char *bytes = wb_alloc((size_t)file->length + 1);
  memcpy(bytes, file->bytes, (size_t)file->length);
  program->files.items[program->files.count++] = (struct wb_gpu_file){
      .name = wb_strdup(file->name), .bytes = bytes, .length = (size_t)file->length};
}

/* The request's own, which lives as long as the host. */
static void list_inputs(struct program *program) {
  const struct wb_host_request *request = &program->request;
  struct wb_host_input *inputs = wb_alloc((request->n_inputs + 1) * sizeof *inputs);
  for (uint32_t i = 0; i < request->n_inputs; i++)
    inputs[i] = (struct wb_host_input){request->inputs[i].bytes, (size_t)request->inputs[i].length};
  free(program->inputs);
  program->inputs = inputs;
  program->script.host.inputs = inputs;
  program->script.host.n_inputs = request->n_inputs;
}

/* The request, which is on the descriptor that the reply goes to. */
static enum wb_status read_request(struct program *program, struct wb_error *err) {
  struct wb_gpu_script *script = &program->script;
  const struct wb_host_request *request = &program->request;
  uint64_t length = 0;
  enum wb_status status = wb_read_exact(WB_HOST_RESULT_FD, &length, sizeof length, -1, err);
  if (status == WB_OK && length > WB_HOST_REPLY_BYTES_MAX)
    status = wb_fail(err, WB_ERR_PROTOCOL, "a request of %llu bytes", (unsigned long long)length);
  if (status != WB_OK) return status;
  char *bytes = wb_alloc((size_t)length + 1);
  status = wb_read_exact(WB_HOST_RESULT_FD, bytes, (size_t)length, -1, err);
  struct wb_reader in = wb_reader_of(bytes, status == WB_OK ? (size_t)length : 0);
  wb_get_host_request(&in, &program->request);
  if (status == WB_OK && !wb_reader_done(&in))
    status = wb_fail(err, WB_ERR_PROTOCOL, "a request that cannot be read");
  free(bytes);
  if (status != WB_OK) return status;
  script->judged = request;
  script->label = request->label;
  script->host.seed = request->seed;
  script->host.timeline = request->timeline;
  script->host.traced_launch = request->traced_launch;
  script->host.counts_arrays = request->counts_arrays;
  script->explains = request->explains;
  script->host.withholds_kernels = request->withholds_kernels;
  script->host.keeps_origins = false;
  for (uint32_t i = 0; i < request->n_outputs && !request->withholds_kernels; i++)
    script->host.keeps_origins |= request->outputs[i].makers[0] != '\0';
  script->host.poison = (unsigned char)request->poison;
  script->host.inputs = NULL;
  if (request->takes_inputs_alone && !request->withholds_kernels) list_inputs(program);
  script->host.withheld = request->withheld;
  script->host.withheld_file = request->withheld_file;
  script->host.withheld_options = request->withheld_options;
  script->host.schedule = (struct wb_schedule){.kind = (enum wb_schedule_kind)request->schedule,
                                               .seed = request->schedule_seed};
  script->host.subgroup = request->subgroup;
  script->host.started_devices_alone = true;
  script->time_ms = request->time_ms;
  script->memory_bytes = script->host.memory_bytes = request->memory_bytes;
  script->output_bytes = request->output_bytes;
  script->host.launch = (struct wb_limits){.time_ms = request->time_ms,
                                           .memory_bytes = request->memory_bytes,
                                           .output_bytes = request->output_bytes};
  script->write = keep_printed;
  program->device = script->host.device = request->device;
  wb_str_add_bytes(&program->text, (const char *)request->text, (size_t)request->length);
  for (uint32_t i = 0; i < request->n_files; i++) provide(program, &request->files[i]);
  return WB_OK;
}

/* Of a script that is not trusted, which was read. */
static void take_text(struct program *program) {
  struct wb_gpu_script *script = &program->script;
  script->path = NULL;
  script->text = program->text.data;
  script->length = program->text.length;
  script->files = program->files.items;
  script->n_files = program->files.count;
}

static enum wb_status run_script(struct program *program, struct wb_gpu_result *result,
                                 struct wb_error *err) {
  struct wb_gpu_script *script = &program->script;
  enum wb_status status = program->judged ? read_request(program, err) : WB_OK;
  if (status != WB_OK) return status;
  script->host.device = program->device;
  script->host.cancel_fd = start_clock(program->request.keeps_on ? 0 : whole_ms(program));
  script->host.any_include = !script->sandboxed;
  script->host.data = program;
  script->data = program;
  if (script->sandboxed) {
    status = limit(program, err);
    if (status == WB_OK) status = wb_walls_choose(&program->walls, err);
    if (status == WB_OK) status = wb_walls_hand_on(&program->walls, err);
    if (status == WB_OK && !program->judged)
      status = wb_provided_files_read(script->path, &program->text, &program->files, err);
    if (script->label == NULL) script->label = script->path;
    take_text(program);
    script->ready = raise_walls;
  }
  script->whole_ms = whole_ms(program);
  if (!program->judged) script->host.launch.time_ms = time_limit_ms(script);
  if (status == WB_OK) wb_gpu_run(script, result);
  return status;
}

/* Another request, behind the walls that stand, on the devices of the run before. False: there is
 * none, as whoever asks has enough. */
static bool run_again(struct program *program, struct wb_gpu_result *result) {
  struct wb_host *before = result->host;
  result->host = NULL;
  wb_gpu_result_release(result);
  wb_host_request_release(&program->request);
  wb_provided_files_release(&program->files);
  wb_str_clear(&program->text);
  wb_str_clear(&program->printed);
  const bool asked = read_request(program, NULL) == WB_OK;
  if (asked) {
    take_text(program);
    program->script.ready = NULL;
    program->script.before = &before;
    allow_time(program);
    wb_gpu_run(&program->script, result);
  }
  wb_host_free(before);
  return asked;
}

int wb_host_main(int argc, char **argv) {
  struct program program = {.device = NULL};
  struct wb_gpu_result result = {.status = WB_OK};
  struct wb_error err = {.status = WB_OK};
  if (argc == 2 && strcmp(argv[1], "--version") == 0) {
    printf("%s with Lua %s\n", WB_VERSION, wb_script_lua_version());
    return 0;
  }
  if (!read_words(&program, argc, argv)) return EXIT_USAGE;
  /* What a script starts gets nothing of the result's. */
  if (fcntl(WB_HOST_RESULT_FD, F_SETFD, FD_CLOEXEC) != 0) return EXIT_USAGE;
  signal(SIGPIPE, SIG_IGN);
  if (program.script.sandboxed) wb_reaper_adopt();
  wb_str_init(&program.text);
  wb_str_init(&program.printed);
  const enum wb_status status = run_script(&program, &result, &err);
  if (status != WB_OK) {
    result.status = status;
    result.error = err;
  }
  name_hang(&result);
  fflush(stdout);
  bool told = tell_judge(&program, &result) == WB_OK;
  while (told && keeps_on(&program, &result) && run_again(&program, &result))
    told = tell_judge(&program, &result) == WB_OK;
  wb_gpu_result_release(&result);
  wb_provided_files_release(&program.files);
  wb_str_release(&program.text);
  wb_str_release(&program.printed);
  wb_host_request_release(&program.request);
  free(program.inputs);
  if (program.script.sandboxed) wb_reaper_sweep(REAPER_PATIENCE_MS, SWEEP_LIMIT_MS);
  fflush(NULL);
  if (program.has_walls) _exit(told ? 0 : 1); /* sanitizers end with calls that walls refuse */
  return told ? 0 : 1;
}

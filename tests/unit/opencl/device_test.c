#include <CL/cl.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/file.h"
#include "driver_leaks.h"
#include "opencl/opencl.h"
#include "tap.h"

/* All tests run on the first device, and are skipped where there is none. */
static struct wb_device *device;
static struct wb_error err;
static const struct wb_dtype float1 = {WB_FLOAT, 1}, uint1 = {WB_UINT, 1};

static bool have_device(void) {
  if (device == NULL) tap_skip("no OpenCL device on this machine");
  return device != NULL;
}

static wb_handle new_buffer(size_t bytes, enum wb_buffer_access access) {
  wb_handle buffer = 0;
  struct wb_buffer_desc desc = {.name = "a", .type = float1, .bytes = bytes, .access = access};
  CHECK(wb_buffer_create(device, &desc, &buffer, &err) == WB_OK);
  return buffer;
}

static enum wb_status build_with(const char *source, const char *options, const char *includes,
                                 struct wb_build_result *result) {
  struct wb_build_request request = {.source = source,
                                     .length = strlen(source),
                                     .file_name = "work/a \"b\".cl",
                                     .include_directory = includes,
                                     .options = options,
                                     .time_limit_ms = 60000};
  wb_build_result_init(result);
  /* Drivers count their warnings on stderr; in the product a worker's is captured. */
  int kept = dup(2), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, 2);
  enum wb_status status = wb_device_build(device, &request, result, &err);
  dup2(kept, 2);
  close(kept);
  close(nowhere);
  return status;
}

static wb_handle build(const char *source) {
  struct wb_build_result result;
  CHECK(build_with(source, "", NULL, &result) == WB_OK);
  wb_handle program = result.program;
  wb_build_result_release(&result);
  return program;
}

static struct wb_arg buffer_arg(const char *name, wb_handle buffer) {
  return (struct wb_arg){
      .kind = WB_ARG_BUFFER, .name = name, .type = float1, .value.buffer = buffer};
}

static struct wb_arg uint_arg(const char *name, uint32_t value) {
  struct wb_arg arg = {.kind = WB_ARG_SCALAR, .name = name, .type = uint1};
  memcpy(arg.value.scalar, &value, sizeof value);
  return arg;
}

static struct wb_launch launch_1d(wb_handle program, const char *kernel, size_t global,
                                  size_t local, const struct wb_arg *args, size_t n_args) {
  return (struct wb_launch){.program = program,
                            .kernel = kernel,
                            .dimensions = 1,
                            .global = {global, 1, 1},
                            .local = {local, 1, 1},
                            .args = args,
                            .n_args = n_args,
                            .limits = {.time_ms = 10000, .output_bytes = 4096}};
}

static enum wb_status run(const struct wb_launch *launch, struct wb_outcome *outcome) {
  wb_outcome_init(outcome);
  enum wb_status status = wb_device_launch(device, launch, outcome, &err);
  if (status == WB_OK) status = wb_device_finish(device, &err);
  return status;
}

static const char map_source[] =
    "__kernel void map(__global float *out, __global const float *a, uint n) {\n"
    "  uint i = get_global_id(0);\n"
    "  if (i < n) out[i] = a[i] + 10.0f;\n"
    "}\n";

static void runs_a_kernel(void) {
  if (!have_device()) return;
  const float a[4] = {0, 1, 2, 3};
  float out[4] = {0};
  struct wb_outcome outcome;
  struct wb_buffer_state state;
  wb_handle to = new_buffer(sizeof out, WB_BUFFER_WRITE_ONLY);
  wb_handle from = new_buffer(sizeof a, WB_BUFFER_READ_ONLY);
  CHECK(wb_buffer_write(device, from, 0, a, sizeof a, &err) == WB_OK);
  wb_handle program = build(map_source);
  struct wb_arg args[] = {buffer_arg("out", to), buffer_arg("a", from), uint_arg("n", 4)};
  struct wb_launch launch = launch_1d(program, "map", 8, 4, args, 3);
  CHECK(run(&launch, &outcome) == WB_OK);
  CHECK_INT(outcome.kind, WB_OUTCOME_DONE);
  CHECK_INT(outcome.n_findings, 0);
  CHECK(outcome.time_ns > 0);
  CHECK(wb_buffer_read(device, to, 0, out, sizeof out, &err) == WB_OK);
  for (int i = 0; i < 4; i++) CHECK(out[i] == a[i] + 10.0f);
  CHECK(wb_buffer_state(device, to, &state, &err) == WB_OK);
  CHECK(state.guards_intact);
  wb_outcome_release(&outcome);
  CHECK(wb_buffer_release(device, to, &err) == WB_OK);
  CHECK(wb_buffer_release(device, from, &err) == WB_OK);
  CHECK(wb_program_release(device, program, &err) == WB_OK);
}

static void starts_poisoned(void) {
  if (!have_device()) return;
  unsigned char bytes[37];
  wb_handle buffer = new_buffer(sizeof bytes, WB_BUFFER_READ_WRITE);
  CHECK(wb_buffer_read(device, buffer, 0, bytes, sizeof bytes, &err) == WB_OK);
  for (size_t i = 0; i < sizeof bytes; i++) CHECK(bytes[i] == WB_POISON_BYTE);
  CHECK(wb_buffer_release(device, buffer, &err) == WB_OK);
}

/* Runs a kernel that writes element `index` of a buffer of `n` floats. */
static struct wb_buffer_state stray_write(const char *index, size_t bytes) {
  char source[256];
  struct wb_outcome outcome;
  struct wb_buffer_state state = {.guards_intact = true};
  snprintf(source, sizeof source, "__kernel void stray(__global float *a) { a[%s] = 1.0f; }\n",
           index);
  wb_handle buffer = new_buffer(bytes, WB_BUFFER_READ_WRITE);
  wb_handle program = build(source);
  struct wb_arg args[] = {buffer_arg("a", buffer)};
  struct wb_launch launch = launch_1d(program, "stray", 1, 1, args, 1);
  CHECK(run(&launch, &outcome) == WB_OK);
  CHECK(wb_buffer_state(device, buffer, &state, &err) == WB_OK);
  wb_outcome_release(&outcome);
  wb_buffer_release(device, buffer, &err);
  wb_program_release(device, program, &err);
  return state;
}

static void sees_a_write_past_the_end(void) {
  if (!have_device()) return;
  struct wb_buffer_state state = stray_write("5", 20);
  CHECK(!state.guards_intact);
  CHECK_INT(state.first_broken, 20);
}

static void sees_a_write_before_the_start(void) {
  if (!have_device()) return;
  struct wb_buffer_state state = stray_write("-1", 16);
  CHECK(!state.guards_intact);
  CHECK_INT(state.first_broken, -4);
}

static void has_empty_buffers(void) {
  if (!have_device()) return;
  struct wb_buffer_state state = stray_write("0", 0);
  CHECK(!state.guards_intact);
  CHECK_INT(state.first_broken, 0);
}

static void fills_and_copies(void) {
  if (!have_device()) return;
  unsigned char bytes[12], expected[12] = {1, 2, 3, 1, 2, 3, 9, 9, 9, 9, 1, 2};
  wb_handle a = new_buffer(12, WB_BUFFER_READ_WRITE), b = new_buffer(12, WB_BUFFER_READ_WRITE);
  CHECK(wb_buffer_fill(device, a, 0, 12, "\1\2\3", 3, &err) == WB_OK);
  CHECK(wb_buffer_fill(device, a, 6, 4, "\11", 1, &err) == WB_OK);
  CHECK(wb_buffer_copy(device, a, 0, b, 0, 10, &err) == WB_OK);
  CHECK(wb_buffer_copy(device, a, 0, b, 10, 2, &err) == WB_OK);
  CHECK(wb_buffer_read(device, b, 0, bytes, 12, &err) == WB_OK);
  CHECK(memcmp(bytes, expected, 12) == 0);
  CHECK(wb_buffer_write(device, a, 10, bytes, 3, &err) != WB_OK);
  wb_buffer_release(device, a, &err);
  wb_buffer_release(device, b, &err);
}

static void places_compile_errors(void) {
  if (!have_device()) return;
  struct wb_build_result result;
  CHECK(build_with("__kernel void f(__global int *a) {\n  a[0] = missing;\n}\n", "", NULL,
                   &result) == WB_ERR_COMPILE);
  CHECK(strstr(result.log, "missing") != NULL);
  if (CHECK(result.n_diagnostics >= 1)) {
    CHECK_INT(result.diagnostics[0].line, 2);
    CHECK_INT(result.diagnostics[0].column, 10);
    CHECK_STRING(result.diagnostics[0].file, "");
    CHECK(strstr(result.diagnostics[0].message, "missing") != NULL);
  }
  wb_build_result_release(&result);
}

static void finds_headers_in_folders_with_blanks(void) {
  if (!have_device()) return;
  char folder[] = "/tmp/wb opencl XXXXXX", path[64];
  if (!CHECK(mkdtemp(folder) != NULL)) return;
  snprintf(path, sizeof path, "%s/five.h", folder);
  FILE *file = fopen(path, "w");
  fputs("#define FIVE 5\n", file);
  fclose(file);
  struct wb_build_result result;
  CHECK(build_with("#include \"five.h\"\n__kernel void f(__global int *a) { a[0] = FIVE + SIX; }\n",
                   "-DSIX=6", folder, &result) == WB_OK);
  wb_build_result_release(&result);
  unlink(path);
  rmdir(folder);
}

static void describes_parameters(void) {
  if (!have_device()) return;
  struct wb_kernel_info info;
  wb_handle program = build(
      "__kernel void f(__global float *out, __constant int4 *c, __local float *t, uint n) {\n"
      "  t[0] = c[0].x; out[0] = t[0] + n;\n}\n");
  CHECK(wb_kernel_info(device, program, "f", &info, &err) == WB_OK);
  CHECK_INT(info.n_params, 4);
  if (info.params[0].memory != WB_MEMORY_NONE) {
    CHECK_INT(info.params[0].memory, WB_MEMORY_GLOBAL);
    CHECK_INT(info.params[1].memory, WB_MEMORY_CONSTANT);
    CHECK_INT(info.params[2].memory, WB_MEMORY_LOCAL);
    CHECK_INT(info.params[3].memory, WB_MEMORY_PRIVATE);
    CHECK_STRING(info.params[0].name, "out");
    CHECK_STRING(info.params[1].type_name, "int4*");
    CHECK(!info.params[0].is_const);
  }
  CHECK(wb_kernel_info(device, program, "g", &info, &err) == WB_ERR_NOT_FOUND);
  CHECK(strstr(err.message, "'f'") != NULL);
  wb_program_release(device, program, &err);
}

/* The kinds of the findings of a launch of map with these sizes and args. */
static void expect_refused(struct wb_launch launch, enum wb_finding_kind kind, const char *word) {
  struct wb_outcome outcome;
  CHECK(run(&launch, &outcome) == WB_OK);
  if (CHECK(outcome.n_findings >= 1)) {
    CHECK_INT(outcome.findings[0].kind, kind);
    if (!CHECK(strstr(outcome.findings[0].message, word) != NULL))
      printf("# %s\n", outcome.findings[0].message);
  }
  wb_outcome_release(&outcome);
}

static void refuses_invalid_launches(void) {
  if (!have_device()) return;
  wb_handle a = new_buffer(16, WB_BUFFER_READ_WRITE), program = build(map_source);
  struct wb_arg args[] = {buffer_arg("out", a), buffer_arg("a", a), uint_arg("n", 4)};
  expect_refused(launch_1d(program, "map", 10, 4, args, 3), WB_INVALID_LAUNCH, "divide");
  expect_refused(launch_1d(program, "map", 1 << 24, 1 << 24, args, 3), WB_INVALID_LAUNCH, "more");
  wb_buffer_release(device, a, &err);
  wb_program_release(device, program, &err);
}

static void refuses_invalid_arguments(void) {
  if (!have_device()) return;
  wb_handle a = new_buffer(16, WB_BUFFER_READ_WRITE), program = build(map_source);
  struct wb_arg args[] = {buffer_arg("out", a), buffer_arg("a", a), uint_arg("n", 4)};
  expect_refused(launch_1d(program, "map", 4, 4, args, 2), WB_INVALID_ARGUMENT, "3 parameters");
  struct wb_arg swapped[] = {buffer_arg("out", a), uint_arg("n", 4), buffer_arg("a", a)};
  expect_refused(launch_1d(program, "map", 4, 4, swapped, 3), WB_INVALID_ARGUMENT, "'n'");
  struct wb_arg wide = {.kind = WB_ARG_SCALAR, .name = "n", .type = {WB_DOUBLE, 4}};
  struct wb_arg too_wide[] = {args[0], args[1], wide};
  expect_refused(launch_1d(program, "map", 4, 4, too_wide, 3), WB_INVALID_ARGUMENT, "double4");
  wb_handle named = build("typedef double real;\n__kernel void f(__global int *out, real n) {}");
  struct wb_arg too_short[] = {args[0], args[2]};
  expect_refused(launch_1d(named, "f", 4, 4, too_short, 2), WB_INVALID_ARGUMENT, "'real n' has 8");
  wb_program_release(device, named, &err);
  wb_buffer_release(device, a, &err);
  wb_program_release(device, program, &err);
}

static void captures_printf(void) {
  if (!have_device()) return;
  struct wb_outcome outcome;
  wb_handle program = build("__kernel void f(uint n) { printf(\"n is %u\\n\", n); }\n");
  struct wb_arg args[] = {uint_arg("n", 7)};
  struct wb_launch launch = launch_1d(program, "f", 1, 1, args, 1);
  CHECK(run(&launch, &outcome) == WB_OK);
  CHECK_STRING(outcome.text, "n is 7\n");
  wb_outcome_release(&outcome);
  launch.global[0] = 4096;
  CHECK(run(&launch, &outcome) == WB_OK);
  CHECK_INT(outcome.kind, WB_OUTCOME_OUTPUT_LIMIT);
  CHECK_INT(outcome.text_length, 4096);
  wb_outcome_release(&outcome);
  wb_program_release(device, program, &err);
}

static void ignore_completion(void *data, const struct wb_device_completion *completion) {
  int *failures = data;
  *failures += completion->status != WB_OK;
}

/* One element in a page of so many bytes. */
enum { COMMAND_BYTES = 8 << 20, PAGE = 4096, COMMAND_ROUNDS = 20 };

static size_t wrong_pages(wb_handle buffer, unsigned char value) {
  static unsigned char bytes[COMMAND_BYTES];
  size_t wrong = 0;
  CHECK(wb_buffer_read(device, buffer, 0, bytes, sizeof bytes, &err) == WB_OK);
  for (size_t i = 0; i < sizeof bytes; i += PAGE) wrong += bytes[i] != value;
  return wrong;
}

static void poisons_before_commands(void) {
  if (!have_device()) return;
  size_t wrong = 0;
  int failures = 0;
  for (uint64_t i = 1; i <= COMMAND_ROUNDS; i++) {
    const wb_handle buffer = new_buffer(COMMAND_BYTES, WB_BUFFER_READ_WRITE);
    const struct wb_device_command fill = {.id = i,
                                           .kind = WB_COMMAND_FILL,
                                           .to = {.buffer = buffer},
                                           .length = COMMAND_BYTES,
                                           .pattern = {(unsigned char)i},
                                           .pattern_length = 1};
    bool done = false;
    CHECK(wb_device_enqueue(device, &fill, &err) == WB_OK);
    CHECK(wb_device_await(device, i, 10000, ignore_completion, &failures, &done, &err) == WB_OK);
    CHECK(done);
    wrong += wrong_pages(buffer, (unsigned char)i);
    CHECK(wb_buffer_release(device, buffer, &err) == WB_OK);
  }
  CHECK_INT(wrong, 0);
  CHECK_INT(failures, 0);
}

/* A sanitizer's own memory is of small pages, and faults beside each of ours. */
static bool has_large_pages(void) {
#if defined(__SANITIZE_ADDRESS__)
  return false;
#endif
  struct wb_str text;
  wb_str_init(&text);
  const bool known =
      wb_file_read("/sys/kernel/mm/transparent_hugepage/enabled", 4096, &text, NULL) == WB_OK;
  const bool has = known && strstr(text.data, "[never]") == NULL;
  wb_str_release(&text);
  return has;
}

static long faults(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return used.ru_minflt;
}

/* The system need not have them free each time. */
static void large_buffers_have_large_pages(void) {
  enum { BYTES = 64 << 20, PAGES = BYTES / 4096 };
  struct wb_device_info info;
  float first;
  long least = PAGES;
  if (!have_device()) return;
  wb_opencl_list(&info, 1);
  if (info.gpu || !has_large_pages()) {
    tap_skip("no memory of this machine in large pages");
    return;
  }
  for (int i = 0; i < 6; i++) {
    const long before = faults();
    const wb_handle buffer = new_buffer(BYTES, WB_BUFFER_READ_WRITE);
    CHECK(wb_buffer_read(device, buffer, BYTES - 4, &first, 4, &err) == WB_OK);
    if (faults() - before < least) least = faults() - before;
    CHECK(wb_buffer_release(device, buffer, &err) == WB_OK);
  }
  if (!CHECK(least < PAGES / 8)) printf("# %ld of %d pages\n", least, (int)PAGES);
}

/* In place of the driver's function, which is called where this one is not to fail. */
static bool callbacks_fail;

cl_int clSetMemObjectDestructorCallback(cl_mem whole, void(CL_CALLBACK *call)(cl_mem, void *),
                                        void *data) {
  cl_int (*next)(cl_mem, void(CL_CALLBACK *)(cl_mem, void *), void *);
  *(void **)&next = dlsym(RTLD_NEXT, "clSetMemObjectDestructorCallback");
  return callbacks_fail ? CL_OUT_OF_HOST_MEMORY : next(whole, call, data);
}

static void frees_a_large_buffer_that_fails(void) {
  enum { BYTES = 64 << 20, TIMES = 4 };
  const struct wb_buffer_desc desc = {.name = "a", .type = float1, .bytes = BYTES};
  struct wb_device_info info;
  wb_handle buffer = 0;
  if (!have_device()) return;
  wb_opencl_list(&info, 1);
  if (info.gpu) {
    tap_skip("the first device is no CPU");
    return;
  }
  const size_t before = mallinfo2().hblkhd;
  callbacks_fail = true;
  for (int i = 0; i < TIMES; i++) {
    CHECK_INT(wb_buffer_create(device, &desc, &buffer, &err), WB_ERR_NOMEM);
    CHECK(strstr(err.message, "CL_OUT_OF_HOST_MEMORY") != NULL);
  }
  callbacks_fail = false;
  /* It is 0 with a sanitizer, which finds leaks itself. */
  const size_t kept = mallinfo2().hblkhd - before;
  if (!CHECK(kept < BYTES)) printf("# %zu bytes are left\n", kept);
}

static void refuses_wrong_selectors(void) {
  struct wb_device *other = NULL;
  CHECK(wb_opencl_open("opencl", &other, &err) == WB_ERR_USAGE);
  CHECK(wb_opencl_open("opencl:0.0x", &other, &err) == WB_ERR_USAGE);
  CHECK(wb_opencl_open("opencl:99.0", &other, &err) == WB_ERR_MISSING);
  CHECK(other == NULL);
}

static void lists_devices(void) {
  if (!have_device()) return;
  struct wb_device_info infos[4];
  size_t count = wb_opencl_list(infos, 4);
  CHECK(count >= 1);
  CHECK_STRING(infos[0].selector, "opencl:0.0");
  CHECK(infos[0].name[0] != '\0' && infos[0].vendor[0] != '\0');
  CHECK(infos[0].max_group_size > 0 && infos[0].global_memory > 0);
  CHECK(!infos[0].checks);
  CHECK_INT(wb_opencl_list(infos, 0), 0);
}

int main(void) {
  struct wb_device_info first;
  if (wb_opencl_list(&first, 1) == 1) CHECK(wb_opencl_open(first.selector, &device, &err) == WB_OK);
  tap_run("a kernel runs, is timed, and its outputs come back", runs_a_kernel);
  tap_run("buffers start poisoned", starts_poisoned);
  tap_run("a write past the end breaks a guard", sees_a_write_past_the_end);
  tap_run("a write before the start breaks a guard", sees_a_write_before_the_start);
  tap_run("a buffer may be empty, and is guarded too", has_empty_buffers);
  tap_run("buffers are filled with any pattern and copied in part", fills_and_copies);
  tap_run("compile errors name line and column of the judged file", places_compile_errors);
  tap_run("headers are found in a folder with blanks in its name",
          finds_headers_in_folders_with_blanks);
  tap_run("parameters are described, and a missing kernel is named", describes_parameters);
  tap_run("sizes that cannot be are an invalid-launch finding", refuses_invalid_launches);
  tap_run("arguments that do not fit are an invalid-argument finding", refuses_invalid_arguments);
  tap_run("what a kernel prints is captured up to the limit", captures_printf);
  tap_run("what a command writes into a new buffer is not poisoned afterwards",
          poisons_before_commands);
  tap_run("the first use of a large buffer on a CPU faults few pages",
          large_buffers_have_large_pages);
  tap_run("a large buffer that cannot be had leaves no memory behind",
          frees_a_large_buffer_that_fails);
  tap_run("selectors that name no device are refused", refuses_wrong_selectors);
  tap_run("devices are listed with their limits", lists_devices);
  wb_device_close(device);
  return tap_finish();
}

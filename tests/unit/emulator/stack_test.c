/* Frames of compiled code: stacks are as large as they need, and none steps over a guard. */
#include "rig.h"

#include "base/str.h"
#include "emulator/run/fiber.h"

enum { VALUES = 1200, ITEMS = 4, SMALL_STACK = 128 * 1024 };

/* A kernel that has VALUES vectors of 128 bytes to keep across a barrier. */
static void write_kernel(struct wb_str *text) {
  wb_str_add(text,
             "kernel void k(global int *out) {\n"
             "  const ulong16 start = (ulong)(out[get_global_id(0)] + 1);\n"
             "  ulong16 sum = 0;\n");
  for (int i = 0; i < VALUES; i++) wb_str_addf(text, "  const ulong16 v%d = start * %d;\n", i, i);
  wb_str_add(text, "  barrier(CLK_GLOBAL_MEM_FENCE);\n");
  for (int i = 0; i < VALUES; i++) wb_str_addf(text, "  sum += v%d;\n", i);
  wb_str_add(text, "  out[get_global_id(0)] = (int)sum.s7;\n}\n");
}

/* One compilation, and a rig for its kernel. */
struct bench {
  struct wb_compiler *compiler;
  struct wb_program *program;
  struct rig *rig;
};

static bool make(struct bench *bench) {
  const struct wb_kernel_image *image = NULL;
  struct wb_build_result result;
  struct wb_error err = {0};
  struct wb_str text;
  wb_str_init(&text);
  wb_build_result_init(&result);
  *bench = (struct bench){0};
  write_kernel(&text);
  const struct wb_build_request request = {.source = text.data,
                                           .length = text.length,
                                           .file_name = "k.cl",
                                           .options = "",
                                           .time_limit_ms = 20000};
  enum wb_status status = wb_compiler_new(&bench->compiler, &err);
  if (status == WB_OK)
    status = wb_compile(bench->compiler, &request, &bench->program, &result, &err);
  if (status == WB_OK) status = wb_program_kernel(bench->program, "k", &image, &err);
  if (!CHECK_INT(status, WB_OK)) printf("# %s\n", err.message);
  bench->rig = rig_new(NULL, ITEMS, ITEMS);
  rig_buffer(bench->rig, "out", ITEMS, WB_BUFFER_READ_WRITE, true);
  if (status == WB_OK) bench->rig->image = *image;
  wb_build_result_release(&result);
  wb_str_release(&text);
  return status == WB_OK;
}

static void release(struct bench *bench) {
  if (bench->rig != NULL) rig_free(bench->rig);
  wb_program_free(bench->program);
  wb_compiler_free(bench->compiler);
}

static void a_stack_is_as_large_as_the_frames(void) {
  struct bench bench;
  if (make(&bench)) {
    CHECK(bench.rig->image.stack_bytes > SMALL_STACK);
    rig_run(bench.rig);
    CHECK(rig_clean(bench.rig));
    for (size_t i = 0; i < ITEMS; i++)
      CHECK_INT(rig_int(bench.rig, 0, i), VALUES * (VALUES - 1) / 2);
  }
  release(&bench);
}

/* A stack that is too small after all is told of as that. */
static void no_frame_steps_over_the_guard(void) {
#ifdef __SANITIZE_ADDRESS__
  tap_skip("stacks are larger under the sanitizer");
#else
  struct bench bench;
  if (make(&bench)) {
    bench.rig->image.stack_bytes = 0;
    rig_run(bench.rig);
    rig_one(bench.rig, WB_STACK_OVERFLOW);
  }
  release(&bench);
#endif
}

static void frames_of_a_group_have_a_limit(void) {
  struct bench bench;
  if (make(&bench)) {
    bench.rig->launch.limits.memory_bytes = bench.rig->image.stack_bytes * ITEMS;
    rig_run(bench.rig);
    CHECK(rig_clean(bench.rig));
    bench.rig->launch.limits.memory_bytes = bench.rig->image.stack_bytes * ITEMS - 1;
    rig_run(bench.rig);
    CHECK_INT(bench.rig->outcome.kind, WB_OUTCOME_MEMORY_LIMIT);
    CHECK(strstr(bench.rig->outcome.detail, "a smaller group needs less") != NULL);
  }
  release(&bench);
}

static void absurd_frames_are_refused(void) {
  static const uint64_t ABSURD[] = {UINT64_MAX, UINT64_MAX / 2, UINT64_MAX / 1024,
                                    UINT64_C(1) << 46};
  for (size_t i = 0; i < sizeof ABSURD / sizeof ABSURD[0]; i++) {
    struct wb_fibers set;
    CHECK(wb_fibers_init(&set, 1024, ABSURD[i], NULL) != WB_OK);
    wb_fibers_release(&set);
  }
}

int main(void) {
  setenv("WORKBENCH_LIBEXEC", WB_TEST_BUILD, 1);
  setenv("WORKBENCH_CACHE", "off", 1);
  setenv("WORKBENCH_TIER", "quick", 1);
  tap_run("a stack is as large as its kernel's frames need", a_stack_is_as_large_as_the_frames);
  tap_run("no frame steps over the guard", no_frame_steps_over_the_guard);
  tap_run("the frames of a work-group have a limit", frames_of_a_group_have_a_limit);
  tap_run("absurd frames are refused", absurd_frames_are_refused);
  return tap_finish();
}

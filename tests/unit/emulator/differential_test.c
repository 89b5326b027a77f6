/* Differential fuzzing: kernels that are right by construction run on the
 * emulator, in three orders, and on the first OpenCL device. Any finding, and
 * any difference between the outputs, is a bug of ours; except that a driver whose
 * own optimiser changes the numbers, where without it they are the emulator's, is
 * wrong itself, which is only counted.
 *
 * FUZZ_KERNELS, or FUZZ_SECONDS, and FUZZ_SEED widen and move the search; FUZZ_SHRINK=1 deletes
 * lines of a kernel whose outputs differ while they still do. */
#include "fuzz/kernel_generator.h"
#include "fuzz/lab.h"
#include "fuzz/rounds.h"

enum { DEFAULT_KERNELS = 20, SAMPLE_KERNELS = 2, ORDERS = 4 };

struct outputs {
  bool ran;
  uint32_t out[GENERATED_MAX_ITEMS];
  uint64_t wide[GENERATED_MAX_ITEMS];
  unsigned char bytes[GENERATED_MAX_ITEMS * 16];
  uint32_t counters[GENERATED_COUNTERS];
};

struct devices {
  struct wb_device *emulator, *opencl; /* the second may be NULL */
  size_t tried, compared;              /* kernels; those of them that the driver ran, too */
  size_t driver_wrong;                 /* kernels that the driver's optimiser changes */
};

static void make_inputs(uint32_t *values) {
  for (uint32_t i = 0; i < GENERATED_MAX_ITEMS; i++) values[i] = i * 2654435761U + 12345U;
}

static void run_once(struct wb_device *device, wb_handle program, const struct generated *shape,
                     struct wb_schedule order, struct outputs *o) {
  uint32_t inputs[GENERATED_MAX_ITEMS];
  const struct wb_dtype word = {WB_UINT, 1};
  const size_t n = shape->items;
  memset(o, 0, sizeof *o);
  o->counters[3] = o->counters[5] = UINT32_MAX;
  make_inputs(inputs);
  struct lab_launch lab = {
      .kernel = "generated",
      .dimensions = shape->dimensions,
      .arrays = {{"out", word, WB_BUFFER_WRITE_ONLY, o->out, n * 4},
                 {"in", word, WB_BUFFER_READ_ONLY, inputs, n * 4},
                 {"wide", {WB_ULONG, 1}, WB_BUFFER_WRITE_ONLY, o->wide, n * 8},
                 {"bytes", {WB_UCHAR, 1}, WB_BUFFER_WRITE_ONLY, o->bytes, n * 16},
                 {"counters", word, WB_BUFFER_READ_WRITE, o->counters, sizeof o->counters}},
      .n_arrays = 5,
      .schedule = order};
  memcpy(lab.global, shape->global, sizeof lab.global);
  memcpy(lab.local, shape->local, sizeof lab.local);
  memcpy(lab.offset, shape->offset, sizeof lab.offset);
  o->ran = lab_run_clean(device, program, &lab);
}

/* Builds `source` once and launches it in each order. */
static void run_kernel(struct wb_device *device, const char *source, const char *options,
                       const struct generated *shape, const struct wb_schedule *orders,
                       size_t count, struct outputs *outputs) {
  wb_handle program = lab_build_with(device, source, options);
  for (size_t i = 0; i < count; i++) {
    outputs[i].ran = false;
    if (program != 0) run_once(device, program, shape, orders[i], &outputs[i]);
  }
  if (program != 0) wb_program_release(device, program, NULL);
}

static bool same(const struct outputs *a, const struct outputs *b) {
  return memcmp(a->out, b->out, sizeof a->out) == 0 &&
         memcmp(a->wide, b->wide, sizeof a->wide) == 0 &&
         memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0 &&
         memcmp(a->counters, b->counters, sizeof a->counters) == 0;
}

/* `ran` and `agree` are of the emulator, and of the driver where it answered:
 * some drivers take minutes over a kernel. */
struct agreement {
  bool ran, agree;
};

static void open_driver(struct devices *on) {
  struct wb_error err = {0};
  const char *other = getenv("FUZZ_DEVICE");
  if (wb_device_open(other != NULL ? other : "opencl", -1, &on->opencl, &err) != WB_OK)
    printf("# no OpenCL device to compare with: %s\n", err.message);
}

static const struct wb_schedule orders[ORDERS] = {{WB_SCHEDULE_FORWARD, 0},
                                                  {WB_SCHEDULE_REVERSE, 0},
                                                  {WB_SCHEDULE_SHUFFLE, 5},
                                                  {WB_SCHEDULE_INTERLEAVE, 5}};

static bool differ(const struct outputs *a, const struct outputs *b) {
  return a->ran && b->ran && !same(a, b);
}

/* Whether the driver, its optimiser left out, makes the numbers that are expected. */
static bool agrees_unoptimised(struct devices *on, const char *source,
                               const struct generated *shape, const struct outputs *expected) {
  static struct outputs outputs;
  run_kernel(on->opencl, source, "-cl-opt-disable", shape, orders, 1, &outputs);
  return outputs.ran && expected->ran && same(&outputs, expected);
}

/* Whether the driver gives no cause to doubt the emulator's numbers. */
static bool driver_agrees(struct devices *on, const char *source, const struct generated *shape,
                          const struct outputs *expected) {
  static struct outputs outputs;
  bool agrees = true;
  run_kernel(on->opencl, source, "", shape, orders, 1, &outputs);
  if (!outputs.ran && expected->ran) {
    printf("# the driver did not run it; opened again\n");
    wb_device_close(on->opencl);
    on->opencl = NULL;
    open_driver(on);
  } else if (differ(&outputs, expected)) {
    agrees = agrees_unoptimised(on, source, shape, expected);
    on->driver_wrong += agrees;
    printf("# the driver's numbers differ%s\n", agrees ? ", but not without its optimiser" : "");
  }
  on->compared += outputs.ran;
  return agrees;
}

static struct agreement try_kernel(struct devices *on, const char *source,
                                   const struct generated *shape) {
  static struct outputs outputs[ORDERS];
  struct agreement result = {true, true};
  run_kernel(on->emulator, source, "", shape, orders, ORDERS, outputs);
  for (size_t i = 0; i < ORDERS; i++) {
    if (!outputs[i].ran) result.ran = false;
    if (differ(&outputs[i], &outputs[0])) {
      result.agree = false;
      printf("# run %zu differs from run 0\n", i);
    }
  }
  if (on->opencl != NULL && !driver_agrees(on, source, shape, &outputs[0])) result.agree = false;
  on->tried++;
  return result;
}

/* ---- shrinking -------------------------------------------------------------------- */

/* The text without lines [first, first + count). */
static char *without_lines(const char *text, size_t first, size_t count) {
  struct wb_str out;
  size_t line = 0;
  wb_str_init(&out);
  for (const char *at = text; *at != '\0'; line++) {
    size_t length = strcspn(at, "\n");
    if (at[length] == '\n') length++;
    if (line < first || line >= first + count) wb_str_add_bytes(&out, at, length);
    at += length;
  }
  return wb_str_detach(&out);
}

static size_t count_lines(const char *text) {
  size_t lines = 0;
  for (; *text != '\0'; text++) lines += *text == '\n';
  return lines;
}

/* Deletes runs of lines while all devices still run the kernel cleanly and
 * still disagree. The caller frees the result. */
static char *shrink(struct devices *on, const char *source, const struct generated *shape) {
  char *best = wb_strdup(source);
  for (size_t chunk = 16; chunk > 0; chunk /= 2)
    for (size_t first = 0; first < count_lines(best);) {
      char *shorter = without_lines(best, first, chunk);
      struct agreement now = try_kernel(on, shorter, shape);
      if (now.ran && !now.agree) {
        free(best);
        best = shorter;
      } else {
        free(shorter);
        first += chunk;
      }
    }
  return best;
}

/* ---- the test ---------------------------------------------------------------------- */

static void compare_one(struct devices *on, uint64_t seed) {
  struct wb_str source;
  wb_str_init(&source);
  struct generated shape = generate_kernel(seed, &source);
  struct agreement now = try_kernel(on, source.data, &shape);
  bool ran = CHECK(now.ran), agree = CHECK(now.agree);
  if (!ran || !agree)
    printf("# FUZZ_SEED=%llu FUZZ_KERNELS=1 shows it again\n", (unsigned long long)seed);
  if (!agree && lab_setting("FUZZ_SHRINK", 0) != 0) {
    char *shorter = shrink(on, source.data, &shape);
    printf("%s\n", shorter);
    free(shorter);
  }
  if (lab_setting("FUZZ_SHOW", 0) != 0) printf("%s\n", source.data);
  wb_str_release(&source);
}

static void random_right_kernels_agree(void) {
  struct devices on = {0};
  const uint64_t otherwise = sample_is_wanted() ? SAMPLE_KERNELS : DEFAULT_KERNELS;
  struct fuzz_rounds fuzz = fuzz_begin(lab_setting("FUZZ_KERNELS", otherwise));
  on.emulator = lab_open("emulator");
  if (on.emulator == NULL) return;
  open_driver(&on);
  while (fuzz_next(&fuzz)) compare_one(&on, fuzz.seed);
  printf("# %zu kernels; the driver ran %zu, and its optimiser got %zu wrong\n", on.tried,
         on.compared, on.driver_wrong);
  wb_device_close(on.opencl);
  wb_device_close(on.emulator);
}

int main(void) {
  lab_use_build();
  tap_run("random right kernels are clean and agree on every device", random_right_kernels_agree);
  return tap_finish();
}

/* Buffers as host programs use them: what is unwritten goes where it is copied to and comes back
 * when it is forgotten, and kernels see parts of buffers. */
#include <stdio.h>
#include <string.h>

#include "device/registry.h"
#include "tap.h"

enum { BYTES = 700, BUFFERS = 3, STEPS = 400 };

static struct wb_device *device;

static unsigned state = 99;
static unsigned below(unsigned limit) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % limit;
}

static wb_handle make_buffer(size_t bytes) {
  const struct wb_buffer_desc desc = {
      .name = "b", .type = {WB_UCHAR, 1}, .bytes = bytes, .access = WB_BUFFER_READ_WRITE};
  wb_handle buffer = 0;
  CHECK_INT(wb_buffer_create(device, &desc, &buffer, NULL), WB_OK);
  return buffer;
}

/* ---- unwritten bytes ---------------------------------------------------------------------------
 */

/* What a buffer should be. */
struct model {
  wb_handle buffer;
  unsigned char bytes[BYTES], written[BYTES];
};

static void step(struct model *models) {
  struct model *to = &models[below(BUFFERS)], *from = &models[below(BUFFERS)];
  const size_t at = below(BYTES),
               length = below(4) == 0 ? BYTES - at : below((unsigned)(BYTES - at));
  const size_t source = below((unsigned)(BYTES - length + 1));
  const unsigned char value = (unsigned char)below(256);
  switch (below(3)) {
    case 0:
      CHECK_INT(wb_buffer_fill(device, to->buffer, at, length, &value, 1, NULL), WB_OK);
      memset(to->bytes + at, value, length);
      memset(to->written + at, 1, length);
      break;
    case 1:
      CHECK_INT(wb_buffer_forget(device, to->buffer, at, length, NULL), WB_OK);
      memset(to->bytes + at, WB_POISON_BYTE, length);
      memset(to->written + at, 0, length);
      break;
    default:
      if (from == to) break;
      CHECK_INT(wb_buffer_copy(device, from->buffer, source, to->buffer, at, length, NULL), WB_OK);
      memcpy(to->bytes + at, from->bytes + source, length);
      memcpy(to->written + at, from->written + source, length);
  }
}

static bool is_alike(const struct model *model) {
  unsigned char bytes[BYTES];
  struct wb_buffer_state found;
  uint64_t unwritten = 0, first = BYTES;
  for (size_t i = BYTES; i-- > 0;)
    if (model->written[i] == 0) {
      unwritten++;
      first = i;
    }
  bool good = CHECK_INT(wb_buffer_read(device, model->buffer, 0, bytes, BYTES, NULL), WB_OK);
  good &= CHECK_INT(wb_buffer_state(device, model->buffer, &found, NULL), WB_OK);
  good &= CHECK(memcmp(bytes, model->bytes, BYTES) == 0);
  good &= CHECK_INT(found.unwritten_bytes, unwritten);
  return good && (unwritten == 0 || CHECK_INT(found.first_unwritten, first));
}

static void unwritten_bytes_are_carried(void) {
  static struct model models[BUFFERS];
  bool good = true;
  for (size_t i = 0; i < BUFFERS; i++) {
    models[i].buffer = make_buffer(BYTES);
    memset(models[i].bytes, WB_POISON_BYTE, BYTES);
  }
  for (unsigned i = 0; i < STEPS && good; i++) {
    step(models);
    for (size_t k = 0; k < BUFFERS; k++) good &= is_alike(&models[k]);
  }
  CHECK_INT(wb_buffer_forget(device, models[0].buffer, 1, BYTES, NULL), WB_ERR_USAGE);
  CHECK_INT(wb_device_clear(device, NULL), WB_OK);
}

/* ---- parts
 * ---------------------------------------------------------------------------------------- */

static wb_handle build(const char *text) {
  struct wb_build_result result;
  const struct wb_build_request request = {
      .source = text, .length = strlen(text), .file_name = "k.cl", .options = ""};
  wb_build_result_init(&result);
  CHECK_INT(wb_device_build(device, &request, &result, NULL), WB_OK);
  const wb_handle program = result.program;
  wb_build_result_release(&result);
  return program;
}

struct part {
  wb_handle buffer;
  uint64_t offset, bytes;
};

/* Work-items of out[i] = a[i] + 1 for bytes. */
static enum wb_status launch(struct part out, struct part a, size_t items,
                             struct wb_outcome *outcome) {
  const struct part parts[2] = {out, a};
  struct wb_arg args[2] = {{.kind = WB_ARG_BUFFER, .name = "out", .type = {WB_UCHAR, 1}},
                           {.kind = WB_ARG_BUFFER, .name = "a", .type = {WB_UCHAR, 1}}};
  for (size_t i = 0; i < 2; i++) {
    args[i].value.buffer = parts[i].buffer;
    args[i].buffer_offset = parts[i].offset;
    args[i].buffer_bytes = parts[i].bytes;
  }
  const struct wb_launch launch = {
      .program = build("__kernel void k(__global uchar *out, __global const uchar *a) {\n"
                       "  size_t i = get_global_id(0);\n"
                       "  out[i] = a[i] + 1;\n"
                       "}\n"),
      .kernel = "k",
      .dimensions = 1,
      .global = {items},
      .local = {16},
      .args = args,
      .n_args = 2,
      .limits = {.time_ms = 10000}};
  wb_outcome_init(outcome);
  enum wb_status status = wb_device_launch(device, &launch, outcome, NULL);
  const enum wb_status finished = wb_device_finish(device, NULL);
  return status == WB_OK ? finished : status;
}

/* In place, and copied: the kernel sees its part alone. */
static void test_offset(uint64_t to, uint64_t from) {
  unsigned char before[BYTES], after[BYTES];
  struct wb_outcome outcome;
  struct wb_buffer_state found;
  const wb_handle out = make_buffer(BYTES), a = make_buffer(BYTES);
  for (size_t i = 0; i < BYTES; i++) before[i] = (unsigned char)i;
  CHECK_INT(wb_buffer_write(device, a, 0, before, BYTES, NULL), WB_OK);
  CHECK_INT(launch((struct part){out, to, 64}, (struct part){a, from, 64}, 64, &outcome), WB_OK);
  CHECK_INT(outcome.n_findings, 0);
  CHECK_INT(wb_buffer_read(device, out, 0, after, BYTES, NULL), WB_OK);
  bool good = true;
  for (size_t i = 0; i < BYTES; i++)
    good &= after[i] == (i - to < 64 ? (unsigned char)(i - to + from + 1) : WB_POISON_BYTE);
  CHECK(good);
  CHECK_INT(wb_buffer_state(device, out, &found, NULL), WB_OK);
  CHECK(found.guards_intact && found.unwritten_bytes == BYTES - 64);
  wb_outcome_release(&outcome);
  CHECK_INT(wb_device_clear(device, NULL), WB_OK);
}

static void kernels_see_parts(void) {
  test_offset(0, 0);
  test_offset(128, 256);
  test_offset(1, 636);
  test_offset(384, 77);
}

static void an_index_beyond_a_part_is_outside(void) {
  struct wb_outcome outcome;
  const wb_handle out = make_buffer(BYTES), a = make_buffer(BYTES);
  const unsigned char zero = 0;
  CHECK_INT(wb_buffer_fill(device, a, 0, BYTES, &zero, 1, NULL), WB_OK);
  CHECK_INT(launch((struct part){out, 128, 63}, (struct part){a, 0, 0}, 64, &outcome), WB_OK);
  if (CHECK_INT(outcome.n_findings, 1)) {
    CHECK_INT(outcome.findings[0].kind, WB_OUT_OF_BOUNDS);
    CHECK_INT(outcome.findings[0].index, 63);
    CHECK(strstr(outcome.findings[0].message, "63 elements") != NULL);
  }
  wb_outcome_release(&outcome);
  CHECK_INT(launch((struct part){out, 640, 64}, (struct part){a, 0, 0}, 64, &outcome),
            WB_ERR_USAGE);
  wb_outcome_release(&outcome);
  CHECK_INT(wb_device_clear(device, NULL), WB_OK);
}

static void parts_that_overlap_race(void) {
  struct wb_outcome outcome;
  const wb_handle buffer = make_buffer(BYTES);
  const unsigned char zero = 0;
  CHECK_INT(wb_buffer_fill(device, buffer, 0, BYTES, &zero, 1, NULL), WB_OK);
  CHECK_INT(launch((struct part){buffer, 0, 256}, (struct part){buffer, 128, 256}, 64, &outcome),
            WB_OK);
  CHECK_INT(outcome.n_findings, 0); /* the work-items stay in what is not common */
  wb_outcome_release(&outcome);
  CHECK_INT(launch((struct part){buffer, 128, 64}, (struct part){buffer, 0, 0}, 64, &outcome),
            WB_OK);
  CHECK_INT(outcome.n_findings, 0);
  wb_outcome_release(&outcome);
  CHECK_INT(launch((struct part){buffer, 128, 256}, (struct part){buffer, 0, 0}, 192, &outcome),
            WB_OK);
  if (CHECK_INT(outcome.n_findings, 1)) CHECK_INT(outcome.findings[0].kind, WB_DATA_RACE);
  wb_outcome_release(&outcome);
  CHECK_INT(launch((struct part){buffer, 0, 64}, (struct part){buffer, 32, 64}, 64, &outcome),
            WB_ERR_USAGE);
  wb_outcome_release(&outcome);
  CHECK_INT(wb_device_clear(device, NULL), WB_OK);
}

int main(void) {
  struct wb_error err = {0};
  if (wb_device_open("emulator", -1, &device, &err) != WB_OK) {
    printf("Bail out! %s\n", err.message);
    return 1;
  }
  tap_run("unwritten bytes are copied and come back", unwritten_bytes_are_carried);
  tap_run("kernels see parts of buffers", kernels_see_parts);
  tap_run("an index beyond a part is outside", an_index_beyond_a_part_is_outside);
  tap_run("parts that overlap are one memory", parts_that_overlap_race);
  wb_device_close(device);
  return tap_finish();
}

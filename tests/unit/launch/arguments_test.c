/* Arguments of a launch: buffers with what is to be in them, values, and what is left. */
#include "launch/arguments.h"

#include <stdlib.h>

#include "device/fake.h"
#include "tap.h"

static const struct wb_dtype ints = {WB_INT, 1};

static struct wb_device *open_device(enum wb_fake_fault fault, unsigned step) {
  struct wb_fake_options options = {.fault = fault, .fault_step = step};
  struct wb_device *device = NULL;
  CHECK_INT(wb_fake_open(&options, &device, NULL), WB_OK);
  return device;
}

static enum wb_status add_ints(struct wb_arguments *arguments, const struct wb_content *content) {
  const struct wb_buffer_desc desc = {
      .name = "a", .type = ints, .bytes = 3 * sizeof(int), .access = WB_BUFFER_READ_WRITE};
  struct wb_error err;
  const enum wb_status status = wb_arguments_add_buffer(arguments, &desc, &err);
  return status == WB_OK ? wb_arguments_fill(arguments, arguments->count - 1, content, &err)
                         : status;
}

static void check_ints(const struct wb_arguments *arguments, size_t i, int a, int b, int c) {
  const struct wb_shape shape = {.rank = 1, .size = {3}};
  struct wb_tensor content = {0};
  CHECK_INT(wb_tensor_init(&content, ints, &shape, NULL), WB_OK);
  CHECK_INT(wb_arguments_read(arguments, i, &content, NULL), WB_OK);
  const int *got = content.data;
  CHECK_INT(got[0], a);
  CHECK_INT(got[1], b);
  CHECK_INT(got[2], c);
  wb_tensor_release(&content);
}

static void buffers_hold_what_they_should(void) {
  static const int numbers[] = {7, 8, 9};
  struct wb_arguments arguments = {.device = open_device(WB_FAKE_NONE, 0)};
  CHECK_INT(add_ints(&arguments, &(struct wb_content){WB_CONTENT_BYTES, numbers}), WB_OK);
  CHECK_INT(add_ints(&arguments, &(struct wb_content){.kind = WB_CONTENT_ZEROS}), WB_OK);
  CHECK_INT(add_ints(&arguments, &(struct wb_content){.kind = WB_CONTENT_UNWRITTEN}), WB_OK);
  CHECK_INT(arguments.count, 3);
  check_ints(&arguments, 0, 7, 8, 9);
  check_ints(&arguments, 1, 0, 0, 0);
  CHECK(wb_arguments_buffer(&arguments, 2) != 0);
  CHECK(wb_arguments_buffer(&arguments, 2) != wb_arguments_buffer(&arguments, 1));
  CHECK_INT(arguments.bytes[2], 12);
  CHECK_INT(wb_arguments_release(&arguments, NULL), WB_OK);
  CHECK_INT(arguments.count, 0);
  CHECK_INT(wb_arguments_buffer(&arguments, 0), 0);
  wb_device_close(arguments.device);
}

static void what_is_no_buffer_has_none(void) {
  static const int seven = 7;
  static const unsigned char pair[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  struct wb_arguments arguments = {.device = open_device(WB_FAKE_NONE, 0)};
  wb_arguments_add_null(&arguments, "p", ints);
  wb_arguments_add_local(&arguments, "tile", ints, 64);
  wb_arguments_add_scalar(&arguments, "n", ints, 0, &seven);
  wb_arguments_add_scalar(&arguments, "s", (struct wb_dtype){WB_UCHAR, 1}, sizeof pair, pair);
  for (size_t i = 0; i < arguments.count; i++) CHECK_INT(wb_arguments_buffer(&arguments, i), 0);
  CHECK_INT(arguments.items[0].kind, WB_ARG_BUFFER);
  CHECK_INT(arguments.items[1].value.local_bytes, 64);
  CHECK(memcmp(arguments.items[2].value.scalar, &seven, sizeof seven) == 0);
  CHECK_INT(wb_arg_bytes(&arguments.items[2]), 4);
  CHECK(memcmp(arguments.items[3].value.scalar, pair, sizeof pair) == 0);
  CHECK_INT(wb_arg_bytes(&arguments.items[3]), 8);
  CHECK_STRING(wb_arguments_last(&arguments)->name, "s");
  CHECK_INT(wb_arguments_release(&arguments, NULL), WB_OK);
  wb_device_close(arguments.device);
}

static void a_device_without_memory_adds_none(void) {
  struct wb_arguments arguments = {.device = open_device(WB_FAKE_NOMEM, 1)};
  CHECK(add_ints(&arguments, &(struct wb_content){.kind = WB_CONTENT_ZEROS}) != WB_OK);
  CHECK_INT(arguments.count, 0);
  wb_device_close(arguments.device);
}

int main(void) {
  tap_run("buffers hold what they should", buffers_hold_what_they_should);
  tap_run("what is no buffer has none", what_is_no_buffer_has_none);
  tap_run("a device without memory adds none", a_device_without_memory_adds_none);
  return tap_finish();
}

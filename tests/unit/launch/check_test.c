/* Specs against a kernel's signature, and sizes of launches. */
#include "launch/spec.h"

#include "device/param.h"
#include "tap.h"

static const struct wb_kernel_info add = {
    .n_params = 4,
    .params = {{.name = "a", .type_name = "float*", .memory = WB_MEMORY_GLOBAL, .is_const = true},
               {.name = "tile", .type_name = "float*", .memory = WB_MEMORY_LOCAL},
               {.name = "out", .type_name = "float4*", .memory = WB_MEMORY_GLOBAL},
               {.name = "n", .type_name = "uint", .memory = WB_MEMORY_PRIVATE, .bytes = 4}}};
#define SIGNATURE "add(__global const float *a, __local float *tile, __global float4 *out, uint n)"

/* Why a list of specs (ended by NULL) does not suit a kernel; "" where it does. */
#define mistake(info, ...) mistake_in(info, (const char *const[]){__VA_ARGS__})
static const char *mistake_in(const struct wb_kernel_info *info, const char *const *texts) {
  static struct wb_error err;
  struct wb_arg_spec specs[8] = {0};
  size_t count = 0;
  err.message[0] = '\0';
  for (; texts[count] != NULL; count++)
    CHECK_INT(wb_arg_spec_parse(&specs[count], texts[count], &err), WB_OK);
  enum wb_status status = wb_arg_spec_check(specs, count, "add", info, 64, &err);
  CHECK_INT(status, err.message[0] != '\0' ? WB_ERR_USAGE : WB_OK);
  for (size_t i = 0; i < count; i++) wb_arg_spec_release(&specs[i]);
  return err.message;
}

static void fitting_arguments_pass(void) {
  CHECK_STRING(mistake(&add, "float[4]", "local float[4]", "float4[2]", "uint=1", NULL), "");
  CHECK_STRING(mistake(&add, "null", "local float[4]", "null", "int=1", NULL), "");
  CHECK_STRING(mistake(&add, "bytes[9]", "local bytes[4]", "bytes[16]", "bytes[4]=zeros", NULL),
               "");
}

static void missing_ones_are_suggested(void) {
  CHECK_STRING(mistake(&add, NULL),
               "the kernel takes 4 arguments and none is given:\n  " SIGNATURE
               "\nThese would do for what is missing:\n  --arg 'const float[64]=range' --arg "
               "'local float[64]' --arg 'float4[64]' --arg uint=64");
  CHECK_STRING(mistake(&add, "float[4]", "local float[4]", "float4[2]", NULL),
               "the kernel takes 4 arguments and 3 are given:\n  " SIGNATURE
               "\nThese would do for what is missing:\n  --arg uint=64");
  CHECK_STRING(mistake(&add, "float[4]", "local float[4]", "float4[2]", "int=1", "int=2", NULL),
               "the kernel takes 4 arguments and 5 are given:\n  " SIGNATURE
               "\nThe first one too many is int=2");
}

static void wrong_ones_are_named(void) {
  CHECK_STRING(mistake(&add, "int[4]", "local float[4]", "float4[2]", "int=1", NULL),
               "argument 1 is int[4], but the parameter is `__global const float *a`:\n  " SIGNATURE
               "\nThis would do: --arg 'const float[64]=range'");
  CHECK_STRING(mistake(&add, "float[4]", "float[4]", "float4[2]", "int=1", NULL),
               "argument 2 is float[4], but the parameter is `__local float *tile`:\n  " SIGNATURE
               "\nThis would do: --arg 'local float[64]'");
  CHECK(mistake(&add, "float[4]", "local float[4]", "float[8]", "int=1", NULL)[0] != '\0');
  CHECK(mistake(&add, "float[4]", "local float[4]", "float4[8]", "float=1", NULL)[0] != '\0');
  CHECK(mistake(&add, "float[4]", "local float[4]", "float4[8]", "long=1", NULL)[0] != '\0');
  CHECK(mistake(&add, "float[4]", "local float[4]", "float4[8]", "int[1]", NULL)[0] != '\0');
  CHECK(mistake(&add, "float[4]", "null", "float4[8]", "int=1", NULL)[0] != '\0');
  CHECK(mistake(&add, "float[4]", "local float[4]", "float4[8]", "bytes[8]=zeros", NULL)[0] !=
        '\0');
}

static void structs_go_by_their_size(void) {
  static const struct wb_kernel_info info = {
      .n_params = 2,
      .params = {
          {.name = "p", .type_name = "struct point", .memory = WB_MEMORY_PRIVATE, .bytes = 12},
          {.name = "all", .type_name = "struct point*", .memory = WB_MEMORY_GLOBAL}}};
  CHECK_STRING(mistake(&info, "bytes[12]=zeros", "bytes[24]", NULL), "");
  CHECK_STRING(mistake(&info, "bytes[12]=zeros", "float[24]", NULL), "");
  CHECK_STRING(mistake(&info, "bytes[8]=zeros", "bytes[24]", NULL),
               "argument 1 is bytes[8]=zeros, but the parameter is `struct point p` of 12 bytes:\n"
               "  add(struct point p, __global struct point *all)\n"
               "This would do: --arg 'bytes[12]=zeros'");
}

static void types_have_several_spellings(void) {
  struct wb_dtype type;
  CHECK(wb_type_parse("unsigned int", &type) && type.scalar == WB_UINT);
  CHECK(wb_type_parse("const  unsigned   char", &type) && type.scalar == WB_UCHAR);
  CHECK(wb_type_parse("size_t", &type) && type.scalar == WB_ULONG);
  CHECK(!wb_type_parse("struct float", &type));
  CHECK(!wb_param_type_of("float**").known);
  CHECK(wb_param_type_of("int16*").pointer);
}

static const char *sizes(const char *text) {
  static char shown[100];
  size_t read[3];
  unsigned count = wb_sizes_parse(text, 1, read);
  snprintf(shown, sizeof shown, "%u: %zu %zu %zu", count, read[0], read[1], read[2]);
  return count > 0 ? shown : "";
}

static void sizes_have_up_to_three_numbers(void) {
  CHECK_STRING(sizes("64"), "1: 64 1 1");
  CHECK_STRING(sizes("64,32"), "2: 64 32 1");
  CHECK_STRING(sizes("4x5x6"), "3: 4 5 6");
  CHECK_STRING(sizes("0"), "1: 0 1 1");
  CHECK_STRING(sizes("18446744073709551615"), "1: 18446744073709551615 1 1");
  static const char *const wrong[] = {"",    "x",   "-1",      "1,",  "1,,2",
                                      "1.5", "1 2", "1,2,3,4", "1k",  "18446744073709551616",
                                      "+1",  " 1",  ",1",      "0x10"};
  for (size_t i = 0; i + 1 < sizeof wrong / sizeof wrong[0]; i++) CHECK_STRING(sizes(wrong[i]), "");
}

static const char *local(unsigned dimensions, size_t x, size_t y, size_t z) {
  static char shown[100];
  const uint32_t none[3] = {0, 0, 0};
  size_t chosen[3];
  wb_sizes_choose_local(dimensions, (const size_t[]){x, y, z}, none, 1024, chosen);
  snprintf(shown, sizeof shown, "%zu %zu %zu", chosen[0], chosen[1], chosen[2]);
  return shown;
}

static void local_sizes_divide_the_global_ones(void) {
  CHECK_STRING(local(1, 64, 1, 1), "64 1 1");
  CHECK_STRING(local(1, 1 << 20, 1, 1), "256 1 1");
  CHECK_STRING(local(1, 1000, 1, 1), "250 1 1");
  CHECK_STRING(local(1, 1009, 1, 1), "1 1 1");
  CHECK_STRING(local(1, 0, 1, 1), "1 1 1");
  CHECK_STRING(local(2, 64, 64, 1), "16 16 1");
  CHECK_STRING(local(2, 1024, 1, 1), "256 1 1");
  CHECK_STRING(local(2, 4, 1024, 1), "4 64 1");
  CHECK_STRING(local(2, 30, 20, 1), "10 20 1"); /* 200, and not 15 × 10 */
  CHECK_STRING(local(2, 24, 18, 1), "12 18 1"); /* 216, and squarer than 24 × 9 */
  CHECK_STRING(local(2, 32, 8, 1), "32 8 1");
  CHECK_STRING(local(2, 8, 32, 1), "8 32 1");
  CHECK_STRING(local(2, 128, 3, 1), "64 3 1");
  CHECK_STRING(local(3, 64, 64, 64), "8 8 4");
  CHECK_STRING(local(3, 7, 5, 11), "7 1 11");
  size_t chosen[3];
  wb_sizes_choose_local(2, (const size_t[]){64, 64, 1}, (const uint32_t[]){8, 2, 1}, 1024, chosen);
  CHECK(chosen[0] == 8 && chosen[1] == 2 && chosen[2] == 1);
  wb_sizes_choose_local(1, (const size_t[]){64, 1, 1}, (const uint32_t[]){0, 0, 0}, 16, chosen);
  CHECK_INT(chosen[0], 16);
}

int main(void) {
  tap_run("fitting arguments pass", fitting_arguments_pass);
  tap_run("missing ones quote the signature and are suggested", missing_ones_are_suggested);
  tap_run("wrong ones are named with the parameter", wrong_ones_are_named);
  tap_run("structs go by their size", structs_go_by_their_size);
  tap_run("types have several spellings", types_have_several_spellings);
  tap_run("sizes have up to three numbers", sizes_have_up_to_three_numbers);
  tap_run("local sizes divide the global ones", local_sizes_divide_the_global_ones);
  return tap_finish();
}

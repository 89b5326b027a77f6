#include "tensor/tensor.h"

#include <math.h>

#include "fuzz/damage.h"
#include "tap.h"

static struct wb_tensor make(enum wb_scalar scalar, unsigned lanes, size_t count) {
  struct wb_tensor tensor = {0};
  struct wb_shape shape = {1, {count}};
  CHECK(wb_tensor_init(&tensor, (struct wb_dtype){scalar, lanes}, &shape, NULL) == WB_OK);
  return tensor;
}

static void starts_zeroed_and_aligned(void) {
  struct wb_tensor tensor = make(WB_DOUBLE, 3, 5);
  CHECK_INT(wb_tensor_bytes(&tensor), 160);
  CHECK_INT((uintptr_t)tensor.data % 64, 0);
  for (size_t i = 0; i < 160; i++) CHECK(((char *)tensor.data)[i] == 0);
  wb_tensor_release(&tensor);
  CHECK(tensor.data == NULL);
}

static void too_large_a_shape_is_no_memory(void) {
  struct wb_tensor tensor;
  struct wb_error err;
  struct wb_shape shape = {3, {SIZE_MAX / 2, 3, 1}};
  struct wb_dtype type = {WB_FLOAT, 1};
  CHECK(wb_tensor_init(&tensor, type, &shape, &err) == WB_ERR_NOMEM);
  shape = (struct wb_shape){1, {SIZE_MAX / 8}};
  CHECK(wb_tensor_init(&tensor, type, &shape, &err) == WB_ERR_NOMEM);
}

static void a_scalar_has_one_element(void) {
  struct wb_shape shape = {0};
  size_t count;
  char text[WB_SHAPE_TEXT_MAX];
  CHECK(wb_shape_count(&shape, &count));
  CHECK_INT(count, 1);
  CHECK_STRING(wb_shape_text(&shape, text), "()");
  CHECK_STRING(wb_shape_text(&(struct wb_shape){2, {2, 3}}, text), "2×3");
}

static void integers_wrap(void) {
  static const struct {
    enum wb_scalar type;
    double in;
    int64_t out;
  } cases[] = {
      {WB_CHAR, 130, -126},
      {WB_UCHAR, -1, 255},
      {WB_SHORT, 32768, -32768},
      {WB_UINT, -1, 4294967295},
      {WB_INT, 2147483648.0, -2147483647 - 1},
      {WB_INT, -2.9, -2},
      {WB_INT, NAN, 0},
      {WB_LONG, 0x1p64, 0},
      {WB_ULONG, 0x1p63, INT64_MIN},
      {WB_BOOL, 0.5, 1},
      {WB_BOOL, 0, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct wb_tensor tensor = make(cases[i].type, 1, 1);
    wb_tensor_set(&tensor, 0, 0, cases[i].in);
    CHECK_INT(wb_tensor_get_int(&tensor, 0, 0), cases[i].out);
    wb_tensor_release(&tensor);
  }
}

static void longs_round_once_to_float(void) {
  struct wb_tensor tensor = make(WB_FLOAT, 1, 1);
  int64_t value = (INT64_C(1) << 60) + (INT64_C(1) << 36) + 1; /* by double it would be a tie */
  wb_tensor_set_int(&tensor, 0, 0, value);
  CHECK(wb_tensor_get(&tensor, 0, 0) == 0x1p60 + 0x1p37);
  wb_tensor_release(&tensor);
}

/* The digits that count, whatever stands between them. */
static void digits_of(const char *text, char digits[64]) {
  size_t n = 0;
  for (; *text != '\0' && *text != 'e'; text++)
    if (*text >= '0' && *text <= '9' && (n > 0 || *text != '0')) digits[n++] = *text;
  while (n > 0 && digits[n - 1] == '0') n--;
  digits[n] = '\0';
}

/* A number of any bits, a short one, or one at the edge of a power. */
static double random_number(struct chance *chance, struct wb_tensor *tensor) {
  static const double near[] = {1, 1e3, 1e22, 1e-5, 65504, 0x1p-14, 0x1p-126, 0x1p-1022};
  const size_t size = wb_dtype_size(tensor->type);
  uint64_t bits = (uint64_t)chance_next(chance) << 32 | chance_next(chance);
  if (chance_one_in(chance, 3)) {
    wb_tensor_set(tensor, 0, 0, chance_below(chance, 1000000) / 1000.0);
  } else if (chance_one_in(chance, 3)) {
    wb_tensor_set(tensor, 0, 0, near[chance_below(chance, 8)]);
    memcpy(&bits, tensor->data, size);
    bits += chance_below(chance, 5) - UINT64_C(2);
    memcpy(tensor->data, &bits, size);
  } else {
    memcpy(tensor->data, &bits, size);
  }
  return wb_tensor_get(tensor, 0, 0);
}

/* However many are tried. */
static void random_numbers_have_their_fewest_digits(void) {
  static const enum wb_scalar types[] = {WB_HALF, WB_FLOAT, WB_DOUBLE};
  struct chance chance;
  chance_begin(&chance, 20);
  for (int i = 0; i < 30000; i++) {
    struct wb_tensor tensor = make(types[i % 3], 1, 1);
    char text[128], slow[64], digits[64], slow_digits[64];
    const double value = random_number(&chance, &tensor);
    wb_tensor_format(&tensor, 0, text, sizeof text);
    for (int precision = 0; precision <= 16; precision++) {
      snprintf(slow, sizeof slow, "%.*e", precision, value);
      wb_tensor_set(&tensor, 0, 0,
                    types[i % 3] == WB_FLOAT ? strtof(slow, NULL) : strtod(slow, NULL));
      if (wb_tensor_get(&tensor, 0, 0) == value) break;
    }
    digits_of(text, digits);
    digits_of(slow, slow_digits);
    wb_tensor_set(&tensor, 0, 0,
                  types[i % 3] == WB_FLOAT ? strtof(text, NULL) : strtod(text, NULL));
    if (isfinite(value) &&
        (!CHECK_STRING(digits, slow_digits) || !CHECK(wb_tensor_get(&tensor, 0, 0) == value)))
      printf("# %s is %s\n", text, slow);
    wb_tensor_release(&tensor);
  }
}

static void check_format(enum wb_scalar type, double value, const char *expected) {
  struct wb_tensor tensor = make(type, 1, 1);
  char text[64];
  wb_tensor_set(&tensor, 0, 0, value);
  wb_tensor_format(&tensor, 0, text, sizeof text);
  CHECK_STRING(text, expected);
  wb_tensor_release(&tensor);
}

static void prints_the_shortest_text(void) {
  check_format(WB_FLOAT, 0.1, "0.1");
  check_format(WB_DOUBLE, 0.1, "0.1");
  check_format(WB_HALF, 0.1, "0.1");
  check_format(WB_FLOAT, 3, "3");
  check_format(WB_FLOAT, -0.0, "-0");
  check_format(WB_FLOAT, 100, "100");
  check_format(WB_FLOAT, 16777216, "16777216");
  check_format(WB_FLOAT, 12.75, "12.75");
  check_format(WB_FLOAT, 0.00002, "0.00002");
  check_format(WB_FLOAT, 1e-7, "1e-07");
  check_format(WB_FLOAT, 3.4028235e38, "3.4028235e+38");
  check_format(WB_DOUBLE, 1.0 / 3, "0.3333333333333333");
  check_format(WB_DOUBLE, 5e-324, "5e-324");
  check_format(WB_HALF, 65504, "65500");
  check_format(WB_FLOAT, NAN, "nan");
  check_format(WB_FLOAT, -INFINITY, "-inf");
  check_format(WB_CHAR, -5, "-5");
  check_format(WB_ULONG, 0x1p63, "9223372036854775808");
}

static void prints_vectors_and_never_overruns(void) {
  struct wb_tensor tensor = make(WB_INT, 3, 2);
  char text[16] = "###############";
  for (unsigned lane = 0; lane < 3; lane++) wb_tensor_set_int(&tensor, 1, lane, lane + 1);
  wb_tensor_format(&tensor, 1, text, sizeof text);
  CHECK_STRING(text, "(1, 2, 3)");
  wb_tensor_format(&tensor, 1, text, 4);
  CHECK_STRING(text, "(1,");
  CHECK_INT(text[4], '2');
  wb_tensor_release(&tensor);
}

int main(void) {
  tap_run("a tensor starts zeroed, on a 64-byte boundary", starts_zeroed_and_aligned);
  tap_run("a shape that cannot be is an error, not a crash", too_large_a_shape_is_no_memory);
  tap_run("rank 0 is one element", a_scalar_has_one_element);
  tap_run("numbers wrap into integer types", integers_wrap);
  tap_run("a long is rounded once on its way to float", longs_round_once_to_float);
  tap_run("a number prints as the shortest text that reads back", prints_the_shortest_text);
  tap_run("random numbers have their fewest digits", random_numbers_have_their_fewest_digits);
  tap_run("vectors print in parentheses, cut at the buffer's end",
          prints_vectors_and_never_overruns);
  return tap_finish();
}

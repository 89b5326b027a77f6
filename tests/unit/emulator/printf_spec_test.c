/* printf's conversions against those of the C library, byte for byte. */
#include "emulator/run/printf_spec.h"

#include <limits.h>
#include <stdlib.h>

#include "tap.h"

static const char *const FLAGS[] = {"", "-", "+", " ", "#", "0", "-+", "+0", "#0", "- ", "-#"};
static const char *const FIELDS[] = {"", "1", "12", ".0", ".3", "14.5", "3.9"};
enum { N_FLAGS = sizeof FLAGS / sizeof FLAGS[0], N_FIELDS = sizeof FIELDS / sizeof FIELDS[0] };

/* "%+012.5" and the tail; the specification that is read of it. */
static struct wb_printf_spec read(size_t flags, size_t field, const char *tail, char *text,
                                  size_t size) {
  struct wb_printf_spec spec;
  snprintf(text, size, "%%%s%s%s", FLAGS[flags], FIELDS[field], tail);
  CHECK_STRING(wb_printf_spec_read(text + 1, &spec), "");
  return spec;
}

static void test_reals(void) {
  static const double VALUES[] = {0.0,  -0.0,      1.0,      -1.5,        3.14159265, 1e10,
                                  1e-7, 123456789, 2.5e-310, __DBL_MAX__, 0.1f};
  char format[32], expected[WB_PRINTF_TEXT_MAX], got[WB_PRINTF_TEXT_MAX], tail[2] = "";
  for (const char *c = "fFeEgGaA"; *c != '\0'; c++) {
    tail[0] = *c;
    for (size_t i = 0; i < N_FLAGS * N_FIELDS; i++) {
      struct wb_printf_spec spec = read(i / N_FIELDS, i % N_FIELDS, tail, format, sizeof format);
      for (size_t v = 0; v < sizeof VALUES / sizeof VALUES[0]; v++) {
        snprintf(expected, sizeof expected, format, VALUES[v]);
        wb_printf_real(&spec, VALUES[v], got, sizeof got);
        CHECK_STRING(got, expected);
      }
      snprintf(expected, sizeof expected, format, (double)__builtin_inf());
      wb_printf_real(&spec, __builtin_inf(), got, sizeof got);
      CHECK_STRING(got, expected);
    }
  }
}

static void test_integers(void) {
  static const int64_t VALUES[] = {0, 1, -1, 42, -128, 255, 65535, INT_MIN, INT_MAX, 1234567};
  char format[32], expected[WB_PRINTF_TEXT_MAX], got[WB_PRINTF_TEXT_MAX], tail[2] = "";
  for (const char *c = "diuoxX"; *c != '\0'; c++) {
    tail[0] = *c;
    for (size_t i = 0; i < N_FLAGS * N_FIELDS; i++) {
      struct wb_printf_spec spec = read(i / N_FIELDS, i % N_FIELDS, tail, format, sizeof format);
      for (size_t v = 0; v < sizeof VALUES / sizeof VALUES[0]; v++) {
        snprintf(expected, sizeof expected, format, (int)VALUES[v]);
        wb_printf_integer(&spec, (uint64_t)VALUES[v], 4, true, got, sizeof got);
        CHECK_STRING(got, expected);
      }
    }
  }
}

static void test_long_integers(void) {
  static const int64_t VALUES[] = {0, -1, INT64_MIN, INT64_MAX, 1LL << 40};
  char format[32], expected[WB_PRINTF_TEXT_MAX], got[WB_PRINTF_TEXT_MAX], tail[3] = "l";
  for (const char *c = "duoxX"; *c != '\0'; c++) {
    tail[1] = *c;
    for (size_t i = 0; i < N_FLAGS * N_FIELDS; i++) {
      struct wb_printf_spec spec = read(i / N_FIELDS, i % N_FIELDS, tail, format, sizeof format);
      for (size_t v = 0; v < sizeof VALUES / sizeof VALUES[0]; v++) {
        snprintf(expected, sizeof expected, format, (long)VALUES[v]);
        wb_printf_integer(&spec, (uint64_t)VALUES[v], 8, true, got, sizeof got);
        CHECK_STRING(got, expected);
      }
    }
  }
}

static void test_texts(void) {
  char format[32], expected[WB_PRINTF_TEXT_MAX], got[WB_PRINTF_TEXT_MAX];
  for (size_t field = 0; field < N_FIELDS; field++) {
    for (size_t flags = 0; flags < 2; flags++) {
      struct wb_printf_spec spec = read(flags, field, "s", format, sizeof format);
      snprintf(expected, sizeof expected, format, "a text");
      wb_printf_string(&spec, "a text", got, sizeof got);
      CHECK_STRING(got, expected);
    }
  }
}

static void test_vectors(void) {
  struct wb_printf_spec spec;
  CHECK_STRING(wb_printf_spec_read("-8.3v4hlf rest", &spec), " rest");
  CHECK(spec.lanes == 4 && spec.bytes == 4 && spec.width == 8 && spec.precision == 3);
  CHECK(spec.conversion == 'f' && strcmp(spec.flags, "-") == 0);
  CHECK_STRING(wb_printf_spec_read("v16hhx", &spec), "");
  CHECK(spec.lanes == 16 && spec.bytes == 1 && spec.conversion == 'x');
  CHECK_STRING(wb_printf_spec_read("v3hd", &spec), "");
  CHECK(spec.lanes == 3 && spec.bytes == 2 && spec.conversion == 'd');
  CHECK_STRING(wb_printf_spec_read("v5d", &spec), "");
  CHECK(spec.vector == 5 && spec.lanes == 5 && spec.bytes == 0);
  CHECK_STRING(wb_printf_spec_read("vd", &spec), "");
  CHECK(spec.vector == WB_PRINTF_FIELD_MAX && spec.lanes == 1);
  CHECK_STRING(wb_printf_spec_read("lld", &spec), "");
  CHECK(spec.vector == 0 && strcmp(spec.length, "ll") == 0 && spec.bytes == 8);
  CHECK_STRING(wb_printf_spec_read("q", &spec), "q");
  CHECK(spec.conversion == '\0' && spec.length[0] == '\0');
}

int main(void) {
  tap_run("floats look as C prints them, under all flags and fields", test_reals);
  tap_run("so do ints", test_integers);
  tap_run("so do longs", test_long_integers);
  tap_run("so do strings", test_texts);
  tap_run("vectors say how many elements they have and how long these are", test_vectors);
  return tap_finish();
}

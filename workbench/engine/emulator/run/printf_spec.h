/* Conversion specifications of OpenCL C's printf (OpenCL C 1.2, 6.12.13.2):
 *
 *   % flags width .precision vN length conversion
 */
#ifndef WB_EMULATOR_RUN_PRINTF_SPEC_H
#define WB_EMULATOR_RUN_PRINTF_SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WB_PRINTF_FIELD_MAX = 500, WB_PRINTF_TEXT_MAX = 1600 };

struct wb_printf_spec {
  char flags[6];   /* those given, each once */
  int width;       /* 0: none; at most WB_PRINTF_FIELD_MAX */
  int precision;   /* -1: none; at most WB_PRINTF_FIELD_MAX */
  uint32_t vector; /* N of vN as it stands there, or WB_PRINTF_FIELD_MAX; 0: no v */
  uint32_t lanes;  /* the same where it is one to print with; 1 for scalars */
  char length[3];  /* the length modifier: "", "hh", "h", "hl", "l" or "ll" */
  uint32_t bytes;  /* that it says; 0: none */
  char conversion; /* one of diouxXfFeEgGaAcsp%, or 0: not a valid one */
};

/* Reads the specification after a '%' at `text`, which ends in a NUL; returns
 * the text after it. */
const char *wb_printf_spec_read(const char *text, struct wb_printf_spec *spec);

/* Formats one value; the result is cut to `size` bytes and ends in a NUL.
 * Returns its length. libc's printf does the work, with a format that is put
 * together here from checked parts. */
size_t wb_printf_integer(const struct wb_printf_spec *spec, uint64_t value, uint32_t bytes,
                         bool is_signed, char *text, size_t size);
size_t wb_printf_real(const struct wb_printf_spec *spec, double value, char *text, size_t size);
size_t wb_printf_string(const struct wb_printf_spec *spec, const char *value, char *text,
                        size_t size);

#endif

/* Where OpenCL C does not say what printf prints (OpenCL C 1.2, 6.12.13.2): a conversion that it
 * does not have, or an argument that the conversion is not for. The emulator prints something all
 * the same, which another device need not. */
#ifndef WB_EMULATOR_RUN_PRINTF_FIT_H
#define WB_EMULATOR_RUN_PRINTF_FIT_H

#include <stdbool.h>

#include "emulator/run/printf_spec.h"
#include "emulator/runtime.h"

/* A conversion of a format with what it is to print. */
struct wb_printf_use {
  const struct wb_printf_spec *spec;
  const char *text, *end;                 /* the conversion, from its '%' to what follows it */
  const struct wbrt_printf_arg *argument; /* NULL: there is none left */
  uint32_t number;                        /* of the argument, from 1 behind the format */
};

/* Whether something is wrong with it. It is told in words that follow a work-item's name, as
 * "prints argument 1 …"; a text that is too long is cut. */
bool wb_printf_misfits(const struct wb_printf_use *use, char *words, size_t size);

#endif

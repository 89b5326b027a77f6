/* printf of kernels: never libc's with the learner's format. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "emulator/check/object.h"
#include "emulator/run/printf_spec.h"
#include "emulator/run/run.h"

/* Appends to the launch's text; at its limit the launch ends. */
static void put_text(struct wbrt_run *run, const char *text, size_t length) {
  struct wb_shared *shared = run->shared;
  const uint64_t capacity = run->launch->limits.output_bytes;
  const uint64_t left = capacity - shared->text_length;
  const size_t fits = length < left ? length : (size_t)left;
  memcpy(shared->text + shared->text_length, text, fits);
  shared->text_length += fits;
  wb_prints_note(run, fits);
  if (fits < length)
    wb_run_stop(run, WB_OUTCOME_OUTPUT_LIMIT, "the kernel printed more than %" PRIu64 " bytes",
                capacity);
}

/* A string in an object of the kernel, ending there; NULL if it is none. */
static const char *string_at(const struct wbrt_run *run, uint64_t address) {
  const uint32_t number = wb_run_object(run, address, WBRT_ANY_OBJECT);
  const struct wbrt_object *o = &run->context->objects[number];
  const char *text = NULL;
  if (number != WBRT_NO_OBJECT && wbrt_inside(o, address, 1)) {
    text = (const char *)(uintptr_t)address;
    if (memchr(text, '\0', (size_t)(o->base + o->size - address)) == NULL) text = NULL;
  }
  return text;
}

static size_t format_lane(const struct wbrt_run *run, const struct wb_printf_spec *spec,
                          const struct wbrt_printf_arg *arg, uint32_t lane, char *text,
                          size_t size) {
  const bool real = strchr("fFeEgGaA", spec->conversion) != NULL;
  const bool given_real = arg->kind == 'f';
  size_t length;
  if (spec->conversion == 's') {
    const char *value = arg->kind == 's' || arg->kind == 'p' || arg->kind == 'u'
                            ? string_at(run, arg->value.integer[0])
                            : NULL;
    length = wb_printf_string(spec, value != NULL ? value : "(null)", text, size);
  } else if (real) {
    double value = given_real ? arg->value.real[lane] : (double)(int64_t)arg->value.integer[lane];
    length = wb_printf_real(spec, value, text, size);
  } else if (given_real) {
    /* Undefined in C; the number is what the learner wants to see. */
    struct wb_printf_spec as_real = *spec;
    as_real.conversion = 'g';
    length = wb_printf_real(&as_real, arg->value.real[lane], text, size);
  } else {
    struct wb_printf_spec prefixed = *spec;
    if (spec->conversion == 'p' && strchr(spec->flags, '#') == NULL) strcat(prefixed.flags, "#");
    length = wb_printf_integer(&prefixed, arg->value.integer[lane], arg->bytes, arg->kind == 'i',
                               text, size);
  }
  return length;
}

static void put_argument(struct wbrt_run *run, const struct wb_printf_spec *spec,
                         const struct wbrt_printf_arg *arg) {
  char text[WB_PRINTF_TEXT_MAX];
  const uint32_t lanes = arg->lanes < spec->lanes ? arg->lanes : spec->lanes;
  for (uint32_t lane = 0; lane < lanes && lane < 16; lane++) {
    if (lane > 0) put_text(run, ",", 1);
    put_text(run, text, format_lane(run, spec, arg, lane, text, sizeof text));
  }
}

int32_t wbrt_printf(struct wbrt_context *context, uint32_t site, uint64_t format,
                    const struct wbrt_printf_arg *arguments, uint32_t count) {
  struct wbrt_run *run = context->run;
  const char *text = string_at(run, format);
  uint32_t used = 0;
  int32_t result = text != NULL ? 0 : -1;
  for (uint32_t i = 0; i < count; i++)
    if (arguments[i].unwritten != 0) wbrt_used_unwritten(context, site, WBRT_USE_ARGUMENT);
  while (text != NULL && *text != '\0') {
    struct wb_printf_spec spec;
    size_t plain = strcspn(text, "%");
    put_text(run, text, plain);
    text += plain;
    if (*text == '\0') break;
    const char *start = text;
    text = wb_printf_spec_read(text + 1, &spec);
    if (spec.conversion == '%') {
      put_text(run, "%", 1);
    } else if (spec.conversion == '\0' || used == count) {
      put_text(run, start, (size_t)(text - start)); /* shown as it stands */
      result = -1;
    } else {
      put_argument(run, &spec, &arguments[used++]);
    }
  }
  return result;
}

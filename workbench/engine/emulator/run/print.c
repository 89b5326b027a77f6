/* printf of kernels: never libc's with the learner's format. */
#include "emulator/run/print.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emulator/check/object.h"
#include "emulator/run/printf_fit.h"
#include "emulator/run/printf_spec.h"
#include "emulator/run/run.h"

/* ---- in the order of groups ------------------------------------------------------------------ */

static uint64_t linear_group(const struct wbrt_context *context) {
  return (context->group_id[2] * context->n_groups[1] + context->group_id[1]) *
             context->n_groups[0] +
         context->group_id[0];
}

static int by_number(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

static int by_place(const struct wb_printed *x, const struct wb_printed *y) {
  int order = by_number(x->group, y->group);
  if (order == 0) order = by_number(x->barriers, y->barriers);
  return order == 0 ? by_number(x->item, y->item) : order;
}

static int by_place_and_time(const void *a, const void *b) {
  const struct wb_printed *x = a, *y = b;
  int order = by_place(x, y);
  return order == 0 ? by_number(x->start, y->start) : order;
}

/* Whether it matters who printed what: to sort it, or to tell it. */
static bool is_noted(const struct wbrt_run *run) {
  const bool is_sorted = run->launch->schedule.kind == WB_SCHEDULE_FORWARD;
  const bool sorts = !is_sorted && !run->launch->prints_in_time;
  return sorts || (run->launch->prints_told && run->prints.count < WB_MAX_PRINTS);
}

/* The running work-item has added `length` bytes to the launch's text. */
static void note_printed(struct wbrt_run *run, uint64_t length) {
  struct wb_prints *prints = &run->prints;
  if (length == 0) return;
  if (prints->in_call) {
    prints->items[prints->count - 1].length += length;
    return;
  }
  if (!is_noted(run)) return;
  prints->items =
      wb_grow(prints->items, &prints->capacity, prints->count + 1, sizeof *prints->items);
  prints->items[prints->count++] = (struct wb_printed){.group = linear_group(run->context),
                                                       .barriers = run->barriers,
                                                       .item = run->context->local_linear_id,
                                                       .start = run->shared->text_length - length,
                                                       .length = length,
                                                       .who = wb_item_ids_running(run)};
  prints->in_call = true;
}

static void sort_text(struct wbrt_run *run) {
  struct wb_prints *prints = &run->prints;
  struct wb_shared *shared = run->shared;
  char *sorted = prints->count > 1 ? malloc((size_t)shared->text_length) : NULL;
  uint64_t at = 0;
  if (sorted == NULL) return;
  qsort(prints->items, prints->count, sizeof *prints->items, by_place_and_time);
  for (size_t i = 0; i < prints->count; i++) {
    memcpy(sorted + at, shared->text + prints->items[i].start, (size_t)prints->items[i].length);
    prints->items[i].start = at;
    at += prints->items[i].length;
  }
  memcpy(shared->text, sorted, (size_t)at);
  free(sorted);
}

void wb_prints_end(struct wbrt_run *run) {
  const struct wb_prints *prints = &run->prints;
  if (run->launch->schedule.kind != WB_SCHEDULE_FORWARD && !run->launch->prints_in_time)
    sort_text(run);
  if (!run->launch->prints_told) return;
  run->shared->n_prints = prints->count < WB_MAX_PRINTS ? prints->count : WB_MAX_PRINTS;
  for (size_t i = 0; i < run->shared->n_prints; i++)
    run->shared->prints[i] = (struct wb_print){.start = prints->items[i].start,
                                               .phase = prints->items[i].barriers,
                                               .who = prints->items[i].who};
}

/* ---- from kernels ------------------------------------------------------------ */

/* Appends to the launch's text; at its limit the launch ends. */
static void put_text(struct wbrt_run *run, const char *text, size_t length) {
  struct wb_shared *shared = run->shared;
  const uint64_t capacity = run->launch->limits.output_bytes;
  const uint64_t left = capacity - shared->text_length;
  const size_t fits = length < left ? length : (size_t)left;
  memcpy(shared->text + shared->text_length, text, fits);
  shared->text_length += fits;
  note_printed(run, fits);
  if (fits < length)
    wb_run_stop(run, WB_OUTCOME_OUTPUT_LIMIT, "the kernel printed more than %" PRIu64 " bytes",
                capacity);
}

/* A string in an object of the kernel, ending there; NULL if it is none. */
static const char *string_at(const struct wbrt_run *run, uint64_t address) {
  const uint32_t number = wb_run_object(run, address, WBRT_ANY_OBJECT);
  const struct wbrt_object *o = &run->context->objects[number];
  struct wbrt_object shown = *o;
  const char *text = NULL;
  shown.size = wb_object_bytes(run, o);
  if (number != WBRT_NO_OBJECT && wbrt_inside(&shown, address, 1)) {
    text = (const char *)(uintptr_t)address;
    if (memchr(text, '\0', (size_t)(o->base + shown.size - address)) == NULL) text = NULL;
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
    const bool pointer = arg->kind == 's' || arg->kind == 'p';
    const char *value = pointer ? string_at(run, arg->value.integer[0]) : NULL;
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

/* Reports what is wrong with it, and whether anything is. Only where what is printed is judged: for
 * whoever looks for a mistake in this way, the compiler's warning is enough. */
static bool report_misfit(struct wbrt_run *run, uint32_t site, const struct wb_printf_use *use) {
  struct wb_hit hit = wb_run_hit(run, WB_PRINTF_MISMATCH, site);
  struct wb_finding finding;
  char words[sizeof finding.message];
  if (!run->launch->prints_told || !wb_printf_misfits(use, words, sizeof words)) return false;
  if (wb_launch_report_again(&run->report, &hit)) return true;
  wb_launch_report_begin(&run->report, &hit, &finding);
  snprintf(finding.message, sizeof finding.message, "%s", words);
  wb_launch_report_add(&run->report, &hit, &finding);
  return true;
}

int32_t wbrt_printf(struct wbrt_context *context, uint32_t site, uint64_t format,
                    const struct wbrt_printf_arg *arguments, uint32_t count) {
  struct wbrt_run *run = context->run;
  const char *text = string_at(run, format);
  uint32_t used = 0;
  bool misfits = false;
  int32_t result = text != NULL ? 0 : -1;
  run->prints.in_call = false;
  context->counts.prints++;
  context->counted = 1;
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
    const struct wb_printf_use use = {.spec = &spec,
                                      .text = start,
                                      .end = text,
                                      .argument = used < count ? &arguments[used] : NULL,
                                      .number = used + 1};
    misfits = misfits || report_misfit(run, site, &use);
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

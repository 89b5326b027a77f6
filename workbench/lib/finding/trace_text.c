#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "finding/trace.h"

/* ---- values --------------------------------------------------------------------- */

/* IEEE 754 binary16. */
static double half_value(const unsigned char *bytes) {
  uint16_t bits;
  memcpy(&bits, bytes, sizeof bits);
  const int exponent = bits >> 10 & 31;
  double value = bits & 1023;
  if (exponent == 31) return value != 0 ? (double)NAN : (double)(bits >> 15 ? -INFINITY : INFINITY);
  if (exponent > 0) value += 1024;
  for (int i = exponent > 0 ? exponent : 1; i < 25; i++) value /= 2;
  for (int i = 25; i < exponent; i++) value *= 2;
  return bits >> 15 ? -value : value;
}

/* With as few digits as tell it from every other of its size; 10 rather than 1e+01. */
static void print_shortest(double value, uint32_t size, char *text, size_t text_size) {
  const double magnitude = fabs(value);
  for (int digits = 1; digits <= 17; digits++) {
    const int whole = magnitude >= 1 && magnitude < 1e9 ? (int)log10(magnitude) + 1 : 1;
    snprintf(text, text_size, "%.*g", digits > whole ? digits : whole, value);
    const double back = strtod(text, NULL);
    if (back == value || (size < 8 && (float)back == (float)value) || isnan(value)) break;
  }
}

static void add_real(const unsigned char *bytes, uint32_t size, struct wb_str *out) {
  char text[40];
  float single;
  double value = 0;
  if (size == 2) {
    value = half_value(bytes);
  } else if (size == 4) {
    memcpy(&single, bytes, sizeof single);
    value = (double)single;
  } else {
    memcpy(&value, bytes, sizeof value);
  }
  print_shortest(value, size, text, sizeof text);
  wb_str_add(out, text);
}

static void add_integer(const unsigned char *bytes, uint32_t size, struct wb_str *out) {
  int64_t value = 0;
  memcpy(&value, bytes, size);
  const unsigned unused = 64 - 8 * size;
  value = (int64_t)((uint64_t)value << unused) >> unused;
  wb_str_addf(out, "%" PRId64, value);
}

static void add_natural(const unsigned char *bytes, uint32_t size, struct wb_str *out) {
  uint64_t value = 0;
  memcpy(&value, bytes, size);
  wb_str_addf(out, "%" PRIu64, value);
}

static void add_hex(const unsigned char *bytes, uint32_t size, struct wb_str *out) {
  wb_str_add(out, "0x");
  for (uint32_t i = 0; i < size; i++) wb_str_addf(out, "%02x", bytes[i]);
}

static bool is_unset(uint16_t unset, uint32_t first, uint32_t size) {
  return (unset >> first & ((1U << size) - 1)) != 0;
}

void wb_trace_value(const struct wb_trace_place *place, const unsigned char *value, uint16_t unset,
                    struct wb_str *out) {
  const uint32_t lane = place->lane_bytes;
  const bool is_number = lane == 1 || lane == 2 || lane == 4 || lane == 8;
  const bool known = is_number && place->bytes % lane == 0 && !(place->real && lane == 1);
  const uint32_t size = known ? lane : place->bytes, lanes = place->bytes / size;
  void (*const add)(const unsigned char *, uint32_t, struct wb_str *) = !known        ? add_hex
                                                                        : place->real ? add_real
                                                                        : place->natural
                                                                            ? add_natural
                                                                            : add_integer;
  if (lanes > 1) wb_str_add(out, "(");
  for (uint32_t i = 0; i < lanes; i++) {
    if (i > 0) wb_str_add(out, ", ");
    if (is_unset(unset, i * size, size))
      wb_str_add(out, "not set");
    else
      add(value + (size_t)i * size, size, out);
  }
  if (lanes > 1) wb_str_add(out, ")");
}

/* ---- records -------------------------------------------------------------------- */

static const char *const verbs[] = {"", "reads", "writes", "updates"};

static void add_ids(const char *what, const uint64_t ids[3], struct wb_str *out) {
  wb_str_addf(out, "%s (%" PRIu64 ",%" PRIu64 ",%" PRIu64 ")", what, ids[0], ids[1], ids[2]);
}

static void add_place(const struct wb_trace_place *place, struct wb_str *out) {
  wb_str_addf(out, "    %s%sline %u:%u: ", place->file, place->file[0] != '\0' ? " " : "",
              place->line, place->column);
}

void wb_trace_index(const uint32_t inner[3], uint64_t index, struct wb_str *out) {
  unsigned n = 0;
  uint64_t parts[4] = {0};
  while (n < 3 && inner[n] > 0) n++;
  for (unsigned i = n; i > 0; i--) {
    parts[i] = index % inner[i - 1];
    index /= inner[i - 1];
  }
  parts[0] = index;
  for (unsigned i = 0; i <= n; i++) wb_str_addf(out, "[%" PRIu64 "]", parts[i]);
}

static void add_element(const struct wb_trace_array *array, uint64_t offset, struct wb_str *out) {
  const uint64_t bytes = array->element_bytes > 0 ? array->element_bytes : 1;
  wb_str_addf(out, "%s%s", array->name[0] != '\0' ? array->name : "?",
              array->element_bytes > 0 ? "" : " byte ");
  wb_trace_index(array->inner, offset / bytes, out);
  if (offset % bytes != 0) wb_str_addf(out, " byte %" PRIu64, offset % bytes);
}

/* As findings count: rounded down, so that what lies before has an index, too. */
static void add_refused(const struct wb_trace *trace, const struct wb_trace_record *record,
                        struct wb_str *out) {
  const struct wb_trace_place *place = &trace->places[record->place];
  const struct wb_trace_array *array = &trace->arrays[place->array];
  const int64_t bytes = array->element_bytes > 0 ? array->element_bytes : 1;
  const int64_t index = record->stray / bytes - (record->stray % bytes < 0);
  add_place(place, out);
  wb_str_addf(out, "%s %s %s[%" PRId64 "], which is refused", verbs[place->access],
              wb_memory_name(array->memory), array->name[0] != '\0' ? array->name : "?", index);
}

static void add_access(const struct wb_trace *trace, const struct wb_trace_record *record,
                       struct wb_str *out) {
  const struct wb_trace_place *place = &trace->places[record->place];
  const struct wb_trace_array *array = &trace->arrays[place->array];
  add_place(place, out);
  const bool loads = place->access == WB_ACCESS_ATOMIC && place->only_reads;
  const char *verb = loads ? "reads atomically" : verbs[place->access];
  wb_str_addf(out, "%s %s ", verb, wb_memory_name(array->memory));
  add_element(array, record->offset, out);
  wb_str_add(out, loads || place->access == WB_ACCESS_READ ? ": " : " = ");
  wb_trace_value(place, record->value, record->unset, out);
}

static void add_record(const struct wb_trace *trace, const struct wb_trace_record *record,
                       struct wb_str *out) {
  const struct wb_item_id who = wb_trace_who(trace, record);
  switch (record->kind) {
    case WB_TRACE_GROUP:
      add_ids("work-group", who.group, out);
      break;
    case WB_TRACE_ITEM:
      add_ids("  work-item", who.item, out);
      break;
    case WB_TRACE_ACCESS:
      add_access(trace, record, out);
      break;
    case WB_TRACE_REFUSED:
      add_refused(trace, record, out);
      break;
    case WB_TRACE_BRANCH:
      add_place(&trace->places[record->place], out);
      wb_str_addf(out, "branches, way %" PRIu64, record->way);
      break;
    case WB_TRACE_WAIT:
      add_place(&trace->places[record->place], out);
      wb_str_add(out, "waits at the barrier");
      break;
    case WB_TRACE_MEET:
      add_place(&trace->places[record->place], out);
      wb_str_addf(out, "calls a function of its %s", record->way == 1 ? "work-group" : "sub-group");
      break;
    case WB_TRACE_PASS:
      wb_str_add(out, "  all pass the barrier");
      break;
    case WB_TRACE_ITEM_END:
      wb_str_add(out, "    ends");
      break;
    default:
      wb_str_add(out, "  the group has ended");
      break;
  }
  wb_str_add_char(out, '\n');
}

static void add_end(const struct wb_trace *trace, bool enough, struct wb_str *out) {
  if (enough)
    wb_str_add(out, "there is more\n");
  else if (trace->state == WB_TRACE_CUT)
    wb_str_add(out, "the trace is cut off: the launch was stopped\n");
  else if (trace->dropped_records > 0)
    wb_str_addf(out, "%" PRIu64 " more records, with %" PRIu64 " whole groups, did not fit\n",
                trace->dropped_records, trace->dropped_groups);
  else
    wb_str_add(out, "that is all\n");
}

enum wb_status wb_trace_text(const void *bytes, size_t length, uint64_t most, struct wb_str *out,
                             struct wb_error *err) {
  struct wb_trace trace;
  struct wb_trace_record record;
  uint64_t shown = 0;
  enum wb_status status = wb_trace_open(&trace, bytes, length, err);
  if (status != WB_OK) goto out;
  const struct wb_trace_launch *launch = &trace.launch;
  wb_str_addf(out, "kernel %s: ", launch->kernel);
  add_ids("global", launch->global, out);
  add_ids(", local", launch->local, out);
  wb_str_addf(out, ", sub-groups of %u\n", launch->subgroup);
  bool more = wb_trace_next(&trace, &record);
  for (; more && (most == 0 || shown < most); more = wb_trace_next(&trace, &record), shown++)
    add_record(&trace, &record, out);
  if (trace.state == WB_TRACE_BAD)
    status = wb_fail(err, WB_ERR_PROTOCOL, "the trace is broken after %" PRIu64 " records", shown);
  else
    add_end(&trace, more, out);
out:
  wb_trace_release(&trace);
  return status;
}

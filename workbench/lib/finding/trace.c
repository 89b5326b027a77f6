#include "finding/trace.h"

#include <stdlib.h>
#include <string.h>

/* ---- bytes ---------------------------------------------------------------------- */

/* These set the state where they fail, and then give zeros. */
static uint64_t get_number(struct wb_trace *trace) {
  uint64_t value = 0;
  for (unsigned shift = 0; trace->state == WB_TRACE_GOING; shift += 7) {
    if (trace->next == trace->limit) {
      trace->state = WB_TRACE_CUT;
    } else {
      const unsigned char byte = *trace->next++;
      if (shift > 63 || (shift == 63 && byte > 1)) trace->state = WB_TRACE_BAD;
      if (trace->state == WB_TRACE_GOING) value |= (uint64_t)(byte & 0x7F) << shift;
      if (byte < 0x80) break;
    }
  }
  return trace->state == WB_TRACE_GOING ? value : 0;
}

static uint64_t get_up_to(struct wb_trace *trace, uint64_t most) {
  const uint64_t value = get_number(trace);
  if (value > most) trace->state = WB_TRACE_BAD;
  return trace->state == WB_TRACE_GOING ? value : 0;
}

static int64_t get_signed(struct wb_trace *trace) {
  const uint64_t coded = get_number(trace);
  return (int64_t)(coded >> 1 ^ ((coded & 1) != 0 ? UINT64_MAX : 0));
}

static void get_bytes(struct wb_trace *trace, void *out, size_t length) {
  if (trace->state == WB_TRACE_GOING && (size_t)(trace->limit - trace->next) < length)
    trace->state = WB_TRACE_CUT;
  if (trace->state != WB_TRACE_GOING) return;
  memcpy(out, trace->next, length);
  trace->next += length;
}

/* Control characters have no place in names, nor on terminals. */
static void get_text(struct wb_trace *trace, char *out, size_t size) {
  const size_t length = (size_t)get_up_to(trace, size - 1);
  memset(out, 0, size);
  get_bytes(trace, out, length);
  for (size_t i = 0; i < length; i++)
    if (trace->state == WB_TRACE_GOING && ((unsigned char)out[i] < ' ' || out[i] == 0x7F))
      trace->state = WB_TRACE_BAD;
}

/* ---- the header ----------------------------------------------------------------- */

static uint64_t product_of(const uint64_t sizes[3]) { return sizes[0] * sizes[1] * sizes[2]; }

/* Sizes so small that no product of them wraps. */
static void get_sizes(struct wb_trace *trace, uint64_t sizes[3], uint64_t most) {
  for (int d = 0; d < 3; d++) sizes[d] = get_up_to(trace, most);
}

static bool is_launch(const struct wb_trace_launch *launch) {
  bool good = launch->dimensions >= 1 && launch->dimensions <= 3 && launch->subgroup > 0;
  uint64_t left = UINT64_C(1) << 56;
  for (int d = 0; d < 3 && good; d++) {
    good = launch->local[d] > 0 && launch->global[d] > 0 && launch->global[d] <= left &&
           launch->global[d] % launch->local[d] == 0;
    if (good) left /= launch->global[d];
  }
  return good;
}

enum wb_status wb_trace_open(struct wb_trace *trace, const void *bytes, size_t length,
                             struct wb_error *err) {
  static const unsigned char magic[] = {'W', 'B', 'T', 'R'};
  unsigned char start[sizeof magic + 1] = {0};
  struct wb_trace_launch *launch = &trace->launch;
  *trace = (struct wb_trace){.next = bytes, .limit = (const unsigned char *)bytes + length};
  get_bytes(trace, start, sizeof start);
  if (trace->state != WB_TRACE_GOING || memcmp(start, magic, sizeof magic) != 0)
    return wb_fail(err, WB_ERR_PROTOCOL, "this is no trace: it does not begin with WBTR");
  if (start[sizeof magic] < WB_TRACE_OLDEST || start[sizeof magic] > WB_TRACE_VERSION)
    return wb_fail(err, WB_ERR_PROTOCOL, "this trace is of version %u; this program reads %d to %d",
                   start[sizeof magic], (int)WB_TRACE_OLDEST, (int)WB_TRACE_VERSION);
  trace->version = start[sizeof magic];
  get_text(trace, launch->kernel, sizeof launch->kernel);
  launch->dimensions = (unsigned)get_up_to(trace, 3);
  get_sizes(trace, launch->global, UINT64_C(1) << 56);
  get_sizes(trace, launch->local, UINT64_C(1) << 56);
  get_sizes(trace, launch->offset, UINT64_C(1) << 62);
  launch->subgroup = (uint32_t)get_up_to(trace, 1 << 20);
  if (trace->state != WB_TRACE_GOING || !is_launch(launch))
    return wb_fail(err, WB_ERR_PROTOCOL, "the header of this trace is broken");
  return WB_OK;
}

void wb_trace_release(struct wb_trace *trace) {
  free(trace->arrays);
  free(trace->places);
  free(trace->last);
  trace->arrays = NULL;
  trace->places = NULL;
  trace->last = NULL;
  trace->n_arrays = trace->n_places = 0;
}

/* ---- records -------------------------------------------------------------------- */

static void get_dimensions(struct wb_trace *trace, uint32_t inner[3]) {
  uint64_t size = get_up_to(trace, UINT32_MAX);
  for (int i = 0; size > 0 && trace->state == WB_TRACE_GOING; i++) {
    if (i == 3)
      trace->state = WB_TRACE_BAD;
    else
      inner[i] = (uint32_t)size;
    size = get_up_to(trace, UINT32_MAX);
  }
}

static void get_array(struct wb_trace *trace) {
  struct wb_trace_array array = {0};
  get_text(trace, array.name, sizeof array.name);
  array.memory = (enum wb_memory)get_up_to(trace, WB_MEMORY_PRIVATE);
  array.element_bytes = (uint32_t)get_up_to(trace, 1 << 30);
  array.bytes = get_up_to(trace, UINT64_C(1) << 48);
  array.empty = get_up_to(trace, 1) != 0;
  if (trace->version > 2) get_dimensions(trace, array.inner);
  if (trace->n_arrays == WB_TRACE_MAX_ARRAYS) trace->state = WB_TRACE_BAD;
  if (trace->state != WB_TRACE_GOING) return;
  trace->arrays =
      wb_grow(trace->arrays, &trace->arrays_capacity, trace->n_arrays + 1, sizeof *trace->arrays);
  trace->arrays[trace->n_arrays++] = array;
}

static bool is_place(const struct wb_trace_place *place) {
  const bool accesses = place->array != WB_TRACE_NO_ARRAY;
  return accesses == (place->access != WB_ACCESS_NONE) && accesses == (place->bytes > 0);
}

static void get_place(struct wb_trace *trace) {
  struct wb_trace_place place = {0};
  place.line = (uint32_t)get_up_to(trace, UINT32_MAX);
  place.column = (uint32_t)get_up_to(trace, UINT32_MAX);
  get_text(trace, place.file, sizeof place.file);
  place.array = (uint32_t)get_up_to(trace, trace->n_arrays) - 1; /* 0: NO_ARRAY */
  place.bytes = (uint32_t)get_up_to(trace, WB_TRACE_VALUE_MAX);
  const uint64_t access =
      get_up_to(trace, trace->version > 3 ? WB_TRACE_ATOMIC_UNUSED : WB_TRACE_ATOMIC_READ);
  place.only_reads = access == WB_TRACE_ATOMIC_READ || access == WB_ACCESS_READ;
  place.unused = access == WB_TRACE_ATOMIC_UNUSED;
  place.access = access >= WB_ACCESS_ATOMIC ? WB_ACCESS_ATOMIC : (enum wb_access)access;
  place.lane_bytes = (uint32_t)get_up_to(trace, WB_TRACE_VALUE_MAX);
  const uint64_t lanes = get_up_to(trace, 2);
  place.real = lanes == 1;
  place.natural = lanes == 2;
  if (trace->state != WB_TRACE_GOING) return;
  if (trace->n_places == WB_TRACE_MAX_PLACES || !is_place(&place)) {
    trace->state = WB_TRACE_BAD;
    return;
  }
  trace->places =
      wb_grow(trace->places, &trace->places_capacity, trace->n_places + 1, sizeof *trace->places);
  trace->last =
      wb_grow(trace->last, &trace->last_capacity, trace->n_places + 1, sizeof *trace->last);
  trace->places[trace->n_places] = place;
  trace->last[trace->n_places++] = 0;
}

/* The number of a place that is there and does what the record says. */
static uint32_t get_place_number(struct wb_trace *trace, bool accesses) {
  const uint64_t number = get_number(trace);
  if (trace->state != WB_TRACE_GOING) return 0;
  if (number >= trace->n_places || accesses != (trace->places[number].array != WB_TRACE_NO_ARRAY)) {
    trace->state = WB_TRACE_BAD;
    return 0;
  }
  return (uint32_t)number;
}

static void get_access(struct wb_trace *trace, struct wb_trace_record *record) {
  if (record->kind == WB_TRACE_UNSET && trace->version < 5) trace->state = WB_TRACE_BAD;
  record->place = get_place_number(trace, true);
  const uint64_t distance = (uint64_t)get_signed(trace);
  if (trace->state != WB_TRACE_GOING) return;
  const struct wb_trace_place *place = &trace->places[record->place];
  const uint64_t bytes = trace->arrays[place->array].bytes;
  record->offset = (uint64_t)trace->last[record->place] + distance; /* may wrap: unsigned */
  if (record->kind == WB_TRACE_UNSET)
    record->unset = (uint16_t)get_up_to(trace, (UINT64_C(1) << place->bytes) - 1);
  record->kind = WB_TRACE_ACCESS;
  get_bytes(trace, record->value, place->bytes);
  if (trace->state == WB_TRACE_GOING &&
      (place->bytes > bytes || record->offset > bytes - place->bytes))
    trace->state = WB_TRACE_BAD;
  if (trace->state == WB_TRACE_GOING) trace->last[record->place] = (int64_t)record->offset;
}

static void get_end(struct wb_trace *trace) {
  const uint64_t records = get_number(trace), groups = get_number(trace);
  if (trace->state != WB_TRACE_GOING) return;
  trace->dropped_records = records;
  trace->dropped_groups = groups;
  trace->state = trace->next == trace->limit ? WB_TRACE_COMPLETE : WB_TRACE_BAD;
}

/* What belongs to the kind. */
static void get_rest(struct wb_trace *trace, struct wb_trace_record *record) {
  const uint64_t items = product_of(trace->launch.local);
  switch (record->kind) {
    case WB_TRACE_ARRAY:
      get_array(trace);
      break;
    case WB_TRACE_PLACE:
      get_place(trace);
      break;
    case WB_TRACE_GROUP:
      trace->group = get_up_to(trace, product_of(trace->launch.global) / items - 1);
      trace->item = 0;
      break;
    case WB_TRACE_ITEM:
      trace->item = get_up_to(trace, items - 1);
      break;
    case WB_TRACE_ACCESS:
    case WB_TRACE_UNSET:
      get_access(trace, record);
      break;
    case WB_TRACE_REFUSED:
      record->place = get_place_number(trace, true);
      record->stray = get_signed(trace);
      break;
    case WB_TRACE_BRANCH:
      record->place = get_place_number(trace, false);
      record->way = get_number(trace);
      break;
    case WB_TRACE_MEET:
      record->place = get_place_number(trace, false);
      record->way = get_up_to(trace, 1);
      break;
    case WB_TRACE_WAIT:
      record->place = get_place_number(trace, false);
      break;
    case WB_TRACE_PASS:
    case WB_TRACE_ITEM_END:
    case WB_TRACE_GROUP_END:
      break;
    case WB_TRACE_END:
      get_end(trace);
      break;
    default:
      trace->state = WB_TRACE_BAD;
      break;
  }
}

bool wb_trace_next(struct wb_trace *trace, struct wb_trace_record *record) {
  memset(record, 0, sizeof *record);
  do {
    if (trace->state == WB_TRACE_GOING && trace->next == trace->limit) trace->state = WB_TRACE_CUT;
    if (trace->state != WB_TRACE_GOING) break;
    record->kind = (enum wb_trace_kind) * trace->next++;
    get_rest(trace, record);
  } while (trace->state == WB_TRACE_GOING &&
           (record->kind == WB_TRACE_ARRAY || record->kind == WB_TRACE_PLACE));
  record->group = trace->group;
  record->item = trace->item;
  return trace->state == WB_TRACE_GOING;
}

/* ---- ids ------------------------------------------------------------------------ */

struct wb_item_id wb_trace_who(const struct wb_trace *trace, const struct wb_trace_record *record) {
  const struct wb_trace_launch *launch = &trace->launch;
  struct wb_item_id who = {.dimensions = launch->dimensions};
  uint64_t group = record->group, item = record->item;
  for (int d = 0; d < 3; d++) {
    const uint64_t groups = launch->global[d] / launch->local[d];
    who.group[d] = group % groups;
    group /= groups;
    who.item[d] = launch->offset[d] + who.group[d] * launch->local[d] + item % launch->local[d];
    item /= launch->local[d];
  }
  return who;
}

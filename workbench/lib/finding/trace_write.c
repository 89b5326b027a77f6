#include <stdlib.h>
#include <string.h>

#include "finding/trace.h"

/* Kept free for the last record; more than any record but texts can need. */
enum { END_BYTES = 24, NUMBER_BYTES = 10, RECORD_BYTES = 1 + 2 * NUMBER_BYTES };

static unsigned char *put_number(unsigned char *at, uint64_t value) {
  for (; value >= 0x80; value >>= 7) *at++ = (unsigned char)(value | 0x80);
  *at++ = (unsigned char)value;
  return at;
}

static unsigned char *put_text(unsigned char *at, const char *text) {
  const size_t length = strlen(text);
  at = put_number(at, length);
  for (size_t i = 0; i < length; i++) *at++ = (unsigned char)text[i];
  return at;
}

/* Where a record of at most `bytes` goes; NULL without room. */
static unsigned char *room_for(struct wb_trace_writer *writer, uint64_t bytes) {
  const uint64_t free_bytes = writer->capacity - *writer->length;
  if (free_bytes < bytes + END_BYTES) writer->full = true;
  return writer->full ? NULL : writer->bytes + *writer->length;
}

/* The same; counted where there is none. Arrays and places are not. */
static unsigned char *room_or_dropped(struct wb_trace_writer *writer, uint64_t bytes) {
  unsigned char *at = room_for(writer, bytes);
  if (at == NULL) writer->dropped_records++;
  return at;
}

static void end_record(struct wb_trace_writer *writer, const unsigned char *at) {
  *writer->length = (uint64_t)(at - writer->bytes);
}

void wb_trace_begin(struct wb_trace_writer *writer, void *bytes, uint64_t capacity,
                    uint64_t *length, const struct wb_trace_launch *launch) {
  static const unsigned char start[] = {'W', 'B', 'T', 'R', WB_TRACE_VERSION};
  const uint64_t *const sizes[] = {launch->global, launch->local, launch->offset};
  *writer = (struct wb_trace_writer){.bytes = bytes, .capacity = capacity, .length = length};
  *length = 0;
  writer->full = capacity < sizeof start + WB_FINDING_NAME_MAX + 13 * NUMBER_BYTES + END_BYTES;
  if (writer->full) return;
  memcpy(writer->bytes, start, sizeof start);
  unsigned char *at = put_text(writer->bytes + sizeof start, launch->kernel);
  at = put_number(at, launch->dimensions);
  for (int i = 0; i < 3; i++)
    for (int d = 0; d < 3; d++) at = put_number(at, sizes[i][d]);
  end_record(writer, put_number(at, launch->subgroup));
}

uint32_t wb_trace_put_array(struct wb_trace_writer *writer, const struct wb_trace_array *array) {
  unsigned char *at = room_for(writer, WB_FINDING_NAME_MAX + RECORD_BYTES + 6 * NUMBER_BYTES);
  if (at == NULL) return 0;
  *at++ = WB_TRACE_ARRAY;
  at = put_text(at, array->name);
  at = put_number(at, array->memory);
  at = put_number(at, array->element_bytes);
  at = put_number(at, array->bytes);
  at = put_number(at, array->empty);
  for (int i = 0; i < 3 && array->inner[i] > 0; i++) at = put_number(at, array->inner[i]);
  end_record(writer, put_number(at, 0));
  return writer->n_arrays++;
}

uint32_t wb_trace_put_place(struct wb_trace_writer *writer, const struct wb_trace_place *place) {
  unsigned char *at = room_for(writer, WB_FINDING_FILE_MAX + 9 * NUMBER_BYTES);
  if (at == NULL) return 0;
  writer->last =
      wb_grow(writer->last, &writer->last_capacity, writer->n_places + 1, sizeof *writer->last);
  writer->last[writer->n_places] = 0;
  *at++ = WB_TRACE_PLACE;
  at = put_number(at, place->line);
  at = put_number(at, place->column);
  at = put_text(at, place->file);
  at = put_number(at, place->array == WB_TRACE_NO_ARRAY ? 0 : place->array + 1ULL);
  at = put_number(at, place->bytes);
  const bool atomic = place->access == WB_ACCESS_ATOMIC;
  at = put_number(at, atomic && place->only_reads ? WB_TRACE_ATOMIC_READ
                      : atomic && place->unused   ? WB_TRACE_ATOMIC_UNUSED
                                                  : (unsigned)place->access);
  at = put_number(at, place->lane_bytes);
  end_record(writer, put_number(at, place->real ? 1 : place->natural ? 2 : 0));
  return writer->n_places++;
}

void wb_trace_put(struct wb_trace_writer *writer, enum wb_trace_kind kind, uint64_t value) {
  unsigned char *at = room_or_dropped(writer, RECORD_BYTES);
  if (at == NULL) {
    writer->dropped_groups += kind == WB_TRACE_GROUP;
    return;
  }
  *at++ = (unsigned char)kind;
  if (kind == WB_TRACE_GROUP || kind == WB_TRACE_ITEM || kind == WB_TRACE_WAIT)
    at = put_number(at, value);
  end_record(writer, at);
}

static unsigned char *put_signed(unsigned char *at, int64_t value) {
  return put_number(at, (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0));
}

void wb_trace_put_access(struct wb_trace_writer *writer, uint32_t place, uint64_t offset,
                         const void *value, uint32_t bytes, uint16_t unset) {
  unsigned char *at = room_or_dropped(writer, RECORD_BYTES + NUMBER_BYTES + WB_TRACE_VALUE_MAX);
  if (at == NULL) return;
  const int64_t distance = (int64_t)offset - writer->last[place];
  writer->last[place] = (int64_t)offset;
  *at++ = unset != 0 ? WB_TRACE_UNSET : WB_TRACE_ACCESS;
  at = put_number(at, place);
  at = put_signed(at, distance);
  if (unset != 0) at = put_number(at, unset);
  memcpy(at, value, bytes);
  end_record(writer, at + bytes);
}

void wb_trace_put_refused(struct wb_trace_writer *writer, uint32_t place, int64_t offset) {
  unsigned char *at = room_or_dropped(writer, RECORD_BYTES);
  if (at == NULL) return;
  *at++ = WB_TRACE_REFUSED;
  at = put_number(at, place);
  end_record(writer, put_signed(at, offset));
}

void wb_trace_put_branch(struct wb_trace_writer *writer, uint32_t place, uint64_t way) {
  unsigned char *at = room_or_dropped(writer, RECORD_BYTES);
  if (at == NULL) return;
  *at++ = WB_TRACE_BRANCH;
  at = put_number(at, place);
  end_record(writer, put_number(at, way));
}

void wb_trace_put_meet(struct wb_trace_writer *writer, uint32_t place, bool of_group) {
  unsigned char *at = room_or_dropped(writer, RECORD_BYTES);
  if (at == NULL) return;
  *at++ = WB_TRACE_MEET;
  at = put_number(at, place);
  end_record(writer, put_number(at, of_group));
}

void wb_trace_finish(struct wb_trace_writer *writer) {
  unsigned char *at = writer->bytes + *writer->length;
  if (*writer->length > 0) { /* there is a header, and room was kept */
    *at++ = WB_TRACE_END;
    at = put_number(at, writer->dropped_records);
    end_record(writer, put_number(at, writer->dropped_groups));
  }
  writer->full = true;
  free(writer->last);
  writer->last = NULL;
}

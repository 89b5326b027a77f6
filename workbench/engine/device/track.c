#include "device/track.h"

#include <stdlib.h>

#include "base/str.h"

/* A handful of handles at a time: a plain array, searched from its end since
 * the newest handles are the ones in use. */
struct wb_device_tracking {
  struct wb_tracked *items;
  size_t count, capacity;
};

static size_t place_of(const struct wb_device_tracking *tracking, wb_handle handle,
                       bool is_program) {
  size_t i = tracking->count;
  while (i > 0 && (tracking->items[i - 1].handle != handle ||
                   tracking->items[i - 1].is_program != is_program))
    i--;
  return i; /* 1 + the place; 0: not there */
}

const struct wb_tracked *wb_track_find(const struct wb_device_tracking *tracking, wb_handle handle,
                                       bool is_program) {
  size_t place = tracking != NULL && handle != 0 ? place_of(tracking, handle, is_program) : 0;
  return place > 0 ? &tracking->items[place - 1] : NULL;
}

bool wb_track_add(struct wb_device_tracking **tracking, const struct wb_tracked *entry) {
  struct wb_device_tracking *table;
  if (*tracking == NULL) *tracking = wb_alloc(sizeof **tracking);
  table = *tracking;
  if (entry->handle == 0 || place_of(table, entry->handle, entry->is_program) > 0) return false;
  table->items = wb_grow(table->items, &table->capacity, table->count + 1, sizeof *table->items);
  table->items[table->count++] = *entry;
  return true;
}

void wb_track_remove(struct wb_device_tracking *tracking, wb_handle handle, bool is_program) {
  size_t place = tracking != NULL ? place_of(tracking, handle, is_program) : 0;
  if (place == 0) return;
  tracking->items[place - 1] = tracking->items[--tracking->count];
}

void wb_track_free(struct wb_device_tracking *tracking) {
  if (tracking == NULL) return;
  free(tracking->items);
  free(tracking);
}

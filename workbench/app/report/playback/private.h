/* What playback is made of; for this folder alone.
 *
 * A *unit* is the smallest piece of an array that no access splits: as wide as
 * the largest power of two that divides every offset and size of an access to
 * it, and its elements. Mostly it is an element. Everything that is known of a
 * piece of memory hangs on its units, so that neighbouring bytes that different
 * work-items write never look like a collision. */
#ifndef WB_REPORT_PLAYBACK_PRIVATE_H
#define WB_REPORT_PLAYBACK_PRIVATE_H

#include "report/playback/playback.h"

enum { WB_PLAY_MAX_UNITS = 64 /* of one element that are looked at */ };

#define WB_PLAY_NO_STEP UINT32_MAX
#define WB_PLAY_ANY_GROUP UINT32_MAX

struct wb_play_step {
  uint64_t item;
  int64_t at; /* of accesses: bytes from the array's start; of a branch: its way */
  uint32_t group, phase;
  uint32_t place;
  uint32_t value; /* where its bytes begin in `bytes` */
  uint16_t unset; /* which of them are not set, as of struct wb_trace_record */
  uint8_t kind;
  bool collides;
};

struct wb_play_array {
  struct wb_playback_array seen;
  uint32_t unit_bytes;
  bool by_group; /* local and private: begins anew with each group */
  bool by_item;  /* private: each work-item has its own */
};

/* Which unit: `group` is WB_PLAY_ANY_GROUP where memory is everybody's, `item` 0
 * where it is not private. */
struct wb_play_key {
  uint64_t unit, item;
  uint32_t array, group;
};

struct wb_play_unit {
  struct wb_play_key key;
  uint32_t first, count; /* its touches */
  uint32_t read;         /* the first step that reads it, or updates it */
  uint32_t collision;    /* the step that makes one; both may be WB_PLAY_NO_STEP */
};

/* A step that touches a unit. A unit's touches lie side by side, in order. */
struct wb_play_touch {
  uint32_t step;
  uint32_t written; /* the last step up to it that wrote the unit; or WB_PLAY_NO_STEP */
};

struct wb_playback {
  unsigned char *bytes;
  struct wb_trace trace; /* its arrays, places and end */
  struct wb_play_step *steps;
  struct wb_playback_group *groups;
  struct wb_play_array *arrays;
  size_t n_steps, n_groups, n_arrays;
  size_t steps_capacity, groups_capacity;
  bool too_long; /* steps were left out here */
  char *missing;
  char *file; /* of the kernel, as findings name it; NULL: "" */
  struct wb_play_unit *units;
  struct wb_play_touch *touches;
  size_t n_units, n_touches, units_capacity;
  uint32_t *slots; /* hash table: number of the unit + 1 */
  size_t n_slots;  /* a power of two */
};

/* units.c */
void wb_play_index(struct wb_playback *p);
struct wb_play_unit *wb_play_find(const struct wb_playback *p, struct wb_play_key key);
struct wb_play_key wb_play_key_of(const struct wb_playback *p, size_t array, size_t group,
                                  uint64_t item, uint64_t unit);
/* How many of its touches happened up to `step`. */
size_t wb_play_until(const struct wb_playback *p, const struct wb_play_unit *unit, size_t step);
static inline const struct wb_play_touch *wb_play_touches(const struct wb_playback *p,
                                                          const struct wb_play_unit *unit) {
  return &p->touches[unit->first];
}

/* The units of an element: the first, and how many. */
struct wb_play_units {
  uint64_t first;
  uint32_t count;
};
struct wb_play_units wb_play_units_of(const struct wb_playback *p, size_t array, uint64_t element);

/* collisions.c */
void wb_play_collide(struct wb_playback *p);
/* Another step that collides with this one; WB_PLAYBACK_NONE. */
size_t wb_play_partner(const struct wb_playback *p, size_t step);

static inline const struct wb_trace_place *wb_play_place(const struct wb_playback *p,
                                                         const struct wb_play_step *step) {
  return &p->trace.places[step->place];
}
static inline bool wb_play_writes(const struct wb_playback *p, const struct wb_play_step *step) {
  return wb_play_place(p, step)->access != WB_ACCESS_READ;
}
/* Index of the element in which a byte lies, rounded down. */
static inline int64_t wb_play_element(const struct wb_play_array *array, int64_t at) {
  const int64_t bytes = array->seen.element_bytes;
  return at / bytes - (at % bytes < 0);
}

/* Global ids of a step's work-item. */
struct wb_item_id wb_play_who(const struct wb_playback *p, const struct wb_play_step *step);

#endif

/* Which steps collide: two work-items at one unit in one phase of their group,
 * or two groups at one unit at any time, where at least one writes and not both
 * are atomic. */
#include "report/playback/private.h"

/* Who has made accesses of one kind: nobody, one party, or several. */
struct party {
  uint64_t who;
  bool one, several;
};

/* By enum wb_access: reads, writes and atomic updates. */
struct parties {
  struct party by[WB_ACCESS_ATOMIC + 1];
};

static void join_party(struct parties *parties, enum wb_access access, uint64_t who) {
  struct party *party = &parties->by[access];
  if (party->one && party->who != who) party->several = true;
  if (!party->one) *party = (struct party){.who = who, .one = true};
}

static bool has_other(const struct party *party, uint64_t who) {
  return party->several || (party->one && party->who != who);
}

/* Two reads never collide, nor do two atomic updates. */
static bool never_collide(enum wb_access a, enum wb_access b) {
  return a == b && (a == WB_ACCESS_READ || a == WB_ACCESS_ATOMIC);
}

static bool party_collides(const struct parties *parties, enum wb_access access, uint64_t who) {
  bool found = false;
  for (int other = WB_ACCESS_READ; other <= WB_ACCESS_ATOMIC; other++)
    if (!never_collide(access, (enum wb_access)other) && has_other(&parties->by[other], who))
      found = true;
  return found;
}

struct walk {
  struct wb_playback *p;
  struct wb_play_unit *unit;
};

static struct wb_play_step *step_at(const struct walk *walk, size_t touch) {
  return &walk->p->steps[walk->p->touches[walk->unit->first + touch].step];
}

static enum wb_access access_at(const struct walk *walk, size_t touch) {
  return wb_play_place(walk->p, step_at(walk, touch))->access;
}

static void note_touch(const struct walk *walk, size_t touch) {
  const uint32_t step = walk->p->touches[walk->unit->first + touch].step;
  if (step < walk->unit->collision) walk->unit->collision = step;
}

/* Touches from `first` to before `end`, who all ran at once. Once forwards, to
 * learn when it collides and who is there; then again, to mark them all. */
static void mark_collisions(const struct walk *walk, size_t first, size_t end, bool by_group) {
  struct parties all = {0};
  for (size_t i = first; i < end; i++) {
    const struct wb_play_step *step = step_at(walk, i);
    const uint64_t who = by_group ? step->group : step->item;
    if (party_collides(&all, access_at(walk, i), who)) note_touch(walk, i);
    join_party(&all, access_at(walk, i), who);
  }
  for (size_t i = first; i < end; i++) {
    struct wb_play_step *step = step_at(walk, i);
    if (party_collides(&all, access_at(walk, i), by_group ? step->group : step->item))
      step->collides = true;
  }
}

static void mark_unit(const struct walk *walk) {
  const struct wb_play_unit *unit = walk->unit;
  size_t first = 0;
  for (size_t i = 1; i <= unit->count; i++) {
    const struct wb_play_step *before = step_at(walk, i - 1);
    const struct wb_play_step *step = i < unit->count ? step_at(walk, i) : NULL;
    if (step != NULL && step->group == before->group && step->phase == before->phase) continue;
    if (i - first > 1) mark_collisions(walk, first, i, false);
    first = i;
  }
  if (unit->key.group == WB_PLAY_ANY_GROUP &&
      step_at(walk, 0)->group != step_at(walk, unit->count - 1)->group)
    mark_collisions(walk, 0, unit->count, true);
}

void wb_play_collide(struct wb_playback *p) {
  for (size_t i = 0; i < p->n_units; i++)
    if (p->units[i].count > 1) mark_unit(&(struct walk){p, &p->units[i]});
}

/* ---- with whom --------------------------------------------------------------------- */

static bool steps_collide(const struct wb_playback *p, const struct wb_play_step *a,
                          const struct wb_play_step *b) {
  const bool same_group = a->group == b->group;
  const bool at_once = !same_group || (a->phase == b->phase && a->item != b->item);
  return at_once && !never_collide(wb_play_place(p, a)->access, wb_play_place(p, b)->access);
}

size_t wb_play_partner(const struct wb_playback *p, size_t number) {
  const struct wb_play_step *step = &p->steps[number];
  const struct wb_trace_place *place = wb_play_place(p, step);
  const uint32_t bytes = p->arrays[place->array].unit_bytes;
  for (uint64_t k = 0; k < place->bytes / bytes; k++) {
    const struct wb_play_unit *unit = wb_play_find(
        p,
        wb_play_key_of(p, place->array, step->group, step->item, (uint64_t)step->at / bytes + k));
    for (size_t i = 0; unit != NULL && i < unit->count; i++) {
      const uint32_t other = wb_play_touches(p, unit)[i].step;
      if (steps_collide(p, step, &p->steps[other])) return other;
    }
  }
  return WB_PLAYBACK_NONE;
}

#include "emulator/run/async.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emulator/check/object.h"
#include "emulator/run/run.h"

static void report_misuse(struct wbrt_run *run, uint32_t site, const char *message) {
  struct wb_hit hit = wb_run_hit(run, WB_ASYNC_COPY_MISUSE, site);
  struct wb_finding finding;
  if (wb_launch_report_again(&run->report, &hit)) return;
  wb_launch_report_begin(&run->report, &hit, &finding);
  snprintf(finding.message, sizeof finding.message, "%s", message);
  wb_launch_report_add(&run->report, &hit, &finding);
}

void wb_async_misused(struct wbrt_run *run, size_t index, const struct wbrt_object *object,
                      uint64_t offset, uint32_t flags, uint32_t site) {
  const struct wb_async_copy *copy = &run->async.copies[index];
  const struct wbrt_site *place = wb_launch_report_site(&run->report, copy->site);
  const uint32_t number = (uint32_t)(object - run->context->objects);
  const char *name = wb_run_array(run, number, site);
  /* A work-item that has not reached the copy yet has skipped the barrier before it. */
  const bool before = run->item->copies <= index;
  struct wb_hit hit = wb_run_hit(run, before ? WB_DATA_RACE : WB_ASYNC_COPY_MISUSE, site);
  struct wb_finding finding;
  hit.other_site = copy->site;
  if (wb_launch_report_again(&run->report, &hit)) return;
  wb_launch_report_begin(&run->report, &hit, &finding);
  finding.access = wb_access_of(flags);
  finding.memory = (enum wb_memory)object->memory;
  finding.has_index = true;
  finding.index = wb_run_index(run, number, site, (int64_t)offset);
  finding.other = (struct wb_other_access){
      .present = true, .line = place->line, .column = place->column, .access = WB_ACCESS_NONE};
  finding.other.who = finding.first[0];
  snprintf(finding.array, sizeof finding.array, "%s", name);
  char which[WB_ELEMENTS_TEXT_MAX];
  snprintf(finding.message, sizeof finding.message,
           before ? "%s %s, and no barrier stands before the copy of line %u"
                  : "%s %s while the copy of line %u has not been waited for",
           (flags & WBRT_WRITE) != 0 ? "writes" : "reads",
           wb_elements_text(name, finding.index, finding.index, which), place->line);
  wb_launch_report_add(&run->report, &hit, &finding);
}

/* ---- one copy ------------------------------------------------------------------- */

static const struct wbrt_object *object_at(const struct wbrt_run *run, uint64_t address,
                                           uint32_t object) {
  const struct wbrt_object *o = wbrt_object_of(run->context, address, object);
  return o != NULL && o->base != 0 ? o : NULL;
}

typedef void hold_function(struct wbrt_run *run, size_t index, const struct wbrt_object *object,
                           uint64_t offset, uint32_t bytes, uint32_t flags);

static void each_element(struct wbrt_run *run, size_t index, hold_function *act) {
  const struct wb_async_copy *copy = &run->async.copies[index];
  const struct wbrt_object *to = object_at(run, copy->to, copy->to_object);
  const struct wbrt_object *from = object_at(run, copy->from, copy->from_object);
  for (uint64_t i = 0; i < copy->count; i++) {
    uint64_t there = copy->to + i * copy->to_stride * copy->bytes;
    uint64_t here = copy->from + i * copy->from_stride * copy->bytes;
    if (to != NULL && wbrt_inside(to, there, copy->bytes))
      act(run, index, to, there - to->base, copy->bytes, WBRT_WRITE);
    if (from != NULL && wbrt_inside(from, here, copy->bytes))
      act(run, index, from, here - from->base, copy->bytes, WBRT_READ);
  }
}

enum { ELEMENT_COST = 400 };

/* The work-item's share, so that counts are as if all had copied. */
static void move_share(struct wbrt_run *run, size_t index, uint32_t to_site, uint32_t from_site) {
  struct wbrt_context *context = run->context;
  const struct wb_async_copy copy = run->async.copies[index];
  context->cost_left -= (int64_t)(copy.count / context->group_items + 1) * ELEMENT_COST;
  run->async.copying = index + 1;
  for (uint64_t i = context->local_linear_id; i < copy.count; i += context->group_items)
    wbrt_copy(context, copy.to + i * copy.to_stride * copy.bytes, copy.to_object, to_site,
              copy.from + i * copy.from_stride * copy.bytes, copy.from_object, from_site,
              copy.bytes, 1);
  run->async.copying = 0;
}

/* More elements than the larger array has are one finding, not billions. */
static uint64_t sensible_count(const struct wbrt_run *run, const struct wb_async_copy *copy) {
  const struct wbrt_object *to = object_at(run, copy->to, copy->to_object);
  const struct wbrt_object *from = object_at(run, copy->from, copy->from_object);
  uint64_t most = to != NULL ? to->size : 0;
  if (from != NULL && from->size > most) most = from->size;
  most = (most / copy->bytes + 1) + run->context->group_items;
  return copy->count < most ? copy->count : most;
}

static bool same_copy(const struct wb_async_copy *a, const struct wb_async_copy *b) {
  return a->to == b->to && a->from == b->from && a->count == b->count &&
         a->to_stride == b->to_stride && a->from_stride == b->from_stride && a->bytes == b->bytes;
}

uint64_t wbrt_async_copy(struct wbrt_context *context, uint64_t to, uint32_t to_object,
                         uint32_t to_site, uint64_t from, uint32_t from_object, uint32_t from_site,
                         uint64_t count, uint64_t to_stride, uint64_t from_stride, uint32_t bytes,
                         uint64_t event) {
  struct wbrt_run *run = context->run;
  struct wb_async *async = &run->async;
  const size_t index = run->item->copies++;
  context->touched = 1;
  struct wb_async_copy copy = {.to = to,
                               .from = from,
                               .count = count,
                               .to_stride = to_stride,
                               .from_stride = from_stride,
                               .event = event != 0 ? event : index + 1,
                               .to_object = to_object,
                               .from_object = from_object,
                               .bytes = bytes,
                               .site = to_site,
                               .active = true};
  copy.count = sensible_count(run, &copy);
  bool first = index >= async->n;
  if (first) {
    async->copies = wb_grow(async->copies, &async->capacity, async->n + 1, sizeof *async->copies);
    async->copies[async->n++] = copy;
  } else if (!same_copy(&async->copies[index], &copy)) {
    report_misuse(
        run, to_site,
        "copies with other arguments than another work-item of its group: all must be the same");
  }
  async->copies[index].arrived++;
  move_share(run, index, to_site, from_site);
  if (first) each_element(run, index, wb_race_hold);
  return async->copies[index].event;
}

/* ---- the end -------------------------------------------------------------------- */

static bool shares_memory(const struct wbrt_run *run, size_t a, size_t b) {
  const struct wb_async_copy *one = &run->async.copies[a], *other = &run->async.copies[b];
  const struct wbrt_object *objects[] = {
      object_at(run, one->to, one->to_object), object_at(run, one->from, one->from_object),
      object_at(run, other->to, other->to_object), object_at(run, other->from, other->from_object)};
  return objects[0] == objects[2] || objects[0] == objects[3] || objects[1] == objects[2] ||
         objects[1] == objects[3];
}

static void finish_copy(struct wbrt_run *run, size_t index) {
  struct wb_async *async = &run->async;
  each_element(run, index, wb_race_release);
  async->copies[index].active = false;
  /* What another copy has too stays taken. */
  for (size_t i = async->oldest; i < async->n; i++)
    if (async->copies[i].active && shares_memory(run, index, i)) each_element(run, i, wb_race_hold);
  while (async->oldest < async->n && !async->copies[async->oldest].active) async->oldest++;
}

static bool is_listed(const uint64_t *events, uint32_t count, uint64_t event) {
  bool found = false;
  for (uint32_t i = 0; i < count && !found; i++) found = events[i] == event;
  return found;
}

/* Whether a copy had the event when the work-item came to wait for it. */
static bool is_known(const struct wbrt_run *run, size_t first, uint64_t event) {
  bool known = false;
  for (size_t i = first; i < run->async.n && !known; i++)
    known = run->async.copies[i].event == event;
  return known;
}

static void note_bad_wait(struct wbrt_run *run, uint32_t site) {
  if (run->async.has_bad_wait) return;
  run->async.has_bad_wait = true;
  run->async.bad_wait = site;
  run->async.bad_waiter = wb_item_ids_running(run);
}

/* All pass the barrier after it together, so the last one to come ends it. */
void wbrt_async_wait(struct wbrt_context *context, uint32_t count, uint64_t list, uint32_t object,
                     uint32_t site) {
  struct wbrt_run *run = context->run;
  enum { MOST = 64 };
  uint64_t events[MOST] = {0};
  bool told = false;
  if (count > MOST) {
    report_misuse(run, site, "waits for more events than a work-group can have");
    count = MOST;
  }
  for (uint32_t i = 0; i < count; i++) {
    uint64_t at = wbrt_check(context, list + i * sizeof(uint64_t), object, sizeof(uint64_t), 1,
                             WBRT_READ, site);
    bool unset = wbrt_unwritten(context, at, object, sizeof(uint64_t), WBRT_READ, site);
    if (unset) wbrt_used_unwritten(context, site, WBRT_USE_ARGUMENT);
    told |= unset;
    memcpy(&events[i], (const void *)(uintptr_t)at, sizeof events[i]);
  }
  const size_t first = run->async.oldest;
  for (size_t i = run->async.oldest; i < run->async.n; i++) {
    struct wb_async_copy *copy = &run->async.copies[i];
    if (!copy->active || !is_listed(events, count, copy->event)) continue;
    if (++copy->waited == context->group_items) finish_copy(run, i);
  }
  for (uint32_t i = 0; i < count && !told; i++)
    if (!is_known(run, first, events[i])) note_bad_wait(run, site);
}

static void tell_bad_wait(struct wbrt_run *run) {
  struct wb_hit hit = wb_run_hit(run, WB_ASYNC_COPY_MISUSE, run->async.bad_wait);
  struct wb_finding finding;
  hit.who = run->async.bad_waiter;
  if (wb_launch_report_again(&run->report, &hit)) return;
  wb_launch_report_begin(&run->report, &hit, &finding);
  snprintf(finding.message, sizeof finding.message,
           "waits for an event that no copy has, or that has been waited for before");
  wb_launch_report_add(&run->report, &hit, &finding);
}

/* Some wait for another event, or for none. */
static void tell_unwaited(struct wbrt_run *run, const struct wb_async_copy *copy) {
  char text[160];
  snprintf(text, sizeof text,
           "%" PRIu64 " of the %" PRIu64
           " work-items of the group wait for this copy, the others "
           "do not: all must wait for the same events",
           (uint64_t)copy->waited, (uint64_t)run->context->group_items);
  report_misuse(run, copy->site, copy->waited > 0 ? text : "the copy is never waited for");
}

void wb_async_end_group(struct wbrt_run *run) {
  struct wb_async *async = &run->async;
  bool explained = run->stopped || run->stuck;
  for (size_t i = 0; i < async->n; i++) {
    const struct wb_async_copy *copy = &async->copies[i];
    const bool cut = run->stopped || run->stuck;
    if (!cut && copy->arrived < run->context->group_items)
      report_misuse(run, copy->site, "not all work-items of the group reach this copy");
    else if (!cut && copy->active)
      tell_unwaited(run, copy);
    explained |= copy->arrived < run->context->group_items;
    if (copy->active) finish_copy(run, i);
  }
  if (async->has_bad_wait && !explained) tell_bad_wait(run);
  async->has_bad_wait = false;
  async->n = async->oldest = 0;
}

#include "emulator/run/poll.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "emulator/check/object.h"
#include "emulator/check/slow.h"
#include "emulator/run/interleave.h"
#include "emulator/run/run.h"

/* Turns after which a work-item waits in vain, and where many have done so. */
enum { PATIENCE = 1000, LESS_PATIENCE = 20, MANY = 32 };

/* ---- findings ------------------------------------------------------------------- */

static const char *who_text(const struct wb_item_id *who, char *out, size_t size) {
  char item[WB_ID_TEXT_MAX], group[WB_ID_TEXT_MAX];
  snprintf(out, size, "work-item %s of group %s", wb_id_text(who->item, who->dimensions, item),
           wb_id_text(who->group, who->dimensions, group));
  return out;
}

/* Another wait, of a work-item that might have ended this one; NULL: none. */
static const struct wb_wait *concurrent_wait(const struct wbrt_run *run,
                                             const struct wb_wait *wait) {
  const struct wb_wait *found = NULL;
  for (size_t i = 0; i < run->polls.n && found == NULL; i++) {
    const struct wb_wait *other = &run->polls.waits[i];
    const bool same_item = other->n_first > 0 && wait->n_first > 0 &&
                           memcmp(&other->first[0], &wait->first[0], sizeof wait->first[0]) == 0;
    const bool same_place = other->object == wait->object && other->offset == wait->offset;
    if (other != wait && other->n_first > 0 && !same_item && !same_place) found = other;
  }
  return found;
}

static void tell_meanwhile(const struct wbrt_run *run, const struct wb_wait *wait, char *rest,
                           size_t size) {
  const struct wb_wait *other = concurrent_wait(run, wait);
  char who[128], which[WB_ELEMENTS_TEXT_MAX];
  if (other == NULL) return;
  const int64_t index = wb_run_index(run, other->object, other->site, (int64_t)other->offset);
  snprintf(rest, size, "; %s waits for %s meanwhile", who_text(&other->first[0], who, sizeof who),
           wb_elements_text(wb_run_array(run, other->object, other->site), index, index, which));
}

static void tell_words(const struct wbrt_run *run, const struct wb_wait *wait,
                       const struct wb_item_id *writer, bool later, struct wb_finding *finding) {
  char who[128], which[WB_ELEMENTS_TEXT_MAX];
  int n = snprintf(
      finding->message, sizeof finding->message, "waits for %s to change from %" PRId64,
      wb_elements_text(finding->array, finding->index, finding->index, which), wait->value);
  char *rest = finding->message + n;
  const size_t size = sizeof finding->message - (size_t)n;
  if (later)
    snprintf(rest, size,
             ", which %s does later: OpenCL does not promise that it runs while others wait",
             who_text(writer, who, sizeof who));
  else if (writer != NULL)
    snprintf(rest, size, ", which %s wrote last, and nobody changes it any more",
             who_text(writer, who, sizeof who));
  else
    snprintf(rest, size, ", and no other work-item ever changes it");
  if (later) return;
  n = (int)strlen(finding->message);
  tell_meanwhile(run, wait, finding->message + n, sizeof finding->message - (size_t)n);
}

/* `writer` is NULL where nobody wrote it. */
static void describe_wait(struct wbrt_run *run, struct wb_wait *wait,
                          const struct wb_item_id *writer, uint32_t writer_site, bool later) {
  struct wb_hit hit = {.kind = WB_DEADLOCK,
                       .severity = WB_SEVERITY_ERROR,
                       .site = wait->site,
                       .other_site = writer != NULL ? (int64_t)writer_site : WB_NO_SITE,
                       .has_who = true};
  struct wb_finding finding;
  const struct wbrt_site *place = wb_launch_report_site(&run->report, hit.other_site);
  wait->told = true;
  hit.who = wait->first[0];
  wb_launch_report_begin(&run->report, &hit, &finding);
  finding.access = WB_ACCESS_READ;
  finding.memory = (enum wb_memory)run->context->objects[wait->object].memory;
  finding.has_index = true;
  finding.index = wb_run_index(run, wait->object, wait->site, (int64_t)wait->offset);
  finding.count = wait->count;
  finding.n_first = wait->n_first;
  memcpy(finding.first, wait->first, sizeof finding.first);
  snprintf(finding.array, sizeof finding.array, "%s", wb_run_array(run, wait->object, wait->site));
  if (writer != NULL)
    finding.other = (struct wb_other_access){.present = true,
                                             .line = place->line,
                                             .column = place->column,
                                             .access = WB_ACCESS_WRITE,
                                             .who = *writer};
  tell_words(run, wait, writer, later, &finding);
  wb_launch_report_add(&run->report, &hit, &finding);
}

/* Whether two sites are one place of the source. */
static bool same_place(const struct wbrt_run *run, uint32_t a, uint32_t b) {
  const struct wbrt_site *one = wb_launch_report_site(&run->report, a);
  const struct wbrt_site *other = wb_launch_report_site(&run->report, b);
  return one->line == other->line && one->column == other->column;
}

/* One more that waits there, by an atomic operation that may well change nothing,
 * is no end of the waiting yet: end_wait looks. */
void wb_poll_ended(struct wbrt_run *run, size_t index, uint32_t site) {
  const struct wb_item_id me = wb_item_ids_running(run);
  struct wb_wait *wait = index < run->polls.n ? &run->polls.waits[index] : NULL;
  if (wait != NULL && !wait->told && !same_place(run, wait->site, site))
    describe_wait(run, wait, &me, site, true);
}

/* ---- waits ---------------------------------------------------------------------- */

/* An entry in the race histories that every later write of the place comes upon: so the end of a
 * wait is noticed without a look at the waits in every write. */
static void hold_place(struct wbrt_run *run, size_t index, bool release) {
  const struct wb_wait *wait = &run->polls.waits[index];
  const struct wbrt_object *object = &run->context->objects[wait->object];
  if (release)
    wb_race_release(run, WB_FIRST_WAIT + index, object, wait->offset, wait->bytes, WBRT_READ);
  else
    wb_race_hold(run, WB_FIRST_WAIT + index, object, wait->offset, wait->bytes, WBRT_READ);
}

static int64_t number_at(const unsigned char *bytes, uint32_t count) {
  uint64_t value = 0;
  if (count > sizeof value) count = sizeof value;
  memcpy(&value, bytes, count);
  const unsigned shift = 64 - 8 * count;
  return (int64_t)(value << shift) >> shift;
}

/* Whether what is waited for has changed since. */
static bool has_changed(const struct wbrt_run *run, const struct wb_wait *wait) {
  const uint64_t address = run->context->objects[wait->object].base + wait->offset;
  return number_at((const void *)(uintptr_t)address, wait->bytes) != wait->value;
}

static void end_wait(struct wbrt_run *run, size_t index) {
  struct wb_wait *wait = &run->polls.waits[index];
  struct wb_item_id last;
  uint32_t site;
  hold_place(run, index, true);
  if (wait->told) return;
  if (has_changed(run, wait) &&
      wb_race_writer(run, &run->context->objects[wait->object], wait->offset, &last, &site))
    describe_wait(run, wait, &last, site, true);
  else
    describe_wait(run, wait, wait->has_writer ? &wait->writer : NULL, wait->writer_site, false);
}

void wb_polls_end(struct wbrt_run *run) {
  for (size_t i = 0; i < run->polls.n; i++) end_wait(run, i);
  run->polls.n = 0;
}

/* Numbers of waits for global memory stay: they stand in histories. */
void wb_polls_end_group(struct wbrt_run *run) {
  bool local_only = true;
  for (size_t i = 0; i < run->polls.n; i++) {
    const struct wb_wait *wait = &run->polls.waits[i];
    bool local = run->context->objects[wait->object].memory == WB_MEMORY_LOCAL;
    if (local) end_wait(run, i);
    local_only &= local;
  }
  if (local_only) run->polls.n = 0;
}

static struct wb_wait *wait_at(struct wbrt_run *run, const struct wb_poll *poll, uint32_t object) {
  struct wb_polls *polls = &run->polls;
  const uint64_t offset = poll->address - run->context->objects[object].base;
  size_t i = 0;
  while (i < polls->n && !(polls->waits[i].site == poll->site && polls->waits[i].object == object &&
                           polls->waits[i].offset == offset && !polls->waits[i].told))
    i++;
  if (i == WB_MAX_WAITS) return NULL;
  struct wb_wait *wait = &polls->waits[i];
  if (i == polls->n) {
    polls->n++;
    *wait = (struct wb_wait){.site = poll->site,
                             .object = object,
                             .bytes = poll->bytes,
                             .offset = offset,
                             .value = number_at(poll->value, poll->bytes)};
    wait->has_writer = wb_race_writer(run, &run->context->objects[object], offset, &wait->writer,
                                      &wait->writer_site);
    hold_place(run, i, false);
  }
  return wait;
}

/* Gives the work-item up. */
static _Noreturn void give_up(struct wbrt_run *run, const struct wb_poll *poll, uint32_t object) {
  struct wb_wait *wait = wait_at(run, poll, object);
  if (run->context->pending != 0) wbrt_race_stored(run->context);
  if (wait != NULL) {
    wait->count++;
    if (wait->n_first < WB_FINDING_FIRST_ITEMS)
      wait->first[wait->n_first++] = wb_item_ids_running(run);
  }
  wb_run_give_up(run);
}

static uint64_t wait_patience(const struct wbrt_run *run) {
  uint64_t waiting = 0;
  for (size_t i = 0; i < run->polls.n; i++) waiting += run->polls.waits[i].count;
  return waiting < MANY ? PATIENCE : LESS_PATIENCE;
}

/* ---- what might have been ----------------------------------------------------------- */

static void tell_possible(struct wbrt_run *run, const struct wb_poll *poll, uint32_t object,
                          const struct wb_change *change) {
  const bool same_group = change->position == run->group_position;
  const uint64_t offset = poll->address - run->context->objects[object].base;
  struct wb_hit hit = wb_run_hit(run, WB_DEADLOCK, poll->site);
  struct wb_finding finding;
  char who[128], which[WB_ELEMENTS_TEXT_MAX];
  hit.severity = same_group ? WB_SEVERITY_ERROR : WB_SEVERITY_WARNING;
  hit.other_site = change->site;
  if (wb_launch_report_again(&run->report, &hit)) return;
  wb_launch_report_begin(&run->report, &hit, &finding);
  const struct wbrt_site *place = wb_launch_report_site(&run->report, hit.other_site);
  finding.access = WB_ACCESS_READ;
  finding.memory = (enum wb_memory)run->context->objects[object].memory;
  finding.has_index = true;
  finding.index = wb_run_index(run, object, poll->site, (int64_t)offset);
  snprintf(finding.array, sizeof finding.array, "%s", wb_run_array(run, object, poll->site));
  finding.other =
      (struct wb_other_access){.present = true,
                               .line = place->line,
                               .column = place->column,
                               .access = WB_ACCESS_ATOMIC,
                               .who = wb_item_ids_at(run, change->position, change->item)};
  snprintf(finding.message, sizeof finding.message,
           "goes on only when %s changes %s from %" PRId64 ": %s",
           who_text(&finding.other.who, who, sizeof who),
           wb_elements_text(finding.array, finding.index, finding.index, which),
           number_at((const unsigned char *)&change->before, poll->bytes),
           same_group ? "OpenCL does not promise that it runs while another of its group waits"
                      : "OpenCL does not promise that another group runs meanwhile");
  wb_launch_report_add(&run->report, &hit, &finding);
}

/* So many trials are made at each place of the source; from then on of some only. */
enum { MANY_TRIALS = 4096, ONE_IN = 16 };

static bool is_tried(struct wb_polls *polls, uint32_t site) {
  const uint32_t n = ++polls->trials[site % WB_RECENT_POLLS];
  return n <= MANY_TRIALS || n % ONE_IN == 0;
}

/* The latest change that the loop would have waited for; of one group or another. */
static void look_back(struct wbrt_run *run, const struct wb_poll *poll, uint32_t object,
                      wbrt_trial *trial, const void *frame) {
  const struct wb_change *changes[WB_CHANGES_KEPT];
  const bool local = run->context->objects[object].memory == WB_MEMORY_LOCAL;
  const size_t n = wb_changes_find(run, poll->address, poll->bytes, local, changes);
  bool stuck = false;
  for (size_t i = 0; i < n && !stuck; i++) {
    bool again = memcmp(poll->value, &changes[i]->before, poll->bytes) == 0;
    for (size_t k = 0; k < i && !again; k++) again = changes[k]->before == changes[i]->before;
    if (again || !is_tried(&run->polls, poll->site)) continue;
    stuck = wb_trial_is_stuck(run, trial, frame, poll->address, &changes[i]->before, poll->bytes);
    if (stuck) tell_possible(run, poll, object, changes[i]);
  }
}

/* ---- one read ------------------------------------------------------------------------- */

void wbrt_changes(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t bytes,
                  uint32_t site) {
  const struct wbrt_object *o = wbrt_object_of(context, address, object);
  if (context->hears_reads == 0 || o == NULL || !wbrt_inside(o, address, bytes)) return;
  wb_changes_note(context->run, o, address, bytes, site);
}

void wbrt_polls(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t bytes,
                uint32_t site, wbrt_trial *trial, const void *frame) {
  struct wbrt_run *run = context->run;
  if (run->interleave != NULL) {
    wb_interleave_wait(run);
    return;
  }
  struct wb_poll *poll = &run->polls.recent[site % WB_RECENT_POLLS];
  const struct wbrt_object *o = wbrt_object_of(context, address, object);
  if (o == NULL || bytes > WB_POLL_BYTES || !wbrt_inside(o, address, bytes)) return;
  const uint32_t number = (uint32_t)(o - context->objects);
  const void *now = (const void *)(uintptr_t)address;
  const bool same = poll->visits > 0 && poll->site == site && poll->item == context->item &&
                    poll->address == address && poll->bytes == bytes &&
                    memcmp(poll->value, now, bytes) == 0;
  if (!same) {
    *poll = (struct wb_poll){site, context->item, bytes, address, 1, {0}};
    memcpy(poll->value, now, bytes);
    look_back(run, poll, number, trial, frame);
  } else if (++poll->visits > wait_patience(run)) {
    /* One that is not stuck, but slow, is tried again after as many turns. */
    poll->visits = 1;
    if (wb_trial_is_stuck(run, trial, frame, 0, NULL, 0)) give_up(run, poll, number);
  }
}

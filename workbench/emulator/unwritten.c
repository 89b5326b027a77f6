/* Values that nobody wrote. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "emulator/check/object.h"
#include "emulator/run.h"

static const char *const uses[] = {
    [WBRT_USE_BRANCH] = "decides a branch",
    [WBRT_USE_ADDRESS] = "is used as an index",
    [WBRT_USE_DIVISOR] = "is used as a divisor",
    [WBRT_USE_STORE] = "is stored into global memory",
    [WBRT_USE_ATOMIC] = "is used by an atomic operation",
    [WBRT_USE_ARGUMENT] = "is passed to a builtin function",
};

static const char *use_words(uint32_t use) {
  return use < sizeof uses / sizeof uses[0] ? uses[use] : "is used";
}

void wbrt_read_unwritten(struct wbrt_context *context, uint64_t address, uint32_t object,
                         uint32_t size, uint32_t site) {
  struct wbrt_run *run = context->run;
  const uint32_t number = wb_run_object(run, address, object);
  const struct wbrt_object *o = &context->objects[number];
  uint64_t offset = address - o->base;
  /* The first byte that nobody wrote, so that a vector names its element. */
  const uint8_t *state = memchr(o->state + offset, WBRT_UNWRITTEN, size);
  if (state != NULL) offset = (uint64_t)(state - o->state);
  run->item->origin = (struct wb_origin){.site = site, .object = number};
  run->item->origin.index = wb_run_index(run, number, site, (int64_t)offset);
  run->item->origins[site % WB_RECENT_ORIGINS] = run->item->origin;
  context->touched = 1;
}

/* The value came from memory: the read is the place to look at. */
static void tell_origin(const struct wbrt_run *run, const struct wb_origin *origin, uint32_t site,
                        uint32_t use, struct wb_finding *finding) {
  const struct wbrt_object *o = &run->context->objects[origin->object];
  const struct wbrt_site *place = wb_report_site(&run->report, site);
  const char *name = wb_run_array(run, origin->object, (uint32_t)origin->site);
  finding->memory = (enum wb_memory)o->memory;
  finding->has_index = true;
  finding->index = origin->index;
  snprintf(finding->array, sizeof finding->array, "%s", name);
  if (place->line != finding->line) {
    finding->other = (struct wb_other_access){
        .present = true, .line = place->line, .column = place->column, .access = WB_ACCESS_NONE};
    finding->other.who = finding->first[0];
  }
  snprintf(finding->message, sizeof finding->message,
           "reads %s[%" PRId64 "], whose value nobody has set; it then %s",
           name[0] != '\0' ? name : "memory", origin->index, use_words(use));
}

static void tell_variable(uint32_t use, struct wb_finding *finding) {
  finding->memory = WB_MEMORY_PRIVATE;
  snprintf(finding->message, sizeof finding->message, "the value of an uninitialised variable %s",
           use_words(use));
}

/* The read that a value comes from, as far as it is known (runtime.h). */
static const struct wb_origin *origin_of(const struct wbrt_run *run, uint32_t from) {
  const struct wb_origin *kept = &run->item->origins[(from - 1) % WB_RECENT_ORIGINS];
  bool is_kept = from != 0 && kept->site == (int64_t)from - 1;
  return is_kept ? kept : &run->item->origin;
}

void wbrt_used_unwritten(struct wbrt_context *context, uint32_t site, uint32_t what) {
  struct wbrt_run *run = context->run;
  const uint32_t use = what & ((1U << WBRT_USE_BITS) - 1), from = what >> WBRT_USE_BITS;
  const struct wb_origin *origin = origin_of(run, from);
  bool from_memory = origin->site != WB_NO_SITE && from != WBRT_FROM_VARIABLE;
  struct wb_hit hit = wb_run_hit(run, WB_UNINITIALIZED_READ, site);
  struct wb_finding finding;
  if (from_memory) {
    hit.other_site = site;
    hit.site = origin->site;
  }
  if (wb_report_again(&run->report, &hit)) return;
  wb_report_begin(&run->report, &hit, &finding);
  finding.access = WB_ACCESS_READ;
  if (from_memory)
    tell_origin(run, origin, site, use, &finding);
  else
    tell_variable(use, &finding);
  wb_report_add(&run->report, &hit, &finding);
}

void wbrt_begin_object(struct wbrt_context *context, uint32_t object) {
  const struct wbrt_object *o = &context->objects[object];
  if (object >= WBRT_MAX_OBJECTS || o->base == 0 || o->state == NULL) return;
  memset(o->state, WBRT_UNWRITTEN, o->size);
  memset((void *)(uintptr_t)o->base, WB_POISON_BYTE, o->size);
}

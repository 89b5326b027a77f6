/* Values that nobody wrote. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "emulator/check/object.h"
#include "emulator/run/run.h"
#include "emulator/run/written.h"
#include "finding/trace.h"

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

/* ---- origins of what lies in memory -------------------------------------------- */

static struct wb_carried_word *word_of(struct wbrt_run *run, uint64_t address) {
  return &run->carried.words[(address >> WB_CARRIED_SHIFT) % WB_CARRIED_WORDS];
}

static const struct wb_origin *carried_to(struct wbrt_run *run, uint64_t address) {
  const struct wb_carried_word *word = word_of(run, address);
  return run->carried.n > 0 && word->word == address >> WB_CARRIED_SHIFT ? &word->origin : NULL;
}

static void carry_to(struct wbrt_run *run, uint64_t address, const struct wb_origin *origin) {
  struct wb_carried_word *word = word_of(run, address);
  word->word = address >> WB_CARRIED_SHIFT;
  word->origin = *origin;
  run->carried.n++;
}

void wb_carry_forget(struct wbrt_run *run, uint64_t address, uint64_t bytes) {
  const uint64_t words = WB_CARRIED_WORDS;
  if (run->carried.n == 0) return;
  if (bytes >> WB_CARRIED_SHIFT >= words) {
    memset(&run->carried, 0, sizeof run->carried);
    return;
  }
  for (uint64_t at = address; at < address + bytes; at += 1U << WB_CARRIED_SHIFT)
    if (carried_to(run, at) != NULL) word_of(run, at)->word = 0;
}

static struct wb_origin origin_at(const struct wbrt_run *run, uint32_t object, uint64_t address,
                                  uint32_t site) {
  struct wb_origin origin = {.site = site, .object = object, .read = site};
  origin.index =
      wb_run_index(run, object, site, (int64_t)(address - run->context->objects[object].base));
  return origin;
}

void wb_carry_copy(struct wbrt_run *run, uint64_t to, uint64_t from, const uint8_t *states,
                   uint64_t bytes, uint32_t object, uint32_t site) {
  const uint32_t number = wb_run_object(run, from, object);
  const uint64_t step = 1U << WB_CARRIED_SHIFT;
  for (uint64_t i = 0; i < bytes; i += step) {
    uint64_t left = bytes - i < step ? bytes - i : step;
    if (memchr(states + i, WBRT_UNWRITTEN, left) == NULL) continue;
    const struct wb_origin *known = carried_to(run, from + i);
    const struct wb_origin origin = known != NULL ? *known : origin_at(run, number, from + i, site);
    carry_to(run, to + i, &origin);
  }
}

/* ---- reads ------------------------------------------------------------------------ */

void wbrt_read_unwritten(struct wbrt_context *context, uint64_t address, uint32_t object,
                         uint32_t size, uint32_t site) {
  struct wbrt_run *run = context->run;
  const uint32_t number = wb_run_object(run, address, object);
  const struct wbrt_object *o = &context->objects[number];
  /* The first byte that nobody wrote, so that a vector names its element. */
  const uint64_t written = wb_written_run(run, o, address - o->base, size);
  if (written < size) address += written;
  const struct wb_origin *carried = carried_to(run, address);
  struct wb_origin *origin = &run->item->origin;
  *origin = carried != NULL ? *carried : origin_at(run, number, address, site);
  origin->read = site;
  run->item->origins[site % WB_RECENT_ORIGINS] = *origin;
  context->touched = 1;
}

uint32_t wbrt_read_unwritten_lanes(struct wbrt_context *context, uint64_t address, uint32_t object,
                                   uint32_t size, uint32_t lanes, uint32_t flags, uint32_t site) {
  uint32_t unwritten = 0;
  for (uint32_t i = 0; i < lanes; i++)
    if (wbrt_unwritten(context, address + (uint64_t)i * size, object, size, flags, site))
      unwritten |= 1U << i;
  return unwritten;
}

void wbrt_mark_unwritten_lanes(struct wbrt_context *context, uint64_t address, uint32_t object,
                               uint32_t size, uint32_t lanes, uint32_t flags, uint32_t unwritten) {
  for (uint32_t i = 0; i < lanes; i++)
    wbrt_mark(context, address + (uint64_t)i * size, object, size, flags, unwritten >> i & 1);
}

void wb_origin_collective(struct wbrt_run *run, uint32_t site) {
  run->item->origin = (struct wb_origin){.site = site, .object = WBRT_NO_OBJECT};
  run->item->origins[site % WB_RECENT_ORIGINS] = run->item->origin;
  run->context->touched = 1;
}

/* The value came from memory: the read is the place to look at. */
static void tell_origin(const struct wbrt_run *run, const struct wb_origin *origin, uint32_t site,
                        uint32_t use, struct wb_finding *finding) {
  const struct wbrt_object *o = &run->context->objects[origin->object];
  const struct wbrt_site *place = wb_launch_report_site(&run->report, site);
  const char *name = wb_run_array(run, origin->object, (uint32_t)origin->site);
  const bool met = origin->object == WBRT_NO_OBJECT;
  finding->memory = met ? WB_MEMORY_PRIVATE : (enum wb_memory)o->memory;
  finding->has_index = !met;
  finding->index = origin->index;
  snprintf(finding->array, sizeof finding->array, "%s", met ? "" : name);
  if (place->line != finding->line) {
    finding->other = (struct wb_other_access){
        .present = true, .line = place->line, .column = place->column, .access = WB_ACCESS_NONE};
    finding->other.who = finding->first[0];
  }
  char element[WB_FINDING_NAME_MAX + 80];
  wb_run_place(run, origin->object, (uint32_t)origin->site, origin->index, element, sizeof element);
  if (met)
    snprintf(finding->message, sizeof finding->message,
             "gets a value that was never set, or from a work-item that does not take part; it "
             "then %s",
             use_words(use));
  else
    snprintf(finding->message, sizeof finding->message, "reads %s, which was never set; it %s",
             element, use_words(use));
}

/* A variable has no read: the place to look at is the use. */
static void tell_variable(const struct wbrt_site *declaration, uint32_t use,
                          struct wb_finding *finding) {
  const char *name = declaration->array != NULL ? declaration->array : "";
  finding->memory = WB_MEMORY_PRIVATE;
  snprintf(finding->array, sizeof finding->array, "%s", name);
  if (declaration->line != 0 && declaration->line != finding->line) {
    finding->other = (struct wb_other_access){.present = true,
                                              .line = declaration->line,
                                              .column = declaration->column,
                                              .access = WB_ACCESS_NONE};
    finding->other.who = finding->first[0];
  }
  snprintf(finding->message, sizeof finding->message, "the value of %s%s, which was never set, %s",
           name[0] != '\0' ? "the variable " : "a variable", name, use_words(use));
}

/* Where a value comes from, as far as it is known (runtime.h). */
static struct wb_origin origin_of(const struct wbrt_run *run, uint32_t from) {
  const struct wb_origin *kept = &run->item->origins[(from - 1) % WB_RECENT_ORIGINS];
  const bool is_kept = from != 0 && kept->site != WB_NO_SITE && kept->read == from - 1;
  const bool declared =
      from != 0 && wb_launch_report_site(&run->report, (int64_t)from - 1)->declares;
  if (declared) return (struct wb_origin){.site = (int64_t)from - 1, .read = from - 1};
  return is_kept ? *kept : run->item->origin;
}

/* A store that was refused goes to the sink, and nobody reads there. The system says where that is,
 * so the words of arrays that would give way to it are others in each launch. */
void wbrt_carry_unwritten(struct wbrt_context *context, uint64_t address, uint32_t object,
                          uint32_t bytes, uint32_t from) {
  struct wbrt_run *run = context->run;
  struct wb_origin origin = origin_of(run, from != WBRT_REPORTED ? from : 0);
  (void)object;
  origin.reported |= from == WBRT_REPORTED;
  if (address - context->sink < WB_SINK_BYTES) return;
  for (uint32_t i = 0; i < bytes && origin.site != WB_NO_SITE; i += 1U << WB_CARRIED_SHIFT)
    carry_to(run, address + i, &origin);
}

/* ---- in buffers ------------------------------------------------------------------ */

/* Of a number's place; NULL: there is no more room. */
static struct wb_undefined *undefined_at(struct wb_shared *shared, uint32_t arg, uint64_t start) {
  enum { TRIES = 64 };
  const uint64_t hash = (start << 6 | arg) * 0x9E3779B97F4A7C15ULL >> 32;
  for (uint64_t i = 0; i < TRIES; i++) {
    struct wb_undefined *one = &shared->undefined[(hash + i) % WB_MAX_UNDEFINED];
    if (one->bytes == 0 || (one->arg == arg && one->start == start)) return one;
  }
  return NULL;
}

/* What a conversion gave that no integer could hold has been set, though to no value that OpenCL
 * names. */
void wbrt_left_undefined(struct wbrt_context *context, uint64_t address, uint32_t object,
                         uint32_t bytes, uint32_t from, uint32_t by_atomic) {
  struct wbrt_run *run = context->run;
  const uint32_t number = wb_run_object(run, address, object);
  const uint32_t arg = number - WBRT_FIRST_ARGUMENT;
  if (address - context->sink < WB_SINK_BYTES || arg >= run->launch->n_args) return;
  if (run->info[number].whole == NULL || origin_of(run, from).conversion != 0) return;
  const uint64_t start = address - run->info[number].whole->base;
  run->left = address;
  run->left_bytes = bytes;
  for (uint32_t done = 0, some; done < bytes; done += some) {
    struct wb_undefined *one = undefined_at(run->shared, arg, start + done);
    some = bytes - done < WB_UNDEFINED_BYTES ? bytes - done : WB_UNDEFINED_BYTES;
    if (one == NULL) continue;
    run->shared->n_undefined++;
    *one = (struct wb_undefined){
        .start = start + done, .arg = arg, .bytes = some, .any_value = by_atomic != 0};
    memcpy(&one->value, (const void *)(uintptr_t)(address + done), some);
  }
}

/* How many bytes from `start` on were given a value that is not set, if it is still there, as
 * launch/undefined.c has it. */
static uint32_t left_at(const struct wbrt_run *run, uint32_t object, uint64_t start) {
  const unsigned char *whole = (const unsigned char *)(uintptr_t)run->info[object].whole->base;
  const struct wb_undefined *one = undefined_at(run->shared, object - WBRT_FIRST_ARGUMENT, start);
  const bool there = one != NULL && one->bytes > 0 &&
                     (one->any_value || memcmp(whole + start, &one->value, one->bytes) == 0);
  return there ? one->bytes : 0;
}

uint16_t wb_run_unset(const struct wbrt_run *run, uint32_t object, uint64_t address, uint32_t bytes,
                      bool just_written) {
  const struct wbrt_object *o = &run->context->objects[object];
  const struct wbrt_object *whole = run->info[object].whole;
  const uint32_t all = (1U << bytes) - 1;
  uint8_t states[WB_TRACE_VALUE_MAX];
  uint32_t unset = 0;
  wb_written_get(run, o, address - o->base, bytes, states);
  for (uint32_t i = 0; i < bytes; i++) unset |= (uint32_t)(states[i] == WBRT_UNWRITTEN) << i;
  if (run->shared->n_undefined == 0 || whole == NULL) return (uint16_t)unset;
  if (just_written) return (uint16_t)(address - run->left < run->left_bytes ? all : unset);
  for (uint32_t i = 0; i < bytes; i++)
    unset |= ((1U << left_at(run, object, address + i - whole->base)) - 1) << i;
  return (uint16_t)(unset & all);
}

/* ---- uses ------------------------------------------------------------------------ */

/* The conversion is the place, whoever used its result. */
static void report_conversion(struct wbrt_run *run, const struct wb_origin *origin, uint32_t site,
                              uint32_t use) {
  struct wb_hit hit = wb_run_hit(run, WB_CONVERSION_OUT_OF_RANGE, (uint32_t)origin->site);
  struct wb_finding finding;
  hit.other_site = site;
  if (wb_launch_report_again(&run->report, &hit)) return;
  wb_launch_report_begin(&run->report, &hit, &finding);
  const struct wbrt_site *place = wb_launch_report_site(&run->report, site);
  if (place->line != finding.line)
    finding.other = (struct wb_other_access){.present = true,
                                             .line = place->line,
                                             .column = place->column,
                                             .access = WB_ACCESS_NONE,
                                             .who = finding.first[0]};
  wb_conversion_words(origin, use_words(use), finding.message, sizeof finding.message);
  wb_launch_report_add(&run->report, &hit, &finding);
}

void wbrt_used_unwritten(struct wbrt_context *context, uint32_t site, uint32_t what) {
  struct wbrt_run *run = context->run;
  const uint32_t use = what & ((1U << WBRT_USE_BITS) - 1), from = what >> WBRT_USE_BITS;
  const struct wb_origin origin = origin_of(run, from);
  if (origin.reported) return;
  if (origin.conversion != 0) {
    report_conversion(run, &origin, site, use);
    return;
  }
  const struct wbrt_site *place = wb_launch_report_site(&run->report, origin.site);
  const bool variable = origin.site == WB_NO_SITE || place->declares;
  struct wb_hit hit = wb_run_hit(run, WB_UNINITIALIZED_READ, site);
  struct wb_finding finding;
  hit.other_site = variable ? origin.site : (int64_t)site;
  if (!variable) hit.site = origin.site;
  if (wb_launch_report_again(&run->report, &hit)) return;
  wb_launch_report_begin(&run->report, &hit, &finding);
  finding.access = WB_ACCESS_READ;
  if (variable)
    tell_variable(place, use, &finding);
  else
    tell_origin(run, &origin, site, use, &finding);
  wb_launch_report_add(&run->report, &hit, &finding);
}

void wbrt_begin_object(struct wbrt_context *context, uint32_t object) {
  const struct wbrt_object *o = &context->objects[object];
  if (object >= WBRT_MAX_OBJECTS || o->base == 0 || o->state == NULL) return;
  wb_carry_forget(context->run, o->base, o->size);
  memset(o->state, WBRT_UNWRITTEN, o->size);
  memset((void *)(uintptr_t)o->base, WB_POISON_BYTE, o->size);
}

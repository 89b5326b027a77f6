/* Accesses that the fast path refused: what exactly is wrong with them. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "emulator/check/object.h"
#include "emulator/profile/profile.h"
#include "emulator/run/bounds.h"
#include "emulator/run/run.h"
#include "emulator/run/touched.h"
#include "finding/trace.h"

/* Addresses this near to 0 come from a null pointer and an index of 32 bits. */
static const uint64_t NULL_NEIGHBOURHOOD = 1ULL << 36;

uint32_t wb_run_object(const struct wbrt_run *run, uint64_t address, uint32_t object) {
  const struct wbrt_object *o = wbrt_object_of(run->context, address, object);
  uint32_t number = o != NULL ? (uint32_t)(o - run->context->objects) : WBRT_NO_OBJECT;
  /* A region without an array is as good as none, unless the argument is
   * known and null. */
  if (object == WBRT_ANY_OBJECT && number != WBRT_NO_OBJECT && o->base == 0)
    number = WBRT_NO_OBJECT;
  return number;
}

const char *wb_run_array(const struct wbrt_run *run, uint32_t object, uint32_t site) {
  const char *name = object < WBRT_MAX_OBJECTS ? run->info[object].name : NULL;
  if (name == NULL) name = wb_launch_report_site(&run->report, site)->array;
  return name != NULL ? name : "";
}

uint32_t wb_run_element(const struct wbrt_run *run, uint32_t object, uint32_t site) {
  const struct wbrt_site *place = wb_launch_report_site(&run->report, site);
  uint32_t bytes = place->element_bytes;
  if (bytes == 0 && object < WBRT_MAX_OBJECTS) bytes = run->info[object].element_bytes;
  if (bytes == 0) bytes = place->bytes;
  return bytes != 0 ? bytes : 1;
}

int64_t wb_run_index(const struct wbrt_run *run, uint32_t object, uint32_t site, int64_t offset) {
  int64_t element = wb_run_element(run, object, site);
  int64_t index = offset / element;
  return offset % element < 0 ? index - 1 : index;
}

bool wb_run_has_dimensions(const struct wbrt_run *run, uint32_t object, uint32_t site) {
  /* A vector at once is no element of an array of numbers. */
  return object < WBRT_MAX_OBJECTS && run->info[object].inner[0] > 0 &&
         run->context->objects[object].number_bytes == wb_run_element(run, object, site);
}

void wb_run_place(const struct wbrt_run *run, uint32_t object, uint32_t site, int64_t index,
                  char *out, size_t size) {
  const char *name = wb_run_array(run, object, site);
  char text[WB_ELEMENTS_TEXT_MAX];
  struct wb_str parts;
  wb_str_init(&parts);
  if (index >= 0 && wb_array_has_name(name) && wb_run_has_dimensions(run, object, site))
    wb_trace_index(run->info[object].inner, (uint64_t)index, &parts);
  if (parts.length > 0)
    snprintf(out, size, "%s%s", name, parts.data);
  else
    snprintf(out, size, "%s", wb_elements_text(name, index, index, text));
  wb_str_release(&parts);
}

uint32_t wbrt_memory_at(struct wbrt_context *context, uint64_t address) {
  const uint32_t object = wb_run_object(context->run, address, WBRT_ANY_OBJECT);
  return object != WBRT_NO_OBJECT ? context->objects[object].memory : WB_MEMORY_NONE;
}

enum wb_access wb_access_of(uint32_t flags) {
  if ((flags & WBRT_ATOMIC) != 0) return WB_ACCESS_ATOMIC;
  return (flags & WBRT_WRITE) != 0 ? WB_ACCESS_WRITE : WB_ACCESS_READ;
}

struct wb_hit wb_run_hit(const struct wbrt_run *run, enum wb_finding_kind kind, uint32_t site) {
  return (struct wb_hit){.kind = kind,
                         .severity = WB_SEVERITY_ERROR,
                         .site = site,
                         .other_site = WB_NO_SITE,
                         .who = wb_item_ids_running(run),
                         .has_who = true};
}

static void tell_null(const struct wbrt_run *run, const struct wb_refused *access,
                      struct wb_finding *finding) {
  finding->has_index = true;
  finding->index = wb_run_index(run, access->object, access->site, (int64_t)access->address);
  snprintf(finding->message, sizeof finding->message, "%s through a null pointer%s%s",
           wb_bounds_verb(access->flags), finding->array[0] != '\0' ? ", " : "", finding->array);
}

static void tell_nowhere(const struct wbrt_run *run, const struct wb_refused *access,
                         struct wb_finding *finding) {
  (void)run;
  snprintf(finding->message, sizeof finding->message,
           "%s through a pointer that points at no array", wb_bounds_verb(access->flags));
}

static void tell_misaligned(const struct wbrt_run *run, const struct wb_refused *access,
                            struct wb_finding *finding) {
  const int64_t offset = (int64_t)(access->address - access->o->base);
  finding->has_index = true;
  finding->index = wb_run_index(run, access->object, access->site, offset);
  snprintf(finding->message, sizeof finding->message,
           "%s %u bytes at byte %" PRId64 " of %s, which is not a multiple of %u",
           wb_bounds_verb(access->flags), access->size, offset,
           finding->array[0] != '\0' ? finding->array : "the array", access->align);
}

static void tell_read_only(const struct wbrt_run *run, const struct wb_refused *access,
                           struct wb_finding *finding) {
  const int64_t offset = (int64_t)(access->address - access->o->base);
  char which[WB_ELEMENTS_TEXT_MAX];
  finding->has_index = true;
  finding->index = wb_run_index(run, access->object, access->site, offset);
  snprintf(finding->message, sizeof finding->message, "%s %s, but %s %s",
           wb_bounds_verb(access->flags),
           wb_elements_text(finding->array, finding->index, finding->index, which),
           wb_array_has_name(finding->array) ? finding->array : "that",
           access->o->memory == WB_MEMORY_CONSTANT ? "is constant memory"
           : access->object >= WBRT_FIRST_STATIC   ? "is const"
                                                   : "is an input");
}

typedef void teller(const struct wbrt_run *run, const struct wb_refused *access,
                    struct wb_finding *finding);

/* The first thing that is wrong, with the words for it. */
static enum wb_finding_kind judge_access(const struct wb_refused *access, teller **tell) {
  const struct wbrt_object *o = access->o;
  bool near_null = access->address + NULL_NEIGHBOURHOOD < 2 * NULL_NEIGHBOURHOOD;
  if (access->object == WBRT_NO_OBJECT && !near_null) {
    *tell = tell_nowhere;
    return WB_OUT_OF_BOUNDS;
  }
  if (access->object == WBRT_NO_OBJECT || o->base == 0) {
    *tell = tell_null;
    return WB_NULL_POINTER;
  }
  if (!wbrt_inside(o, access->address, access->size)) {
    *tell = wb_bounds_describe;
    return WB_OUT_OF_BOUNDS;
  }
  if (access->align > 1 && (access->address & (access->align - 1)) != 0) {
    *tell = tell_misaligned;
    return WB_MISALIGNED;
  }
  *tell = tell_read_only;
  return WB_READ_ONLY_WRITE;
}

/* ---- reports ------------------------------------------------------------------ */

static void report_refused(struct wbrt_context *context, uint64_t address, uint32_t object,
                           uint32_t size, uint32_t align, uint32_t flags, uint32_t site) {
  struct wbrt_run *run = context->run;
  struct wb_refused access = {.address = address, .size = size, .align = align};
  struct wbrt_object shown;
  teller *tell;
  access.flags = flags;
  access.site = site;
  access.object = wb_run_object(run, address, object);
  shown = context->objects[access.object];
  shown.size = wb_object_bytes(run, &context->objects[access.object]);
  access.o = &shown;
  wb_profile_refused(run, access.object, address, size, flags, site);
  struct wb_hit hit = wb_run_hit(run, judge_access(&access, &tell), site);
  if (!wb_launch_report_again(&run->report, &hit)) {
    struct wb_finding finding;
    wb_launch_report_begin(&run->report, &hit, &finding);
    finding.access = wb_access_of(flags);
    finding.memory = (enum wb_memory)access.o->memory;
    snprintf(finding.array, sizeof finding.array, "%s", wb_run_array(run, access.object, site));
    tell(run, &access, &finding);
    wb_launch_report_add(&run->report, &hit, &finding);
  }
}

/* What a refused read gives: zeros, or a pointer that is refused as well when
 * it is followed, but is no finding of its own. */
static void empty_sink(struct wbrt_context *context, uint32_t size, uint32_t flags) {
  const uint64_t pointer = WBRT_REFUSED_ADDRESS;
  void *sink = (void *)(uintptr_t)context->sink;
  memset(sink, 0, size < WB_SINK_BYTES ? size : WB_SINK_BYTES);
  if ((flags & WBRT_POINTER) != 0) memcpy(sink, &pointer, sizeof pointer);
}

static bool is_refused(uint64_t address) {
  return (address - WBRT_REGION_BASE) >> WBRT_REGION_SHIFT == WBRT_MAX_OBJECTS;
}

/* The kernel's own code has counted what it knew the memory of. */
static void take_back(struct wbrt_context *context, uint32_t flags) {
  struct wbrt_item_counts *counts = &context->counts;
  const uint32_t memory = flags >> WBRT_MEMORY_SHIFT & WBRT_MEMORY_MASK;
  const bool global = memory == WB_MEMORY_GLOBAL;
  if (!global && memory != WB_MEMORY_LOCAL) return;
  context->counted = 1;
  const uint64_t elements = wbrt_elements(flags);
  if ((flags & WBRT_READ) != 0)
    *(global ? &counts->global_reads : &counts->local_reads) -= elements;
  if ((flags & WBRT_WRITE) != 0)
    *(global ? &counts->global_writes : &counts->local_writes) -= elements;
  if ((flags & WBRT_ATOMIC) != 0) --*(global ? &counts->global_atomics : &counts->local_atomics);
}

void wbrt_unchanged(struct wbrt_context *context, uint64_t address, uint32_t object) {
  const struct wbrt_object *o = wbrt_object_of(context, address, object);
  struct wbrt_item_counts *counts = &context->counts;
  if (o == NULL || address - o->base >= o->size) return; /* refused: it is not counted at all */
  if (o->memory == WB_MEMORY_GLOBAL) counts->global_writes--;
  if (o->memory == WB_MEMORY_LOCAL) counts->local_writes--;
  context->counted = 1;
}

uint64_t wbrt_refuse(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t size,
                     uint32_t align, uint32_t flags, uint32_t site) {
  if (wb_touched_refused(context->run, address, object, size, align, flags)) return address;
  if (!is_refused(address)) report_refused(context, address, object, size, align, flags, site);
  take_back(context, flags);
  empty_sink(context, size, flags);
  return context->sink;
}

void wbrt_bad_align(struct wbrt_context *context, uint32_t site, uint32_t flags, uint64_t vector,
                    uint32_t align) {
  report_refused(context, vector, WBRT_ANY_OBJECT, align, align, flags, site);
}

#include "emulator/run/bounds.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *wb_bounds_verb(uint32_t flags) {
  if ((flags & WBRT_ATOMIC) != 0) return "updates";
  return (flags & WBRT_WRITE) != 0 ? "writes" : "reads";
}

static const char *memory_of(const struct wbrt_object *o) {
  return wb_memory_name((enum wb_memory)o->memory);
}

static const char *plural_ending(uint64_t count) { return count == 1 ? "" : "s"; }

/* ---- lanes of a vector ----------------------------------------------------------- */

enum { LANES_TEXT = 96 };

/* As OpenCL C names lane `lane` of `lanes`: x to w, or s0 to sf. */
static const char *lane_name(uint32_t lane, uint32_t lanes, char name[4]) {
  snprintf(name, 4, lanes <= 4 ? "%c" : "s%c",
           lanes <= 4 ? "xyzw"[lane & 3] : "0123456789abcdef"[lane & 15]);
  return name;
}

/* "lane w", "lanes z and w", "lanes y to w". */
static void name_lanes(uint32_t first, uint32_t last, uint32_t lanes, char *out, size_t size) {
  char a[4], b[4];
  lane_name(first, lanes, a);
  lane_name(last, lanes, b);
  if (first == last)
    snprintf(out, size, "lane %s", a);
  else
    snprintf(out, size, "lanes %s %s %s", a, last == first + 1 ? "and" : "to", b);
}

/* The lanes of a vector that begins at byte `offset` which an array of `size`
 * bytes does not have; false where it has all of them or none. */
struct outside {
  uint32_t first, last, lanes, bytes; /* of a lane */
};

static bool some_outside(const struct wbrt_site *site, uint32_t size, int64_t offset,
                         int64_t array_bytes, struct outside *outside) {
  const uint32_t lanes = site->lanes;
  if (lanes < 2 || size % lanes != 0) return false;
  const int64_t bytes = size / lanes;
  uint32_t count = 0;
  for (uint32_t i = 0; i < lanes; i++) {
    const int64_t at = offset + i * bytes;
    if (at >= 0 && at + bytes <= array_bytes) continue;
    if (count == 0) outside->first = i;
    outside->last = i;
    count++;
  }
  outside->lanes = lanes;
  outside->bytes = (uint32_t)bytes;
  return count > 0 && count < lanes;
}

static void tell_lanes(const struct wbrt_run *run, const struct wb_refused *access,
                       const struct outside *outside, struct wb_finding *finding) {
  const int64_t offset = (int64_t)(access->address - access->o->base);
  const int64_t from = offset + (int64_t)outside->first * outside->bytes;
  const int64_t to = offset + ((int64_t)outside->last + 1) * outside->bytes - 1;
  const int64_t first = wb_run_index(run, access->object, access->site, from);
  const uint64_t elements = access->o->size / wb_run_element(run, access->object, access->site);
  char lanes[32], which[WB_ELEMENTS_TEXT_MAX];
  name_lanes(outside->first, outside->last, outside->lanes, lanes, sizeof lanes);
  wb_elements_text(finding->array, first, wb_run_index(run, access->object, access->site, to),
                   which);
  finding->index = first;
  snprintf(finding->message, sizeof finding->message,
           "%s %s (%s), %s the %s array of %" PRIu64 " element%s", wb_bounds_verb(access->flags),
           lanes, which, from < 0 ? "before the start of" : "past the end of", memory_of(access->o),
           elements, plural_ending(elements));
}

/* ---- arrays ---------------------------------------------------------------------- */

static void tell_elements(const struct wbrt_run *run, const struct wb_refused *access,
                          struct wb_finding *finding) {
  const uint64_t element = wb_run_element(run, access->object, access->site);
  const int64_t offset = (int64_t)(access->address - access->o->base);
  const uint64_t elements = access->o->size / element;
  const char *name = finding->array, *verb = wb_bounds_verb(access->flags);
  char which[WB_ELEMENTS_TEXT_MAX];
  int64_t index = wb_run_index(run, access->object, access->site, offset);
  if (offset >= 0 && (uint64_t)offset < access->o->size && access->size > element)
    index = (int64_t)elements; /* it starts inside: the first that is not */
  finding->index = index;
  const int64_t first = wb_run_index(run, access->object, access->site, offset);
  const int64_t last = wb_run_index(run, access->object, access->site, offset + access->size - 1);
  if (access->size > element && offset >= 0 && !wb_array_has_name(name))
    snprintf(finding->message, sizeof finding->message,
             "%s %s, but the %s array has %" PRIu64 " element%s", verb,
             wb_elements_text(name, first, last, which), memory_of(access->o), elements,
             plural_ending(elements));
  else if (access->size > element && offset >= 0)
    snprintf(finding->message, sizeof finding->message,
             "%s %s[%" PRId64 "] to [%" PRId64 "], but the %s array %s has %" PRIu64 " element%s",
             verb, name, first, last, memory_of(access->o), name, elements,
             plural_ending(elements));
  else
    snprintf(finding->message, sizeof finding->message,
             "%s %s, %s the %s array of %" PRIu64 " element%s", verb,
             wb_elements_text(name, index, index, which),
             index < 0 ? "before the start of" : "past the end of", memory_of(access->o), elements,
             plural_ending(elements));
}

void wb_bounds_describe(const struct wbrt_run *run, const struct wb_refused *access,
                        struct wb_finding *finding) {
  const struct wbrt_site *site = wb_launch_report_site(&run->report, access->site);
  const int64_t offset = (int64_t)(access->address - access->o->base);
  struct outside outside = {0};
  finding->has_index = true;
  if (some_outside(site, access->size, offset, (int64_t)access->o->size, &outside))
    tell_lanes(run, access, &outside, finding);
  else
    tell_elements(run, access, finding);
}

/* ---- rows ------------------------------------------------------------------------ */

/* What of [index, index + span) the row does not have. */
static void describe_span(const struct wbrt_site *site, int64_t index, uint32_t span,
                          uint32_t count, char *out, size_t size) {
  const int64_t last = index + span - 1;
  const bool inside = index >= 0 && index < (int64_t)count;
  const int64_t first = inside ? (int64_t)count : index;
  char lanes[32];
  if (span <= 1) {
    snprintf(out, size, "index %" PRId64, index);
  } else if (site->lanes == span && inside) {
    name_lanes((uint32_t)(first - index), span - 1, span, lanes, sizeof lanes);
    snprintf(out, size, "%s (index%s %" PRId64, lanes, last > first ? "es" : "", first);
    const size_t length = strlen(out);
    if (last > first)
      snprintf(out + length, size - length, "%s %" PRId64 ")", last == first + 1 ? "," : " to",
               last);
    else
      snprintf(out + length, size - length, ")");
  } else {
    snprintf(out, size, "indexes %" PRId64 " to %" PRId64, index, last);
  }
}

void wbrt_bad_row(struct wbrt_context *context, uint32_t site, uint32_t flags, int64_t index,
                  uint32_t count, uint32_t row) {
  struct wbrt_run *run = context->run;
  const uint32_t span = row >> WBRT_ROW_SPAN_SHIFT;
  const bool of_struct = (row & ((1U << WBRT_ROW_SPAN_SHIFT) - 1)) == WBRT_ROW_OF_STRUCT;
  struct wb_hit hit = wb_run_hit(run, WB_OUT_OF_BOUNDS, site);
  struct wb_finding finding;
  char what[LANES_TEXT];
  if (wb_launch_report_again(&run->report, &hit)) return;
  wb_launch_report_begin(&run->report, &hit, &finding);
  const struct wbrt_site *at = wb_launch_report_site(&run->report, site);
  describe_span(at, index, span, count, what, sizeof what);
  finding.access = wb_access_of(flags);
  finding.has_index = true;
  finding.index = index >= 0 && index < (int64_t)count ? (int64_t)count : index;
  const char *whole = at->member != NULL ? at->member
                      : of_struct        ? "an array within a struct"
                                         : "a row";
  snprintf(finding.message, sizeof finding.message, "%s %s of %s%s %" PRIu32 " element%s%s%s",
           wb_bounds_verb(flags), what, whole, at->member != NULL ? ", which has" : " of", count,
           plural_ending(count), finding.array[0] != '\0' ? ", in " : "", finding.array);
  wb_launch_report_add(&run->report, &hit, &finding);
}

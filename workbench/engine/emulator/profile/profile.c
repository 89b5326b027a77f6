#include "emulator/profile/profile.h"

#include <stdio.h>
#include <stdlib.h>

#include "emulator/check/object.h"
#include "emulator/run/maps.h"

enum { NONE = 0, ALL_RECORDS = 8 << 20 };

/* False without memory. */
static bool init_model(struct wb_profile *profile, struct wbrt_run *run) {
  const uint64_t items = run->context->group_items, n_sites = (uint64_t)run->image->n_sites + 1;
  profile->gpu = wb_gpu_for(run->launch->subgroup);
  profile->width = run->launch->subgroup != 0 ? run->launch->subgroup : WB_DEFAULT_SUBGROUP;
  profile->capacity = ALL_RECORDS / items;
  profile->n_sites = run->image->n_sites;
  profile->counters->subgroup = profile->width;
  const uint64_t lanes = items < profile->width ? items : profile->width;
  profile->log = wb_maps_zero(run, 0, items * profile->capacity * sizeof *profile->log);
  profile->lengths = wb_maps_zero(run, 0, items * sizeof *profile->lengths);
  profile->next = wb_maps_zero(run, 0, lanes * (profile->capacity + 1) * sizeof *profile->next);
  profile->first = wb_maps_zero(run, 0, profile->width * n_sites * sizeof *profile->first);
  profile->touched = wb_maps_zero(run, 0, n_sites * sizeof *profile->touched);
  profile->seen = wb_maps_zero(run, 0, n_sites * sizeof *profile->seen);
  profile->costs = wb_maps_zero(run, 0, n_sites * sizeof *profile->costs);
  return wb_pieces_init(profile->pieces, run, profile->gpu->transaction_bytes,
                        &profile->n_pieces) &&
         profile->log != NULL && profile->lengths != NULL && profile->next != NULL &&
         profile->first != NULL && profile->touched != NULL && profile->seen != NULL &&
         profile->costs != NULL;
}

enum wb_status wb_profile_init(struct wbrt_run *run, struct wb_error *err) {
  if (!run->image->profile) return WB_OK;
  struct wb_profile *profile = calloc(1, sizeof *profile);
  if (profile == NULL) return wb_fail(err, WB_ERR_NOMEM, "no memory for a profile");
  run->profile = profile;
  profile->counters = &run->shared->counters;
  profile->context = run->context;
  profile->models = !run->launch->arrays_alone;
  if (!wb_profile_arrays_init(&profile->arrays, run) ||
      (profile->models && !init_model(profile, run)))
    return wb_fail(err, WB_ERR_NOMEM, "no memory for a profile");
  wb_profile_trace_init(&profile->trace, run);
  return WB_OK;
}

/* ---- logs ----------------------------------------------------------------------- */

static void note_record(struct wb_profile *profile, uint64_t item,
                        struct wb_profile_record record) {
  const uint32_t length = profile->lengths[item];
  if (length < profile->capacity) {
    profile->log[item * profile->capacity + length] = record;
    profile->lengths[item] = length + 1;
  } else {
    profile->counters->unmodelled++;
  }
}

/* The object that a checked address is in; NULL where the access was refused, or
 * is a builtin's own. */
static const struct wbrt_object *object_at(const struct wbrt_run *run, uint64_t address) {
  const struct wbrt_object *o = wbrt_object_of(run->context, address, WBRT_ANY_OBJECT);
  const bool seen = o != NULL && o->base != 0 && !run->info[o - run->context->objects].builtin;
  return seen ? o : NULL;
}

static void count_access(struct wbrt_run *run, const struct wbrt_object *object, uint64_t address,
                         uint32_t size, uint32_t flags, uint64_t turn, uint32_t site) {
  struct wb_profile *profile = run->profile;
  if (object->memory == WB_MEMORY_GLOBAL || object->memory == WB_MEMORY_LOCAL)
    note_record(profile, run->context->local_linear_id,
                (struct wb_profile_record){.address = address,
                                           .turn = turn,
                                           .site = site,
                                           .size = (uint8_t)size,
                                           .flags = (uint8_t)(flags & WBRT_ACCESS_MASK)});
  else
    profile->counters->uncounted++;
}

/* Bytes that one instruction can move, of those that are left. */
static uint32_t piece_bytes(uint64_t left) {
  return left < WB_PROFILE_PIECE ? (uint32_t)left : (uint32_t)WB_PROFILE_PIECE;
}

static void trace_pieces(struct wbrt_run *run, const struct wbrt_object *object, uint64_t address,
                         uint64_t bytes, uint32_t flags, uint32_t site) {
  if (!run->profile->trace.wanted) return;
  for (uint64_t done = 0; done < bytes; done += WB_PROFILE_PIECE)
    wb_profile_trace_access(&run->profile->trace, run, object, address + done,
                            piece_bytes(bytes - done), flags, site);
  run->left_bytes = 0;
}

/* One number or vector after the other, as far as the bytes go. */
static void trace_layout(struct wbrt_run *run, const struct wbrt_object *object, uint64_t address,
                         uint64_t bytes, uint32_t flags, uint32_t site) {
  unsigned long long offset;
  unsigned lane, lanes;
  char kind;
  int length = 0;
  const char *at = wb_launch_report_site(&run->report, site)->layout;
  for (; sscanf(at, "%llu%c%ux%u %n", &offset, &kind, &lane, &lanes, &length) == 4; at += length) {
    const uint64_t size = (uint64_t)lane * lanes;
    if (offset > bytes || size > bytes - offset) break;
    trace_pieces(run, object, address + offset, size,
                 flags | (kind == 'f' ? WBRT_VALUE_REAL : 0) | lane << WBRT_VALUE_LANE_SHIFT, site);
  }
}

static void note_pieces(struct wbrt_run *run, const struct wbrt_object *object, uint64_t address,
                        uint64_t bytes, uint32_t flags, uint64_t turn, uint32_t site) {
  if (!run->profile->models) return;
  for (uint64_t done = 0; done < bytes; done += WB_PROFILE_PIECE)
    count_access(run, object, address + done, piece_bytes(bytes - done), flags, turn, site);
}

void wb_profile_bulk(struct wbrt_run *run, uint64_t address, uint64_t bytes, uint64_t elements,
                     uint32_t flags, uint32_t site) {
  const struct wbrt_object *object =
      run->profile != NULL && bytes > 0 ? object_at(run, address) : NULL;
  if (object == NULL) return;
  if (wb_launch_report_site(&run->report, site)->layout != NULL)
    trace_layout(run, object, address, bytes, flags, site);
  else
    trace_pieces(run, object, address, bytes, flags, site);
  note_pieces(run, object, address, bytes, flags, 0, site);
  wb_profile_arrays_note(run, object, elements, flags, site);
}

void wb_profile_collective(struct wbrt_run *run, bool of_group, uint32_t site) {
  if (run->profile == NULL) return;
  if (run->profile->models) run->profile->counters->uncounted++;
  wb_profile_trace_collective(&run->profile->trace, run, of_group, site);
}

void wb_profile_refused(struct wbrt_run *run, uint32_t object, uint64_t address, uint32_t size,
                        uint32_t flags, uint32_t site) {
  if (run->profile == NULL || object >= WBRT_MAX_OBJECTS || run->info[object].builtin) return;
  wb_profile_trace_refused(&run->profile->trace, run, &run->context->objects[object], address, size,
                           flags, site);
}

/* As the check counts them, which knows less of an array where its kernel was compiled. */
static uint64_t elements_of(const struct wbrt_object *object, uint32_t size, uint32_t flags) {
  const uint32_t elements = flags >> WBRT_VALUE_ELEMENTS_SHIFT, number = object->number_bytes;
  const bool wider = (flags & WBRT_ATOMIC) == 0 && number != 0 && size > number * elements;
  return wider ? (size + number - 1) / number : elements;
}

void wbrt_profile_access(struct wbrt_context *context, uint64_t address, uint32_t size,
                         uint32_t flags, uint64_t turn, uint32_t site) {
  const struct wbrt_object *object = object_at(context->run, address);
  if (object == NULL) return;
  trace_pieces(context->run, object, address, size, flags, site);
  note_pieces(context->run, object, address, size, flags, turn, site);
  wb_profile_arrays_note(context->run, object, elements_of(object, size, flags), flags, site);
}

void wbrt_profile_branch(struct wbrt_context *context, uint64_t way, uint64_t turn, uint32_t site) {
  struct wb_profile *profile = context->run->profile;
  wb_profile_trace_branch(&profile->trace, context->run, way, site);
  if (!profile->models) return;
  note_record(profile, context->local_linear_id,
              (struct wb_profile_record){.address = way, .turn = turn, .site = site});
}

void wbrt_profile_select(struct wbrt_context *context, uint64_t way, uint32_t site) {
  wb_profile_trace_branch(&context->run->profile->trace, context->run, way, site);
}

/* ---- side by side --------------------------------------------------------------- */

/* Chains the records of each site in the order of the log; 0 ends a chain, so
 * that record i is i + 1 in it. Returns how many sites `touched` has now. */
static uint32_t chain_records(struct wb_profile *profile, uint64_t item, uint64_t lane,
                              uint32_t n) {
  const struct wb_profile_record *log = profile->log + item * profile->capacity;
  uint32_t *first = profile->first + lane * profile->n_sites;
  uint32_t *next = profile->next + lane * (profile->capacity + 1);
  for (uint32_t i = profile->lengths[item]; i > 0; i--) {
    const uint32_t site = log[i - 1].site;
    if (profile->seen[site] != profile->rows) {
      profile->seen[site] = profile->rows;
      profile->touched[n++] = site;
    }
    next[i] = first[site];
    first[site] = i;
  }
  return n;
}

/* The first record of the site that a lane still has, or NULL. */
static const struct wb_profile_record *first_record(const struct wb_profile *profile,
                                                    uint64_t start, uint64_t lane, uint32_t site) {
  const uint32_t first = profile->first[lane * profile->n_sites + site];
  return first != NONE ? &profile->log[(start + lane) * profile->capacity + first - 1] : NULL;
}

/* Takes the records of the earliest turn that is left, at most one a lane;
 * their number. A lane's turns are in order. */
static size_t take_row(struct wb_profile *profile, uint64_t start, uint64_t lanes, uint32_t site,
                       struct wb_profile_record *row) {
  uint64_t turn = UINT64_MAX;
  size_t n = 0;
  for (uint64_t lane = 0; lane < lanes; lane++) {
    const struct wb_profile_record *record = first_record(profile, start, lane, site);
    if (record != NULL && record->turn < turn) turn = record->turn;
  }
  for (uint64_t lane = 0; lane < lanes; lane++) {
    const struct wb_profile_record *record = first_record(profile, start, lane, site);
    uint32_t *first = &profile->first[lane * profile->n_sites + site];
    if (record == NULL || record->turn > turn) continue;
    row[n] = *record;
    row[n++].lane = (uint16_t)lane;
    *first = profile->next[lane * (profile->capacity + 1) + *first];
  }
  return n;
}

static void count_subgroup(struct wb_profile *profile, uint64_t start, uint64_t lanes) {
  struct wb_profile_record row[WB_MAX_SUBGROUP];
  uint32_t n = 0;
  profile->rows++;
  for (uint64_t lane = 0; lane < lanes; lane++) n = chain_records(profile, start + lane, lane, n);
  for (uint32_t i = 0; i < n; i++) {
    size_t count = take_row(profile, start, lanes, profile->touched[i], row);
    for (; count > 0; count = take_row(profile, start, lanes, profile->touched[i], row))
      wb_profile_count(profile, row, count);
  }
  for (uint64_t lane = 0; lane < lanes; lane++) profile->lengths[start + lane] = 0;
}

/* All work-items have reached a barrier or their end. */
static void count_phase(struct wb_profile *profile) {
  const uint64_t items = profile->context->group_items;
  if (!profile->models) return;
  for (uint64_t start = 0; start < items; start += profile->width)
    count_subgroup(profile, start, items - start < profile->width ? items - start : profile->width);
}

/* ---- moments -------------------------------------------------------------------- */

void wb_profile_begin_group(struct wbrt_run *run) {
  if (run->profile != NULL) wb_profile_trace_group(&run->profile->trace, run);
}

void wb_profile_wait(struct wbrt_run *run, uint32_t site) {
  if (run->profile != NULL) wb_profile_trace_wait(&run->profile->trace, run, site);
}

void wb_profile_pass_barrier(struct wbrt_run *run) {
  if (run->profile == NULL) return;
  count_phase(run->profile);
  wb_profile_trace_pass(&run->profile->trace);
}

void wb_profile_end_item(struct wbrt_run *run) {
  if (run->profile == NULL) return;
  wb_profile_arrays_end_item(run);
  wb_profile_trace_end_item(&run->profile->trace, run);
}

void wb_profile_end_group(struct wbrt_run *run) {
  if (run->profile == NULL) return;
  count_phase(run->profile);
  wb_pieces_forget(run->profile->pieces, run->profile->n_pieces);
  wb_profile_trace_end_group(&run->profile->trace);
}

void wb_profile_end(struct wbrt_run *run) {
  if (run->profile == NULL) return;
  wb_profile_take_lines(run->profile, run->image, run->shared);
  wb_profile_arrays_take(&run->profile->arrays, run->shared);
  wb_profile_trace_end(&run->profile->trace, run);
}

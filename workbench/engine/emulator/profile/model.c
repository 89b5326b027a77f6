/* The cost of one instruction of a sub-group. */
#include "emulator/profile/profile.h"

/* By address. Rows are short and most are sorted already. */
static void sort_records(struct wb_profile_record *row, size_t n) {
  for (size_t i = 1; i < n; i++) {
    const struct wb_profile_record moved = row[i];
    size_t at = i;
    for (; at > 0 && row[at - 1].address > moved.address; at--) row[at] = row[at - 1];
    row[at] = moved;
  }
}

/* How many different units of `unit` bytes a sorted row touches. */
static uint64_t count_units(const struct wb_profile_record *row, size_t n, uint64_t unit) {
  uint64_t count = 0, end = 0; /* the first unit beyond those counted */
  for (size_t i = 0; i < n; i++) {
    uint64_t from = row[i].address / unit;
    const uint64_t to = (row[i].address + row[i].size - 1) / unit + 1;
    if (from < end) from = end;
    if (to > from) count += to - from;
    if (to > end) end = to;
  }
  return count;
}

/* Records that are like the one before them in a sorted row. */
static uint64_t count_repeated(const struct wb_profile_record *row, size_t n) {
  uint64_t count = 0;
  for (size_t i = 1; i < n; i++) count += row[i].address == row[i - 1].address;
  return count;
}

static uint64_t object_of(const struct wb_profile_record *record) {
  return (record->address - WBRT_REGION_BASE) >> WBRT_REGION_SHIFT;
}

static uint64_t rounded_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit; }

/* Different words of the bank that has most of them. */
static uint64_t count_passes(const struct wb_profile_record *row, size_t n, uint32_t banks) {
  enum { MOST_BANKS = 64 };
  uint32_t words[MOST_BANKS] = {0};
  uint64_t end = 0, most = 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t word = row[i].address / WB_GPU_BANK_BYTES;
    const uint64_t last = (row[i].address + row[i].size - 1) / WB_GPU_BANK_BYTES;
    if (word < end) word = end;
    for (; word <= last; word++) {
      const uint32_t many = ++words[word % banks];
      if (many > most) most = many;
    }
    if (last + 1 > end) end = last + 1;
  }
  return most;
}

static void add_cost(struct wb_profile *profile, const struct wb_profile_record *one,
                     uint8_t memory, uint64_t cost, uint64_t ideal) {
  struct wb_profile_cost *at = &profile->costs[one->site];
  if (at->executions == 0) {
    at->memory = memory;
    at->access = one->size == 0 ? WB_ACCESS_NONE : (uint8_t)wb_access_of(one->flags);
  }
  at->executions++;
  at->cost += cost;
  at->ideal += ideal;
}

/* How many of the pieces that a sorted row touches are new to the group. */
static uint64_t new_pieces(struct wb_profile *profile, const struct wb_profile_record *row,
                           size_t n) {
  const uint64_t unit = profile->gpu->transaction_bytes;
  uint64_t count = 0, end = 0; /* the first piece beyond those looked at */
  for (size_t i = 0; i < n; i++) {
    struct wb_pieces *pieces = &profile->pieces[object_of(&row[i])];
    uint64_t piece = row[i].address / unit;
    const uint64_t last = (row[i].address + row[i].size - 1) / unit;
    if (piece < end) piece = end;
    for (; piece <= last; piece++) count += wb_pieces_note(pieces, piece);
    end = last + 1;
  }
  return count;
}

static void count_global(struct wb_profile *profile, struct wb_profile_record *row, size_t n) {
  const uint64_t unit = profile->gpu->transaction_bytes;
  sort_records(row, n);
  const uint64_t cost = count_units(row, n, unit), ideal = rounded_up(count_units(row, n, 1), unit);
  const uint64_t waits = (row->flags & WBRT_ATOMIC) != 0 ? count_repeated(row, n) : 0;
  profile->counters->global_accesses++;
  profile->counters->global_transactions += cost;
  profile->counters->ideal_transactions += ideal;
  profile->counters->distinct_pieces += new_pieces(profile, row, n);
  profile->counters->atomic_conflicts += waits;
  add_cost(profile, row, WB_MEMORY_GLOBAL, cost + waits, ideal);
}

/* Phase by phase: the row is in the order of lanes. */
static void count_local(struct wb_profile *profile, struct wb_profile_record *row, size_t n) {
  const uint32_t banks = profile->gpu->banks, phase = wb_gpu_phase(row->size);
  uint64_t cost = 0, ideal = 0;
  for (size_t from = 0, to; from < n; from = to) {
    to = from + 1;
    while (to < n && row[to].lane / phase == row[from].lane / phase) to++;
    sort_records(row + from, to - from);
    cost += count_passes(row + from, to - from, banks);
    ideal += rounded_up(count_units(row + from, to - from, WB_GPU_BANK_BYTES), banks);
  }
  sort_records(row, n);
  const uint64_t waits = (row->flags & WBRT_ATOMIC) != 0 ? count_repeated(row, n) : 0;
  profile->counters->local_accesses++;
  profile->counters->bank_conflicts += cost - ideal;
  profile->counters->atomic_conflicts += waits;
  add_cost(profile, row, WB_MEMORY_LOCAL, cost + waits, ideal);
}

static void count_branch(struct wb_profile *profile, struct wb_profile_record *row, size_t n) {
  sort_records(row, n);
  const uint64_t taken = n - count_repeated(row, n);
  profile->counters->branches++;
  profile->counters->divergent_branches += taken > 1;
  add_cost(profile, row, WB_MEMORY_NONE, taken, 1);
}

static bool is_local(const struct wb_profile *profile, const struct wb_profile_record *record) {
  return profile->context->objects[object_of(record)].memory == WB_MEMORY_LOCAL;
}

/* Through a pointer that may point into either memory, a row can have both. */
static void count_access(struct wb_profile *profile, struct wb_profile_record *row, size_t n) {
  struct wb_profile_record local[WB_MAX_SUBGROUP];
  size_t n_local = 0, n_global = 0;
  for (size_t i = 0; i < n; i++) {
    if (is_local(profile, &row[i]))
      local[n_local++] = row[i];
    else
      row[n_global++] = row[i];
  }
  if (n_local > 0) count_local(profile, local, n_local);
  if (n_global > 0) count_global(profile, row, n_global);
}

void wb_profile_count(struct wb_profile *profile, struct wb_profile_record *records, size_t n) {
  if (records[0].size == 0)
    count_branch(profile, records, n);
  else
    count_access(profile, records, n);
}

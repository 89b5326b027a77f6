#include "emulator/run/report.h"

#include <stdio.h>
#include <string.h>

#include "emulator/run/maps.h"

enum { WB_REPORT_GONE = 0xFFFF };
#define MOST_COUNTED_ITEMS (UINT64_C(1) << 30)

void wb_launch_report_init(struct wb_launch_report *report, struct wb_shared *shared,
                           const struct wb_kernel_image *image) {
  memset(report, 0, sizeof *report);
  report->shared = shared;
  report->image = image;
}

void wb_launch_report_renew(struct wb_launch_report *report) {
  if (report->n_keys > 0 || report->n_dropped > 0) memset(report, 0, sizeof *report);
  report->shared = NULL;
  report->image = NULL;
  report->seen = NULL;
  report->seen_bytes = 0;
}

void wb_launch_report_count_items(struct wbrt_run *run) {
  struct wb_launch_report *report = &run->report;
  uint64_t items = 1;
  for (int d = 0; d < 3; d++) {
    report->size[d] = run->launch->global[d];
    report->offset[d] = run->launch->offset[d];
    if (__builtin_mul_overflow(items, report->size[d], &items)) items = UINT64_MAX;
  }
  if (items > MOST_COUNTED_ITEMS) return;
  report->seen_bytes = (size_t)items / 8 + 1;
  report->seen = wb_maps_zero(run, 0, WB_MAX_OUTCOME_FINDINGS * report->seen_bytes);
}

/* Whether the work-item is new to finding `index`. */
static bool is_new(struct wb_launch_report *report, size_t index, const struct wb_item_id *who) {
  uint64_t linear = 0;
  if (report->seen == NULL) return false;
  for (int d = 3; d > 0; d--)
    linear = linear * report->size[d - 1] + (who->item[d - 1] - report->offset[d - 1]);
  if (linear / 8 >= report->seen_bytes) return false;
  unsigned char *byte = report->seen + index * report->seen_bytes + linear / 8;
  const unsigned char bit = (unsigned char)(1U << linear % 8);
  const bool new = (*byte & bit) == 0;
  *byte |= bit;
  return new;
}

const struct wbrt_site *wb_launch_report_site(const struct wb_launch_report *report, int64_t site) {
  static const struct wbrt_site nowhere;
  return site >= 0 && site < report->image->n_sites ? &report->image->sites[site] : &nowhere;
}

/* Sites have fewer than 24 bits each, so keys are exact. */
static uint64_t key_of(const struct wb_hit *hit) {
  return 1ULL << 63 | (uint64_t)hit->severity << 60 | (uint64_t)hit->kind << 52 |
         (uint64_t)(hit->site + 1) << 26 | (uint64_t)(hit->other_site + 1);
}

static size_t slot_of(const struct wb_launch_report *report, uint64_t key) {
  size_t slot = (size_t)(key * 0x9E3779B97F4A7C15ULL >> 40) % WB_REPORT_KEYS;
  while (report->keys[slot] != 0 && report->keys[slot] != key) slot = (slot + 1) % WB_REPORT_KEYS;
  return slot;
}

static void remember_key(struct wb_launch_report *report, uint64_t key, size_t index) {
  size_t slot = slot_of(report, key);
  if (report->keys[slot] == 0 && report->n_keys < WB_REPORT_KEYS / 2) {
    report->keys[slot] = key;
    report->found[slot] = (uint16_t)index;
    report->n_keys++;
  }
}

static void count_item(struct wb_launch_report *report, size_t index, const struct wb_hit *hit) {
  if (hit->has_who && is_new(report, index, &hit->who)) report->shared->findings[index].items++;
}

static void count_again(struct wb_launch_report *report, size_t index, const struct wb_hit *hit) {
  struct wb_finding *finding = &report->shared->findings[index];
  finding->count++;
  count_item(report, index, hit);
  bool known = !hit->has_who || finding->n_first == WB_FINDING_FIRST_ITEMS;
  for (uint32_t i = 0; i < finding->n_first && !known; i++)
    known = memcmp(&finding->first[i], &hit->who, sizeof hit->who) == 0;
  if (!known) finding->first[finding->n_first++] = hit->who;
}

bool wb_launch_report_again(struct wb_launch_report *report, const struct wb_hit *hit) {
  size_t slot = slot_of(report, key_of(hit));
  bool known = report->keys[slot] != 0;
  if (known && report->found[slot] != WB_REPORT_GONE) count_again(report, report->found[slot], hit);
  return known;
}

void wb_launch_report_begin(const struct wb_launch_report *report, const struct wb_hit *hit,
                            struct wb_finding *finding) {
  const struct wbrt_site *site = wb_launch_report_site(report, hit->site);
  memset(finding, 0, sizeof *finding);
  finding->kind = hit->kind;
  finding->severity = hit->severity;
  finding->line = site->line;
  finding->column = site->column;
  finding->count = 1;
  if (hit->has_who) {
    finding->has_item = true;
    finding->n_first = 1;
    finding->first[0] = hit->who;
  }
  if (site->file != NULL) snprintf(finding->file, sizeof finding->file, "%s", site->file);
  if (report->image->name != NULL)
    snprintf(finding->kernel, sizeof finding->kernel, "%s", report->image->name);
  if (site->array != NULL) snprintf(finding->array, sizeof finding->array, "%s", site->array);
}

/* A conversion is one defect, whoever used its result. */
static uint32_t other_line(const struct wb_finding *finding) {
  return finding->kind != WB_CONVERSION_OUT_OF_RANGE ? finding->other.line : 0;
}

static bool same_pair(const struct wb_finding *a, const struct wb_finding *b) {
  return (a->line == b->line && a->other.line == b->other.line) ||
         (a->line == b->other.line && a->other.line == b->line);
}

/* A race is one defect whichever of its two accesses came second. */
static bool findings_alike(const struct wb_finding *a, const struct wb_finding *b) {
  bool same =
      a->kind == b->kind && strcmp(a->array, b->array) == 0 && strcmp(a->file, b->file) == 0;
  if (same && a->kind == WB_DATA_RACE)
    same = same_pair(a, b);
  else if (same)
    same = a->line == b->line && a->column == b->column && other_line(a) == other_line(b);
  return same;
}

/* FNV-1a over what findings_alike() compares; pairs of lines count without order. */
static uint64_t hash_of(const struct wb_finding *finding) {
  char text[256];
  bool race = finding->kind == WB_DATA_RACE;
  bool swap = race && finding->line > finding->other.line;
  int length = snprintf(text, sizeof text, "%d %u %u %u %s %s", (int)finding->kind,
                        swap ? finding->other.line : finding->line, race ? 0 : finding->column,
                        swap ? finding->line : other_line(finding), finding->array, finding->file);
  uint64_t hash = 0xCBF29CE484222325ULL;
  for (int i = 0; i < length && i < (int)sizeof text; i++)
    hash = (hash ^ (unsigned char)text[i]) * 0x100000001B3ULL;
  return hash;
}

static void drop_finding(struct wb_launch_report *report, const struct wb_finding *finding) {
  uint64_t hash = hash_of(finding);
  size_t i = 0;
  while (i < report->n_dropped && report->dropped[i] != hash) i++;
  if (i == report->n_dropped && i < WB_REPORT_DROPPED) {
    report->dropped[report->n_dropped++] = hash;
    report->shared->findings_dropped++;
  }
}

static void merge_finding(struct wb_launch_report *report, size_t index,
                          const struct wb_finding *finding, const struct wb_hit *hit) {
  struct wb_finding *known = &report->shared->findings[index];
  if (known->severity == WB_SEVERITY_WARNING && finding->severity == WB_SEVERITY_ERROR) {
    const uint64_t before = known->count, items = known->items;
    *known = *finding;
    known->count = before + 1;
    known->items = items;
    count_item(report, index, hit);
  } else {
    count_again(report, index, hit);
  }
}

/* Finding `index` is dropped: its places and work-items are no longer counted there. */
static void empty_place(struct wb_launch_report *report, size_t index) {
  drop_finding(report, &report->shared->findings[index]);
  for (size_t slot = 0; slot < WB_REPORT_KEYS; slot++)
    if (report->keys[slot] != 0 && report->found[slot] == index)
      report->found[slot] = WB_REPORT_GONE;
  if (report->seen != NULL)
    memset(report->seen + index * report->seen_bytes, 0, report->seen_bytes);
}

/* Where there is no room for it: another one's place, or none. */
static size_t take_place(struct wb_launch_report *report, const struct wb_hit *hit,
                         const struct wb_finding *finding) {
  struct wb_shared *shared = report->shared;
  const size_t n = (size_t)shared->n_findings;
  const size_t place = wb_finding_give_way(shared->findings, n, finding);
  if (place == n) {
    drop_finding(report, finding);
    return WB_REPORT_GONE;
  }
  empty_place(report, place);
  shared->findings[place] = *finding;
  count_item(report, place, hit);
  return place;
}

void wb_launch_report_add(struct wb_launch_report *report, const struct wb_hit *hit,
                          const struct wb_finding *finding) {
  struct wb_shared *shared = report->shared;
  size_t n = (size_t)shared->n_findings, i = 0;
  while (i < n && !findings_alike(&shared->findings[i], finding)) i++;
  if (i < n) {
    merge_finding(report, i, finding, hit);
  } else if (n < WB_MAX_OUTCOME_FINDINGS) {
    shared->findings[n] = *finding;
    shared->n_findings = n + 1;
    count_item(report, n, hit);
  } else {
    i = take_place(report, hit, finding);
  }
  remember_key(report, key_of(hit), i);
}

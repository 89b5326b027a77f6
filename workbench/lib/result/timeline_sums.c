#include <stdlib.h>

#include "result/timeline.h"

/* ---- what is counted one by one ----------------------------------------------------------- */

/* What the host does for itself is no waiting. */
static bool is_wait_of_host(enum wb_timeline_kind kind) {
  return wb_timeline_is_of_host(kind) && kind != WB_TIMELINE_COMPILE;
}

static uint64_t duration(const struct wb_timeline_entry *entry) {
  return entry->has_ended ? entry->ended - entry->started : 0;
}

static void count_copy(struct wb_timeline_sums *sums, const struct wb_timeline_entry *entry) {
  sums->copies++;
  sums->copy_ns += duration(entry);
  if (!entry->has_ended) return;
  if (entry->kind == WB_TIMELINE_COPY_TO_DEVICE) sums->bytes_to_device += entry->bytes;
  if (entry->kind == WB_TIMELINE_COPY_TO_HOST) sums->bytes_to_host += entry->bytes;
  if (entry->kind == WB_TIMELINE_COPY_ON_DEVICE) sums->bytes_on_device += entry->bytes;
  if (entry->kind == WB_TIMELINE_COPY_BETWEEN) sums->bytes_between += entry->bytes;
}

static void count_entry(struct wb_timeline_sums *sums, const struct wb_timeline_entry *entry) {
  sums->pending += entry->state == WB_TIMELINE_PENDING;
  sums->failed += entry->state == WB_TIMELINE_FAILED;
  sums->waits += is_wait_of_host(entry->kind);
  if (entry->kind >= WB_TIMELINE_COPY_TO_DEVICE && entry->kind <= WB_TIMELINE_COPY_ON_HOST)
    count_copy(sums, entry);
  if (entry->kind == WB_TIMELINE_KERNEL) {
    sums->launches++;
    sums->kernel_ns += duration(entry);
  }
  if (entry->kind == WB_TIMELINE_FILL) {
    sums->fills++;
    sums->bytes_filled += entry->has_ended ? entry->bytes : 0;
  }
  if (entry->kind == WB_TIMELINE_COMPILE) {
    sums->compiles++;
    sums->compile_ns += duration(entry);
  }
}

/* ---- time that several share --------------------------------------------------------------- */

struct change {
  uint64_t at;
  int devices, host; /* by how much more of them are at work, or wait, from then on */
};

static int compare_changes(const void *a, const void *b) {
  const struct change *left = a, *right = b;
  return (left->at > right->at) - (left->at < right->at);
}

static size_t list_changes(const struct wb_timeline *timeline, struct change *changes) {
  size_t count = 0;
  for (size_t i = 0; i < timeline->n_entries; i++) {
    const struct wb_timeline_entry *entry = &timeline->entries[i];
    const int device = wb_timeline_is_work(entry->kind), host = is_wait_of_host(entry->kind);
    if (!entry->has_ended || device + host == 0) continue;
    changes[count++] = (struct change){entry->started, device, host};
    changes[count++] = (struct change){entry->ended, -device, -host};
  }
  return count;
}

static void add_shared_times(struct wb_timeline_sums *sums, const struct wb_timeline *timeline) {
  struct change *changes = wb_alloc((2 * timeline->n_entries + 1) * sizeof *changes);
  const size_t count = list_changes(timeline, changes);
  int devices = 0, host = 0;
  qsort(changes, count, sizeof *changes, compare_changes);
  for (size_t i = 0; i + 1 < count; i++) {
    devices += changes[i].devices;
    host += changes[i].host;
    const uint64_t span = changes[i + 1].at - changes[i].at;
    sums->device_ns += devices > 0 ? span : 0;
    sums->overlap_ns += devices > 1 ? span : 0;
    sums->waited_ns += host > 0 ? span : 0;
    sums->waited_idle_ns += host > 0 && devices == 0 ? span : 0;
  }
  free(changes);
}

struct wb_timeline_sums wb_timeline_sums(const struct wb_timeline *timeline) {
  struct wb_timeline_sums sums = {.whole_ns = timeline->ended};
  for (size_t i = 0; i < timeline->n_entries; i++) count_entry(&sums, &timeline->entries[i]);
  add_shared_times(&sums, timeline);
  return sums;
}

#define WB_OF struct wb_timeline_sums
static const struct wb_field sums_rows[] = {
    {"launches", WB_VALUE(launches)},
    {"copies", WB_VALUE(copies)},
    {"fills", WB_VALUE(fills)},
    {"compiles", WB_VALUE(compiles)},
    {"waits", WB_VALUE(waits)},
    {"pending", WB_VALUE(pending)},
    {"failed", WB_VALUE(failed)},
    {"bytes_to_device", WB_VALUE(bytes_to_device)},
    {"bytes_to_host", WB_VALUE(bytes_to_host)},
    {"bytes_on_device", WB_VALUE(bytes_on_device)},
    {"bytes_between", WB_VALUE(bytes_between)},
    {"bytes_filled", WB_VALUE(bytes_filled)},
    {"kernel_ns", WB_VALUE(kernel_ns)},
    {"copy_ns", WB_VALUE(copy_ns)},
    {"compile_ns", WB_VALUE(compile_ns)},
    {"device_ns", WB_VALUE(device_ns)},
    {"waited_ns", WB_VALUE(waited_ns)},
    {"waited_idle_ns", WB_VALUE(waited_idle_ns)},
    {"overlap_ns", WB_VALUE(overlap_ns)},
    {"whole_ns", WB_VALUE(whole_ns)},
};
const struct wb_fields wb_timeline_sums_fields = {WB_ROWS(sums_rows)};
#undef WB_OF

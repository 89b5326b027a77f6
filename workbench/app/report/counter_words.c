#include "report/counter_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct wb_counter_words words[] = {
    {"global_reads", "global reads",
     "Elements that work-items read from global memory, which is large and slow.", NULL, false,
     false},
    {"max_global_reads", "by one work-item", "Global reads of the work-item that has the most.",
     NULL, true, false},
    {"global_writes", "global writes", "Elements that work-items write to global memory.", NULL,
     false, false},
    {"max_global_writes", "by one work-item", "Global writes of the work-item that has the most.",
     NULL, true, false},
    {"global_transactions", "transactions",
     "Pieces of global memory that a GPU moves for them. Neighbours that touch neighbouring "
     "elements share one.",
     NULL, false, false},
    {"ideal_transactions", "transactions at best",
     "How many pieces it would be if what is touched together lay side by side.", NULL, true,
     false},
    {"distinct_pieces", "different pieces",
     "How many different pieces each work-group touches: what it moves more often could have been "
     "kept.",
     NULL, true, false},
    {"global_accesses", "global instructions",
     "Instructions on global memory, one for all work-items that run in step.", NULL, true, false},
    {"local_reads", "local reads",
     "Elements read from local memory, which a work-group shares: small and fast.", NULL, false,
     false},
    {"max_local_reads", "by one work-item", "Local reads of the work-item that has the most.", NULL,
     true, false},
    {"local_writes", "local writes", "Elements written to local memory.", NULL, false, false},
    {"max_local_writes", "by one work-item", "Local writes of the work-item that has the most.",
     NULL, true, false},
    {"local_accesses", "local instructions",
     "Instructions on local memory, one for all work-items that run in step.", NULL, true, false},
    {"bank_conflicts", "bank conflicts",
     "Extra passes of local memory: work-items in step want different words of the same bank.",
     "local_accesses", false, false},
    {"global_atomics", "global atomics",
     "Updates of global memory that no other work-item can get between.", NULL, false, false},
    {"max_global_atomics", "by one work-item", "Global atomics of the work-item that has the most.",
     NULL, true, false},
    {"local_atomics", "local atomics",
     "Updates of local memory that no other work-item can get between.", NULL, false, false},
    {"max_local_atomics", "by one work-item", "Local atomics of the work-item that has the most.",
     NULL, true, false},
    {"atomic_conflicts", "waiting atomics",
     "Atomic updates that wait because another work-item in step updates the same element.", NULL,
     false, false},
    {"barriers", "barriers", "Barriers that whole work-groups passed: all wait for the slowest.",
     NULL, false, false},
    {"branches", "branches", "Conditional branches that work-items in step reached.", NULL, true,
     false},
    {"divergent_branches", "split branches",
     "Branches where work-items in step go different ways: both ways take their time.", "branches",
     false, false},
    {"local_bytes", "local bytes a group",
     "Local memory that a work-group uses: the more, the fewer groups run at once.", NULL, false,
     false},
    {"occupancy_percent", "occupancy in %",
     "How full the work-groups can make a compute unit, estimated. More hides waiting.", NULL,
     false, true},
    {"launches", "launches", "Kernels that the program launches.", NULL, false, false},
    {"copies", "copies", "Copies that the program enqueues, in either direction.", NULL, false,
     false},
    {"bytes_to_device", "bytes to devices",
     "What is copied to devices. On a GPU such a copy is slower than most kernels.", NULL, false,
     false},
    {"bytes_to_host", "bytes to the host", "What is copied back.", NULL, false, false},
    {"host_waits", "waits", "How often the program stands still until the device is done.", NULL,
     false, false},
    {"longest_chain", "longest chain",
     "The most commands of which each must wait for the one before it.", NULL, false, false},
};

const struct wb_counter_words *wb_counter_words(size_t *count) {
  *count = sizeof words / sizeof words[0];
  return words;
}

bool wb_counter_is_notable(const struct wb_counter_words *one, const struct wb_counters *own,
                           const struct wb_counters *other, uint64_t budgeted) {
  const unsigned at = wb_counter_index(one->counter);
  const bool modelled = wb_counter_is_modelled(at);
  if (modelled && own->subgroup == 0) return false;
  if ((budgeted >> at & 1) != 0) return true;
  if (one->only_budgeted) return false;
  if (wb_counter_value(own, one->counter, NULL) > 0) return true;
  if (one->beside != NULL && wb_counter_value(own, one->beside, NULL) > 0) return true;
  return other != NULL && wb_counter_value(other, one->counter, NULL) > 0;
}

void wb_write_grouped(struct wb_str *out, uint64_t value) {
  char digits[32];
  snprintf(digits, sizeof digits, "%" PRIu64, value);
  const size_t length = strlen(digits);
  for (size_t i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0) wb_str_add_char(out, ',');
    wb_str_add_char(out, digits[i]);
  }
}

/* Who uses which bytes of a block while the program, or another queue, may too.
 *
 * A use is kept until everything that comes later is ordered after it. Of one queue a later use
 * stands for an earlier one whose bytes it covers: whoever is ordered after the later one is
 * ordered after both. */
#include <stdio.h>
#include <string.h>

#include "runtime/private.h"

static bool overlap(const struct wb_use *use, uint64_t start, uint64_t end) {
  return use->start < end && start < use->end;
}

/* "1 of context 0, made at line 4", where the program has made it. */
enum { QUEUE_WORDS_MAX = 80 };
static void name_queue(const struct wb_host_queue *queue, char words[QUEUE_WORDS_MAX]) {
  const int used =
      snprintf(words, QUEUE_WORDS_MAX, "%u of context %d", queue->lane, queue->context->number);
  if (queue->made.line > 0)
    snprintf(words + used, QUEUE_WORDS_MAX - (size_t)used, ", made at line %u", queue->made.line);
}

/* The one that was enqueued later is where it is told, in whatever order they ran. */
static void report_race(struct wb_host_block *block, const struct wb_host_command *command,
                        const struct wb_use *use, bool writes, uint64_t start) {
  const uint64_t first = use->start > start ? use->start : start;
  const bool swapped = use->serial > command->serial;
  const unsigned number = swapped ? command->queue->number : use->queue;
  char other[QUEUE_WORDS_MAX];
  const bool later_writes = swapped ? use->writes : writes;
  const bool earlier_writes = swapped ? writes : use->writes;
  name_queue(block->host->queues[number], other);
  wb_host_report(block->host,
                 &(struct wb_host_fault){.kind = WB_QUEUE_RACE,
                                         .severity = WB_SEVERITY_ERROR,
                                         .place = swapped ? use->place : command->place,
                                         .other = swapped ? command->place : use->place,
                                         .block = block,
                                         .access = later_writes ? WB_ACCESS_WRITE : WB_ACCESS_READ},
                 "%s %s from byte %llu on, which a command of another queue (%s) %s, "
                 "and no event orders the two",
                 later_writes ? "writes" : "reads", wb_host_block_name(block),
                 (unsigned long long)first, other, earlier_writes ? "writes" : "reads");
}

/* The first of the sorted ranges that ends after `start`. */
static size_t first_after(const struct wb_range *ranges, size_t count, uint64_t start) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (ranges[middle].end > start)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

void wb_uses_add(struct wb_host_block *block, const struct wb_host_command *command,
                 const struct wb_range *ranges, size_t count, bool writes) {
  struct wb_uses *uses = &block->uses;
  const unsigned queue = command->queue->number;
  size_t kept = 0;
  if (count == 0 || block->host->options.unchecked) return;
  for (size_t i = 0; i < uses->count; i++) {
    const struct wb_use *use = &uses->items[i];
    const size_t near = first_after(ranges, count, use->start);
    const bool meets = near < count && ranges[near].start < use->end;
    if (meets && use->queue != queue && (use->writes || writes) &&
        wb_vector_clock_of(&command->clock, use->queue) < use->number)
      report_race(block, command, use, writes, ranges[near].start);
    const bool covered = meets && use->queue == queue && ranges[near].start <= use->start &&
                         use->end <= ranges[near].end && (writes || !use->writes);
    if (!covered) uses->items[kept++] = *use;
  }
  uses->items = wb_grow(uses->items, &uses->capacity, kept + count, sizeof *uses->items);
  for (size_t i = 0; i < count; i++)
    if (ranges[i].start < ranges[i].end)
      uses->items[kept++] = (struct wb_use){.start = ranges[i].start,
                                            .end = ranges[i].end,
                                            .number = command->number,
                                            .queue = queue,
                                            .serial = command->serial,
                                            .writes = writes,
                                            .place = command->place};
  uses->count = kept;
}

static bool uses_block(const struct wb_host_command *command, const struct wb_host_block *block,
                       bool *writes) {
  bool found = command->from.block == block || command->to.block == block;
  *writes = command->to.block == block;
  for (size_t i = 0; command->ends != NULL && i < command->launch->n_args; i++)
    found = found || command->ends[i].block == block;
  return found;
}

bool wb_uses_open(const struct wb_host_block *block, struct wb_use *use) {
  const struct wb_host *host = block->host;
  for (size_t i = 0; i < block->uses.count; i++) {
    *use = block->uses.items[i];
    if (wb_vector_clock_of(&host->clock, use->queue) < use->number) return true;
  }
  for (unsigned i = 0; i < host->n_queues; i++)
    for (const struct wb_host_command *c = host->queues[i]->first; c != NULL; c = c->next) {
      if (c->state == WB_COMMAND_DONE || !uses_block(c, block, &use->writes)) continue;
      use->place = c->place;
      return true;
    }
  return false;
}

bool wb_uses_check_host(struct wb_host_block *block, uint64_t start, uint64_t end, bool writes,
                        const struct wb_host_buffer *buffer, uint64_t element) {
  struct wb_host *host = block->host;
  char words[WB_ELEMENT_WORDS_MAX];
  for (size_t i = 0; i < block->uses.count; i++) {
    const struct wb_use *use = &block->uses.items[i];
    if (!overlap(use, start, end) || !(use->writes || writes) ||
        wb_vector_clock_of(&host->clock, use->queue) >= use->number)
      continue;
    const uint64_t first =
        use->start > start ? (use->start - buffer->offset) / buffer->element_bytes : element;
    wb_host_report(host,
                   &(struct wb_host_fault){.kind = WB_HOST_RACE,
                                           .severity = WB_SEVERITY_ERROR,
                                           .place = wb_host_here(host),
                                           .other = use->place,
                                           .block = block,
                                           .access = writes ? WB_ACCESS_WRITE : WB_ACCESS_READ,
                                           .has_index = true,
                                           .index = (int64_t)first},
                   "%s %s while a command that %s it has not been waited for",
                   writes ? "writes" : "reads", wb_host_element_words(block, first, words),
                   use->writes ? "writes" : "reads");
    return true;
  }
  return false;
}

/* Commands that were enqueued have said what they come after, the first of each queue the least. */
struct wb_vector_clock wb_host_ordered_after(const struct wb_host *host) {
  struct wb_vector_clock least = host->clock;
  for (unsigned i = 0; i < host->n_queues; i++) {
    const struct wb_host_command *first = host->queues[i]->first;
    for (unsigned k = 0; first != NULL && k < host->n_queues; k++)
      if (k != i && wb_vector_clock_of(&first->clock, k) < wb_vector_clock_of(&least, k))
        wb_vector_clock_set(&least, k, wb_vector_clock_of(&first->clock, k));
  }
  return least;
}

void wb_uses_prune(struct wb_host *host) {
  const struct wb_vector_clock least = wb_host_ordered_after(host);
  for (struct wb_host_block *block = host->blocks; block != NULL; block = block->next) {
    size_t kept = 0;
    for (size_t i = 0; i < block->uses.count; i++)
      if (wb_vector_clock_of(&least, block->uses.items[i].queue) < block->uses.items[i].number)
        block->uses.items[kept++] = block->uses.items[i];
    block->uses.count = kept;
  }
}

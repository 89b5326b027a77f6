/* What orders memory besides the barriers of a group: atomic operations that
 * release and acquire, fences, and barriers of sub-groups (OpenCL C 3.0,
 * 3.3.6 of the API's memory model).
 *
 * Decisions. An acquire that reads what a release (or an update after it, its
 * release sequence) has written sees all that came before the release, if each
 * of the two scopes includes the other work-item. An operation on global
 * memory orders global memory, one on local memory local memory; fences order
 * the memories of their flags, with relaxed operations beside them. Relaxed
 * and the functions of OpenCL C 1.2 (atomic_inc …) order nothing by themselves.
 * mem_fence of 1.2 orders nobody else; from 2.0 on it is a fence of scope
 * work-group. Two atomic operations race where a scope leaves the other out.
 *
 * How. Releases and acquires are the nodes of a graph, numbered as they are
 * made; edges lead from a node to what it has seen, each for one memory or
 * both. A work-item knows what its last node leads to. Whether an access of
 * the past is ordered before the running work-item is asked only where a race
 * is suspected: is there a release that covers it among what is known? A node
 * also keeps up to which number *all* nodes are known through it: on a chain of
 * updates of one counter that is everything, and no search is needed.
 *
 * A release covers its work-item up to its segment (check/race.h), its group
 * before the last barrier for global memory, its sub-group before its last
 * barriers; a release starts a new segment, so that segments never straddle
 * one. Kernels that have none of this (image.orders) never come here. */
#ifndef WB_EMULATOR_RUN_SYNC_H
#define WB_EMULATOR_RUN_SYNC_H

#include <stddef.h>

#include "emulator/runtime.h"

struct wbrt_run;

/* Memories, as OpenCL's fence flags and as places in arrays. */
enum { WB_SYNC_LOCAL, WB_SYNC_GLOBAL, WB_SYNC_MEMORIES };
/* Sub-group, group, device: who is in a scope. */
enum { WB_SYNC_LEVELS = 3 };

/* What a work-item knows of others; all 0 at its start. */
struct wb_sync_item {
  uint32_t node;                 /* its last; 0: it knows nothing */
  uint32_t seen[WB_SYNC_LEVELS]; /* what relaxed operations read: for acquire fences */
  uint32_t fence;                /* the last release fence, for relaxed operations */
  uint32_t fence_level;
};

struct wb_sync_node;
struct wb_sync_place;
struct wb_sync {
  struct wb_sync_node *nodes; /* from 1 */
  uint32_t *marks;            /* marks[i] == mark: found by the last search */
  uint32_t n, max_nodes, mark;
  /* The last search: what is known from `start`, looked through down to
   * `lowest`; all up to `all` besides. */
  uint32_t start, memory, lowest, all;
  struct wb_sync_place *places; /* a hash table */
  size_t n_places, capacity;
  /* First segments after the last barrier of each sub-group of the group, for
   * each memory. */
  uint64_t (*windows)[WB_SYNC_MEMORIES];
};

/* Whether something orders a segment of the past, by another work-item, before
 * the running one; barriers of the group apart. */
bool wb_sync_orders(struct wbrt_run *run, uint32_t memory, uint64_t segment);

/* Whether a release may be acquired by reading what an atomic object holds. */
bool wb_sync_publishes(const struct wbrt_run *run, const struct wbrt_object *o, uint64_t address);

/* Whether another work-item of the group knew it before the last barrier, and a barrier that orders
 * this memory would have told the running one. */
bool wb_sync_stops_at_barrier(struct wbrt_run *run, uint32_t memory, uint64_t segment);

/* Work-items [first, first + count) of the group have met at a barrier that
 * orders the memories of `flags`. */
void wb_sync_join(struct wbrt_run *run, uint64_t first, uint64_t count, uint32_t flags);

/* The sub-group that begins with that work-item has; call it when the group's
 * time has been advanced. */
void wb_sync_subgroup_barrier(struct wbrt_run *run, uint64_t first, uint64_t count, uint32_t flags);

#endif

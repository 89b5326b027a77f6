#include "emulator/run/sync.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emulator/run/barrier.h"
#include "emulator/check/object.h"
#include "emulator/check/packed.h"
#include "emulator/run/run.h"

enum {
  MAX_NODES = 1 << 25,
  FIRST_NODES = 256,
  FIRST_PLACES = 64,
  BOTH = WB_FENCE_LOCAL | WB_FENCE_GLOBAL
};
enum { LEVEL_SUBGROUP, LEVEL_GROUP, LEVEL_DEVICE, LEVEL_NONE = -1 };

struct wb_sync_node {
  uint64_t round;  /* first segment of the group's time when it was made; never falls */
  uint64_t window; /* first segment of the group's phase of global memory */
  uint64_t sub_windows[WB_SYNC_MEMORIES];
  uint32_t parents[2];
  uint32_t all[WB_SYNC_MEMORIES]; /* nodes up to here are all known through it */
  uint32_t item;                  /* whose it is, in the group */
  uint8_t masks[2];               /* memories that each edge is for */
  bool release;
};

/* An atomic object: what an acquire that reads it now sees, by scope. */
struct wb_sync_place {
  const void *cell; /* its cell in the race histories; NULL: free */
  uint64_t writer;  /* work-item of the last store or release */
  struct {
    uint64_t owner; /* whose scope it is */
    uint32_t node;
  } slots[WB_SYNC_LEVELS];
};

/* An edge to be. */
struct edge {
  uint32_t node, mask;
};

static uint32_t bit_of(uint32_t memory) {
  return memory == WB_SYNC_LOCAL ? WB_FENCE_LOCAL : WB_FENCE_GLOBAL;
}

static uint64_t current_time(const struct wbrt_run *run) {
  return run->group_segment + run->time * run->context->group_items;
}

/* ---- nodes ---------------------------------------------------------------------- */

static _Noreturn void no_memory(struct wbrt_run *run) {
  wb_run_stop(run, WB_OUTCOME_MEMORY_LIMIT, "no memory for the order of atomic operations");
}

/* Room for one more. */
static void make_room(struct wbrt_run *run) {
  struct wb_sync *sync = &run->sync;
  const size_t count = sync->max_nodes > 0 ? 2 * (size_t)sync->max_nodes : FIRST_NODES;
  if (sync->n + 1 < sync->max_nodes) return;
  struct wb_sync_node *nodes = realloc(sync->nodes, count * sizeof *nodes);
  if (nodes == NULL) no_memory(run);
  sync->nodes = nodes;
  uint32_t *marks = realloc(sync->marks, count * sizeof *marks);
  if (marks == NULL) no_memory(run);
  sync->marks = marks;
  memset(sync->marks + sync->max_nodes, 0, (count - sync->max_nodes) * sizeof *marks);
  sync->max_nodes = (uint32_t)count;
}

static uint32_t larger_of(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* What is known through both edges without a gap. */
static uint32_t all_known(const struct wb_sync *sync, const struct wb_sync_node *node,
                          uint32_t memory) {
  uint32_t all = 0;
  for (int i = 0; i < 2; i++) {
    const uint32_t parent = node->parents[i];
    if (parent == 0 || (node->masks[i] & bit_of(memory)) == 0) continue;
    uint32_t through = sync->nodes[parent].all[memory];
    all = larger_of(all, through + 1 >= parent ? parent : through);
  }
  /* Twice over both edges: either may be what the other one waits for. */
  for (int i = 0; i < 4; i++)
    if (node->parents[i & 1] == all + 1 && (node->masks[i & 1] & bit_of(memory)) != 0) all++;
  return all;
}

static uint32_t add_node(struct wbrt_run *run, struct edge a, struct edge b, bool release) {
  struct wb_sync *sync = &run->sync;
  if (sync->n + 1 >= MAX_NODES)
    wb_run_stop(run, WB_OUTCOME_MEMORY_LIMIT,
                "the launch has more atomic operations that acquire and release than can be "
                "followed, %d",
                (int)MAX_NODES);
  make_room(run);
  const uint32_t number = ++sync->n;
  struct wb_sync_node *node = &sync->nodes[number];
  node->round = current_time(run);
  node->item = (uint32_t)run->context->local_linear_id;
  node->window = run->context->global_window >> WBRT_SITE_BITS;
  memcpy(node->sub_windows, run->sync.windows[run->context->local_linear_id / run->subgroup],
         sizeof node->sub_windows);
  node->parents[0] = a.node;
  node->parents[1] = b.node;
  node->masks[0] = (uint8_t)a.mask;
  node->masks[1] = (uint8_t)b.mask;
  node->release = release;
  for (uint32_t m = 0; m < WB_SYNC_MEMORIES; m++) node->all[m] = all_known(sync, node, m);
  return number;
}

/* Both of them; no node of its own where one is enough. */
static uint32_t join_nodes(struct wbrt_run *run, uint32_t a, uint32_t b) {
  if (a == 0 || b == 0 || a == b) return a != 0 ? a : b;
  return add_node(run, (struct edge){a, BOTH}, (struct edge){b, BOTH}, false);
}

/* The same as seen for these memories alone. */
static uint32_t only_for(struct wbrt_run *run, uint32_t node, uint32_t mask) {
  return add_node(run, (struct edge){node, mask}, (struct edge){0, 0}, false);
}

/* ---- atomic objects --------------------------------------------------------------- */

static size_t slot_of(const struct wb_sync *sync, const void *cell) {
  size_t at = ((uintptr_t)cell >> 3) * 0x9E3779B97F4A7C15ULL >> 20 & (sync->capacity - 1);
  while (sync->places[at].cell != NULL && sync->places[at].cell != cell)
    at = (at + 1) & (sync->capacity - 1);
  return at;
}

static void grow_nodes(struct wbrt_run *run) {
  struct wb_sync *sync = &run->sync;
  struct wb_sync bigger = {.capacity = sync->capacity > 0 ? sync->capacity * 2 : FIRST_PLACES};
  bigger.places = calloc(bigger.capacity, sizeof *bigger.places);
  if (bigger.places == NULL) no_memory(run);
  for (size_t i = 0; i < sync->capacity; i++)
    if (sync->places[i].cell != NULL)
      bigger.places[slot_of(&bigger, sync->places[i].cell)] = sync->places[i];
  free(sync->places);
  sync->places = bigger.places;
  sync->capacity = bigger.capacity;
}

/* The cell of an address in the object's race histories; NULL: it has none. */
static const void *cell_of(const struct wbrt_object *o, uint64_t address) {
  if (o->race == NULL || address - o->base >= o->size) return NULL;
  const uint64_t cell = (address - o->base) >> o->granule_shift;
  if (o->memory == WB_MEMORY_LOCAL)
    return (const struct wbrt_history *)(const void *)o->race + cell;
  return o->race + (o->packed ? cell >> (WBRT_PACKED_SHIFT - o->granule_shift) : cell);
}

bool wb_sync_publishes(const struct wbrt_run *run, const struct wbrt_object *o, uint64_t address) {
  const struct wb_sync *sync = &run->sync;
  const void *cell = cell_of(o, address);
  bool publishes = false;
  if (cell == NULL || sync->capacity == 0) return false;
  const struct wb_sync_place *place = &sync->places[slot_of(sync, cell)];
  for (int level = 0; level < WB_SYNC_LEVELS; level++)
    publishes |= place->cell != NULL && place->slots[level].node != 0;
  return publishes;
}

static struct wb_sync_place *place_at(struct wbrt_run *run, const void *cell) {
  struct wb_sync *sync = &run->sync;
  if (2 * sync->n_places >= sync->capacity) grow_nodes(run);
  struct wb_sync_place *place = &sync->places[slot_of(sync, cell)];
  if (place->cell == NULL) {
    place->cell = cell;
    sync->n_places++;
  }
  return place;
}

/* ---- scopes ------------------------------------------------------------------------ */

static int level_of(uint32_t scope) {
  static const int LEVELS[] = {[WBRT_SCOPE_ITEM] = LEVEL_NONE,
                               [WBRT_SCOPE_GROUP] = LEVEL_GROUP,
                               [WBRT_SCOPE_DEVICE] = LEVEL_DEVICE,
                               [WBRT_SCOPE_ALL_DEVICES] = LEVEL_DEVICE,
                               [WBRT_SCOPE_SUBGROUP] = LEVEL_SUBGROUP};
  return scope < sizeof LEVELS / sizeof LEVELS[0] ? LEVELS[scope] : LEVEL_NONE;
}

/* A number for the running work-item's sub-group, group and device, each
 * different in each group: local memory is new there. */
static uint64_t owner_of(const struct wbrt_run *run, uint32_t memory, int level) {
  const uint64_t items = run->context->group_items, first = run->group_position * items;
  if (level == LEVEL_SUBGROUP)
    return first + run->context->local_linear_id / run->subgroup * run->subgroup;
  return level == LEVEL_GROUP || memory == WB_SYNC_LOCAL ? first : 0;
}

static uint64_t writer_of(const struct wbrt_run *run) {
  return 1 + run->group_position * run->context->group_items + run->context->local_linear_id;
}

/* ---- one operation ------------------------------------------------------------------ */

struct operation {
  struct wbrt_run *run;
  struct wb_sync_place *place;
  uint32_t memory, kind, order;
  int level;
};

static bool is_acquire(uint32_t order) {
  return order == WBRT_ORDER_ACQUIRE || order == WBRT_ORDER_ACQ_REL || order == WBRT_ORDER_SEQ_CST;
}

static bool is_release(uint32_t order) {
  return order == WBRT_ORDER_RELEASE || order == WBRT_ORDER_ACQ_REL || order == WBRT_ORDER_SEQ_CST;
}

/* The node of a slot that the operation may see; 0: none. */
static uint32_t visible_node(const struct operation *operation, int level) {
  uint64_t owner = owner_of(operation->run, operation->memory, level);
  return operation->place->slots[level].owner == owner ? operation->place->slots[level].node : 0;
}

static void acquire_place(const struct operation *operation) {
  struct wbrt_run *run = operation->run;
  struct wb_sync_item *item = &run->item->sync;
  const bool sees = is_acquire(operation->order);
  uint32_t last = 0;
  if (operation->kind == WBRT_SYNC_STORE) return;
  for (int level = 0; level <= operation->level; level++) {
    const uint32_t node = visible_node(operation, level);
    if (node == 0 || (node == last && sees)) continue; /* one release shows at several levels */
    if (sees && node != item->node)
      item->node = add_node(run, (struct edge){item->node, BOTH},
                            (struct edge){node, bit_of(operation->memory)}, false);
    if (run->image->has_fences) item->seen[level] = join_nodes(run, item->seen[level], node);
    last = node;
  }
}

/* From here on the work-item does more than it has released. */
static uint32_t release_node(struct wbrt_run *run) {
  struct wb_sync_item *item = &run->item->sync;
  item->node = add_node(run, (struct edge){item->node, BOTH}, (struct edge){0, 0}, true);
  wb_run_tick(run);
  return item->node;
}

/* What readers of this operation see from now on, by scope, besides what is
 * left of before. */
static void publish_node(const struct operation *operation, uint32_t node, int most) {
  struct wbrt_run *run = operation->run;
  /* An update that acquires has just seen what was there: its own node leads to all of that. */
  const bool seen = operation->kind == WBRT_SYNC_UPDATE && is_acquire(operation->order) &&
                    !run->image->has_fences;
  for (int level = 0; level <= most; level++) {
    const uint64_t owner = owner_of(run, operation->memory, level);
    const uint32_t before = visible_node(operation, level);
    operation->place->slots[level].node = seen ? node : join_nodes(run, before, node);
    operation->place->slots[level].owner = owner;
  }
}

static void release_place(const struct operation *operation) {
  struct wbrt_run *run = operation->run;
  struct wb_sync_item *item = &run->item->sync;
  struct wb_sync_place *place = operation->place;
  const bool mine = place->writer == writer_of(run);
  if (operation->kind == WBRT_SYNC_LOAD) return;
  /* A store ends what others' releases began. */
  if (operation->kind == WBRT_SYNC_STORE && (!mine || is_release(operation->order)))
    for (int level = 0; level < WB_SYNC_LEVELS; level++) place->slots[level].node = 0;
  if (operation->kind == WBRT_SYNC_STORE || is_release(operation->order))
    place->writer = writer_of(run);
  if (item->fence != 0) {
    struct operation fenced = *operation;
    fenced.order = WBRT_ORDER_RELAXED;
    publish_node(
        &fenced, item->fence,
        operation->level < (int)item->fence_level ? operation->level : (int)item->fence_level);
  }
  if (!is_release(operation->order)) return;
  uint32_t node = release_node(run);
  if (run->image->has_fences) node = only_for(run, node, bit_of(operation->memory));
  publish_node(operation, node, operation->level);
}

static void apply_fence(struct wbrt_run *run, uint32_t flags, uint32_t order, int level) {
  struct wb_sync_item *item = &run->item->sync;
  flags &= BOTH;
  if (level == LEVEL_NONE || flags == 0) return;
  for (int i = 0; i <= level && is_acquire(order); i++)
    if (item->seen[i] != 0)
      item->node = add_node(run, (struct edge){item->node, BOTH},
                            (struct edge){item->seen[i], flags}, false);
  if (!is_release(order)) return;
  item->fence = only_for(run, release_node(run), flags);
  item->fence_level = (uint32_t)level;
}

/* The order of a sequentially consistent store is a release, of a load an
 * acquire; what else does not go together, clang has warned of. */
void wbrt_sync(struct wbrt_context *context, uint64_t address, uint32_t kind, uint32_t order,
               uint32_t scope) {
  struct wbrt_run *run = context->run;
  const int level = level_of(scope);
  if (run->interleave != NULL) return; /* no race is looked for */
  if (context->pending != 0) wbrt_race_stored(context);
  if (kind == WBRT_SYNC_FENCE) {
    apply_fence(run, (uint32_t)address, order, level);
    return;
  }
  const struct wbrt_object *o = wbrt_object_of(context, address, WBRT_ANY_OBJECT);
  const void *cell = o != NULL ? cell_of(o, address) : NULL;
  if (cell == NULL) return;
  const bool local = o->memory == WB_MEMORY_LOCAL;
  struct operation operation = {.run = run,
                                .place = place_at(run, cell),
                                .memory = local ? WB_SYNC_LOCAL : WB_SYNC_GLOBAL,
                                .kind = kind,
                                .order = order,
                                .level = level};
  acquire_place(&operation);
  release_place(&operation);
}

/* ---- barriers ------------------------------------------------------------------------ */

void wb_sync_join(struct wbrt_run *run, uint64_t first, uint64_t count, uint32_t flags) {
  uint32_t all = 0, last = 0, shared = 0;
  flags &= BOTH;
  if (run->sync.n == 0 || flags == 0) return;
  for (uint64_t i = first; i < first + count; i++) {
    const uint32_t node = run->items[i].sync.node;
    if (node != last) all = join_nodes(run, all, node);
    last = node;
  }
  if (all == 0) return;
  for (uint64_t i = first; i < first + count; i++) {
    uint32_t *node = &run->items[i].sync.node;
    if (flags == BOTH) {
      *node = all;
    } else if (*node != 0) {
      *node = add_node(run, (struct edge){*node, BOTH}, (struct edge){all, flags}, false);
    } else {
      if (shared == 0) shared = only_for(run, all, flags);
      *node = shared;
    }
  }
}

void wb_sync_subgroup_barrier(struct wbrt_run *run, uint64_t first, uint64_t count,
                              uint32_t flags) {
  for (uint32_t m = 0; m < WB_SYNC_MEMORIES; m++)
    if ((flags & bit_of(m)) != 0) run->sync.windows[first / run->subgroup][m] = current_time(run);
  wb_sync_join(run, first, count, flags);
}

/* ---- what is known ---------------------------------------------------------------------- */

/* The first node that was made in the round or later. */
static uint32_t first_since(const struct wb_sync *sync, uint64_t round) {
  uint32_t low = 1, high = sync->n + 1;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (sync->nodes[middle].round < round)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Marks what is known from `start`, as far down as `lowest`. */
static void search_known(struct wbrt_run *run, uint32_t start, uint32_t memory, uint32_t lowest) {
  struct wb_sync *sync = &run->sync;
  uint32_t *stack = NULL;
  size_t depth = 0, capacity = 0;
  sync->mark++;
  sync->start = start;
  sync->memory = memory;
  sync->lowest = lowest;
  sync->all = 0;
  for (uint32_t at = start; at != 0; at = depth > 0 ? stack[--depth] : 0) {
    const struct wb_sync_node *node = &sync->nodes[at];
    if (at < lowest || at <= sync->all || sync->marks[at] == sync->mark) continue;
    sync->marks[at] = sync->mark;
    sync->all = larger_of(sync->all, node->all[memory]);
    stack = wb_grow(stack, &capacity, depth + 2, sizeof *stack);
    for (int i = 0; i < 2; i++)
      if (node->parents[i] != 0 && (node->masks[i] & bit_of(memory)) != 0)
        stack[depth++] = node->parents[i];
  }
  free(stack);
}

/* Whether a release, made since, covers an access of that work-item and
 * segment in its own group. */
static bool node_covers(const struct wbrt_run *run, const struct wb_sync_node *node,
                        uint32_t memory, uint64_t segment, uint64_t item) {
  return node->release &&
         (node->item == item || (memory == WB_SYNC_GLOBAL && segment < node->window) ||
          (node->item / run->subgroup == item / run->subgroup &&
           segment < node->sub_windows[memory]));
}

/* Before whatever knows the node `start`. */
static bool is_ordered_before(struct wbrt_run *run, uint32_t start, uint32_t memory,
                              uint64_t segment) {
  struct wb_sync *sync = &run->sync;
  const uint64_t position = wb_item_ids_group_position(run, segment);
  const uint64_t first = run->group_segments[position];
  const uint64_t item = (segment - first) % run->context->group_items;
  const uint64_t end =
      position < run->group_position ? run->group_segments[position + 1] : UINT64_MAX;
  const uint32_t lowest = first_since(sync, segment - item);
  if (lowest > start) return false;
  /* Suspicions come in rows, as of the lanes of one access: the last search mostly still serves. */
  if (sync->start != start || sync->memory != memory || sync->lowest > lowest)
    search_known(run, start, memory, lowest);
  for (uint32_t i = lowest; i <= start && sync->nodes[i].round < end; i++)
    if ((i <= sync->all || sync->marks[i] == sync->mark) &&
        node_covers(run, &sync->nodes[i], memory, segment, item))
      return true;
  return false;
}

bool wb_sync_orders(struct wbrt_run *run, uint32_t memory, uint64_t segment) {
  const uint64_t items = run->context->group_items, me = run->context->local_linear_id;
  if (segment >= run->group_segment) {
    const uint64_t subgroup = (segment - run->group_segment) % items / run->subgroup;
    if (subgroup == me / run->subgroup && segment < run->sync.windows[subgroup][memory])
      return true;
  }
  const uint32_t node = run->item->sync.node;
  return node != 0 && is_ordered_before(run, node, memory, segment);
}

bool wb_sync_stops_at_barrier(struct wbrt_run *run, uint32_t memory, uint64_t segment) {
  const uint64_t phase = run->context->phase_first >> WBRT_SITE_BITS;
  /* Without a barrier work-items share what one of them keeps. */
  const uint64_t items = run->image->has_barrier ? run->context->group_items : 0;
  bool stops = false;
  for (uint64_t i = 0; i < items && !stops; i++) {
    uint32_t node = run->items[i].sync.node;
    /* What it knew when the phase began: its own nodes are each one's first parent. */
    while (node != 0 && run->sync.nodes[node].round >= phase)
      node = run->sync.nodes[node].parents[0];
    if (node != 0 && &run->items[i] != run->item)
      stops = is_ordered_before(run, node, memory, segment);
  }
  return stops;
}

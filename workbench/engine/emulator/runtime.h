/* The contract between instrumented kernels and the emulator's runtime.
 *
 * instrument/ turns a kernel into host code that calls the functions below
 * around every access; check/ is their fast path, compiled to bitcode at build
 * time and inlined into the kernel; the slow paths are ordinary C in this
 * executable, resolved by name when the kernel is loaded. This header is
 * included by both, so it uses fixed-width types alone.
 *
 * Memory. Every array that a kernel can point at is an *object*: a buffer
 * argument, a `__local` array or argument, a program-scope `__constant` array,
 * or a private variable that is indexed or whose address is taken. Object o
 * lives in the middle of its own region of 64 GiB,
 *
 *     WBRT_REGION_BASE + (o << WBRT_REGION_SHIFT) + half a region and a little,
 *
 * so that the region of an address names its object, and an index that runs
 * off one array by any 32-bit amount cannot land in another. Only pages of
 * live objects are mapped; an access that the check refuses goes to a sink.
 * Where the instrumentation knows the object (nearly always) it says so and
 * the lookup folds away.
 *
 * Values nobody wrote. Private and local objects have one state byte per byte
 * (WBRT_UNWRITTEN or WBRT_WRITTEN), buffers one bit in each cell of their race
 * histories (check/race.h). Loads give an "unwritten" bit per lane, which the
 * instrumentation propagates through the computation; it is reported when it
 * decides a branch, an address or a divisor, or reaches global memory.
 * Copying it around in private or local memory is fine.
 *
 * Order. Groups run one after another; within a group, work-items run one
 * after another from barrier to barrier. A race is two accesses that nothing
 * orders, whatever order they happened to run in. */
#ifndef WB_EMULATOR_RUNTIME_H
#define WB_EMULATOR_RUNTIME_H

#include <stdbool.h>
#include <stdint.h>

#define WBRT_REGION_BASE 0x100000000000ULL
#define WBRT_REGION_SHIFT 36
#define WBRT_REGION_HALF (1ULL << (WBRT_REGION_SHIFT - 1))
/* Each object begins this much further past the middle than the one before. If their addresses
 * differed in the highest bits only, the processor would guess the wrong way of its first cache
 * at every access. */
#define WBRT_REGION_COLOUR (37ULL * 4096)
#define WBRT_MIDDLE_OF(object)                                                       \
  (WBRT_REGION_BASE + ((uint64_t)(object) << WBRT_REGION_SHIFT) + WBRT_REGION_HALF + \
   (uint64_t)(object)*WBRT_REGION_COLOUR)

enum {
  WBRT_NO_OBJECT = 0,      /* region 0 is never used: small addresses, NULL */
  WBRT_FIRST_ARGUMENT = 1, /* argument i of the kernel is object 1 + i */
  WBRT_FIRST_STATIC = 65,  /* the image's static objects follow (image.h) */
  WBRT_MAX_OBJECTS = 512,
  WBRT_ANY_OBJECT = 0xFFFF /* object of an access that is known at run time */
};

/* Stands for an address that is known to be wrong and has been reported: an
 * access at it, or anywhere in its region, is refused without another word. */
#define WBRT_REFUSED_ADDRESS \
  (WBRT_REGION_BASE + ((uint64_t)WBRT_MAX_OBJECTS << WBRT_REGION_SHIFT) + WBRT_REGION_HALF)

/* Where objects begin: the alignment of the widest vector. */
enum { WBRT_OBJECT_ALIGN = 128 };

enum { WBRT_UNWRITTEN = 0, WBRT_WRITTEN = 1 };

/* A cell of a race history has at most 16 bytes. */
enum { WBRT_MAX_GRANULE_SHIFT = 4 };

/* So many loop iterations at most pass before a launch that shall end does. */
enum { WBRT_HANDFUL = 1024 };

/* What a launch executes is counted in units of cost (instrument/costs.c), so many of which are a
 * millisecond of its limit, on every machine and however busy it is. */
enum { WBRT_COST_OF_MS = 4000000 };

/* What is left of a handful of loop iterations, and what has been executed since it was taken: the
 * cost in the lower bits of one number, so that one addition counts both. */
enum { WBRT_STEP_SHIFT = 40 };
#define WBRT_STEP ((int64_t)1 << WBRT_STEP_SHIFT)
#define WBRT_COST_MASK (WBRT_STEP - 1)

/* What a kernel can ask of an image: sizes, channel order and type (OpenCL's
 * numbers), and bytes from one row, slice and pixel to the next. builtins/image.cl
 * has the same list. */
enum wbrt_image_word {
  WBRT_IMAGE_KIND,
  WBRT_IMAGE_WIDTH,
  WBRT_IMAGE_HEIGHT,
  WBRT_IMAGE_DEPTH,
  WBRT_IMAGE_LAYERS,
  WBRT_IMAGE_ROW,
  WBRT_IMAGE_SLICE,
  WBRT_IMAGE_ORDER,
  WBRT_IMAGE_CHANNEL,
  WBRT_IMAGE_PIXEL,
  WBRT_IMAGE_WORDS
};

/* Flags of an access; constants at every call. Above them stands what the
 * instrumentation knows for certain (instrument/refine.c), so that the fast
 * path need not ask: the object's enum wb_memory, and one more than its
 * granule_shift, which also says that the access is as aligned as a granule; a
 * buffer that is bound twice may have a smaller one. Zeros: not known. */
enum {
  WBRT_READ = 1,
  WBRT_WRITE = 2,
  WBRT_ATOMIC = 4,  /* with READ, WRITE or both */
  WBRT_POINTER = 8, /* what is read is a pointer */
  WBRT_MEMORY_SHIFT = 4,
  WBRT_MEMORY_MASK = 7,
  WBRT_GRANULE_SHIFT = 8,
  WBRT_GRANULE_MASK = 7,
  /* The kernel has more ways to order memory than barriers (image.h: orders);
   * the fast path then knows less. */
  WBRT_ORDERED = 1 << 12,
  WBRT_NO_ATOMICS = 1 << 13, /* the kernel has no atomic operation on local memory */
  /* A compare-exchange, which may write: for races it is a read until it has
   * (wbrt_exchanged). */
  WBRT_COMPARES = 1 << 14,
  /* How many elements an access is in counts, where that is more than one: numbers of
   * a vector, or of the array where the access is wider than those. */
  WBRT_ELEMENTS_SHIFT = 16,
  WBRT_ELEMENTS_MASK = 0xFF
};

/* Functions of sub-groups and groups: work-items give their operands, wait
 * until all that take part have, and go on with results. The first word of
 * wbrt_collective is one of these, with the flags; the second an operation with the
 * kind of its operands, the bytes of a lane and of the whole. */
enum wbrt_collective_function {
  WBRT_COLLECTIVE_BARRIER,
  WBRT_COLLECTIVE_ALL,
  WBRT_COLLECTIVE_ANY,
  WBRT_COLLECTIVE_ALL_EQUAL,
  WBRT_COLLECTIVE_ELECT,
  WBRT_COLLECTIVE_BALLOT,
  WBRT_COLLECTIVE_BROADCAST,
  WBRT_COLLECTIVE_BROADCAST_FIRST,
  WBRT_COLLECTIVE_REDUCE,
  WBRT_COLLECTIVE_SCAN_INCLUSIVE,
  WBRT_COLLECTIVE_SCAN_EXCLUSIVE,
  WBRT_COLLECTIVE_SHUFFLE,
  WBRT_COLLECTIVE_SHUFFLE_XOR,
  WBRT_COLLECTIVE_SHUFFLE_UP,
  WBRT_COLLECTIVE_SHUFFLE_DOWN,
  WBRT_COLLECTIVE_ROTATE,
  WBRT_COLLECTIVE_CLUSTERED_ROTATE,
  WBRT_COLLECTIVE_CLUSTERED_REDUCE,
  WBRT_COLLECTIVE_FUNCTION_MASK = 0xFF,
  WBRT_COLLECTIVE_GROUP = 1 << 8,   /* of the whole group, not of a sub-group */
  WBRT_COLLECTIVE_ANY_SET = 1 << 9, /* of those work-items alone that reach it */
  WBRT_COLLECTIVE_KIND_SHIFT = 8,
  WBRT_COLLECTIVE_LANE_SHIFT = 12,
  WBRT_COLLECTIVE_BYTES_SHIFT = 20
};
enum wbrt_collective_operation {
  WBRT_COLLECTIVE_ADD,
  WBRT_COLLECTIVE_MUL,
  WBRT_COLLECTIVE_MIN,
  WBRT_COLLECTIVE_MAX,
  WBRT_COLLECTIVE_AND,
  WBRT_COLLECTIVE_OR,
  WBRT_COLLECTIVE_XOR,
  WBRT_COLLECTIVE_LOGICAL_AND,
  WBRT_COLLECTIVE_LOGICAL_OR,
  WBRT_COLLECTIVE_LOGICAL_XOR
};
enum wbrt_collective_kind {
  WBRT_COLLECTIVE_SIGNED,
  WBRT_COLLECTIVE_UNSIGNED,
  WBRT_COLLECTIVE_REAL
};

/* Where a work-item gives and takes. `key` says how far it has come: compared
 * from the first number on, the smaller one is earlier in the program. It has
 * the place within the kernel, then for each loop around, from the outside in,
 * its turn and the place within it. */
enum { WBRT_COLLECTIVE_KEYS = 17 };
struct wbrt_collective_data {
  unsigned char value[128];
  uint64_t argument[3]; /* what comes after the value */
  uint64_t unwritten;   /* a bit for each lane of the value */
  uint64_t keys, key[WBRT_COLLECTIVE_KEYS];
};

/* What wbrt_subgroup tells. */
enum wbrt_subgroup_query {
  WBRT_SUBGROUP_SIZE,
  WBRT_SUBGROUP_MAX_SIZE,
  WBRT_SUBGROUP_COUNT,
  WBRT_SUBGROUP_ID,
  WBRT_SUBGROUP_LOCAL_ID,
  WBRT_SUBGROUP_EQ_MASK,
  WBRT_SUBGROUP_GE_MASK,
  WBRT_SUBGROUP_GT_MASK,
  WBRT_SUBGROUP_LE_MASK,
  WBRT_SUBGROUP_LT_MASK,
  WBRT_SUBGROUP_INVERSE_BALLOT,
  WBRT_SUBGROUP_BIT_EXTRACT,
  WBRT_SUBGROUP_BIT_COUNT,
  WBRT_SUBGROUP_COUNT_INCLUSIVE,
  WBRT_SUBGROUP_COUNT_EXCLUSIVE,
  WBRT_SUBGROUP_FIND_LSB,
  WBRT_SUBGROUP_FIND_MSB
};

/* What an atomic operation or a fence does for the order of memory; the
 * numbers of orders and scopes are OpenCL C's, as clang has them. */
enum wbrt_sync_kind { WBRT_SYNC_LOAD, WBRT_SYNC_STORE, WBRT_SYNC_UPDATE, WBRT_SYNC_FENCE };
enum wbrt_order {
  WBRT_ORDER_RELAXED = 0,
  WBRT_ORDER_ACQUIRE = 2,
  WBRT_ORDER_RELEASE = 3,
  WBRT_ORDER_ACQ_REL = 4,
  WBRT_ORDER_SEQ_CST = 5
};
enum wbrt_scope {
  WBRT_SCOPE_ITEM = 0,
  WBRT_SCOPE_GROUP = 1,
  WBRT_SCOPE_DEVICE = 2,
  WBRT_SCOPE_ALL_DEVICES = 3,
  WBRT_SCOPE_SUBGROUP = 4
};

/* What a poisoned value was about to be used for. */
enum wbrt_use {
  WBRT_USE_BRANCH,
  WBRT_USE_ADDRESS,
  WBRT_USE_DIVISOR,
  WBRT_USE_STORE, /* into global memory */
  WBRT_USE_ATOMIC,
  WBRT_USE_ARGUMENT /* of a builtin that acts on it: printf, barrier flags */
};

/* What a row is part of (wbrt_bad_row), and from which bit on the number of
 * elements stands that are accessed from the index on. */
enum wbrt_row { WBRT_ROW_OF_ARRAY, WBRT_ROW_OF_STRUCT, WBRT_ROW_SPAN_SHIFT = 8 };

/* What an index of layout.h is, as that header has it: the dimension, from 0 on, or the leading
 * one; of how many; and in which layout (run/dimensions.c has their names). */
enum wbrt_index {
  WBRT_INDEX_DIMENSION_MASK = 15,
  WBRT_INDEX_LEADING = 4,
  WBRT_INDEX_COUNT_SHIFT = 4,
  WBRT_INDEX_COUNT_MASK = 15,
  WBRT_INDEX_LAYOUT_SHIFT = 8
};

/* Above the use's own bits: 0 where several things may have left the value
 * unwritten, else 1 + the site of the one read that it comes from, or of the
 * declaration of a variable. */
enum { WBRT_USE_BITS = 7 };

/* Memory of an object: enum wb_memory's values. */
struct wbrt_object {
  uint64_t base;          /* address of element 0; 0 when the object is not there */
  uint64_t size;          /* bytes that may be touched */
  uint8_t *state;         /* of private and local ones: state[address - base] */
  struct wbrt_cell *set;  /* of others: cells that know what is written (check/state.h);
                             NULL: all is, for good */
  struct wbrt_cell *race; /* access history (check/race.h); NULL: not tracked */
  uint64_t *quiet;        /* of local ones, for each cell of it: check/race.h */
  uint8_t memory;
  uint8_t read_only;     /* a write is a finding */
  uint8_t granule_shift; /* log2 of the bytes that one cell of `race` covers */
  uint8_t per_item;      /* private: `base` moves with the running work-item */
  uint8_t packed;        /* cells narrower than 4 bytes share words (check/packed.h) */
  uint8_t number_bytes;  /* of a number in it; 0: not known, or counted by pixels */
};

/* As the flags of an access say it. */
static inline uint32_t wbrt_elements(uint32_t flags) {
  const uint32_t elements = flags >> WBRT_ELEMENTS_SHIFT & WBRT_ELEMENTS_MASK;
  return elements != 0 ? elements : 1;
}

struct wbrt_item_counts {
  uint64_t global_reads, global_writes, local_reads, local_writes;
  uint64_t global_atomics, local_atomics;
  uint64_t prints; /* calls of printf; not summed up */
};

/* An access that a whole row of work-items is about to make (wbrt_lockstep): its address in the
 * first one and in the last, and how far they are apart from one to the next; the rest as
 * wbrt_check has it. */
enum {
  WBRT_LOCKSTEP_ACCESSES = 16,
  WBRT_LOCKSTEP_ITEMS = 1024,
  WBRT_LOCKSTEP_STEP = 1 << 16 /* the most, so that nothing wraps twice */
};
struct wbrt_lockstep_access {
  uint64_t first, last;
  int64_t step;
  uint32_t object, size, align, flags, site, unused;
};

/* The state of the running work-item and its group. One a process. The
 * scheduler sets it; the kernel and the fast path read it. */
struct wbrt_context {
  int64_t steps_left;    /* of this work-item, beyond those it has taken out */
  int64_t item_steps;    /* what each work-item begins with */
  int64_t cost_left;     /* what may still be executed; below 0: more has been */
  uint32_t item;         /* 1 + linear id in group-major order */
  uint32_t group_first;  /* `item` of the group's first work-item */
  uint32_t group_items;  /* work-items in a group */
  uint32_t local_phase;  /* barriers passed that order local memory */
  uint32_t global_phase; /* barriers passed that order global memory */
  uint32_t dimensions;
  uint64_t global_id[3], local_id[3], group_id[3];
  uint64_t global_size[3], local_size[3], n_groups[3], offset[3];
  uint64_t global_linear_id, local_linear_id;
  /* This work-item's counts, as far as the kernel's own code does not keep them in registers
   * (instrument/item_counts.c); `counted` says that it is not all 0. */
  struct wbrt_item_counts counts;
  uint64_t counted;
  struct wbrt_item_counts total, most; /* of all work-items that have ended */
  uint64_t items;                      /* how many those are */
  uint64_t busy;    /* where it shall be told, how many of them touched global memory or printed */
  uint64_t touched; /* 1: struct wb_work_item has something to forget (run.h); 2: nothing, but
                       wbrt_forget_item is to be called nevertheless */
  uint64_t sink;    /* address of a writable page for refused accesses */
  uint64_t takes_turns; /* not 0: work-items stop before atomic operations (run/interleave.h) */
  uint64_t hears_reads; /* not 0: wbrt_stale_read does something */
  /* Where and when the work-item runs, as race histories note it; kept by the
   * scheduler, explained in check/race.h. */
  uint64_t segment;       /* entry of the running work-item, without a site */
  uint64_t cell_key;      /* the same for compact cells; 0: it does not fit one */
  uint64_t local_window;  /* first entry of the running phase of local memory */
  uint64_t global_window; /* and of global memory */
  uint64_t group_window;  /* and of the group */
  uint64_t phase_first;   /* of the running phase, whatever memory its barrier ordered */
  uint64_t pending;       /* not 0: a racing store waits for wbrt_mark to see its value */
  struct wbrt_object objects[WBRT_MAX_OBJECTS];
  uint32_t images[WBRT_FIRST_STATIC][WBRT_IMAGE_WORDS]; /* by object */
  struct wbrt_run *run;                                 /* the scheduler's own; opaque to kernels */
};

/* A place in the source that touches memory, divides, branches or waits.
 * Sites are numbered from 0 within an image; names are owned by the image. */
/* How a work-item gets past a barrier. */
enum wbrt_way {
  WBRT_WAY_OTHER,
  WBRT_WAY_RETURN,
  WBRT_WAY_IF,
  WBRT_WAY_BREAK, /* out of the loop around it */
  WBRT_WAY_LOOP   /* the same, by the loop's condition */
};

struct wbrt_site {
  uint32_t line, column;
  const char *file;       /* NULL: the judged file */
  const char *array;      /* name of the variable or parameter, NULL if unknown */
  const char *layout;     /* for traces, of a copy: the numbers in its bytes, as
                             "0f4x1 8i2x4 ": offset, floating-point or integer, bytes
                             of a lane, lanes. NULL: not known */
  const char *member;     /* of a subscript within a struct: "the member velocity"; NULL: it
                             is none, or has no name */
  uint32_t bytes;         /* size of the access */
  uint32_t element_bytes; /* of the array as the source sees it; 0: unknown */
  uint32_t lanes;         /* of a vector that is accessed as a whole; 0 or 1: it is none */
  bool declares;          /* the declaration of a variable, `array` */
  bool updates;    /* the read or the write of an element that is read, changed and written */
  bool guesses;    /* a volatile read of 32 bits whose value nothing but a compare-exchange at
                      the same address uses */
  bool called;     /* in a function that the kernel calls */
  uint32_t narrow; /* an atomic operation whose scope is no other work-group's */
  /* Of wbrt_exits: the barrier that is not reached from here, how, and where the loop begins. */
  uint32_t way; /* enum wbrt_way */
  uint32_t goal_line, goal_column, loop_line;
};

/* ---- fast path, inlined into optimised code (check/) ---------------------- */

/* Checks one access of `size` bytes and, for atomics, `align`; counts it and
 * records it for races. Returns the address to use: `address` itself, or the
 * sink where it was refused (reported; reads there give zeros). */
uint64_t wbrt_check(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t size,
                    uint32_t align, uint32_t flags, uint32_t site);

/* Whether any of `size` bytes at a checked address was never written; `flags`
 * are those of the check. */
bool wbrt_unwritten(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t size,
                    uint32_t flags, uint32_t site);

/* Both in one, of a plain read of one cell of local memory, in optimised code of a kernel that has
 * no other order than by barriers. */
uint64_t wbrt_read_local(struct wbrt_context *context, uint64_t address, uint32_t object,
                         uint32_t size, uint32_t align, uint32_t flags, uint32_t site,
                         bool *unwritten);

/* Whether a loop may read a buffer or a constant in so many turns, at most WBRT_HANDFUL, without
 * wbrt_check, as that would find and note nothing: at `first` in the first turn, `step` further on
 * in each. */
bool wbrt_may_read(struct wbrt_context *context, uint64_t first, int64_t step, uint64_t turns,
                   uint32_t object, uint32_t size);

/* The same of local memory, instead of wbrt_read_local, in a loop that is certain to make so many
 * turns; never of 0. What its reads would note is noted, if `notes`; else there must be nothing to
 * note. */
bool wbrt_may_read_local(struct wbrt_context *context, uint64_t first, int64_t step, uint64_t turns,
                         uint32_t object, uint32_t size, uint32_t flags, uint32_t site, bool notes);

/* After a store: marks the bytes written, or unwritten where the value was: 1, else 0. */
void wbrt_mark(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t size,
               uint32_t flags, uint32_t unwritten);

/* The same of the lanes of a vector, each of `size` bytes, at most 32: bit i is lane i's. */
uint32_t wbrt_unwritten_lanes(struct wbrt_context *context, uint64_t address, uint32_t object,
                              uint32_t size, uint32_t lanes, uint32_t flags, uint32_t site);
void wbrt_mark_lanes(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t size,
                     uint32_t lanes, uint32_t flags, uint32_t unwritten);

/* Loop iterations are taken out of the context in handfuls and counted down in
 * a register: how many there are for the start, times WBRT_STEP. The kernel adds to it the cost of
 * what it executes in loops. */
int64_t wbrt_first_steps(struct wbrt_context *context);

/* Counts one iteration, which costs a unit: what is left of the handful. Does not return when the
 * work-item has none, or the launch's limit of time is reached. */
int64_t wbrt_step(struct wbrt_context *context, int64_t left, uint32_t site);

/* A work-item has come to its end: its counts, as far as the kernel's code kept
 * them in registers, and those of the context go to all others'. What is left of its steps has
 * the cost of its loops since they were taken. */
void wbrt_end_item(struct wbrt_context *context, uint64_t global_reads, uint64_t global_writes,
                   uint64_t local_reads, uint64_t local_writes, uint64_t global_atomics,
                   uint64_t local_atomics, uint64_t left);

/* Between work-items that follow one another in a row (image.h): `step` is 1,
 * or -1 for a row that runs backwards. */
void wbrt_begin_item(struct wbrt_context *context);
void wbrt_next_item(struct wbrt_context *context, int64_t step);

/* `count` work-items that follow one another, from the running one on, are about to make these
 * accesses and no others, each work-item in this order, on buffers that are arguments. Where none
 * of them could be a finding or need more than a compact cell, notes them, counts the work-items
 * with so many elements read and written by each, and returns true. Else nothing has changed. */
bool wbrt_lockstep(struct wbrt_context *context, const struct wbrt_lockstep_access *accesses,
                   uint32_t n, uint64_t count, uint64_t reads, uint64_t writes);
/* Before work-items of such a kernel run with the checks of each access: these look at cells. */
void wbrt_one_by_one(struct wbrt_context *context);

/* ---- slow path, called ----------------------------------------------------- */

/* A poisoned value is used, as enum wbrt_use says with what is above its bits.
 * The finding points at the read that found the memory unwritten (the last one
 * of the work-item where it is not known which), or at `site` if there was
 * none: then an uninitialised private variable is its source. */
void wbrt_used_unwritten(struct wbrt_context *context, uint32_t site, uint32_t use);

/* An unwritten value has been stored: reads of it are to know its origin; `from` is as above the
 * bits of a use, or WBRT_REPORTED: the last of the work-item, which has just been reported. */
#define WBRT_REPORTED UINT32_MAX
void wbrt_carry_unwritten(struct wbrt_context *context, uint64_t address, uint32_t object,
                          uint32_t bytes, uint32_t from);
/* A number in global memory is made of an unwritten value now, which was reported; `from` likewise,
 * 0 `by_atomic` operations. */
void wbrt_left_undefined(struct wbrt_context *context, uint64_t address, uint32_t object,
                         uint32_t bytes, uint32_t from, uint32_t by_atomic);
/* An atomic operation comes next: where work-items take turns, others have theirs now. The second
 * is the first's slow path. */
void wbrt_turn(struct wbrt_context *context);
void wbrt_take_turn(struct wbrt_context *context);

/* A relaxed atomic read of a checked address has found `value` there, zero-extended: returns what
 * it gives (run/changes.h). The second is the first's slow path. */
uint64_t wbrt_stale_read(struct wbrt_context *context, uint64_t address, uint32_t bytes,
                         uint32_t site, uint64_t value);
uint64_t wbrt_read_stale(struct wbrt_context *context, uint64_t address, uint32_t bytes,
                         uint32_t site, uint64_t value);

/* A compare-exchange at a checked address has found another value than it
 * expected, and so was a read: its write does not count. */
void wbrt_unchanged(struct wbrt_context *context, uint64_t address, uint32_t object);
void wbrt_divided_by_zero(struct wbrt_context *context, uint32_t site);
/* The most negative number of `bits` bits is divided by -1. */
void wbrt_divide_overflow(struct wbrt_context *context, uint32_t site, uint32_t bits);
/* A number of `bits` bits is shifted by `amount`, which is not below that;
 * `lanes` says of how many numbers, in a vector, it is one. */
void wbrt_bad_shift(struct wbrt_context *context, uint32_t site, uint64_t amount, uint32_t bits,
                    uint32_t lanes);

/* A number, as a double's bits, has become an integer that `what` describes and that
 * cannot hold it; in a lane of a vector, or WBRT_NO_LANE. The integer is unwritten, and
 * this is where it comes from. */
enum {
  WBRT_TO_BITS = 0xFF, /* how many the integer has */
  WBRT_TO_SIGNED = 0x100,
  WBRT_FROM_DOUBLE = 0x200, /* else from a float or half */
  WBRT_OF_LITERAL = 0x400,  /* the number and its types are not known */
  WBRT_ROUNDING_SHIFT = 16, /* how it is rounded is above */
  WBRT_ROUND_CUT = 0,
  WBRT_ROUND_NEAREST = 1, /* halves to the even one */
  WBRT_ROUND_UP = 2,
  WBRT_ROUND_DOWN = 3,
  WBRT_MOST_LANES = 16,
  WBRT_NO_LANE = 0xFF
};
void wbrt_converted(struct wbrt_context *context, uint32_t site, uint64_t number, uint32_t what,
                    uint32_t lane);

/* A vector's lane or such, out of range: `index` of `count` elements. */
void wbrt_bad_lane(struct wbrt_context *context, uint32_t site, int64_t index, uint32_t count);

/* An index that leaves the row of an array, or the array within a struct, that
 * the type of the subscript names: `index` of `count` elements, or a vector that
 * does, from there on. The access goes to WBRT_REFUSED_ADDRESS then. `flags` and
 * `site` are the access's, `row` says of what. */
void wbrt_bad_row(struct wbrt_context *context, uint32_t site, uint32_t flags, int64_t index,
                  uint32_t count, uint32_t row);

/* An index of layout.h that is not below the size of its dimension has gone into an offset; `which`
 * says what it is (enum wbrt_index). It is a finding where an access uses the offset: at `site`,
 * with the access's flags and `from`, 1 + the site of the index. The access goes to
 * WBRT_REFUSED_ADDRESS then. */
void wbrt_index_outside(struct wbrt_context *context, uint32_t site, uint64_t index, uint64_t size,
                        uint32_t which);
void wbrt_index_used(struct wbrt_context *context, uint32_t site, uint32_t flags, uint32_t from);

/* The vector whose lane is accessed lies at a multiple of `align` but for
 * `beyond` bytes; the access goes to WBRT_REFUSED_ADDRESS. */
void wbrt_bad_align(struct wbrt_context *context, uint32_t site, uint32_t flags, uint64_t vector,
                    uint32_t align);

/* A pixel that its image does not have, to be read (0) or written (1). */
void wbrt_bad_pixel(struct wbrt_context *context, uint32_t site, uint32_t object, uint32_t x,
                    uint32_t y, uint32_t z, uint32_t writes);

/* A private object comes (back) to life: its bytes become unwritten. */
void wbrt_begin_object(struct wbrt_context *context, uint32_t object);

/* memcpy, memmove and memset with their checks, states and counts: `elements`
 * are the numbers and vectors that the bytes consist of. */
void wbrt_copy(struct wbrt_context *context, uint64_t to, uint32_t to_object, uint32_t to_site,
               uint64_t from, uint32_t from_object, uint32_t from_site, uint64_t size,
               uint64_t elements);
void wbrt_set(struct wbrt_context *context, uint64_t to, uint32_t to_object, uint32_t site,
              uint32_t byte, uint64_t size, uint64_t elements, bool unwritten);

/* barrier(flags), work_group_barrier: flags are OpenCL's CLK_LOCAL_MEM_FENCE
 * (1) and CLK_GLOBAL_MEM_FENCE (2). `iteration` is a hash of the iteration
 * counts of the loops around it: work-items that wait at one barrier in
 * different iterations have diverged. */
enum {
  WBRT_BARRIER_OF_WAIT = 4, /* the one after wait_group_events: not counted */
  WBRT_BARRIER_NARROW = 8   /* of a scope that does not include the group: it orders no memory */
};
void wbrt_barrier(struct wbrt_context *context, uint32_t flags, uint32_t site, uint64_t iteration);

/* A function of the sub-group or the group: `data` is the address of a
 * struct wbrt_collective_data, which holds operands before and the result after. */
void wbrt_collective(struct wbrt_context *context, uint32_t function, uint32_t operation,
                     uint32_t site, uint64_t data);

/* The work-item's place in its sub-group, or something of a ballot's bits. */
uint64_t wbrt_subgroup(struct wbrt_context *context, uint32_t what, uint64_t ballot,
                       uint64_t index);

/* The memory (enum wb_memory) of the array that an address is in the region of. */
uint32_t wbrt_memory_at(struct wbrt_context *context, uint64_t address);

/* Behind an atomic operation of C11 on `address`, or in place of a fence whose
 * flags stand there: what it makes visible, or sees (sync.h). */
void wbrt_sync(struct wbrt_context *context, uint64_t address, uint32_t kind, uint32_t order,
               uint32_t scope);

/* async_work_group_copy and _strided_copy of `count` elements; 0 for `event`
 * asks for a new one, which is returned. Strides count elements. */
uint64_t wbrt_async_copy(struct wbrt_context *context, uint64_t to, uint32_t to_object,
                         uint32_t to_site, uint64_t from, uint32_t from_object, uint32_t from_site,
                         uint64_t count, uint64_t to_stride, uint64_t from_stride, uint32_t bytes,
                         uint64_t event);
/* wait_group_events, before the barrier that goes with it: `list` is the
 * address of `count` events. */
void wbrt_async_wait(struct wbrt_context *context, uint32_t count, uint64_t list, uint32_t object,
                     uint32_t site);

/* In programs built with `profile`: an access of `size` bytes has been made at
 * a checked address (the sink, where it was refused), or a conditional branch
 * is about to go one of several ways. `flags` are WBRT_READ, _WRITE and _ATOMIC
 * with what the value is; `site` belongs to this instruction alone, and `turn`
 * grows with the turns of the loops around it. */
enum {
  WBRT_ACCESS_MASK = 7,
  WBRT_VALUE_REAL = 8,        /* its lanes are floating-point numbers */
  WBRT_VALUE_UNUSED = 16,     /* of an atomic access: nobody uses what it returns */
  WBRT_VALUE_LANE_SHIFT = 16, /* bytes of a lane */
  WBRT_VALUE_LANE_MASK = 0xFF,
  WBRT_VALUE_ELEMENTS_SHIFT = 24 /* how many elements it is in counts */
};
void wbrt_profile_access(struct wbrt_context *context, uint64_t address, uint32_t size,
                         uint32_t flags, uint64_t turn, uint32_t site);
void wbrt_profile_branch(struct wbrt_context *context, uint64_t way, uint64_t turn, uint32_t site);
/* The same for one that a GPU's compiler makes a select of: for traces alone. */
void wbrt_profile_select(struct wbrt_context *context, uint64_t way, uint32_t site);

/* A read of `bytes` bytes of memory that others write is about to be made, on which
 * it depends whether a loop goes on. `trial` runs the loop from that read on in
 * memory of its own (the functions below), with what `frame` holds of the kernel's
 * values: 1 where it would never end. Does not return where that is so, after a
 * while. */
typedef uint32_t wbrt_trial(struct wbrt_context *context, const void *frame);
void wbrt_polls(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t bytes,
                uint32_t site, wbrt_trial *trial, const void *frame);

/* An atomic operation is about to access such memory, or may be. */
void wbrt_changes(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t bytes,
                  uint32_t site);

/* A compare-exchange at a checked address has found what it expected, and written. */
void wbrt_exchanged(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t bytes,
                    uint32_t site);

/* What a trial reads and writes, through `buffer`; `matters`: it may decide about
 * the loop. The third, at the end of each turn: how often anything that matters
 * has changed so far, or UINT64_MAX where the trial shall end without a result. */
void wbrt_trial_read(struct wbrt_context *context, uint64_t address, uint32_t object,
                     uint32_t bytes, uint32_t matters, void *buffer);
void wbrt_trial_write(struct wbrt_context *context, uint64_t address, uint32_t object,
                      uint32_t bytes, const void *buffer);
uint64_t wbrt_trial_turn(struct wbrt_context *context);

/* In kernels with barriers: the work-item is about to return from the kernel. */
void wbrt_returns(struct wbrt_context *context, uint32_t site);

/* There, too: it takes a way on which the site's goal, a barrier, is not ahead any more. */
void wbrt_exits(struct wbrt_context *context, uint32_t site);

/* printf: `format` points into constant memory; arguments lie one after
 * another in `arguments`, each as a wbrt_printf_arg. Returns 0, or -1. */
struct wbrt_printf_arg {
  uint32_t kind;  /* 'i' integer, 'f' double, 's' literal string, 'p' other pointer */
  uint32_t lanes; /* 1 for scalars */
  uint32_t bytes; /* of a lane, before promotion */
  uint32_t unwritten;
  union {
    uint64_t integer[16];
    double real[16];
  } value;
};
int32_t wbrt_printf(struct wbrt_context *context, uint32_t site, uint64_t format,
                    const struct wbrt_printf_arg *arguments, uint32_t count);

#endif

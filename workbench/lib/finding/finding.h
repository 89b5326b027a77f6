/* Findings: what a kernel did wrong, as plain data.
 *
 * A finding is about the *source*: it names a line and column that somebody
 * wrote, the work-item that was there, and the element that it touched. The
 * same mistake made by a thousand work-items is one finding with a count.
 * The structs own nothing: all texts are arrays, so that findings can lie in
 * memory that processes share. */
#ifndef WB_FINDING_FINDING_H
#define WB_FINDING_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/words.h"

enum wb_finding_kind {
  WB_OUT_OF_BOUNDS,
  WB_NULL_POINTER,
  WB_READ_ONLY_WRITE,
  WB_MISALIGNED,
  WB_DATA_RACE,
  WB_BARRIER_DIVERGENCE,
  WB_UNINITIALIZED_READ,
  WB_ASYNC_COPY_MISUSE,
  WB_DIVIDE_BY_ZERO,
  WB_STACK_OVERFLOW,
  WB_INVALID_LAUNCH,
  WB_INVALID_ARGUMENT,
  WB_DEADLOCK,
  WB_SHIFT_TOO_WIDE,
  WB_ORDER_DEPENDENCE,
  WB_PRINTF_MISMATCH,
  WB_CONVERSION_OUT_OF_RANGE,
  /* What a host program did wrong (host/runtime). The kinds above are a kernel's. */
  WB_HOST_RACE,
  WB_QUEUE_RACE,
  WB_RELEASED_IN_USE,
  WB_USE_AFTER_RELEASE,
  WB_EVENT_MISUSE,
  WB_OVERLAPPING_COPY,
  WB_COPY_OUT_OF_RANGE,
  WB_SHORT_LAUNCH,
  WB_IDLE_LAUNCH,
  WB_STALE_ARGUMENT,
  WB_OVERWRITTEN_UNREAD,
  WB_MAPPED_ACCESS,
  WB_WRONG_CONTEXT,
  WB_LAYOUT_MISMATCH,
  WB_NOT_AWAITED,
  WB_ALIASED_ARGUMENT,
  WB_REDUNDANT_WORK,
  WB_FOREIGN_DATA,
  WB_SCRIPT_ERROR,
  WB_LEAK,
  WB_FINDING_KIND_COUNT
};

enum { WB_FIRST_HOST_KIND = WB_HOST_RACE };

enum wb_severity { WB_SEVERITY_ERROR, WB_SEVERITY_WARNING };

enum wb_access { WB_ACCESS_NONE, WB_ACCESS_READ, WB_ACCESS_WRITE, WB_ACCESS_ATOMIC };

enum wb_memory {
  WB_MEMORY_NONE,
  WB_MEMORY_GLOBAL,
  WB_MEMORY_LOCAL,
  WB_MEMORY_CONSTANT,
  WB_MEMORY_PRIVATE,
  WB_MEMORY_HOST /* a host buffer's */
};

enum {
  WB_FINDING_NAME_MAX = 64, /* array and kernel names, with the NUL */
  WB_FINDING_MESSAGE_MAX = 320,
  WB_FINDING_FILE_MAX = 128,
  WB_FINDING_ORDER_MAX = 32, /* "shuffle:18446744073709551615" */
  WB_FINDING_FIRST_ITEMS = 4 /* how many work-items are named */
};

/* Global ids of a work-item and its group, in OpenCL's order (x, y, z). */
struct wb_item_id {
  uint64_t item[3];
  uint64_t group[3];
  uint64_t dimensions; /* of the launch: words leave the others out. 0: not known */
};

/* The other side of a race, or the place where an unwritten value was read. Of a host program's
 * finding nobody is `who`, and `file` may be another than the finding's ("": the same). */
struct wb_other_access {
  bool present;
  uint32_t line, column; /* from 1; 0 when unknown */
  enum wb_access access;
  struct wb_item_id who;
  char file[WB_FINDING_FILE_MAX];
};

/* What is wrong with the sizes of a host program's launch (invalid-launch). Their words and
 * help, wb_launch_reasons, name no size. */
enum wb_launch_reason {
  WB_LAUNCH_NO_REASON, /* it is not about sizes */
  WB_LAUNCH_EMPTY,
  WB_LAUNCH_UNEVEN,
  WB_LAUNCH_OTHER_GROUP,
  WB_LAUNCH_LARGE_GROUP
};

/* What is wrong where two accesses race. */
enum wb_race_cause {
  WB_RACE_NO_CAUSE,   /* it is no data-race */
  WB_RACE_NO_BARRIER, /* none stands between the two */
  WB_RACE_NEIGHBOUR,  /* one reads what the other writes, in a kernel without barriers */
  WB_RACE_SAME_INDEX, /* one line writes the element for both */
  WB_RACE_UPDATE,     /* both read, change and write it in one line */
  WB_RACE_GUESS,      /* a volatile read, whose value nothing but a compare-exchange uses */
  WB_RACE_NEXT_ROUND, /* one is of the next round of a loop; the barrier stands before both */
  WB_RACE_FENCE,      /* a barrier stands between them, but lacks the fence of this memory */
  WB_RACE_SCOPE,      /* both are atomic, and the scope of one leaves the other out */
  WB_RACE_OTHER_GROUP /* they are of different groups */
};

struct wb_finding {
  enum wb_finding_kind kind;
  enum wb_severity severity;
  enum wb_access access;
  enum wb_memory memory;
  enum wb_launch_reason reason;
  enum wb_race_cause cause;
  bool has_item;         /* `first[0]` says who; false for invalid-launch and such */
  bool has_index;        /* `index` says which element */
  uint32_t line, column; /* from 1; 0 when there is no place in the source */
  int64_t index;         /* element of `array`, negative before its start */
  uint64_t count;        /* how often it happened, at least 1 */
  uint64_t items;        /* to how many work-items; 0: not known */
  uint32_t n_first;      /* how many of `first` are set; distinct items */
  struct wb_item_id first[WB_FINDING_FIRST_ITEMS];
  struct wb_other_access other;
  /* Where there were several launches: in which it shows first, from 1, of how many, and in how
   * many it shows; else 0. */
  uint32_t launch, launches, in_launches;
  uint32_t last_launch;           /* the last of those, while they are gathered. Not in JSON */
  char file[WB_FINDING_FILE_MAX]; /* "" means the judged kernel file */
  /* Where a host program launched the kernel; line 0 where none did. */
  uint32_t host_line;
  char host_file[WB_FINDING_FILE_MAX];
  /* The order of work-items in which it shows ("reverse", "shuffle:2"), where the
   * launch was made in several and it is not there in the first; else "". */
  char order[WB_FINDING_ORDER_MAX];
  char kernel[WB_FINDING_NAME_MAX];
  char array[WB_FINDING_NAME_MAX];      /* parameter or variable, "" if none */
  char message[WB_FINDING_MESSAGE_MAX]; /* one sentence, no line number */
};

/* Machine words, as "out-of-bounds"; the kinds' have help, too. */
extern const struct wb_words wb_finding_kinds, wb_severities;
extern const struct wb_words wb_accesses, wb_memories; /* "none" "read" "global" … */
extern const struct wb_words wb_launch_reasons;        /* with help */
extern const struct wb_words wb_race_causes;           /* "none" "no-barrier" … */

/* The word of a value; static storage. */
const char *wb_finding_kind_name(enum wb_finding_kind kind);
const char *wb_severity_name(enum wb_severity severity);
const char *wb_access_name(enum wb_access access);
const char *wb_memory_name(enum wb_memory memory);

/* Whether it is about a host program rather than a kernel. */
bool wb_finding_is_of_host(const struct wb_finding *finding);

/* Of a full list: the index of the one that gives way to another finding, or `count` where that
 * other one is to be dropped. An error is never dropped for a warning, and of each kind one is
 * kept, as puzzles may count warnings of some kinds as errors: so whoever is warned of very much
 * cannot hide anything behind it. */
size_t wb_finding_give_way(const struct wb_finding *findings, size_t count,
                           const struct wb_finding *other);

/* Whether it was made in launch number `launch`; 0 stands for the only one. Of one that shows in
 * several, all launches after the first count. */
bool wb_finding_is_of_launch(const struct wb_finding *finding, uint32_t launch);

/* Whether two races are one mistake: two local arrays that one line reads or writes, and that the
 * same missing barrier (or fence) leaves unordered. One put before that line, or after it, mends
 * both. */
bool wb_finding_is_likewise(const struct wb_finding *finding, const struct wb_finding *other);

/* The reverse; false (and *out untouched) for an unknown word. */
bool wb_finding_kind_parse(const char *word, enum wb_finding_kind *out);
bool wb_severity_parse(const char *word, enum wb_severity *out);

/* One line that says what a kind means, for help and reports. */
const char *wb_finding_kind_help(enum wb_finding_kind kind);

/* What it did in one line, without its place:
 * "reads a[4], past its end (4 elements): work-item 4 of group 0
 *  and 3 more". Appends to `out`. Shared by every report. */
struct wb_str;
void wb_finding_describe(const struct wb_finding *finding, struct wb_str *out);

/* Elements of an array, first to last: "a[8]", "a[8], a[9]", "a[8] to a[10]"; "element 8 of an
 * array without a name", as a compound literal has none, "elements 8 to 10 of a string literal". */
enum { WB_ELEMENTS_TEXT_MAX = 2 * WB_FINDING_NAME_MAX + 80 };
const char *wb_elements_text(const char *array, int64_t first, int64_t last,
                             char text[WB_ELEMENTS_TEXT_MAX]);
bool wb_array_has_name(const char *array);

/* Where in a launch of so many dimensions: "3", "(3,0)", "(3,0,0)"; 0: not known, all three. */
enum { WB_ID_TEXT_MAX = 72 };
const char *wb_id_text(const uint64_t id[3], uint64_t dimensions, char text[WB_ID_TEXT_MAX]);

/* "work-item 3", and "work-item 3 of group 1". Append. */
void wb_item_words(const struct wb_item_id *who, struct wb_str *out);
void wb_item_id_words(const struct wb_item_id *who, struct wb_str *out);

/* Work done by a launch: the rows of counters.inc. */
struct wb_counters {
#define WB_COUNTER(name, noun) uint64_t name;
#include "finding/counters.inc"
};

enum { WB_MAX_LINE_COSTS = 32 }; /* of one launch */

/* A place in the source and what its accesses (or branches) cost a GPU,
 * summed over the launch. What it costs beyond the ideal is waste. */
struct wb_line_cost {
  uint32_t line, column;
  enum wb_memory memory;          /* GLOBAL, LOCAL; NONE: a branch */
  enum wb_access access;          /* NONE for a branch */
  uint64_t executions;            /* instructions of sub-groups */
  uint64_t cost;                  /* transactions, passes of local memory, or ways taken */
  uint64_t ideal;                 /* the same at best */
  char file[WB_FINDING_FILE_MAX]; /* "" means the judged kernel file */
  char array[WB_FINDING_NAME_MAX];
};

#endif

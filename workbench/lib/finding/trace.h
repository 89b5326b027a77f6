/* Traces: what the work-items of a launch did, in the order in which the
 * emulator ran them. `emulate --trace` writes one to a file; the UI plays it
 * back.
 *
 * The bytes. A *number* is unsigned LEB128: seven bits a byte, the lowest
 * first, the top bit set in all bytes but the last. A signed number n is the
 * number 2n or -2n - 1 (zigzag). A *text* is its length in bytes, a number,
 * and the bytes. All is read from front to back:
 *
 *   "WBTR", then the byte 5: the version (2 to 4 are read as well)
 *   kernel's name                      text
 *   dimensions                         number, 1 to 3
 *   global, local, offset              three numbers each
 *   width of sub-groups                number
 *   records, to the end
 *
 * A record is a byte that says its kind, and what belongs to the kind:
 *
 *    1 array     name; memory; bytes of an element (0: unknown); bytes in all; 1 where
 *                nobody has written anything in it before (local and private
 *                memory begin so with each group), else 0; sizes of its dimensions
 *                but for the first, ended by 0, at most three (since version 3)
 *    2 place     line; column; file, "" for the judged one; array + 1, or 0;
 *                bytes of the access; enum wb_access, or 4 for an atomic one that only
 *                reads, or 5 for one whose result nobody uses (since version 4); bytes of
 *                a lane; 1 where lanes are floating-point numbers, 2 where they are known
 *                to be integers without a sign, else 0
 *    3 group     linear id: the records that follow are of this work-group
 *    4 item      linear id in the group: and of this work-item
 *    5 access    place; signed distance of its offset in the array, in bytes, from that
 *                of the access before it at this place (from 0 for the first); the bytes
 *                that were read, or are there after a write or an atomic update
 *   14 unset     the same of a value that is not set, or not all of it (since version 5):
 *                before its bytes a number, whose bit i is 1 where byte i is not set
 *    6 branch    place; number of the way that it goes (0: a condition is false)
 *    7 wait      place: the work-item waits at a barrier
 *    8 pass      the whole group has come to its barrier and passes it
 *    9 item end
 *   10 group end
 *   13 meet      place; 0 for the sub-group, 1 for the group: the work-item calls one of
 *                their functions (a vote, a reduction …)
 *   12 refused   place; signed offset in the array, in bytes: an access that a
 *                check refused. Nothing was read or written
 *   11 end       how many records found no room; how many groups were begun
 *                after that. Nothing follows
 *
 * Arrays and places are numbered from 0 in the order in which they are told,
 * and told before they are used. An access of more than 16 bytes is several,
 * unless it is refused: then its place says 16. What finds no room is
 * the end of the launch: all that is there is complete. A trace without an end
 * is of a launch that was stopped. */
#ifndef WB_FINDING_TRACE_H
#define WB_FINDING_TRACE_H

#include "base/status.h"
#include "base/str.h"
#include "finding/finding.h"

enum { WB_TRACE_MAX = 4 << 20 }; /* bytes of the trace of a launch */
enum { WB_TRACE_VALUE_MAX = 16, WB_TRACE_MAX_ARRAYS = 4096, WB_TRACE_MAX_PLACES = 1 << 17 };

enum wb_trace_kind {
  WB_TRACE_ARRAY = 1, /* this and the next are the reader's own */
  WB_TRACE_PLACE,
  WB_TRACE_GROUP,
  WB_TRACE_ITEM,
  WB_TRACE_ACCESS,
  WB_TRACE_BRANCH,
  WB_TRACE_WAIT,
  WB_TRACE_PASS,
  WB_TRACE_ITEM_END,
  WB_TRACE_GROUP_END,
  WB_TRACE_END,
  WB_TRACE_REFUSED,
  WB_TRACE_MEET,
  WB_TRACE_UNSET /* in the file alone: the reader makes it ACCESS */
};

struct wb_trace_launch {
  char kernel[WB_FINDING_NAME_MAX];
  unsigned dimensions;
  uint64_t global[3], local[3], offset[3]; /* 1, 1 and 0 beyond the dimensions */
  uint32_t subgroup;
};

struct wb_trace_array {
  char name[WB_FINDING_NAME_MAX];
  enum wb_memory memory;
  uint32_t element_bytes; /* 0: unknown */
  uint64_t bytes;
  bool empty;        /* nobody has written it before */
  uint32_t inner[3]; /* sizes of its dimensions but for the first; 0: no more */
};

enum {
  WB_TRACE_OLDEST = 2, /* version that is read */
  WB_TRACE_VERSION = 5,
  WB_TRACE_ATOMIC_READ = WB_ACCESS_ATOMIC + 1, /* this and the next stand in the file alone */
  WB_TRACE_ATOMIC_UNUSED
};
#define WB_TRACE_NO_ARRAY UINT32_MAX

struct wb_trace_place {
  uint32_t line, column;
  char file[WB_FINDING_FILE_MAX];
  uint32_t array; /* WB_TRACE_NO_ARRAY for branches and barriers */
  uint32_t bytes;
  enum wb_access access;
  bool only_reads;     /* of an atomic access: a load, or a compare-exchange that failed */
  bool unused;         /* of an atomic access: nobody uses what it returns */
  uint32_t lane_bytes; /* of the value; 0: unknown */
  bool real;           /* its lanes are floating-point numbers */
  bool natural;        /* they are integers without a sign, as far as that is known */
};

/* ---- reading -------------------------------------------------------------------- */

enum wb_trace_state {
  WB_TRACE_GOING,
  WB_TRACE_COMPLETE, /* the end was read */
  WB_TRACE_CUT,      /* the bytes end before the trace does */
  WB_TRACE_BAD       /* something that cannot be */
};

struct wb_trace {
  struct wb_trace_launch launch;
  struct wb_trace_array *arrays;
  struct wb_trace_place *places;
  size_t n_arrays, n_places;
  enum wb_trace_state state;
  uint64_t dropped_records, dropped_groups; /* of a complete one */
  /* The reader's own. */
  const unsigned char *next, *limit;
  int64_t *last; /* offset of the last access, by place */
  size_t arrays_capacity, places_capacity, last_capacity;
  uint64_t group, item;
  unsigned version;
};

struct wb_trace_record {
  enum wb_trace_kind kind;
  uint64_t group, item; /* linear ids: whose it is */
  uint32_t place;       /* of ACCESS, REFUSED, BRANCH, WAIT: index in wb_trace.places */
  uint64_t offset;      /* of ACCESS: bytes, inside its array */
  int64_t stray;        /* of REFUSED: bytes from its array's start, or before it */
  uint64_t way;         /* of BRANCH; of MEET: 1 for the group */
  uint16_t unset;       /* of ACCESS: bit i is 1 where byte i of the value is not set */
  unsigned char value[WB_TRACE_VALUE_MAX]; /* of ACCESS: `bytes` of its place */
};

/* Reads the header. The bytes stay the caller's and must outlive the trace. An
 * error says that this is no trace; release is fine after it, too. */
enum wb_status wb_trace_open(struct wb_trace *trace, const void *bytes, size_t length,
                             struct wb_error *err);
void wb_trace_release(struct wb_trace *trace);

/* The next record; false at the end, where trace->state says which it is. */
bool wb_trace_next(struct wb_trace *trace, struct wb_trace_record *record);

/* Global ids of a record's work-item and its group. */
struct wb_item_id wb_trace_who(const struct wb_trace *trace, const struct wb_trace_record *record);

/* trace_text.c: an index as the source writes it, "[1][0]". */
void wb_trace_index(const uint32_t inner[3], uint64_t index, struct wb_str *out);

/* The value as "1.5", "(1, 2, 3, not set)", appended to `out`. `unset`: as a record has it. */
void wb_trace_value(const struct wb_trace_place *place, const unsigned char *value, uint16_t unset,
                    struct wb_str *out);
/* Appends a line for each record, and a last one that says how the trace ends.
 * At most `most` records; 0: all. */
enum wb_status wb_trace_text(const void *bytes, size_t length, uint64_t most, struct wb_str *out,
                             struct wb_error *err);

/* ---- writing (trace_write.c) ----------------------------------------------------- */

/* Writes into the caller's memory. Records that find no room are counted, and
 * from then on nothing is written but the end. */
struct wb_trace_writer {
  unsigned char *bytes;
  uint64_t capacity;
  uint64_t *length; /* the caller's; always after a whole record */
  bool full;
  uint64_t dropped_records, dropped_groups;
  uint32_t n_arrays, n_places;
  int64_t *last;
  size_t last_capacity;
};

/* With too little room for the header nothing is ever written. */
void wb_trace_begin(struct wb_trace_writer *writer, void *bytes, uint64_t capacity,
                    uint64_t *length, const struct wb_trace_launch *launch);
/* Their numbers, which nobody may use where the writer is full. */
uint32_t wb_trace_put_array(struct wb_trace_writer *writer, const struct wb_trace_array *array);
uint32_t wb_trace_put_place(struct wb_trace_writer *writer, const struct wb_trace_place *place);
/* GROUP, ITEM (`value`: the id), WAIT (the place), PASS, ITEM_END, GROUP_END. */
void wb_trace_put(struct wb_trace_writer *writer, enum wb_trace_kind kind, uint64_t value);
void wb_trace_put_access(struct wb_trace_writer *writer, uint32_t place, uint64_t offset,
                         const void *value, uint32_t bytes, uint16_t unset);
void wb_trace_put_refused(struct wb_trace_writer *writer, uint32_t place, int64_t offset);
void wb_trace_put_branch(struct wb_trace_writer *writer, uint32_t place, uint64_t way);
void wb_trace_put_meet(struct wb_trace_writer *writer, uint32_t place, bool of_group);
void wb_trace_finish(struct wb_trace_writer *writer); /* writes the end */

#endif

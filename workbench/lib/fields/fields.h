/* Structs that travel between processes or to users: one table of a struct's fields, from which
 * come its bytes on the wire (fields/wire.h) and its JSON object, both of them in both directions,
 * and its release. A field is a member of the struct and a row:
 *
 *   #define WB_OF struct wb_line_cost
 *   static const struct wb_field rows[] = {
 *       {"file", WB_NAME(file), .judged_file = true},
 *       {"line", WB_VALUE(line)},
 *       {"memory", WB_VALUE(memory), .words = &wb_memories},
 *   };
 *   const struct wb_fields wb_line_cost_fields = {WB_ROWS(rows)};
 *   #undef WB_OF
 *
 * Rows are in the order of the object's members and of the wire. The type of a value follows from
 * its member. Whoever decodes trusts nobody: numbers, lengths, counts and words are checked by the
 * rows, and what cannot be leaves a struct that may be released, but not used. */
#ifndef WB_FIELDS_FIELDS_H
#define WB_FIELDS_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/words.h"
#include "fields/wire.h"

enum wb_field_type {
  WB_FIELD_NONE,     /* nothing in the struct: a JSON member that is made of others */
  WB_FIELD_CONSTANT, /* nothing in the struct: `most`, a number that must be there in JSON */
  WB_FIELD_BOOL,
  WB_FIELD_U32, /* and enumerations */
  WB_FIELD_U64, /* of JSON's 63 bits there */
  WB_FIELD_I64,
  WB_FIELD_REAL,   /* finite */
  WB_FIELD_NAME,   /* a text in the struct: char[] */
  WB_FIELD_TEXT,   /* a text that the struct owns: char *, NULL is "" */
  WB_FIELD_BYTES,  /* any bytes; not in JSON */
  WB_FIELD_STRUCT, /* one that has a table of its own */
};

/* How many values a member has. */
enum wb_field_items {
  WB_FIELD_ONE,
  WB_FIELD_ARRAY,   /* `most` */
  WB_FIELD_COUNTED, /* the first of an array, as many as another member says, at most `most` */
  WB_FIELD_LIST,    /* the same behind a pointer, to what the struct owns */
};

struct json_t;
struct wb_json_reader; /* fields/json_tools.h */

struct wb_field {
  const char *name; /* of the JSON member; NULL: only on the wire */
  enum wb_field_type type;
  enum wb_field_items items;
  size_t offset, size; /* where the member is; bytes of one value */
  size_t most;         /* items; of one value: the largest number, or bytes of a text, which is
                          cut to so many. 0: any */
  size_t count_at, count_size;    /* the member that counts */
  const struct wb_words *words;   /* of an enumeration */
  const struct wb_fields *fields; /* of a struct */
  bool json_only;
  bool or_null;     /* zero, NULL or "" is null in JSON; a NULL text comes back as NULL */
  bool or_absent;   /* likewise, but there is no such member then */
  bool judged_file; /* a file's name; "" is the judged file, and has its name in JSON */
  bool as_before;   /* a list with the count of the row before it: of as many items */
  bool optional;    /* only there where the bool at `given_at` says so; else null in JSON */
  size_t given_at;
  size_t room; /* bytes that would make a record longer than this stay out of it */
  /* Whether this struct has the field at all; looks at rows above only. NULL: it has. */
  bool (*applies)(const void *of);
  /* Whether a JSON object says it; when read, what is absent is zero. NULL: it does. */
  bool (*said)(const void *of);
  /* For NONE. `in` is the object that may have the member; read may be NULL. */
  struct json_t *(*write)(const void *from);
  void (*read)(struct wb_json_reader in, void *to);
};

struct wb_fields {
  const struct wb_field *rows;
  size_t count, size; /* of rows; of the struct */
  bool whole;         /* in JSON no member may be absent */
  /* After decoding: the name of a field that cannot be, or NULL. May be NULL. */
  const char *(*fault)(const void *of);
};

/* ---- rows: WB_OF is the struct ------------------------------------------------------------ */

#define WB_MEMBER(member) (((WB_OF *)0)->member)
/* clang-format off */
#define WB_TYPE_OF(value) _Generic(&(value), \
    bool *: WB_FIELD_BOOL, uint32_t *: WB_FIELD_U32, uint64_t *: WB_FIELD_U64, \
    int64_t *: WB_FIELD_I64, double *: WB_FIELD_REAL, \
    char **: WB_FIELD_TEXT, char *const *: WB_FIELD_TEXT, \
    const char **: WB_FIELD_TEXT, const char *const *: WB_FIELD_TEXT, default: WB_FIELD_STRUCT)
/* clang-format on */
#define WB_AT(type_, items_, member, value)                                       \
  .type = (type_), .items = WB_FIELD_##items_, .offset = offsetof(WB_OF, member), \
  .size = sizeof(value)
#define WB_COUNT_AT(n) .count_at = offsetof(WB_OF, n), .count_size = sizeof(WB_MEMBER(n))

#define WB_VALUE(member) WB_AT(WB_TYPE_OF(WB_MEMBER(member)), ONE, member, WB_MEMBER(member))
#define WB_NAME(member) WB_AT(WB_FIELD_NAME, ONE, member, WB_MEMBER(member))
#define WB_BYTES(member) WB_AT(WB_FIELD_BYTES, ONE, member, WB_MEMBER(member))
#define WB_ITEMS(member, items) \
  WB_AT(WB_TYPE_OF(WB_MEMBER(member)[0]), items, member, WB_MEMBER(member)[0])
#define WB_ARRAY(member) \
  WB_ITEMS(member, ARRAY), .most = sizeof(WB_MEMBER(member)) / sizeof(WB_MEMBER(member)[0])
#define WB_COUNTED(member, n)                \
  WB_ITEMS(member, COUNTED), WB_COUNT_AT(n), \
      .most = sizeof(WB_MEMBER(member)) / sizeof(WB_MEMBER(member)[0])
#define WB_LIST(member, n, at_most) WB_ITEMS(member, LIST), WB_COUNT_AT(n), .most = (at_most)
/* Bytes that the struct owns, with a NUL after them. */
#define WB_OWN_BYTES(member, n, at_most) \
  WB_AT(WB_FIELD_BYTES, LIST, member, WB_MEMBER(member)[0]), WB_COUNT_AT(n), .most = (at_most)
/* An object in JSON of more fields of this struct, not of another one. */
#define WB_SAME .type = WB_FIELD_STRUCT, .size = sizeof(WB_OF)
#define WB_CONSTANT(number) .type = WB_FIELD_CONSTANT, .most = (number)
#define WB_GIVEN(flag) .optional = true, .given_at = offsetof(WB_OF, flag)

/* The table that has these rows. */
#define WB_ROWS(array) \
  .rows = (array), .count = sizeof(array) / sizeof(array)[0], .size = sizeof(WB_OF)

/* ---- what comes from them ----------------------------------------------------------------- */

void wb_fields_put(const struct wb_fields *fields, struct wb_str *out, const void *from);

/* Fills *to, whatever was in it; what cannot be sets in->bad. What it then owns is the caller's to
 * release, bad or not. */
void wb_fields_get(const struct wb_fields *fields, struct wb_reader *in, void *to);

/* A number that another layout on the wire does not have; `seed` is of the tables before it. */
uint32_t wb_fields_digest(const struct wb_fields *fields, uint32_t seed);

/* A new object; texts are cleaned (base/clean.h). `judged_file` may be NULL where no row asks. */
struct json_t *wb_fields_to_json(const struct wb_fields *fields, const void *from,
                                 const char *judged_file);

/* Appends that object, or an array of them, as text for people to read, with a newline after it. */
void wb_fields_print(const struct wb_fields *fields, const void *from, struct wb_str *out);
void wb_fields_print_list(const struct wb_fields *fields, const void *items, size_t count,
                          struct wb_str *out);

/* Fills *to, which is zeroed but for rows of other tables, from in.object, which may be anything.
 * What is absent is zero and "", but for words; so is what is of the wrong type or cannot be, and
 * that sets *in.bad. */
void wb_fields_from_json(const struct wb_fields *fields, struct wb_json_reader in, void *to);

/* Makes each field one that may be, in a copy of memory that another process wrote: numbers and
 * words that cannot be become 0, counts are cut, texts end. The struct owns nothing. */
void wb_fields_make_valid(const struct wb_fields *fields, void *of);

/* Zeroes the struct, but for the items of a large counted array: then there is none of them. */
void wb_fields_clear(const struct wb_fields *fields, void *of);

/* Frees what the struct owns, and clears it so. */
void wb_fields_release(const struct wb_fields *fields, void *of);

/* The same for one struct, by its type: wb_put_WORD, wb_get_WORD and, where it owns something,
 * wb_WORD_release, from wb_WORD_fields. */
#define WB_WIRE_PAIR(word, of)                                           \
  static inline void wb_put_##word(struct wb_str *out, const of *from) { \
    wb_fields_put(&wb_##word##_fields, out, from);                       \
  }                                                                      \
  static inline void wb_get_##word(struct wb_reader *in, of *to) {       \
    wb_fields_get(&wb_##word##_fields, in, to);                          \
  }
#define WB_WIRE_OWNER(word, of_) \
  WB_WIRE_PAIR(word, of_)        \
  static inline void wb_##word##_release(of_ *of) { wb_fields_release(&wb_##word##_fields, of); }

#endif

/* OpenCL C text that calls every function of audit/table.h, and where in the
 * output buffer each call's result goes.
 *
 * A call writes one slot of AUDIT_SLOT_BYTES. Calls of one lane run in a loop
 * over the 16 inputs and fill their slot so; calls of vectors take the first
 * inputs at once, and each lane must be what the loop gave. */
#ifndef WB_TESTS_EMULATOR_AUDIT_SOURCE_H
#define WB_TESTS_EMULATOR_AUDIT_SOURCE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/emulator/audit/table.h"
#include "base/str.h"

enum { AUDIT_SLOT_BYTES = 128, AUDIT_LANES = 16, AUDIT_NO_SLOT = 0xFFFFFF };

struct audit_slot {
  uint32_t reference;   /* slot to compare with, or AUDIT_NO_SLOT */
  uint8_t lanes, bytes; /* of the result */
  bool real;            /* a NaN is as good as another */
  char text[80];        /* the call, for failures */
};

struct audit {
  struct wb_str source;
  struct audit_slot *slots;
  size_t count, capacity;
  size_t kernels;
  char type; /* letter of the element type at hand */
  bool thin; /* few widths, results in private memory alone */
};

/* ---- types -------------------------------------------------------------------- */

struct audit_type {
  char letter;
  const char *name;
  unsigned bytes;
  char is_signed, is_unsigned, wider; /* letters of related types */
};

static const struct audit_type audit_types[] = {
    {'c', "char", 1, 'c', 'C', 's'},  {'C', "uchar", 1, 'c', 'C', 'S'},
    {'s', "short", 2, 's', 'S', 'i'}, {'S', "ushort", 2, 's', 'S', 'I'},
    {'i', "int", 4, 'i', 'I', 'l'},   {'I', "uint", 4, 'i', 'I', 'L'},
    {'l', "long", 8, 'l', 'L', 'l'},  {'L', "ulong", 8, 'l', 'L', 'L'},
    {'f', "float", 4, 'i', 'I', 'f'}, {'d', "double", 8, 'l', 'L', 'd'},
    {'h', "half", 2, 's', 'S', 'h'},
};

static inline const struct audit_type *audit_type_of(char letter) {
  const struct audit_type *type = audit_types;
  while (type->letter != letter) type++;
  return type;
}

static inline bool audit_is_real(char letter) { return strchr("fdh", letter) != NULL; }

/* The element type that a token of a signature stands for. */
static inline const struct audit_type *audit_element(char token, char type) {
  const struct audit_type *t = audit_type_of(type);
  switch (token) {
    case 'I':
    case 'i':
    case 'Q':
      return audit_type_of('i');
    case 'S':
    case 'N':
    case 'R':
      return audit_type_of(t->is_signed);
    case 'M':
    case 'O':
      return audit_type_of(t->is_unsigned);
    case 'W':
      return audit_type_of(t->wider);
    default:
      return t;
  }
}

static inline bool audit_is_scalar(char token) { return token == 't' || token == 'i'; }

static inline unsigned audit_width(char digit) {
  return digit == 'g' ? 16 : (unsigned)(digit - '0');
}

static inline char *audit_vector(const struct audit_type *element, unsigned width) {
  return width == 1 ? wb_strdup(element->name) : wb_format("%s%u", element->name, width);
}

/* ---- text --------------------------------------------------------------------- */

static inline struct audit_slot *audit_new_slot(struct audit *audit) {
  audit->slots = wb_grow(audit->slots, &audit->capacity, audit->count + 1, sizeof *audit->slots);
  struct audit_slot *slot = &audit->slots[audit->count++];
  *slot = (struct audit_slot){.reference = AUDIT_NO_SLOT, .lanes = 1, .bytes = 1};
  return slot;
}

/* Where the n-th argument of a call comes from. The inputs of each type are
 * the parameters in_float, in_int …; argument n starts n elements further on. */
static inline void audit_argument(struct wb_str *out, const struct audit_type *element,
                                  unsigned width, unsigned n, bool loops, bool mask) {
  if (width == 1 && mask)
    wb_str_addf(out, "(%s)(in_%s[%u + k] >> %u & 1)", element->name, element->name, n,
                element->bytes * 8 - 1);
  else if (width == 1)
    wb_str_addf(out, "in_%s[%u%s]", element->name, n, loops ? " + k" : "");
  else
    wb_str_addf(out, "vload%u(0, in_%s + %u)", width, element->name, n);
}

/* A slot gets the value of an expression. */
static inline void audit_store(struct audit *audit, const struct audit_type *element,
                               unsigned width, size_t slot, const char *expression) {
  if (width == 1)
    wb_str_addf(&audit->source, "    ((global %s *)(out + %zu))[k] = %s;\n", element->name,
                slot * AUDIT_SLOT_BYTES, expression);
  else
    wb_str_addf(&audit->source, "  vstore%u(%s, 0, (global %s *)(out + %zu));\n", width, expression,
                element->name, slot * AUDIT_SLOT_BYTES);
}

struct audit_call {
  const struct audit_row *row;
  const char *name;
  const char *space; /* of pointers: "private", "local", "global"; or "" */
  unsigned width;
  uint32_t reference; /* slots of the same call on single lanes */
};

/* Memory of the call's own that a pointer argument points at. */
static inline void audit_declare(struct audit *audit, const struct audit_call *call) {
  for (const char *at = call->row->takes; *at != '\0'; at++) {
    if (*at != 'P' && *at != 'Q') continue;
    char *type = audit_vector(audit_element(*at, audit->type), call->width);
    if (strcmp(call->space, "private") == 0)
      wb_str_addf(&audit->source, "  %s m; %s *p = &m;\n", type, type);
    else
      wb_str_addf(&audit->source, "  %s %s *p = (%s %s *)%s_room;\n", call->space, type,
                  call->space, type, call->space);
    free(type);
  }
}

static inline char *audit_expression(const struct audit *audit, const struct audit_call *call) {
  struct wb_str text;
  wb_str_init(&text);
  bool truth = call->row->gives == 'R' && call->width == 1; /* 1, in vectors -1 */
  wb_str_addf(&text, "%s%s(", truth ? "-" : "", call->name);
  unsigned n = 0;
  for (const char *at = call->row->takes; *at != '\0'; at++, n++) {
    bool scalar = audit_is_scalar(*at);
    if (n > 0) wb_str_add(&text, ", ");
    if (*at == 'P' || *at == 'Q')
      wb_str_add(&text, "p");
    else
      audit_argument(&text, audit_element(*at, audit->type), scalar ? 1 : call->width, n,
                     !scalar && call->width == 1, *at == 'N' || *at == 'O');
  }
  wb_str_add(&text, ")");
  return wb_str_detach(&text);
}

static inline void audit_label(struct audit_slot *slot, const struct audit *audit,
                               const struct audit_call *call, const char *what) {
  snprintf(slot->text, sizeof slot->text, "%s(%s) of %s %u %s%s", call->name, call->row->takes,
           audit_type_of(audit->type)->name, call->width, call->space, what);
}

static inline size_t audit_result(struct audit *audit, const struct audit_call *call, char token,
                                  const char *what) {
  const struct audit_type *element = audit_element(token, audit->type);
  size_t number = audit->count;
  struct audit_slot *slot = audit_new_slot(audit);
  audit_label(slot, audit, call, what);
  slot->lanes = (uint8_t)(audit_is_scalar(token) || call->width == 1 ? 1 : call->width);
  slot->bytes = (uint8_t)element->bytes;
  slot->real = audit_is_real(element->letter);
  if (call->width > 1 && !call->row->across) slot->reference = call->reference;
  return number;
}

/* One call, in a block of its own; the loop over single lanes where it has
 * one. Gives the number of its first slot. */
static inline uint32_t audit_call(struct audit *audit, struct audit_call *call) {
  const char gives = call->row->gives;
  const struct audit_type *element = audit_element(gives, audit->type);
  char *expression = audit_expression(audit, call);
  size_t slot = audit_result(audit, call, gives, "");
  unsigned width = audit_is_scalar(gives) ? 1 : call->width;
  const char *token = strpbrk(call->row->takes, "PQ");
  wb_str_add(&audit->source, "  {\n");
  audit_declare(audit, call);
  if (call->width == 1)
    wb_str_add(&audit->source, "  for (int k = 0; k < 16; k++) {\n");
  else if (width == 1)
    wb_str_add(&audit->source, "  int k = 0;\n");
  audit_store(audit, element, width, slot, expression);
  if (token != NULL) {
    call->reference++;
    size_t second = audit_result(audit, call, *token, ", through the pointer");
    audit_store(audit, audit_element(*token, audit->type), call->width, second, "*p");
  }
  if (call->width == 1) wb_str_add(&audit->source, "  }\n");
  wb_str_add(&audit->source, "  }\n");
  free(expression);
  return (uint32_t)slot;
}

/* A function in all its widths. */
static inline void audit_function(struct audit *audit, const struct audit_row *row,
                                  const char *name, const char *space) {
  uint32_t reference = AUDIT_NO_SLOT;
  for (const char *digit = row->widths; *digit != '\0'; digit++) {
    struct audit_call call = {row, name, space, audit_width(*digit), reference};
    if (audit->thin && strchr("13g", *digit) == NULL) continue;
    uint32_t slot = audit_call(audit, &call);
    if (call.width == 1) reference = slot;
  }
}

/* Inputs lie in constant memory, where nothing is ever unwritten: to compile
 * takes a third of the time. */
static inline void audit_begin_kernel(struct audit *audit) {
  wb_str_addf(&audit->source, "kernel void k%zu(global uchar *out, global uchar *global_room",
              audit->kernels++);
  for (size_t i = 0; i < sizeof audit_types / sizeof audit_types[0]; i++)
    wb_str_addf(&audit->source, ", constant %s *in_%s", audit_types[i].name, audit_types[i].name);
  wb_str_add(&audit->source,
             ") {\n  local uchar local_room[128] __attribute__((aligned(128)));\n"
             "");
}

static inline void audit_end_kernel(struct audit *audit) { wb_str_add(&audit->source, "}\n"); }

/* A kernel for each row that has the element type. */
static inline void audit_rows_of_type(struct audit *audit, char type) {
  static const char *const SPACES[] = {"private", "local", "global"};
  char name[32];
  audit->type = type;
  wb_str_add(&audit->source, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
  for (size_t i = 0; i < sizeof audit_rows / sizeof audit_rows[0]; i++) {
    const struct audit_row *row = &audit_rows[i];
    if (strchr(row->types, type) == NULL) continue;
    bool points = strpbrk(row->takes, "PQ") != NULL;
    for (size_t space = 0; space < (points && !audit->thin ? 3 : 1); space++) {
      audit_begin_kernel(audit);
      for (const char *at = row->names; *at != '\0'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        audit_function(audit, row, name, points ? SPACES[space] : "");
        at += length;
      }
      audit_end_kernel(audit);
    }
  }
}

#endif

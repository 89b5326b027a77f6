/* Random OpenCL C kernels that are right by construction: every variable is
 * initialised, every index masked, every division guarded, every shift in
 * range, every exchange through local memory has its barriers in uniform
 * control flow, atomic operations on one counter commute and nobody looks at
 * their results. A device that reports a finding for one of them, or computes
 * other numbers than another device, is wrong.
 *
 * Integers of all types, scalars and vectors; signed arithmetic is done on
 * unsigned values, since its overflow is undefined. Floats stay finite and are
 * added, subtracted and multiplied alone, so that results agree to the bit. */
#ifndef WB_TESTS_KERNEL_GENERATOR_H
#define WB_TESTS_KERNEL_GENERATOR_H

#include <stdint.h>
#include <stdio.h>

#include "base/str.h"

enum {
  GENERATED_MAX_ITEMS = 64,
  GENERATED_COUNTERS = 8,
  GENERATOR_VECTORS = 5,
  GENERATOR_MAX_INDENT = 5
};

/* How a kernel is to be launched; its arguments are
 * (uint *out, const uint *in, ulong *wide, uchar *bytes, uint *counters) of
 * 1, 1, 1 and 16 elements an item, and GENERATED_COUNTERS. */
struct generated {
  unsigned dimensions;
  size_t global[3], local[3], offset[3];
  size_t items, group_items;
};

struct generator_type {
  const char *name, *unsigned_name, *sum_name; /* the last: what arithmetic is done in */
  unsigned bits;
  bool is_signed;
};
static const struct generator_type GENERATOR_TYPES[] = {
    {"char", "uchar", "uint", 8, true},    {"uchar", "uchar", "uint", 8, false},
    {"short", "ushort", "uint", 16, true}, {"ushort", "ushort", "uint", 16, false},
    {"int", "uint", "uint", 32, true},     {"uint", "uint", "uint", 32, false},
    {"long", "ulong", "ulong", 64, true},  {"ulong", "ulong", "ulong", 64, false},
};
enum { GENERATOR_UINT = 5, GENERATOR_TYPE_COUNT = 8 };

struct generator {
  struct wb_str *out;
  uint64_t state;
  unsigned indent;
  unsigned names; /* of loop variables and exchanges, each used once */
  unsigned vector_type[GENERATOR_VECTORS], vector_width[GENERATOR_VECTORS];
  struct generated shape;
};

static inline unsigned generator_pick(struct generator *g, unsigned count) {
  g->state += 0x9E3779B97F4A7C15ULL;
  uint64_t z = g->state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return (unsigned)((z ^ (z >> 31)) % count);
}

static inline void generator_line(struct generator *g) {
  wb_str_add_char(g->out, '\n');
  for (unsigned i = 0; i < g->indent; i++) wb_str_add(g->out, "  ");
}

/* "uchar4"; width 1 is a scalar. */
static inline const char *generator_type(char text[16], const char *name, unsigned width) {
  if (width == 1)
    snprintf(text, 16, "%s", name);
  else
    snprintf(text, 16, "%s%u", name, width);
  return text;
}

static void generate_value(struct generator *g, unsigned type, unsigned width, unsigned depth);

static inline void generate_uint(struct generator *g, unsigned depth) {
  generate_value(g, GENERATOR_UINT, 1, depth);
}

/* ---- values: leaves ------------------------------------------------------------- */

/* Lanes of a vector variable of the type that has at least `width`. */
static inline bool generate_swizzle(struct generator *g, unsigned type, unsigned width) {
  unsigned start = generator_pick(g, GENERATOR_VECTORS);
  for (unsigned k = 0; k < GENERATOR_VECTORS; k++) {
    unsigned v = (start + k) % GENERATOR_VECTORS, lanes = g->vector_width[v];
    if (g->vector_type[v] != type || (width > 4 && lanes != width)) continue;
    if (lanes == width) {
      wb_str_addf(g->out, "w%u", v);
      return true;
    }
    wb_str_addf(g->out, "w%u.s", v);
    for (unsigned i = 0; i < width; i++) wb_str_addf(g->out, "%x", generator_pick(g, lanes));
    return true;
  }
  return false;
}

static inline void generate_scalar_leaf(struct generator *g, unsigned type) {
  const struct generator_type *t = &GENERATOR_TYPES[type];
  switch (generator_pick(g, 8)) {
    case 0:
      wb_str_addf(g->out, "(%s)%u", t->name, generator_pick(g, 1000));
      break;
    case 1:
      wb_str_addf(g->out, "(%s)in[i]", t->name);
      break;
    case 2:
      wb_str_addf(g->out, "(%s)table[%s0 & 7]", t->name, t->name);
      break;
    case 3:
      wb_str_addf(g->out, "(%s)weights[%s1 & 3]", t->name, t->name);
      break;
    case 4:
      wb_str_addf(g->out, "(%s)q.%s", t->name,
                  (const char *const[]){"a", "b[1]", "c.y", "d"}[generator_pick(g, 4)]);
      break;
    case 5:
      if (generate_swizzle(g, type, 1)) break;
      /* fall through */
    default:
      wb_str_addf(g->out, "%s%u", t->name, generator_pick(g, 2));
      break;
  }
}

static inline void generate_leaf(struct generator *g, unsigned type, unsigned width) {
  char name[16];
  if (width == 1) {
    generate_scalar_leaf(g, type);
  } else if (generator_pick(g, 4) == 0 || !generate_swizzle(g, type, width)) {
    wb_str_addf(g->out, "(%s)(", generator_type(name, GENERATOR_TYPES[type].name, width));
    generate_scalar_leaf(g, type);
    wb_str_add_char(g->out, ')');
  }
}

/* ---- values: operators and calls ------------------------------------------------- */

/* Wrapping arithmetic, on unsigned values. */
static inline void generate_sum(struct generator *g, unsigned type, unsigned width,
                                unsigned depth) {
  static const char *const operators[] = {" + ", " - ", " * "};
  const struct generator_type *t = &GENERATOR_TYPES[type];
  const char *operator= operators[generator_pick(g, 3)];
  char name[16], other[16];
  if (width == 1) {
    wb_str_addf(g->out, "(%s)((%s)", t->name, t->sum_name);
    generate_value(g, type, 1, depth - 1);
    wb_str_addf(g->out, "%s(%s)", operator, t->sum_name);
    generate_value(g, type, 1, depth - 1);
    wb_str_add_char(g->out, ')');
    return;
  }
  generator_type(name, t->name, width);
  generator_type(other, t->unsigned_name, width);
  wb_str_addf(g->out, "as_%s(as_%s(", name, other);
  generate_value(g, type, width, depth - 1);
  wb_str_addf(g->out, ")%sas_%s(", operator, other);
  generate_value(g, type, width, depth - 1);
  wb_str_add(g->out, "))");
}

/* Casts around what C promotes to int: the value has its type again. */
static inline void generate_binary(struct generator *g, unsigned type, unsigned width,
                                   unsigned depth) {
  static const char *const operators[] = {" & ", " | ", " ^ ", " / ((", " % ((", " >> ("};
  const struct generator_type *t = &GENERATOR_TYPES[type];
  char name[16];
  unsigned form = generator_pick(g, 6);
  generator_type(name, t->name, width);
  wb_str_addf(g->out, width == 1 ? "(%s)(" : "(", name);
  generate_value(g, type, width, depth - 1);
  wb_str_add(g->out, operators[form]);
  generate_value(g, type, width, depth - 1);
  if (form == 3) wb_str_addf(g->out, " & (%s)7) | (%s)1)", name, name);
  if (form == 4) wb_str_addf(g->out, " & (%s)15) | (%s)1)", name, name);
  if (form == 5) wb_str_addf(g->out, " & (%s)7)", name);
  wb_str_add_char(g->out, ')');
}

static inline void generate_call(struct generator *g, unsigned type, unsigned width,
                                 unsigned depth) {
  static const struct {
    const char *name;
    unsigned arguments;
  } CALLS[] = {{"popcount", 1}, {"clz", 1},    {"max", 2},       {"min", 2},
               {"mul_hi", 2},   {"rotate", 2}, {"add_sat", 2},   {"sub_sat", 2},
               {"hadd", 2},     {"rhadd", 2},  {"bitselect", 3}, {"mad_hi", 3}};
  unsigned call = generator_pick(g, sizeof CALLS / sizeof CALLS[0]);
  wb_str_addf(g->out, "%s(", CALLS[call].name);
  for (unsigned i = 0; i < CALLS[call].arguments; i++) {
    if (i > 0) wb_str_add(g->out, ", ");
    generate_value(g, type, width, depth - 1);
  }
  wb_str_add_char(g->out, ')');
}

static inline void generate_conversion(struct generator *g, unsigned type, unsigned width,
                                       unsigned depth) {
  char name[16];
  unsigned from = generator_pick(g, GENERATOR_TYPE_COUNT);
  generator_type(name, GENERATOR_TYPES[type].name, width);
  wb_str_addf(g->out, "convert_%s%s(", name, generator_pick(g, 2) == 0 ? "_sat" : "");
  generate_value(g, from, width, depth - 1);
  wb_str_add_char(g->out, ')');
}

static inline void generate_choice(struct generator *g, unsigned type, unsigned width,
                                   unsigned depth) {
  char name[16];
  const struct generator_type *t = &GENERATOR_TYPES[type];
  if (width == 1) {
    wb_str_addf(g->out, "(%s)((", t->name);
    generate_value(g, type, 1, depth - 1);
    wb_str_add(g->out, generator_pick(g, 2) == 0 ? " < " : " == ");
    generate_value(g, type, 1, depth - 1);
    wb_str_add(g->out, ") ? ");
    generate_value(g, type, 1, depth - 1);
    wb_str_add(g->out, " : ");
    generate_value(g, type, 1, depth - 1);
    wb_str_add_char(g->out, ')');
    return;
  }
  wb_str_add(g->out, "select(");
  generate_value(g, type, width, depth - 1);
  wb_str_add(g->out, ", ");
  generate_value(g, type, width, depth - 1);
  wb_str_addf(g->out, ", as_%s(", generator_type(name, t->unsigned_name, width));
  generate_value(g, type, width, depth - 1);
  wb_str_add(g->out, generator_pick(g, 2) == 0 ? " < " : " != ");
  generate_value(g, type, width, depth - 1);
  wb_str_add(g->out, "))");
}

static inline void generate_helper(struct generator *g, unsigned depth) {
  static const char *const starts[] = {"helper(&table[2], ", "helper_local(&shared[l & 1], ",
                                       "helper_struct(q, ", "helper_pointer(&q, "};
  unsigned kind = generator_pick(g, 4);
  wb_str_add(g->out, starts[kind == 1 ? 0 : kind]);
  generate_uint(g, depth - 1);
  wb_str_add_char(g->out, ')');
}

static void generate_value(struct generator *g, unsigned type, unsigned width, unsigned depth) {
  unsigned kind = depth == 0 ? 0 : generator_pick(g, 12);
  if (kind < 2)
    generate_leaf(g, type, width);
  else if (kind < 5)
    generate_sum(g, type, width, depth);
  else if (kind < 8)
    generate_binary(g, type, width, depth);
  else if (kind == 8)
    generate_call(g, type, width, depth);
  else if (kind == 9)
    generate_choice(g, type, width, depth);
  else if (kind == 10 && type == GENERATOR_UINT && width == 1)
    generate_helper(g, depth);
  else
    generate_conversion(g, type, width, depth);
}

static inline void generate_float(struct generator *g, unsigned depth) {
  static const char *const operators[] = {" + ", " - ", " * "};
  unsigned kind = depth == 0 ? generator_pick(g, 3) : 3 + generator_pick(g, 3);
  if (kind == 0) {
    wb_str_addf(g->out, "%u.%uf", generator_pick(g, 100), generator_pick(g, 10));
  } else if (kind < 3) {
    wb_str_addf(g->out, kind == 1 ? "f%u" : "(float)(uint%u & 1023u)", generator_pick(g, 2));
  } else {
    wb_str_add_char(g->out, '(');
    generate_float(g, depth - 1);
    wb_str_add(g->out, operators[generator_pick(g, 3)]);
    generate_float(g, depth - 1);
    wb_str_add_char(g->out, ')');
  }
}

/* ---- statements --------------------------------------------------------------------- */

static void generate_block(struct generator *g, unsigned statements, bool uniform);

static inline void generate_vector_assignment(struct generator *g) {
  static const char *const halves[] = {".lo", ".hi", ".even", ".odd"};
  unsigned v = generator_pick(g, GENERATOR_VECTORS), width = g->vector_width[v];
  unsigned form = generator_pick(g, 4), lanes = width;
  wb_str_addf(g->out, "w%u", v);
  if (form == 0) {
    lanes = 1;
    wb_str_addf(g->out, ".s%x", generator_pick(g, width));
  } else if (form == 1 && width != 3 && width > 2) {
    lanes = width / 2;
    wb_str_add(g->out, halves[generator_pick(g, 4)]);
  }
  wb_str_add(g->out, " = ");
  generate_value(g, g->vector_type[v], lanes, 3);
}

static inline void generate_assignment(struct generator *g) {
  static const char *const members[] = {"q.a", "q.b[uint1 & 3]", "q.c.x", "q.d"};
  static const unsigned member_types[] = {5, 1, 2, 7};
  unsigned type = generator_pick(g, GENERATOR_TYPE_COUNT), kind = generator_pick(g, 9);
  if (kind < 3) {
    wb_str_addf(g->out, "%s%u = ", GENERATOR_TYPES[type].name, generator_pick(g, 2));
    generate_value(g, type, 1, 4);
  } else if (kind < 5) {
    generate_vector_assignment(g);
  } else if (kind == 5) {
    wb_str_addf(g->out, "table[%s0 & 7] = ", GENERATOR_TYPES[type].name);
    generate_uint(g, 3);
  } else if (kind == 6) {
    unsigned member = generator_pick(g, 4);
    wb_str_addf(g->out, "%s = ", members[member]);
    generate_value(g, member_types[member], 1, 3);
  } else if (kind == 7) {
    wb_str_addf(g->out, "f%u = clamp(", generator_pick(g, 2));
    generate_float(g, 3);
    wb_str_add(g->out, ", -1000000.0f, 1000000.0f)");
  } else {
    wb_str_addf(g->out, "%s(table, %s1, ", generator_pick(g, 2) == 0 ? "fill" : "swap_two", "uint");
    generate_uint(g, 2);
    wb_str_add_char(g->out, ')');
  }
  wb_str_add_char(g->out, ';');
}

static inline void generate_body(struct generator *g, bool uniform) {
  wb_str_add(g->out, " {");
  g->indent++;
  generate_block(g, 1 + generator_pick(g, 3), uniform);
  g->indent--;
  generator_line(g);
  wb_str_add_char(g->out, '}');
}

/* An operation that commutes with itself, on the counter that is its own. */
static inline void generate_atomic(struct generator *g) {
  static const char *const names[] = {"atomic_add", "atomic_xor", "atomic_or", "atomic_and",
                                      "atomic_max", "atomic_min", "atomic_sub"};
  unsigned counter = generator_pick(g, GENERATED_COUNTERS);
  const char *array = generator_pick(g, 2) == 0 ? "counters" : "tallies";
  if (counter == 7)
    wb_str_addf(g->out, "atomic_inc(&%s[7]);", array);
  else
    wb_str_addf(g->out, "%s(&%s[%u], ", names[counter], array, counter);
  if (counter == 7) return;
  generate_uint(g, 2);
  wb_str_add(g->out, ");");
}

/* Everybody writes its own element, waits, and reads another's. */
static inline void generate_exchange(struct generator *g) {
  unsigned items = (unsigned)g->shape.group_items, shift = 1 + generator_pick(g, items);
  bool wide = generator_pick(g, 3) == 0;
  const char *tile = wide ? "pairs" : "shared";
  wb_str_addf(g->out, "%s[l] = ", tile);
  if (wide)
    generate_value(g, GENERATOR_UINT, 2, 2);
  else
    generate_uint(g, 2);
  wb_str_add_char(g->out, ';');
  generator_line(g);
  wb_str_add(g->out, "barrier(CLK_LOCAL_MEM_FENCE);");
  generator_line(g);
  wb_str_addf(g->out, "uint%u ^= %s[(l + %uu) %% %uu]%s;", generator_pick(g, 2), tile, shift, items,
              wide ? ".y" : "");
  generator_line(g);
  wb_str_addf(g->out, "barrier(%s);",
              generator_pick(g, 2) == 0 ? "CLK_LOCAL_MEM_FENCE"
                                        : "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE");
}

/* The group copies its part of the input. */
static inline void generate_async(struct generator *g) {
  unsigned items = (unsigned)g->shape.group_items, name = g->names++;
  wb_str_addf(g->out, "event_t e%u = async_work_group_copy(shared, in + group * %u, %u, 0);", name,
              items, items);
  generator_line(g);
  wb_str_addf(g->out, "wait_group_events(1, &e%u);", name);
  generator_line(g);
  wb_str_addf(g->out, "uint0 += shared[(l + 1) %% %u];", items);
  generator_line(g);
  wb_str_add(g->out, "barrier(CLK_LOCAL_MEM_FENCE);");
}

static inline void generate_loop(struct generator *g, bool uniform) {
  unsigned name = g->names++, turns = 1 + generator_pick(g, 4);
  unsigned kind = uniform ? 0 : generator_pick(g, 3);
  if (kind == 2) {
    wb_str_addf(g->out, "uint k%u = 0;", name);
    generator_line(g);
    wb_str_addf(g->out, "while (k%u++ < %u + (uint0 & 1))", name, turns);
  } else {
    wb_str_addf(g->out, "for (uint k%u = 0; k%u < %u; k%u++)", name, name, turns, name);
  }
  wb_str_add(g->out, " {");
  g->indent++;
  if (kind > 0) {
    generator_line(g);
    wb_str_add(g->out, "if ((");
    generate_uint(g, 2);
    wb_str_addf(g->out, ") & 1u) %s;", generator_pick(g, 2) == 0 ? "break" : "continue");
  }
  generate_block(g, 1 + generator_pick(g, 2), uniform);
  generator_line(g);
  wb_str_addf(g->out, "uint1 += k%u;", name);
  g->indent--;
  generator_line(g);
  wb_str_add_char(g->out, '}');
}

static inline void generate_switch(struct generator *g) {
  wb_str_add(g->out, "switch ((");
  generate_uint(g, 2);
  wb_str_add(g->out, ") % 4u) {");
  for (unsigned i = 0; i < 3; i++) {
    generator_line(g);
    wb_str_addf(g->out, i < 2 ? "  case %u: " : "  default: ", i * 2);
    generate_assignment(g);
    if (i < 2 && generator_pick(g, 2) == 0) wb_str_add(g->out, " break;");
  }
  generator_line(g);
  wb_str_add_char(g->out, '}');
}

static inline void generate_statement(struct generator *g, bool uniform) {
  unsigned kind = generator_pick(g, uniform ? 15 : 11);
  if (g->indent > GENERATOR_MAX_INDENT || kind < 5) {
    generate_assignment(g);
  } else if (kind < 7) {
    wb_str_add(g->out, "if ((");
    generate_uint(g, 2);
    wb_str_add(g->out, ") & 2u)");
    generate_body(g, false);
    wb_str_add(g->out, " else");
    generate_body(g, false);
  } else if (kind == 7) {
    generate_loop(g, false);
  } else if (kind == 8) {
    generate_switch(g);
  } else if (kind < 11) {
    generate_atomic(g);
  } else if (kind == 11) {
    generate_loop(g, true);
  } else if (kind == 12) {
    generate_async(g);
  } else {
    generate_exchange(g);
  }
}

static void generate_block(struct generator *g, unsigned statements, bool uniform) {
  for (unsigned i = 0; i < statements; i++) {
    generator_line(g);
    generate_statement(g, uniform);
  }
}

/* ---- a kernel ------------------------------------------------------------------------ */

static const char GENERATED_HELPERS[] =
    "#pragma OPENCL FP_CONTRACT OFF\n"
    "__constant uint weights[4] = {3u, 141u, 59u, 26u};\n\n"
    "struct mixed { uint a; uchar b[4]; short2 c; ulong d; };\n\n"
    "uint helper(const uint *p, uint a) {\n"
    "  uint sum = a;\n"
    "  for (int j = 0; j < 3; j++) sum = sum * 31u + p[j];\n"
    "  return sum;\n"
    "}\n\n"
    "uint helper_struct(struct mixed m, uint a) {\n"
    "  m.a ^= a;\n"
    "  return m.a + m.b[a & 3] + (uint)m.d;\n"
    "}\n\n"
    "uint helper_pointer(struct mixed *m, uint a) {\n"
    "  m->b[a & 3] = (uchar)a;\n"
    "  return m->a ^ (ushort)m->c.x;\n"
    "}\n\n"
    "void fill(uint *p, uint at, uint a) {\n"
    "  for (uint j = 0; j < 8u; j++) {\n"
    "    if (j == (at & 7u)) continue;\n"
    "    p[j] += a * j;\n"
    "  }\n"
    "}\n\n"
    "void swap_two(uint *p, uint at, uint a) {\n"
    "  uint *x = p + (at & 7u), *y = &p[a & 7u];\n"
    "  uint old = *x;\n"
    "  *x = *y;\n"
    "  *y = old;\n"
    "}\n\n";

static inline void generate_shape(struct generator *g) {
  static const size_t locals[][3] = {{8, 1, 1}, {4, 2, 1}, {2, 2, 2}, {4, 4, 1}, {3, 1, 2}};
  struct generated *shape = &g->shape;
  unsigned kind = generator_pick(g, 5);
  shape->items = shape->group_items = 1;
  shape->dimensions = kind == 0 ? 1 : kind == 1 || kind == 3 ? 2 : 3;
  for (int i = 0; i < 3; i++) {
    shape->local[i] = locals[kind][i];
    shape->global[i] = locals[kind][i] * (i < (int)shape->dimensions && i < 2 ? 2 : 1);
    shape->offset[i] =
        i < (int)shape->dimensions && generator_pick(g, 3) == 0 ? generator_pick(g, 9) : 0;
    shape->items *= shape->global[i];
    shape->group_items *= shape->local[i];
  }
}

static inline void generate_declarations(struct generator *g) {
  static const unsigned widths[] = {2, 3, 4, 8, 16};
  char name[16];
  for (unsigned t = 0; t < GENERATOR_TYPE_COUNT; t++)
    wb_str_addf(g->out, "  %s %s0 = (%s)in[i], %s1 = (%s)(i * 7u);\n", GENERATOR_TYPES[t].name,
                GENERATOR_TYPES[t].name, GENERATOR_TYPES[t].name, GENERATOR_TYPES[t].name,
                GENERATOR_TYPES[t].name);
  for (unsigned v = 0; v < GENERATOR_VECTORS; v++) {
    unsigned type = g->vector_type[v] = generator_pick(g, GENERATOR_TYPE_COUNT);
    g->vector_width[v] = widths[generator_pick(g, 5)];
    generator_type(name, GENERATOR_TYPES[type].name, g->vector_width[v]);
    wb_str_addf(g->out, "  %s w%u = (%s)((%s)(i + %uu));\n", name, v, name,
                GENERATOR_TYPES[type].name, v);
  }
}

static inline void generate_results(struct generator *g) {
  wb_str_add(g->out,
             "\n  ulong sum = q.a + q.b[0] + q.b[3] * 3u + (ushort)q.c.x + q.d;\n"
             "  for (int j = 0; j < 8; j++) sum = sum * 33u + table[j];\n");
  for (unsigned t = 0; t < GENERATOR_TYPE_COUNT; t++)
    wb_str_addf(g->out, "  sum = sum * 31u + (ulong)%s0 * 7u + (ulong)%s1;\n",
                GENERATOR_TYPES[t].name, GENERATOR_TYPES[t].name);
  for (unsigned v = 0; v < GENERATOR_VECTORS; v++)
    for (unsigned i = 0; i < g->vector_width[v]; i++)
      wb_str_addf(g->out, "%ssum = sum * 31u + (ulong)w%u.s%x;%s", i == 0 ? "  " : " ", v, i,
                  i + 1 == g->vector_width[v] ? "\n" : "");
  wb_str_add(g->out,
             "  sum = sum * 31u + as_uint(f0) + as_uint(f1);\n"
             "  barrier(CLK_LOCAL_MEM_FENCE);\n"
             "  for (int j = 0; j < 8; j++) sum = sum * 33u + tallies[j];\n"
             "  out[i] = (uint)(sum ^ (sum >> 32));\n"
             "  wide[i] = sum;\n"
             "  vstore16(convert_uchar16((uint16)((uint)sum) >> (uint16)(0, 1, 2, 3, 4, 5, "
             "6, 7, 8, 9, 10, 11, 12, 13, 14, 15)), i, bytes);\n"
             "}\n");
}

/* Appends a kernel `generated` and says how to launch it. */
static inline struct generated generate_kernel(uint64_t seed, struct wb_str *out) {
  struct generator g = {.out = out, .state = seed, .indent = 1};
  generate_shape(&g);
  unsigned items = (unsigned)g.shape.group_items;
  wb_str_add(out, GENERATED_HELPERS);
  wb_str_addf(out,
              "__kernel void generated(__global uint *out, __global const uint *in,\n"
              "                        __global ulong *wide, __global uchar *bytes,\n"
              "                        __global uint *counters) {\n"
              "  __local uint shared[%u];\n  __local uint2 pairs[%u];\n  __local uint tallies[8];\n"
              "  const uint i = (uint)(((get_global_id(2) - get_global_offset(2)) * "
              "get_global_size(1) +\n"
              "      get_global_id(1) - get_global_offset(1)) * get_global_size(0) +\n"
              "      get_global_id(0) - get_global_offset(0));\n"
              "  const uint l = (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) *\n"
              "      get_local_size(0) + get_local_id(0));\n"
              "  const uint group = (uint)((get_group_id(2) * get_num_groups(1) + "
              "get_group_id(1)) *\n"
              "      get_num_groups(0) + get_group_id(0));\n",
              items, items);
  generate_declarations(&g);
  wb_str_addf(out,
              "  struct mixed q = {in[i], {1, 2, 3, 4}, (short2)(5, 6), in[i] * 7ul};\n"
              "  float f0 = (float)l, f1 = 1.5f;\n"
              "  uint table[8];\n"
              "  for (int j = 0; j < 8; j++) table[j] = in[(i + (uint)j) %% %uu];\n"
              "  if (l == 0)\n"
              "    for (int j = 0; j < 8; j++) tallies[j] = j == 3 || j == 5 ? ~0u : 0u;\n"
              "  barrier(CLK_LOCAL_MEM_FENCE);",
              (unsigned)g.shape.items);
  generate_block(&g, 8, true);
  generate_results(&g);
  return g.shape;
}

#endif

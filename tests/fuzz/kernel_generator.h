/* Random OpenCL C kernels that are right by construction: every variable is
 * initialised, every index masked, every division guarded, every exchange
 * through local memory has its barriers. A device that reports a finding for
 * one of them, or computes other numbers than another device, is wrong.
 *
 * Integers only, so that results agree to the bit. */
#ifndef WB_TESTS_KERNEL_GENERATOR_H
#define WB_TESTS_KERNEL_GENERATOR_H

#include <stdint.h>

#include "base/str.h"

enum { GENERATED_GLOBAL = 32, GENERATED_LOCAL = 8, GENERATED_VARIABLES = 5 };

struct generator {
  struct wb_str *out;
  uint64_t state;
  unsigned indent;
  unsigned loops; /* loop variables in use */
  unsigned statements_left;
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

static void generate_expression(struct generator *g, unsigned depth);

static inline void generate_leaf(struct generator *g) {
  switch (generator_pick(g, 6)) {
    case 0:
      wb_str_addf(g->out, "%uu", generator_pick(g, 1000));
      break;
    case 1:
      wb_str_add(g->out, "in[i]");
      break;
    case 2:
      wb_str_addf(g->out, "table[%uu & 7]", generator_pick(g, 64));
      break;
    case 3:
      wb_str_addf(g->out, "weights[v%u & 3]", generator_pick(g, GENERATED_VARIABLES));
      break;
    case 4:
      wb_str_addf(g->out, "q.s%u", generator_pick(g, 4));
      break;
    default:
      wb_str_addf(g->out, "v%u", generator_pick(g, GENERATED_VARIABLES));
      break;
  }
}

static inline void generate_call(struct generator *g, unsigned depth) {
  static const char *const unary[] = {"popcount(", "clz(", "(uint)(uchar)(", "(uint)(short)(",
                                      "~("};
  static const char *const binary[] = {"max(",     "min(",  "mul_hi(",   "rotate(",
                                       "add_sat(", "hadd(", "abs_diff(", "helper(&table[2], "};
  if (generator_pick(g, 2) == 0) {
    wb_str_add(g->out, unary[generator_pick(g, 5)]);
  } else {
    wb_str_add(g->out, binary[generator_pick(g, 8)]);
    generate_expression(g, depth - 1);
    wb_str_add(g->out, ", ");
  }
  generate_expression(g, depth - 1);
  wb_str_add_char(g->out, ')');
}

static inline void generate_binary(struct generator *g, unsigned depth) {
  static const char *const operators[] = {" + ", " - ", " * ", " ^ ", " & ", " | ", " < ", " == "};
  unsigned kind = generator_pick(g, 11);
  wb_str_add(g->out, kind == 6 || kind == 7 ? "(uint)(" : "("); /* comparisons give int */
  generate_expression(g, depth - 1);
  if (kind < 8) {
    wb_str_add(g->out, operators[kind]);
    generate_expression(g, depth - 1);
  } else {
    static const char *const guarded[] = {" / (1u | ", " % (1u | ", " >> (15u & "};
    wb_str_add(g->out, guarded[kind - 8]);
    generate_expression(g, depth - 1);
    wb_str_add_char(g->out, ')');
  }
  wb_str_add_char(g->out, ')');
}

static void generate_expression(struct generator *g, unsigned depth) {
  unsigned kind = depth == 0 ? 0 : generator_pick(g, 8);
  if (kind < 2) {
    generate_leaf(g);
  } else if (kind < 6) {
    generate_binary(g, depth);
  } else if (kind == 6) {
    generate_call(g, depth);
  } else {
    wb_str_add_char(g->out, '(');
    generate_expression(g, depth - 1);
    wb_str_add(g->out, " & 1u ? ");
    generate_expression(g, depth - 1);
    wb_str_add(g->out, " : ");
    generate_expression(g, depth - 1);
    wb_str_add_char(g->out, ')');
  }
}

static void generate_block(struct generator *g, unsigned statements, bool uniform);

static inline void generate_assignment(struct generator *g) {
  static const char *const targets[] = {"v%u = ", "v%u += ", "v%u ^= "};
  unsigned kind = generator_pick(g, 6);
  unsigned variable = generator_pick(g, GENERATED_VARIABLES);
  if (kind < 3)
    wb_str_addf(g->out, targets[kind], variable);
  else if (kind == 3)
    wb_str_addf(g->out, "table[v%u & 7] = ", variable);
  else if (kind == 4)
    wb_str_addf(g->out, "q.s%u = ", variable & 3);
  else
    wb_str_addf(g->out, "bytes[v%u & 15] = (uchar)", variable);
  generate_expression(g, 3);
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

/* Everybody writes its own element, waits, and reads another's. */
static inline void generate_exchange(struct generator *g) {
  unsigned shift = 1 + generator_pick(g, GENERATED_LOCAL - 1);
  wb_str_add(g->out, "tile[l] = ");
  generate_expression(g, 2);
  wb_str_add_char(g->out, ';');
  generator_line(g);
  wb_str_add(g->out, "barrier(CLK_LOCAL_MEM_FENCE);");
  generator_line(g);
  wb_str_addf(g->out, "v%u ^= tile[(l + %uu) %% %uu];", generator_pick(g, GENERATED_VARIABLES),
              shift, GENERATED_LOCAL);
  generator_line(g);
  wb_str_add(g->out, "barrier(CLK_LOCAL_MEM_FENCE);");
}

static inline void generate_statement(struct generator *g, bool uniform) {
  unsigned kind = generator_pick(g, uniform ? 10 : 8);
  if (g->indent > 4 || kind < 4) {
    generate_assignment(g);
  } else if (kind < 6) {
    wb_str_add(g->out, "if ((");
    generate_expression(g, 2);
    wb_str_add(g->out, ") & 2u)");
    generate_body(g, false);
    wb_str_add(g->out, " else");
    generate_body(g, false);
  } else if (kind == 6 || kind == 8) {
    unsigned name = g->loops++;
    wb_str_addf(g->out, "for (uint k%u = 0; k%u < %u; k%u++)", name, name, 1 + generator_pick(g, 4),
                name);
    generate_body(g, uniform);
  } else if (kind == 7) {
    wb_str_addf(
        g->out,
        "switch (v%u %% 3u) { case 0: v0 += 3u; break; case 1: v1 ^= v0; default: v2 -= v1; }",
        generator_pick(g, GENERATED_VARIABLES));
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

/* Appends a kernel `generated(out, in)` on GENERATED_GLOBAL uints each. */
static inline void generate_kernel(uint64_t seed, struct wb_str *out) {
  struct generator g = {.out = out, .state = seed, .indent = 1};
  wb_str_add(out,
             "__constant uint weights[4] = {3u, 141u, 59u, 26u};\n\n"
             "uint helper(const uint *p, uint a, uint b) {\n"
             "  uint sum = a;\n"
             "  for (int j = 0; j < 3; j++) sum = sum * 31u + (p[j] ^ b);\n"
             "  return sum;\n"
             "}\n\n"
             "__kernel void generated(__global uint *out, __global const uint *in) {\n"
             "  __local uint tile[8];\n"
             "  const size_t i = get_global_id(0);\n"
             "  const size_t l = get_local_id(0);\n"
             "  uint v0 = in[i], v1 = (uint)i, v2 = (uint)l + 7u, v3 = 5u, v4 = in[i] * 3u;\n"
             "  uint4 q = (uint4)(v0, v1, v2, v3);\n"
             "  uchar bytes[16];\n"
             "  uint table[8];\n"
             "  for (int j = 0; j < 16; j++) bytes[j] = (uchar)(j * 7);\n"
             "  for (int j = 0; j < 8; j++) table[j] = in[(i + (size_t)j) % 32];");
  generate_block(&g, 8, true);
  wb_str_add(out,
             "\n  uint sum = v0 ^ v1 * 3u ^ v2 * 5u ^ v3 * 7u ^ v4 * 11u ^ q.x ^ q.y ^ q.z ^ q.w;\n"
             "  for (int j = 0; j < 8; j++) sum = sum * 33u + table[j];\n"
             "  for (int j = 0; j < 16; j++) sum = sum * 33u + bytes[j];\n"
             "  out[i] = sum;\n"
             "}\n");
}

#endif

/* OpenCL C text that calls the functions whose names say their types
 * (conversions, as_type) and those that move data: vloadn, vstoren, halves,
 * shuffles, copies of work-groups, atomics. */
#ifndef WB_TESTS_EMULATOR_AUDIT_MEMORY_H
#define WB_TESTS_EMULATOR_AUDIT_MEMORY_H

#include "unit/emulator/audit/source.h"

static const unsigned audit_widths[] = {1, 2, 3, 4, 8, 16};
enum { AUDIT_WIDTHS = 6, AUDIT_TYPE_COUNT = sizeof audit_types / sizeof audit_types[0] };

/* "float4" into a buffer of the caller's. */
static inline const char *audit_name(char *text, size_t size, const struct audit_type *element,
                                     unsigned width) {
  if (width == 1)
    snprintf(text, size, "%s", element->name);
  else
    snprintf(text, size, "%s%u", element->name, width);
  return text;
}

/* A statement that stores `width` lanes of an expression in a new slot. Single
 * lanes are in a loop over k. */
static inline uint32_t audit_put(struct audit *audit, const struct audit_type *element,
                                 unsigned width, uint32_t reference, const char *expression) {
  uint32_t number = (uint32_t)audit->count;
  struct audit_slot *slot = audit_new_slot(audit);
  snprintf(slot->text, sizeof slot->text, "%.79s", expression);
  slot->lanes = (uint8_t)width;
  slot->bytes = (uint8_t)element->bytes;
  slot->real = audit_is_real(element->letter);
  slot->reference = width > 1 ? reference : AUDIT_NO_SLOT;
  if (width == 1) wb_str_add(&audit->source, "  for (int k = 0; k < 16; k++) {\n");
  audit_store(audit, element, width, number, expression);
  if (width == 1) wb_str_add(&audit->source, "  }\n");
  return number;
}

static inline void audit_begin(struct audit *audit) {
  if (audit->kernels == 0)
    wb_str_add(&audit->source, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
  audit_begin_kernel(audit);
}

/* ---- conversions --------------------------------------------------------------- */

/* What is to be converted, of the type `from`: floats that become integers without `_sat` are ones
 * that every integer can hold, as the others would be findings (conversion_test.c). */
static inline void audit_source(char *text, size_t size, const struct audit_type *to,
                                const struct audit_type *from, unsigned width, bool saturates) {
  char all[64];
  if (width == 1)
    snprintf(all, sizeof all, "in_%s[k]", from->name);
  else
    snprintf(all, sizeof all, "vload%u(0, in_%s)", width, from->name);
  if (!audit_is_real(from->letter) || audit_is_real(to->letter) || saturates)
    snprintf(text, size, "%s", all);
  else
    snprintf(text, size, "clamp(%s, (%s)%s, (%s)100.4)", all, from->name,
             to->name[0] == 'u' ? "-0.0" : "-100.6", from->name);
}

static inline void audit_convert(struct audit *audit, const struct audit_type *to,
                                 const struct audit_type *from, const char *how) {
  char type[32], source[100], expression[160];
  uint32_t reference = AUDIT_NO_SLOT;
  const bool saturates = strncmp(how, "_sat", 4) == 0;
  for (size_t i = 0; i < AUDIT_WIDTHS; i++) {
    unsigned width = audit_widths[i];
    if (audit->thin && width != 1 && width != 4) continue;
    audit_name(type, sizeof type, to, width);
    audit_source(source, sizeof source, to, from, width, saturates);
    snprintf(expression, sizeof expression, "convert_%s%s(%s)", type, how, source);
    uint32_t slot = audit_put(audit, to, width, reference, expression);
    if (width == 1) reference = slot;
  }
}

/* All conversions to one type. */
static inline void audit_conversions(struct audit *audit, const struct audit_type *to) {
  static const char *const MODES[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
  char how[16];
  for (size_t from = 0; from < AUDIT_TYPE_COUNT; from++) {
    audit_begin(audit);
    for (size_t mode = 0; mode < 5; mode++) {
      audit_convert(audit, to, &audit_types[from], MODES[mode]);
      if (audit_is_real(to->letter)) continue;
      snprintf(how, sizeof how, "_sat%s", MODES[mode]);
      audit_convert(audit, to, &audit_types[from], how);
    }
    audit_end_kernel(audit);
  }
}

/* as_type between all types of one size; three lanes are as many bytes as four. */
static inline void audit_reinterpretations(struct audit *audit) {
  char to[32], from[32];
  audit_begin(audit);
  for (size_t t = 0; t < AUDIT_TYPE_COUNT * AUDIT_WIDTHS; t++) {
    for (size_t f = 0; f < AUDIT_TYPE_COUNT * AUDIT_WIDTHS; f++) {
      const struct audit_type *a = &audit_types[t / AUDIT_WIDTHS];
      const struct audit_type *b = &audit_types[f / AUDIT_WIDTHS];
      unsigned m = audit_widths[t % AUDIT_WIDTHS], n = audit_widths[f % AUDIT_WIDTHS];
      if (a->bytes * m != b->bytes * n || (m == 3) != (n == 3)) continue;
      audit_name(to, sizeof to, a, m);
      audit_name(from, sizeof from, b, n);
      wb_str_addf(&audit->source, "  { %s x = *(constant %s *)in_ulong; %s y = as_%s(x); ", from,
                  from, to, to);
      wb_str_addf(&audit->source, "*(global %s *)global_room = y; }\n", to);
    }
  }
  audit_end_kernel(audit);
}

/* ---- vloadn, vstoren ------------------------------------------------------------- */

/* Into every memory and back from it. */
static inline void audit_loads(struct audit *audit, const struct audit_type *type) {
  static const char *const SPACES[] = {"private", "local", "global"};
  char expression[96];
  audit_begin(audit);
  wb_str_addf(&audit->source, "  private %s private_room[16];\n", type->name);
  snprintf(expression, sizeof expression, "in_%s[k]", type->name);
  uint32_t reference = audit_put(audit, type, 1, 0, expression);
  for (size_t space = 0; space < 3; space++) {
    for (size_t i = 1; i < AUDIT_WIDTHS; i++) {
      unsigned n = audit_widths[i];
      wb_str_addf(&audit->source, "  { %s %s *p = (%s %s *)%s_room; ", SPACES[space], type->name,
                  SPACES[space], type->name, SPACES[space]);
      wb_str_addf(&audit->source, "vstore%u(vload%u(0, in_%s), 0, p);\n", n, n, type->name);
      snprintf(expression, sizeof expression, "vload%u(0, p)", n);
      audit_put(audit, type, n, reference, expression);
      wb_str_add(&audit->source, "  }\n");
    }
  }
  audit_end_kernel(audit);
}

/* vstore_half and vload_half of every form, from floats and doubles. */
static inline void audit_halves(struct audit *audit, const char *space, const char *from) {
  static const char *const MODES[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
  const struct audit_type *real = audit_type_of('f');
  char expression[96];
  audit_begin(audit);
  if (strcmp(space, "private") == 0)
    wb_str_add(&audit->source, "  half private_room[16] __attribute__((aligned(64)));\n");
  wb_str_addf(&audit->source, "  %s half *p = (%s half *)%s_room;\n", space, space, space);
  for (size_t mode = 0; mode < 5; mode++) {
    wb_str_addf(&audit->source, "  for (int k = 0; k < 16; k++) vstore_half%s(in_%s[k], k, p);\n",
                MODES[mode], from);
    uint32_t reference = audit_put(audit, real, 1, 0, "vload_half(k, p)");
    for (size_t i = 1; i < AUDIT_WIDTHS; i++) {
      for (int aligned = 0; aligned < 2; aligned++) {
        const char *a = aligned ? "a" : "";
        unsigned n = audit_widths[i];
        if (audit->thin && n != 3 && n != 16) continue;
        wb_str_addf(&audit->source, "  vstore%s_half%u%s(vload%u(0, in_%s), 0, p);\n", a, n,
                    MODES[mode], n, from);
        snprintf(expression, sizeof expression, "vload%s_half%u(0, p)", a, n);
        audit_put(audit, real, n, reference, expression);
      }
    }
  }
  audit_end_kernel(audit);
}

static inline void audit_constant_halves(struct audit *audit) {
  const struct audit_type *real = audit_type_of('f');
  char expression[96];
  audit_begin(audit);
  uint32_t reference = audit_put(audit, real, 1, 0, "vload_half(k, in_half)");
  for (size_t i = 1; i < AUDIT_WIDTHS; i++) {
    for (int aligned = 0; aligned < 2; aligned++) {
      snprintf(expression, sizeof expression, "vload%s_half%u(0, in_half)", aligned ? "a" : "",
               audit_widths[i]);
      audit_put(audit, real, audit_widths[i], reference, expression);
    }
  }
  audit_end_kernel(audit);
}

/* ---- shuffles ---------------------------------------------------------------------- */

static inline void audit_shuffles(struct audit *audit, const struct audit_type *type) {
  const struct audit_type *mask = audit_type_of(type->is_unsigned);
  static const unsigned WIDTHS[] = {2, 4, 8, 16};
  audit_begin(audit);
  for (size_t i = 0; i < 16; i++) {
    unsigned n = WIDTHS[i / 4], m = WIDTHS[i % 4];
    char expression[160];
    snprintf(expression, sizeof expression, "shuffle(vload%u(0, in_%s), vload%u(0, in_%s))", n,
             type->name, m, mask->name);
    audit_put(audit, type, m, AUDIT_NO_SLOT, expression);
    snprintf(expression, sizeof expression,
             "shuffle2(vload%u(0, in_%s), vload%u(1, in_%s), vload%u(0, in_%s))", n, type->name,
             n < 16 ? n : 2, type->name, m, mask->name);
    if (n < 16) audit_put(audit, type, m, AUDIT_NO_SLOT, expression);
  }
  audit_end_kernel(audit);
}

/* ---- copies of work-groups ------------------------------------------------------------ */

/* There and back in one go, waiting for both; and prefetch. */
static inline void audit_copies(struct audit *audit, const struct audit_type *type) {
  char name[32];
  audit_begin(audit);
  wb_str_add(&audit->source, "  event_t e;\n  for (int i = 0; i < 128; i++) global_room[i] = 1;\n");
  for (size_t i = 0; i < AUDIT_WIDTHS; i++) {
    audit_name(name, sizeof name, type, audit_widths[i]);
    wb_str_addf(
        &audit->source,
        "  { local %s *l = (local %s *)local_room; global %s *g = (global %s *)global_room;\n",
        name, name, name, name);
    wb_str_add(&audit->source,
               "  prefetch((global const void *)0 == g ? g : g, 1);\n"
               "  e = async_work_group_copy(l, g, 1, 0); wait_group_events(1, &e);\n"
               "  e = async_work_group_copy(g, l, 1, 0); wait_group_events(1, &e);\n"
               "  e = async_work_group_strided_copy(l, g, 1, 2, 0); wait_group_events(1, &e);\n"
               "  e = async_work_group_strided_copy(g, l, 1, 2, 0); wait_group_events(1, &e); }\n");
  }
  audit_end_kernel(audit);
}

/* ---- atomics --------------------------------------------------------------------------- */

static inline void audit_atomics(struct audit *audit, const char *space, const char *type) {
  static const char *const TWO[] = {"add", "sub", "xchg", "min", "max", "and", "or", "xor"};
  static const char *const PREFIXES[] = {"atomic", "atom"};
  audit_begin(audit);
  wb_str_addf(&audit->source, "  volatile %s %s *p = (volatile %s %s *)%s_room;\n", space, type,
              space, type, space);
  wb_str_addf(&audit->source, "  *p = 7; %s x = 0;\n", type);
  for (size_t prefix = 0; prefix < 2; prefix++) {
    for (size_t i = 0; i < sizeof TWO / sizeof TWO[0]; i++)
      wb_str_addf(&audit->source, "  x += %s_%s(p, (%s)3);\n", PREFIXES[prefix], TWO[i], type);
    wb_str_addf(&audit->source, "  x += %s_inc(p); x += %s_dec(p); x += %s_cmpxchg(p, x, 5);\n",
                PREFIXES[prefix], PREFIXES[prefix], PREFIXES[prefix]);
  }
  wb_str_addf(&audit->source, "  *(global %s *)(global_room + 64) = x;\n", type);
  wb_str_addf(&audit->source,
              "  volatile %s float *f = (volatile %s float *)(%s_room + 32); *f = 1.0f;\n"
              "  *(global float *)(global_room + 64) = atomic_xchg(f, 2.0f);\n",
              space, space, space);
  audit_end_kernel(audit);
}

/* ---- images ------------------------------------------------------------------------------ */

/* `at` is the type of integer coordinates, without "int". */
static inline void audit_image(struct audit *audit, const char *kind, const char *at, bool samples,
                               const char *queries) {
  static const char *const SUFFIXES[] = {"f", "i", "ui", "h"};
  static const char *const VALUES[] = {"float4", "int4", "uint4", "half4"};
  struct wb_str *out = &audit->source;
  wb_str_addf(out, "kernel void k%zu(read_only %s_t i, write_only %s_t o, sampler_t s) {\n",
              audit->kernels++, kind, kind);
  for (size_t n = 0; n < sizeof SUFFIXES / sizeof SUFFIXES[0]; n++) {
    wb_str_addf(out, "  { %s v = read_image%s(i, (int%s)(0)); write_image%s(o, (int%s)(0), v); }\n",
                VALUES[n], SUFFIXES[n], at, SUFFIXES[n], at);
    for (int real = 0; real < 2 && samples; real++)
      wb_str_addf(out, "  { %s v = read_image%s(i, s, (%s%s)(0)); (void)v; }\n", VALUES[n],
                  SUFFIXES[n], real ? "float" : "int", at);
  }
  for (const char *query = queries; *query != '\0'; query += strspn(query, " ")) {
    int length = (int)strcspn(query, " ");
    wb_str_addf(out, "  get_image_%.*s(i); get_image_%.*s(o);\n", length, query, length, query);
    query += length;
  }
  wb_str_add(out, "}\n");
}

#define AUDIT_QUERIES "width channel_data_type channel_order"

static inline void audit_images(struct audit *audit) {
  wb_str_add(&audit->source, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
  audit_image(audit, "image1d", "", true, AUDIT_QUERIES);
  audit_image(audit, "image1d_buffer", "", false, AUDIT_QUERIES);
  audit_image(audit, "image1d_array", "2", true, AUDIT_QUERIES " array_size");
  audit_image(audit, "image2d", "2", true, AUDIT_QUERIES " height dim");
  audit_image(audit, "image2d_array", "4", true, AUDIT_QUERIES " height dim array_size");
  audit_image(audit, "image3d", "4", true, AUDIT_QUERIES " height depth dim");
}

/* ---- the rest ---------------------------------------------------------------------------- */

static inline void audit_work_items(struct audit *audit) {
  static const char *const OF_DIMENSION[] = {
      "get_global_id",  "get_local_id",    "get_group_id",     "get_num_groups",
      "get_local_size", "get_global_size", "get_global_offset"};
  audit_begin(audit);
  wb_str_add(&audit->source, "  size_t sum = get_work_dim();\n");
  for (size_t i = 0; i < sizeof OF_DIMENSION / sizeof OF_DIMENSION[0]; i++)
    for (int d = 0; d < 4; d++)
      wb_str_addf(&audit->source, "  sum += %s(%d);\n", OF_DIMENSION[i], d);
  wb_str_add(&audit->source,
             "  mem_fence(CLK_LOCAL_MEM_FENCE); read_mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
             "  write_mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
             "  barrier(CLK_LOCAL_MEM_FENCE); barrier(CLK_GLOBAL_MEM_FENCE);\n"
             "  *(global size_t *)global_room = sum + printf(\"%d\", 1);\n");
  audit_end_kernel(audit);
}

#endif

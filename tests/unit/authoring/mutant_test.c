#include "authoring/mutant.h"

#include <stdlib.h>
#include <string.h>

#include "authoring/mutant_code.h"
#include "base/str.h"
#include "tap.h"

/* As a summary has it: of the kernel `k`, whose parameters are those of scale() below. */
static char *const PARAMETERS[] = {"output int out[n]", "input int a[n]", "input float x[n]",
                                   "scalar uint n", "scalar int m = 2 * n"};
static char *const RANGES[] = {
    "n = 1 to 1000",      "rows = 1 to 40",
    "local_x = 1 to 64",  "global_x = ceil_div(n, local_x) * local_x + 1 * local_x",
    "local_y = 1 to 4",   "global_y = rows * local_y",
    ".a = -1000 to 1000", ".x = -9 to 9",
    ".n = n to n",        ".m = 2 * n to 2 * n"};
static const struct wb_mutant_domain DOMAIN = {.declared = true,
                                               .entry = "scale",
                                               .parameters = PARAMETERS,
                                               .ranges = RANGES,
                                               .n_parameters = 5,
                                               .n_ranges = 10};

/* All mutants of a text by one operator (NULL: all), one a line: place, and what goes and comes. */
static char *shown_mutants(const char *name, const char *text) {
  struct wb_mutants mutants = {0};
  struct wb_str out;
  wb_str_init(&out);
  wb_mutants_find(&mutants, text, strlen(text), &DOMAIN);
  for (size_t i = 0; i < mutants.count; i++) {
    const struct wb_mutant *mutant = &mutants.items[i];
    if (name != NULL && strcmp(mutant->kind->name, name) != 0) continue;
    wb_str_addf(&out, "%s%u:%u %.*s => %s%s\n", name == NULL ? mutant->kind->name : "",
                mutant->line, mutant->column, (int)mutant->length, text + mutant->start,
                mutant->replacement, mutant->fits ? " (fits)" : "");
  }
  wb_mutants_release(&mutants);
  return wb_str_detach(&out);
}

static void check_mutants(const char *name, const char *text, const char *expected) {
  char *got = shown_mutants(name, text);
  CHECK_STRING(got, expected);
  free(got);
}

/* In the body of a kernel of one line. */
static void check_body(const char *name, const char *body, const char *expected) {
  char *text = wb_format("void k(){%s}", body);
  check_mutants(name, text, expected);
  free(text);
}

static void barriers_are_removed_and_moved(void) {
  static const char TEXT[] =
      "__kernel void k(__local int *t) {\n"
      "  t[0] = 1;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);  // wait\n"
      "  if (t[1] > 0) {\n"
      "    work_group_barrier(0);\n"
      "  }\n"
      "}\n";
  check_mutants("barrier-removed", TEXT,
                "3:3 barrier(CLK_LOCAL_MEM_FENCE); => ;\n"
                "5:5 work_group_barrier(0); => ;\n");
  check_mutants("barrier-moved", TEXT,
                "2:3 t[0] = 1;\n  barrier(CLK_LOCAL_MEM_FENCE); => "
                "barrier(CLK_LOCAL_MEM_FENCE);\n  t[0] = 1;\n"
                "3:3 barrier(CLK_LOCAL_MEM_FENCE);  // wait\n  if (t[1] > 0) {\n"
                "    work_group_barrier(0);\n  } => "
                "if (t[1] > 0) {\n    work_group_barrier(0);\n  }  // wait\n"
                "  barrier(CLK_LOCAL_MEM_FENCE);\n");
}

static void barriers_stay_beside_what_is_private(void) {
  check_body("barrier-moved", "float s = 0; barrier(1); __local int c;",
             "1:23 barrier(1); __local int c; => __local int c; barrier(1);\n");
  check_body("barrier-moved", "float s = t[0]; barrier(1); int x = 1 - n;",
             "1:10 float s = t[0]; barrier(1); => barrier(1); float s = t[0];\n");
}

static void conditions_hold_always_or_never(void) {
  check_body("condition", "if (a < b) c = 1;", "1:14 a < b => true\n1:14 a < b => false\n");
  check_body("condition", "for (int i = 0; i < n; i++) c = 1;", "1:26 i < n => false\n");
  check_body("condition", "do c++; while (c < 3);", "1:25 c < 3 => false\n");
  check_body("condition", "x = f(y > 0 ? y : 0);", "1:16 y > 0 => true\n1:16 y > 0 => false\n");
  check_body("condition", "return a ? b ? 1 : 2 : 3;",
             "1:17 a => true\n1:17 a => false\n1:21 b => true\n1:21 b => false\n");
}

static void a_part_of_a_condition_is_left_out(void) {
  check_body("guard", "if (a && b(1, 2) || c) return;",
             "1:14 a &&  => \n"
             "1:15  && b(1, 2) => \n"
             "1:14 a && b(1, 2) ||  => \n"
             "1:26  || c => \n");
}

static void comparisons_change(void) {
  check_body("comparison", "if (a < b == c >= d || e) return;",
             "1:16 < => <=\n1:20 == => !=\n1:25 >= => >\n1:30 || => &&\n");
}

static void indexes_are_shifted(void) {
  check_body("index", "a[i] = b[x ? 1 : 2]; int t[4]; t[0] = 2;",
             "1:12 i => i + 1\n1:12 i => i - 1\n"
             "1:19 x ? 1 : 2 => (x ? 1 : 2) + 1\n1:19 x ? 1 : 2 => (x ? 1 : 2) - 1\n"
             "1:43 0 => 0 + 1\n1:43 0 => 0 - 1\n");
}

static void arithmetic_changes_only_between_operands(void) {
  check_body("arithmetic", "float *p = -x + (int)-y * *q; int *r; *r = (a) - 1; r->x = *s % 2;",
             "1:24 + => -\n1:34 * => /\n1:57 - => +\n1:72 % => /\n");
}

static void numbers_change_only_in_sizes_strides_bounds_and_indexes(void) {
  check_body("constant", "float t[64]; t[2 * i] = 3 + x;",
             "1:18 64 => 63\n1:25 2 => 3\n1:25 2 => 1\n");
  check_body("constant", "int n = m - 1; if (n > 0u) y = 1.0f * 2;",
             "1:22 1 => 2\n1:22 1 => 0\n1:33 0u => 1u\n");
  check_body("constant", "size_t i = get_global_id(0); t[i + 1] = 7;", "");
}

static void ids_and_sizes_are_swapped(void) {
  static const char BODY[] = "i = get_global_id(0) + get_local_size(1);";
  check_body("id", BODY,
             "1:14 get_global_id => get_local_id\n1:14 get_global_id => get_group_id\n");
  check_body("size", BODY,
             "1:33 get_local_size => get_global_size\n1:33 get_local_size => get_num_groups\n");
  check_body("dimension", BODY, "1:28 0 => 1\n1:48 1 => 0\n");
}

static void fences_are_weakened(void) {
  check_body("arithmetic", "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); a = b | c;",
             "1:69 | => &\n");
  check_body("fence", "barrier(CLK_LOCAL_MEM_FENCE);",
             "1:18 CLK_LOCAL_MEM_FENCE => CLK_GLOBAL_MEM_FENCE\n1:18 CLK_LOCAL_MEM_FENCE => 0\n");
  check_body("fence", "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
             "1:18 CLK_LOCAL_MEM_FENCE |  => \n1:37  | CLK_GLOBAL_MEM_FENCE => \n");
}

static void atomics_are_weakened_and_made_plain(void) {
  check_body("order", "atomic_store_explicit(p, 1, memory_order_release, memory_scope_device);",
             "1:38 memory_order_release => memory_order_relaxed\n"
             "1:60 memory_scope_device => memory_scope_work_group\n");
  check_body("atomic", "atomic_add(&c[f(1, 2)], 3); x = atomic_inc(p); y = atomic_xchg(p, 1);",
             "1:10 atomic_add(&c[f(1, 2)], 3) => *(&c[f(1, 2)]) += 3\n"
             "1:42 atomic_inc(p) => ((*(p))++)\n");
}

static void local_memory_becomes_private(void) {
  check_body("local", "__local float w[8]; __local float *p = w; local int c;",
             "1:10 __local  => \n1:52 local  => \n");
}

static void assignments_and_initialisers_change(void) {
  check_body("assignment", "s += 1; s *= 2;", "1:12 += => =\n1:12 += => -=\n1:20 *= => =\n");
  check_body("initialiser", "float s = f(1, 2), r = 3; for (int j = 0; j < 2; j++) s = r;",
             "1:17  = f(1, 2) => \n1:30  = 3 => \n1:46  = 0 => \n");
}

static void conversions_are_left_out(void) {
  check_body("cast", "x = (int)n - (float)(a + b); y = (float2)(1, 2); z = f(1) + sizeof(int);",
             "1:14 (int) => \n1:23 (float) => \n");
  check_body("cast", "x=a-(int)-b;", "1:14 (int) =>  \n");
}

/* In the body of the kernel that the domain is of. */
static void check_scale(const char *name, const char *body, const char *expected) {
  static const char HEAD[] =
      "kernel void scale(global int *out, global const int *a, global const float *x, uint n, int "
      "m) {\n";
  char *text = wb_format("%s%s\n}\n", HEAD, body);
  check_mutants(name, text, expected);
  free(text);
}

static void types_are_narrowed(void) {
  check_body("narrow", "int i = f(); double d; float f[2]; long l; int4 v; int *p;",
             "1:10 int => short\n1:10 int => char\n1:23 double => float\n1:33 float => _Float16\n");
  check_body("narrow", "uint u = f(); const size_t s = f(); for (int j = f(); j < 9; j++) g(j);",
             "1:10 uint => ushort\n1:10 uint => uchar\n1:30 size_t => ushort\n"
             "1:51 int => short\n1:51 int => char\n");
}

/* n is at most 1,000, and a group has 64 work-items at most. */
static void a_type_that_the_domain_fits_is_proven_to_fit(void) {
  check_scale("narrow", "int i = get_global_id(0);", "2:1 int => short (fits)\n2:1 int => char\n");
  check_scale("narrow", "size_t l = get_local_id(0);", "2:1 size_t => ushort (fits)\n");
  check_scale("narrow", "int l = get_local_id(0);",
              "2:1 int => short (fits)\n2:1 int => char (fits)\n");
  check_scale("narrow", "int r = get_group_id(1);",
              "2:1 int => short (fits)\n2:1 int => char (fits)\n");
  check_scale("narrow", "for (uint j = 0; j < n; j++) out[j] = 0;",
              "2:6 uint => ushort (fits)\n2:6 uint => uchar\n");
  check_scale("narrow", "int q = m % 7 + min(get_local_size(0), n - 9);",
              "2:1 int => short (fits)\n2:1 int => char (fits)\n");
  check_scale("narrow", "int k = get_group_id(1) * n;", "2:1 int => short\n");
  check_scale("narrow", "int k = get_local_id(1) * n;",
              "2:1 int => short (fits)\n2:1 int => char\n");
  check_scale("narrow", "int k = n * 40;", "2:1 int => short\n");
  check_scale("narrow", "for (int j = m; j >= 0; j--) out[j] = 0;",
              "2:6 int => short (fits)\n2:6 int => char\n");
}

/* A product in brackets has no variable that is declared. */
static void indexes_are_narrowed(void) {
  check_scale("narrow", "out[n * 70] = 0;", "2:5 n * 70 => (ushort)(n * 70)\n");
  check_scale("narrow", "out[n * 40 + 1] = a[n + 3];",
              "2:5 n * 40 + 1 => (ushort)(n * 40 + 1) (fits)\n"
              "2:21 n + 3 => (ushort)(n + 3) (fits)\n");
  check_scale("narrow", "out[n] = a[f() + 1] + a[2];", "");
}

static void what_changes_is_followed(void) {
  check_scale("narrow", "int s = get_local_size(0); while (s > 1) { s = (s + 1) / 2; }",
              "2:1 int => short (fits)\n2:1 int => char (fits)\n");
  check_scale("narrow", "uint s = 1; while (s < n) s *= 2;",
              "2:1 uint => ushort (fits)\n2:1 uint => uchar\n");
  check_scale("narrow", "int c = 0; for (; c < 40; c++) f();",
              "2:1 int => short (fits)\n2:1 int => char (fits)\n");
}

static void loops_are_followed(void) {
  check_scale("narrow",
              "int l = get_local_id(0); int size = get_local_size(0);\n"
              "for (int j = l; j < m; j += size) f(j);\n"
              "for (int j = l; j < m; j += size) f(j);",
              "2:1 int => short (fits)\n2:1 int => char (fits)\n2:26 int => short (fits)\n"
              "2:26 int => char (fits)\n3:6 int => short (fits)\n3:6 int => char\n"
              "4:6 int => short (fits)\n4:6 int => char\n");
  check_scale("narrow", "for (int c = get_local_size(0); c > 1; c = (c + 1) / 2) f(c);",
              "2:6 int => short (fits)\n2:6 int => char (fits)\n");
  check_scale("narrow", "for (int c = 1; c > 0; c = c + 1) f(c);",
              "2:6 int => short\n2:6 int => char\n");
}

/* Each of these may hold anything, though it begins small. */
static void what_may_go_anywhere_fits_nothing(void) {
  static const char *const BODIES[] = {
      "int s = 1; f(&s);",
      "int s = 1; s += a[0];",
      "int s = 1; while (s < n) { s *= 2; s *= 2; }",
      "int s = 1; while (s < 9) for (uint j = 0; j < n; j++) s++;",
      "int s = 1; do s++; while (s < 9);",
      "int s = 1; if (s < 9 || n > 4) s = a[0];",
      "int s = 1; for (uint j = 0; j < n; j++) s++;",
      "int s = n - 5;",
      "int s = a[0];",
      "int s = f(n);",
      "int s = 1; for (s = 0; ; s++) f();",
  };
  for (size_t i = 0; i < sizeof BODIES / sizeof BODIES[0]; i++) {
    char *got, *text = wb_format(
                   "kernel void scale(global int *out, global const int *a, global "
                   "const float *x, uint n, int m) { %s }",
                   BODIES[i]);
    got = shown_mutants("narrow", text);
    CHECK(strstr(got, "int => short\n") != NULL);
    if (strstr(got, "int => short\n") == NULL) printf("# %s: %s\n", BODIES[i], got);
    free(got);
    free(text);
  }
}

/* Another function's n is not the kernel's, and a macro may change what it names. */
static void only_the_entrys_parameters_are_known(void) {
  check_mutants("narrow", "void f(uint n) { uint k = n; }",
                "1:18 uint => ushort\n1:18 uint => uchar\n");
  check_mutants(
      "narrow",
      "#define STEP k++\nkernel void scale(global int *out, global int *a, global float *x, "
      "uint n) { uint k = n; }",
      "2:78 uint => ushort\n2:78 uint => uchar\n");
}

/* Nothing says then how far a size goes. */
static void without_a_domain_nothing_is_limited(void) {
  static const char TEXT[] = "kernel void scale(int n) { int i = n; if (i < n) return; }";
  static const struct wb_mutant_domain NONE = {.entry = "scale"};
  struct wb_mutants mutants = {0};
  wb_mutants_find(&mutants, TEXT, strlen(TEXT), &NONE);
  for (size_t i = 0; i < mutants.count; i++) {
    CHECK(strcmp(mutants.items[i].kind->name, "narrow") != 0);
    CHECK(strcmp(mutants.items[i].kind->name, "cap") != 0);
  }
  CHECK(mutants.count > 0);
  wb_mutants_release(&mutants);
}

static void sizes_and_values_are_capped(void) {
  check_scale("cap", "if (get_global_id(0) < n && f(1) < m) f(2);",
              "2:24 n => min(n, 256u)\n2:36 m => min(m, 1024)\n");
  check_scale("cap", "if (l >= get_local_size(0)) return;",
              "2:10 get_local_size(0) => min(get_local_size(0), (size_t)16)\n");
  check_scale("cap", "out[n] = a[n] + a[0] - x[2];",
              "2:10 a[n] => min(a[n], 256)\n2:17 a[0] => min(a[0], 256)\n");
  check_scale("cap", "if (a[n] > 0 && n > 3) out[0] = 1; out[1] += 2;", "");
  check_body("cap", "int end = f(); if (x < end) return;", "1:33 end => min(end, 64)\n");
}

static void the_last_group_does_not_store(void) {
  check_body("last-group", "x = 1; o[i] = 2; *p += 1;",
             "1:17 o[i] = 2; => if (get_group_id(0) + 1 < get_num_groups(0)) o[i] = 2;\n"
             "1:27 *p += 1; => if (get_group_id(0) + 1 < get_num_groups(0)) *p += 1;\n");
  check_body("last-group", "o[get_global_id(1)] = 2;",
             "1:10 o[get_global_id(1)] = 2; => if (get_group_id(0) + 1 < get_num_groups(0) || "
             "get_group_id(1) + 1 < get_num_groups(1)) o[get_global_id(1)] = 2;\n");
}

static void statements_are_left_out(void) {
  check_body("statement", "int i = 1; f(i); { i++; } if (i) { f(2); } return;",
             "1:21 f(i); => ;\n1:29 i++; => ;\n1:53 return; => ;\n");
  check_body("statement", "if (i) f(1); else f(2); return 3;",
             "1:17 f(1); => ;\n1:28 f(2); => ;\n");
}

static void comments_strings_and_directives_are_left(void) {
  check_mutants(NULL,
                "#define N (a + 1)\n"
                "int size[4 + 4];\n"
                "void k() {\n"
                "  // a < b\n"
                "  printf(\"a < b\");\n"
                "}\n",
                "statement5:3 printf(\"a < b\"); => ;\n");
  check_mutants("barrier-moved", "void k() {\n  f();\n#if X\n  barrier(1);\n#endif\n  g();\n}\n",
                "");
}

static void brackets_that_do_not_match_leave_no_mutants(void) {
  check_mutants(NULL, "void k() { a[i) = 1 < 2; }", "");
  check_mutants(NULL, "void k() { a = 1 < 2;", "");
  check_mutants(NULL, "void k() a = 1 < 2; }", "");
}

static void no_text_comes_twice(void) {
  struct wb_mutants mutants = {0};
  static const char TEXT[] = "void k() { if (a && b && c) x[i] = 1; }";
  wb_mutants_find(&mutants, TEXT, strlen(TEXT), &DOMAIN);
  for (size_t i = 0; i < mutants.count; i++) {
    char *one = wb_mutant_text(&mutants.items[i], TEXT, strlen(TEXT));
    CHECK(strcmp(one, TEXT) != 0);
    for (size_t k = 0; k < i; k++) {
      char *other = wb_mutant_text(&mutants.items[k], TEXT, strlen(TEXT));
      CHECK(strcmp(one, other) != 0);
      free(other);
    }
    free(one);
  }
  CHECK_INT(mutants.count, 10);
  wb_mutants_release(&mutants);
}

/* A mutant's text falls into tokens as the text did: whatever the operators make of it. */
static void any_prefix_of_a_text_has_mutants_that_can_be_read(void) {
  static const char TEXT[] =
      "kernel void k(global int *o, local int *t, uint n) {\n"
      "  size_t i = get_global_id(0), l = (size_t)get_local_id(0);\n"
      "  for (int j = (int)n - 1; j >= 0 && !t[j]; j--) t[l] += o[j] * 2;\n"
      "  switch (n) { case 1: f(); break; default: return; }\n"
      "  do { barrier(CLK_LOCAL_MEM_FENCE); } while (l ? n : i);\n"
      "  if (i < n) o[i] = t[l]; else { atomic_add(&o[0], 1); }\n"
      "}\n";
  for (size_t length = 0; length <= strlen(TEXT); length++) {
    struct wb_mutants mutants = {0};
    wb_mutants_find(&mutants, TEXT, length, &DOMAIN);
    for (size_t i = 0; i < mutants.count; i++) {
      char *text = wb_mutant_text(&mutants.items[i], TEXT, length);
      struct wb_code code;
      wb_code_read(&code, text, strlen(text));
      CHECK(code.n_statements > 0);
      wb_code_release(&code);
      free(text);
    }
    CHECK(length < strlen(TEXT) || mutants.count > 40);
    wb_mutants_release(&mutants);
  }
}

static void a_difference_has_lines_without_indentation(void) {
  char *got = wb_mutant_difference("a\n  if (x)\n    b;\n", "a\n  if (y)\n\n    b;\n");
  CHECK_STRING(got, "- if (x)\n+ if (y)\n");
  free(got);
}

static void an_operator_is_found_by_its_name(void) {
  CHECK_STRING(wb_mutant_operator_find("index")->name, "index");
  CHECK(wb_mutant_operator_find("none") == NULL);
}

int main(void) {
  tap_run("barriers are removed and moved", barriers_are_removed_and_moved);
  tap_run("barriers stay beside what is private", barriers_stay_beside_what_is_private);
  tap_run("conditions hold always or never", conditions_hold_always_or_never);
  tap_run("a part of a condition is left out", a_part_of_a_condition_is_left_out);
  tap_run("comparisons change", comparisons_change);
  tap_run("indexes are shifted", indexes_are_shifted);
  tap_run("arithmetic changes only between operands", arithmetic_changes_only_between_operands);
  tap_run("numbers change only in sizes strides bounds and indexes",
          numbers_change_only_in_sizes_strides_bounds_and_indexes);
  tap_run("ids and sizes are swapped", ids_and_sizes_are_swapped);
  tap_run("fences are weakened", fences_are_weakened);
  tap_run("atomics are weakened and made plain", atomics_are_weakened_and_made_plain);
  tap_run("local memory becomes private", local_memory_becomes_private);
  tap_run("assignments and initialisers change", assignments_and_initialisers_change);
  tap_run("conversions are left out", conversions_are_left_out);
  tap_run("types are narrowed", types_are_narrowed);
  tap_run("a type that the domain fits is proven to fit",
          a_type_that_the_domain_fits_is_proven_to_fit);
  tap_run("an index that is worked out is narrowed", indexes_are_narrowed);
  tap_run("what changes is followed", what_changes_is_followed);
  tap_run("loops are followed", loops_are_followed);
  tap_run("what may go anywhere fits nothing", what_may_go_anywhere_fits_nothing);
  tap_run("only the entry's parameters are known", only_the_entrys_parameters_are_known);
  tap_run("without a domain nothing is limited", without_a_domain_nothing_is_limited);
  tap_run("sizes and values are capped", sizes_and_values_are_capped);
  tap_run("the last group does not store", the_last_group_does_not_store);
  tap_run("statements are left out", statements_are_left_out);
  tap_run("comments strings and directives are left", comments_strings_and_directives_are_left);
  tap_run("brackets that do not match leave no mutants",
          brackets_that_do_not_match_leave_no_mutants);
  tap_run("no text comes twice", no_text_comes_twice);
  tap_run("any prefix of a text has mutants that can be read",
          any_prefix_of_a_text_has_mutants_that_can_be_read);
  tap_run("a difference has lines without indentation", a_difference_has_lines_without_indentation);
  tap_run("an operator is found by its name", an_operator_is_found_by_its_name);
  return tap_finish();
}

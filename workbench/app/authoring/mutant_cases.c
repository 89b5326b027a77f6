#include "authoring/mutant_cases.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES_MAX = 8, DIMENSIONS_MAX = 3, NAME_MAX_BYTES = 40, TEMPLATES_MAX = 16 };

/* A case by its numbers. */
struct case_numbers {
  size_t n_sizes;
  struct {
    char name[NAME_MAX_BYTES];
    long long value;
  } sizes[SIZES_MAX];
  unsigned dimensions;
  long long global[DIMENSIONS_MAX], local[DIMENSIONS_MAX];
};

/* What the visible cases have in common. */
struct case_pattern {
  struct case_numbers templates[TEMPLATES_MAX];
  size_t n_templates;
  int follows[DIMENSIONS_MAX]; /* a size, or -1 */
};

/* ---- reading what a list of puzzles says --------------------------------------------------- */

/* "4×4" */
static const char *read_launch(const char *at, long long sizes[DIMENSIONS_MAX],
                               unsigned *dimensions) {
  static const char TIMES[] = "×";
  char *end;
  *dimensions = 0;
  for (bool more = true; more && *dimensions < DIMENSIONS_MAX;) {
    sizes[(*dimensions)++] = strtoll(at, &end, 10);
    more = end != at && strncmp(end, TIMES, sizeof TIMES - 1) == 0;
    at = more ? end + sizeof TIMES - 1 : end;
  }
  return at;
}

/* "n = 4, " */
static bool read_size(const char **at, struct case_numbers *numbers) {
  const size_t length = strcspn(*at, " =,()");
  char *end;
  if (strncmp(*at + length, " = ", 3) != 0 || length == 0 || length >= NAME_MAX_BYTES ||
      numbers->n_sizes == SIZES_MAX)
    return false;
  const char *value = *at + length + 3;
  snprintf(numbers->sizes[numbers->n_sizes].name, NAME_MAX_BYTES, "%.*s", (int)length, *at);
  numbers->sizes[numbers->n_sizes++].value = strtoll(value, &end, 10);
  *at = end + strspn(end, ", ");
  return true;
}

/* What stands in the last brackets of a case's line. */
static bool read_case_numbers(const char *line, struct case_numbers *numbers) {
  static const char GLOBAL[] = "global ", LOCAL[] = ", local ";
  const char *at = strrchr(line, '(');
  unsigned dimensions = 0;
  *numbers = (struct case_numbers){0};
  if (at == NULL) return false;
  at++;
  while (read_size(&at, numbers)) {
  }
  if (*at == ')') return numbers->n_sizes > 0; /* a host program launches what it wants */
  if (strncmp(at, GLOBAL, sizeof GLOBAL - 1) != 0) return false;
  at = read_launch(at + sizeof GLOBAL - 1, numbers->global, &numbers->dimensions);
  if (strncmp(at, LOCAL, sizeof LOCAL - 1) != 0) return false;
  at = read_launch(at + sizeof LOCAL - 1, numbers->local, &dimensions);
  bool whole = (*at == ')' || *at == ',') && dimensions == numbers->dimensions;
  for (unsigned d = 0; d < dimensions && whole; d++)
    whole = numbers->local[d] > 0 && numbers->global[d] > 0;
  return whole;
}

/* ---- which size a dimension follows ------------------------------------------------------ */

static long long rounded_up(long long value, long long step) {
  return (value + step - 1) / step * step;
}

/* Whether in all cases the launch covers the size, with at most one group to spare. The less
 * there is beyond it, the better. */
static bool covers_size(const struct case_pattern *pattern, unsigned d, size_t size,
                        long long *beyond) {
  bool covers = true;
  *beyond = 0;
  for (size_t i = 0; i < pattern->n_templates && covers; i++) {
    const struct case_numbers *numbers = &pattern->templates[i];
    const long long value = numbers->sizes[size].value;
    covers = numbers->global[d] >= value &&
             numbers->global[d] - rounded_up(value, numbers->local[d]) <= numbers->local[d];
    *beyond += numbers->global[d] - value;
  }
  return covers;
}

static void find_followed_size(struct case_pattern *pattern, unsigned d) {
  long long least = 0, beyond;
  pattern->follows[d] = -1;
  for (size_t s = 0; s < pattern->templates[0].n_sizes; s++) {
    if (!covers_size(pattern, d, s, &beyond)) continue;
    if (pattern->follows[d] >= 0 && beyond >= least) continue;
    pattern->follows[d] = (int)s;
    least = beyond;
  }
}

static bool has_same_names(const struct case_numbers *a, const struct case_numbers *b) {
  bool same = a->n_sizes == b->n_sizes && a->dimensions == b->dimensions;
  for (size_t i = 0; i < a->n_sizes && same; i++)
    same = strcmp(a->sizes[i].name, b->sizes[i].name) == 0;
  return same;
}

static bool find_case_pattern(struct case_pattern *pattern, char *const *cases, size_t n_cases) {
  *pattern = (struct case_pattern){.n_templates = 0};
  for (size_t i = 0; i < n_cases && pattern->n_templates < TEMPLATES_MAX; i++) {
    struct case_numbers *next = &pattern->templates[pattern->n_templates];
    if (read_case_numbers(cases[i], next) &&
        (pattern->n_templates == 0 || has_same_names(next, &pattern->templates[0])))
      pattern->n_templates++;
  }
  for (unsigned d = 0; pattern->n_templates > 0 && d < pattern->templates[0].dimensions; d++)
    find_followed_size(pattern, d);
  return pattern->n_templates > 0;
}

/* ---- tables of Lua ------------------------------------------------------------------------- */

static void add_numbers(struct wb_str *out, const char *field, const long long *numbers,
                        unsigned count) {
  wb_str_addf(out, ", %s = {", field);
  for (unsigned d = 0; d < count; d++) wb_str_addf(out, "%s %lld", d > 0 ? "," : "", numbers[d]);
  wb_str_add(out, " }");
}

/* "n 5, global 8, local 4, seed 2": no other case is called so. */
static void add_case_name(struct wb_str *out, const struct case_numbers *numbers,
                          const char *extra) {
  for (size_t i = 0; i < numbers->n_sizes; i++)
    wb_str_addf(out, "%s %lld, ", numbers->sizes[i].name, numbers->sizes[i].value);
  if (numbers->dimensions > 0) wb_str_add(out, "global");
  for (unsigned d = 0; d < numbers->dimensions; d++)
    wb_str_addf(out, "%s%lld", d > 0 ? "x" : " ", numbers->global[d]);
  if (numbers->dimensions > 0) wb_str_add(out, ", local");
  for (unsigned d = 0; d < numbers->dimensions; d++)
    wb_str_addf(out, "%s%lld", d > 0 ? "x" : " ", numbers->local[d]);
  if (numbers->dimensions == 0) out->data[out->length -= 2] = '\0'; /* after the last size */
  if (extra[0] != '\0') wb_str_addf(out, ", %s", extra);
}

/* `more` is what else the table has, as ", seed = 2", and `extra` says that in the name. */
static void add_case(struct wb_names *made, const struct case_numbers *numbers, const char *more,
                     const char *extra) {
  struct wb_str out;
  wb_str_init(&out);
  wb_str_add(&out, "{ name = \"");
  add_case_name(&out, numbers, extra);
  wb_str_add(&out, "\"");
  for (size_t i = 0; i < numbers->n_sizes; i++)
    wb_str_addf(&out, "%s%s = %lld", i == 0 ? ", sizes = { " : ", ", numbers->sizes[i].name,
                numbers->sizes[i].value);
  if (numbers->n_sizes > 0) wb_str_add(&out, " }");
  if (numbers->dimensions > 0) {
    add_numbers(&out, "global", numbers->global, numbers->dimensions);
    add_numbers(&out, "[\"local\"]", numbers->local, numbers->dimensions);
  }
  wb_str_addf(&out, "%s, visible = false }", more);
  if (!wb_names_have(made, out.data)) wb_names_add(made, out.data);
  wb_str_release(&out);
}

/* ---- numbers ------------------------------------------------------------------------------- */

/* A size is `groups` groups and `rest` work-items more, at least 1. */
struct extent {
  long long groups, rest;
};

/* Gives a dimension its group size, and the size that it follows a value. */
static void set_extent(const struct case_pattern *pattern, struct case_numbers *numbers, unsigned d,
                       long long local, struct extent extent, long long spare_groups) {
  if (pattern->follows[d] < 0) return;
  const long long wanted = extent.groups * local + extent.rest;
  const long long size = wanted > 1 ? wanted : 1;
  numbers->sizes[pattern->follows[d]].value = size;
  numbers->local[d] = local;
  numbers->global[d] = rounded_up(size, local) + spare_groups * local;
}

/* Sizes on both sides of the groups that programs usually have, one size at a time. Each run of a
 * program takes a process, so that few are tried. */
static void add_sizes_of_programs(const struct case_pattern *pattern, struct wb_names *made) {
  static const long long VALUES[] = {65, 63, 64, 1, 33, 257, 2, 17, 100, 129, 1000};
  for (size_t s = 0; s < pattern->templates[0].n_sizes; s++)
    for (size_t v = 0; v < sizeof VALUES / sizeof VALUES[0]; v++) {
      struct case_numbers numbers = pattern->templates[0];
      numbers.sizes[s].value = VALUES[v];
      add_case(made, &numbers, "", "");
    }
}

static void add_launches(const struct case_pattern *pattern, struct wb_names *made) {
  static const long long LOCALS[][DIMENSIONS_MAX] = {{1, 1, 1}, {2, 1, 1}, {3, 2, 1},
                                                     {4, 2, 2}, {5, 3, 2}, {8, 4, 2}};
  static const struct extent EXTENTS[][DIMENSIONS_MAX] = {
      {{0, 1}, {2, 1}, {1, 0}},  {{1, -1}, {2, 0}, {1, 1}}, {{1, 0}, {1, 1}, {2, 0}},
      {{1, 1}, {1, -1}, {1, 0}}, {{2, -1}, {1, 0}, {1, 1}}, {{2, 0}, {0, 1}, {1, -1}},
      {{2, 1}, {1, 0}, {0, 1}},  {{3, -1}, {2, 1}, {1, 0}}};
  for (size_t l = 0; l < sizeof LOCALS / sizeof LOCALS[0]; l++)
    for (size_t e = 0; e < sizeof EXTENTS / sizeof EXTENTS[0]; e++)
      for (long long spare = 0; spare < 2; spare++) {
        struct case_numbers numbers = pattern->templates[0];
        for (unsigned d = 0; d < numbers.dimensions; d++)
          set_extent(pattern, &numbers, d, LOCALS[l][d], EXTENTS[e][d], spare);
        add_case(made, &numbers, "", "");
      }
}

static bool is_followed(const struct case_pattern *pattern, size_t size) {
  bool followed = false;
  for (unsigned d = 0; d < pattern->templates[0].dimensions; d++)
    followed = followed || pattern->follows[d] == (int)size;
  return followed;
}

/* Other values of the sizes that no dimension follows, one at a time. */
static void add_other_sizes(const struct case_pattern *pattern, struct wb_names *made) {
  for (size_t t = 0; t < pattern->n_templates; t++)
    for (size_t s = 0; s < pattern->templates[t].n_sizes; s++) {
      const long long local = pattern->templates[t].local[0];
      const long long values[] = {1, 2, 3, local - 1, local, local + 1, 2 * local + 1};
      for (size_t v = 0; v < sizeof values / sizeof values[0]; v++) {
        struct case_numbers numbers = pattern->templates[t];
        if (is_followed(pattern, s) || values[v] < 1) continue;
        numbers.sizes[s].value = values[v];
        add_case(made, &numbers, "", "");
      }
    }
}

static void add_seeds(const struct case_pattern *pattern, struct wb_names *made) {
  for (size_t t = 0; t < pattern->n_templates; t++)
    for (int seed = 1; seed <= 3; seed++) {
      char more[32], extra[32];
      snprintf(more, sizeof more, ", seed = %d", seed);
      snprintf(extra, sizeof extra, "seed %d", seed);
      add_case(made, &pattern->templates[t], more, extra);
    }
}

/* The name in "input float a[n]"; "" for what has no content of its own. */
static void name_of_input(const char *line, char name[NAME_MAX_BYTES]) {
  char kind[NAME_MAX_BYTES], word[NAME_MAX_BYTES];
  name[0] = '\0';
  if (sscanf(line, "%39s %*s %39[^[ ]", kind, word) != 2) return;
  if (strcmp(kind, "input") == 0 || strcmp(kind, "inout") == 0)
    snprintf(name, NAME_MAX_BYTES, "%s", word);
}

static void add_fills(const struct case_pattern *pattern, struct wb_names *made,
                      char *const *parameters, size_t n_parameters) {
  static const char *const FILLS[] = {"{ \"constant\", 1 }", "{ \"constant\", -1 }",
                                      "{ \"random\", -1000, 1000 }", "\"permutation\"",
                                      "{ \"range\", -3 }"};
  const struct case_numbers *last = &pattern->templates[pattern->n_templates - 1];
  for (size_t p = 0; p < n_parameters; p++) {
    char name[NAME_MAX_BYTES];
    name_of_input(parameters[p], name);
    for (size_t f = 0; name[0] != '\0' && f < sizeof FILLS / sizeof FILLS[0]; f++) {
      char *more = wb_format(", fill = { %s = %s }", name, FILLS[f]);
      char *extra = wb_format("fill %s %zu", name, f + 1);
      add_case(made, last, more, extra);
      free(extra);
      free(more);
    }
  }
}

/* Beyond 8 and 16 bits, along one dimension at a time. */
static void add_long_ones(const struct case_pattern *pattern, struct wb_names *made) {
  static const struct extent EXTENTS[] = {{3, -7}, {660, -7}};
  for (size_t e = 0; e < sizeof EXTENTS / sizeof EXTENTS[0]; e++)
    for (unsigned d = 0; d < pattern->templates[0].dimensions; d++) {
      struct case_numbers numbers = pattern->templates[0];
      for (unsigned k = 0; k < numbers.dimensions; k++)
        set_extent(pattern, &numbers, k, k == d ? 100 : 1,
                   k == d ? EXTENTS[e] : (struct extent){3, 0}, 0);
      add_case(made, &numbers, "", "");
    }
}

unsigned wb_mutant_cases_dimensions(char *const *cases, size_t n_cases) {
  struct case_pattern pattern;
  return find_case_pattern(&pattern, cases, n_cases) ? pattern.templates[0].dimensions : 0;
}

void wb_mutant_cases_make(struct wb_names *made, char *const *cases, size_t n_cases,
                          char *const *parameters, size_t n_parameters) {
  struct case_pattern pattern;
  if (!find_case_pattern(&pattern, cases, n_cases)) return;
  const bool is_of_program = pattern.templates[0].dimensions == 0;
  if (is_of_program) {
    add_sizes_of_programs(&pattern, made);
  } else {
    add_launches(&pattern, made);
    add_other_sizes(&pattern, made);
  }
  add_seeds(&pattern, made);
  add_fills(&pattern, made, parameters, n_parameters);
  if (!is_of_program) add_long_ones(&pattern, made);
}

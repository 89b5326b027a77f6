/* The costs of sites, gathered by places in the source. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/profile/profile.h"

static struct wb_line_cost line_of(const struct wbrt_site *site,
                                   const struct wb_profile_cost *cost) {
  struct wb_line_cost line = {.line = site->line,
                              .column = site->column,
                              .memory = (enum wb_memory)cost->memory,
                              .access = (enum wb_access)cost->access,
                              .executions = cost->executions,
                              .cost = cost->cost,
                              .ideal = cost->ideal};
  if (site->file != NULL) snprintf(line.file, sizeof line.file, "%s", site->file);
  if (site->array != NULL) snprintf(line.array, sizeof line.array, "%s", site->array);
  return line;
}

static int compare_numbers(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

/* In the order of the source. */
static int by_place(const void *first, const void *second) {
  const struct wb_line_cost *a = first, *b = second;
  int order = strcmp(a->file, b->file);
  if (order == 0) order = compare_numbers(a->line, b->line);
  if (order == 0) order = compare_numbers(a->column, b->column);
  if (order == 0) order = strcmp(a->array, b->array);
  if (order == 0) order = compare_numbers(a->memory, b->memory);
  return order != 0 ? order : compare_numbers(a->access, b->access);
}

static int by_waste(const void *first, const void *second) {
  const struct wb_line_cost *a = first, *b = second;
  int order = compare_numbers(b->cost - b->ideal, a->cost - a->ideal);
  if (order == 0) order = compare_numbers(b->cost, a->cost);
  return order != 0 ? order : by_place(first, second);
}

/* Sorted lines, those of one place made one. */
static size_t merge_lines(struct wb_line_cost *lines, size_t n) {
  size_t kept = 0;
  for (size_t i = 0; i < n; i++) {
    if (kept > 0 && by_place(&lines[kept - 1], &lines[i]) == 0) {
      lines[kept - 1].executions += lines[i].executions;
      lines[kept - 1].cost += lines[i].cost;
      lines[kept - 1].ideal += lines[i].ideal;
    } else {
      lines[kept++] = lines[i];
    }
  }
  return kept;
}

void wb_profile_take_lines(const struct wb_profile *profile, const struct wb_kernel_image *image,
                           struct wb_shared *shared) {
  struct wb_line_cost *lines = calloc((size_t)profile->n_sites + 1, sizeof *lines);
  size_t n = 0;
  if (lines == NULL) return; /* the counters are right without them */
  for (uint32_t i = 0; i < profile->n_sites; i++)
    if (profile->costs[i].executions > 0)
      lines[n++] = line_of(&image->sites[i], &profile->costs[i]);
  qsort(lines, n, sizeof *lines, by_place);
  n = merge_lines(lines, n);
  qsort(lines, n, sizeof *lines, by_waste);
  if (n > WB_MAX_LINE_COSTS) n = WB_MAX_LINE_COSTS;
  memcpy(shared->lines, lines, n * sizeof *lines);
  shared->n_lines = n;
  free(lines);
}

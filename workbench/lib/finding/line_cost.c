#include "finding/line_cost.h"

#include <stdlib.h>
#include <string.h>

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

size_t wb_line_costs_gather(struct wb_line_cost *lines, size_t n) {
  qsort(lines, n, sizeof *lines, by_place);
  n = merge_lines(lines, n);
  qsort(lines, n, sizeof *lines, by_waste);
  return n < WB_MAX_LINE_COSTS ? n : WB_MAX_LINE_COSTS;
}

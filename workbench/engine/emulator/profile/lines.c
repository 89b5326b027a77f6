/* The costs of sites. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/profile/profile.h"
#include "finding/line_cost.h"

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

void wb_profile_take_lines(const struct wb_profile *profile, const struct wb_kernel_image *image,
                           struct wb_shared *shared) {
  struct wb_line_cost *lines = calloc((size_t)profile->n_sites + 1, sizeof *lines);
  size_t n = 0;
  if (lines == NULL) return; /* the counters are right without them */
  for (uint32_t i = 0; i < profile->n_sites; i++)
    if (profile->costs[i].executions > 0)
      lines[n++] = line_of(&image->sites[i], &profile->costs[i]);
  n = wb_line_costs_gather(lines, n);
  memcpy(shared->lines, lines, n * sizeof *lines);
  shared->n_lines = n;
  free(lines);
}

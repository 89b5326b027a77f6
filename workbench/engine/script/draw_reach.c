/* How much of a domain the cases reach: those of the spec, and those that were drawn. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "script/domain.h"

struct reaching {
  const struct wb_puzzle *puzzle;
  const struct wb_spec_domain *domain;
};

static void take_number(struct wb_domain_reach *reach, double value) {
  reach->least = fmin(reach->least, value);
  reach->most = fmax(reach->most, value);
}

static struct wb_domain_reach begin_reach(enum wb_domain_part part, const char *name, double low,
                                          double high, int line) {
  return (struct wb_domain_reach){.part = part,
                                  .name = name,
                                  .low = low,
                                  .high = high,
                                  .least = INFINITY,
                                  .most = -INFINITY,
                                  .line = line};
}

static const struct wb_spec_case *case_at(const struct reaching *in, size_t index) {
  const size_t n_cases = in->puzzle->spec->n_cases;
  return index < n_cases ? &in->puzzle->spec->cases[index]
                         : &in->puzzle->spec->drawn->cases[index - n_cases].one;
}

static size_t count_cases(const struct reaching *in) {
  const struct wb_spec_drawn *drawn = in->puzzle->spec->drawn;
  return in->puzzle->spec->n_cases + (drawn != NULL ? drawn->count : 0);
}

static void take_sizes(const struct reaching *in, struct wb_domain_reach *reach) {
  for (size_t i = 0; i < count_cases(in); i++) {
    const struct wb_spec_case *one = case_at(in, i);
    for (size_t k = 0; k < one->n_sizes; k++)
      if (strcmp(one->sizes[k].name, reach->name) == 0)
        take_number(reach, (double)one->sizes[k].value);
  }
}

static struct wb_domain_reach reach_of_size(const struct reaching *in, size_t size) {
  const struct wb_domain_size *declared = &in->domain->sizes[size];
  struct wb_domain_reach reach =
      begin_reach(WB_DOMAIN_SIZE, declared->name, (double)declared->range.low,
                  (double)declared->range.high, in->domain->line);
  take_sizes(in, &reach);
  return reach;
}

/* Of cases of the spec only those count whose groups are written as numbers. */
static struct wb_domain_reach reach_of_groups(const struct reaching *in, unsigned dimension) {
  static const char *const names[] = {"local_x", "local_y", "local_z"};
  const struct wb_domain_range *declared = &in->domain->local[dimension];
  struct wb_domain_reach reach =
      begin_reach(WB_DOMAIN_GROUPS, names[dimension], (double)declared->low, (double)declared->high,
                  in->domain->line);
  for (size_t i = 0; i < count_cases(in); i++) {
    const struct wb_quantity *local = &case_at(in, i)->local[dimension];
    if (local->kind == WB_QUANTITY_INT) take_number(&reach, (double)local->whole);
  }
  return reach;
}

size_t wb_puzzle_domain_reach(const struct wb_puzzle *puzzle, struct wb_domain_reach *out) {
  const struct reaching in = {puzzle, puzzle->spec->domain};
  size_t count = 0;
  if (in.domain == NULL) return 0;
  for (size_t i = 0; i < in.domain->n_sizes; i++)
    if (!in.domain->sizes[i].range.follows) out[count++] = reach_of_size(&in, i);
  for (unsigned d = 0; d < in.domain->dimensions && !in.domain->local_by_kernel; d++)
    if (!in.domain->local[d].follows) out[count++] = reach_of_groups(&in, d);
  return count;
}

size_t wb_puzzle_cases_reach(const struct wb_puzzle *puzzle, struct wb_domain_reach *out) {
  const struct reaching in = {puzzle, NULL};
  const struct wb_spec_case *first = &puzzle->spec->cases[0];
  size_t count = 0;
  for (size_t i = 0; i < first->n_sizes; i++) {
    struct wb_domain_reach reach =
        begin_reach(WB_DOMAIN_SIZE, first->sizes[i].name, 0, 0, puzzle->spec->cases[0].line);
    take_sizes(&in, &reach);
    reach.low = reach.least;
    reach.high = reach.most;
    out[count++] = reach;
  }
  return count;
}

bool wb_puzzle_is_filled(const struct wb_puzzle *puzzle, size_t param) {
  const struct wb_spec_domain *domain = puzzle->spec->domain;
  bool filled = domain != NULL && !puzzle->spec->has_inputs && !domain->values[param].given &&
                wb_param_has_input(puzzle->params[param].kind);
  for (size_t i = 0; i < puzzle->spec->n_cases; i++)
    filled = filled && !puzzle->spec->cases[i].has_given;
  return filled;
}

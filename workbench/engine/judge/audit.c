#include "judge/audit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CASE_PATIENCE_MS = 300000 };

static void tell_progress(const struct wb_audited *audited, size_t index) {
  const struct wb_audit_job *job = audited->job;
  struct wb_event event = {.kind = WB_EVENT_CASE,
                           .index = index + 1,
                           .total = audited->puzzle->n_cases,
                           .name = audited->cases[index]->name};
  if (job->event != NULL) job->event(&event, CASE_PATIENCE_MS, job->event_data);
}

static enum wb_status make_cases(struct wb_audited *audited, struct wb_error *err) {
  const struct wb_case_source *source = &audited->job->cases;
  enum wb_status status = WB_OK;
  audited->cases = wb_alloc(audited->puzzle->n_cases * sizeof *audited->cases);
  audited->spreads = wb_alloc(audited->puzzle->n_params * sizeof *audited->spreads);
  for (size_t i = 0; i < audited->puzzle->n_params; i++) audited->spreads[i].least = INFINITY;
  for (size_t i = 0; i < audited->puzzle->n_cases && status == WB_OK; i++) {
    status = source->make(source->data, i, &audited->cases[i], err);
    if (status == WB_OK) tell_progress(audited, i);
    if (status == WB_OK) status = wb_audit_reference(audited, i, err);
  }
  return status;
}

static unsigned line_of_param(const struct wb_puzzle *puzzle, const char *name) {
  unsigned line = 0;
  for (size_t i = 0; i < puzzle->n_params; i++)
    if (strcmp(puzzle->params[i].name, name) == 0) line = wb_puzzle_param_line(puzzle, i);
  return line;
}

static unsigned line_of_tolerance(const struct wb_puzzle_audit *audit, const char *array) {
  unsigned line = 0;
  for (size_t i = 0; i < audit->n_tolerances; i++)
    if (strcmp(audit->tolerances[i].array, array) == 0) line = audit->tolerances[i].line;
  return line;
}

static unsigned line_of_group(const struct wb_puzzle *puzzle, const char *name) {
  unsigned line = 0;
  for (size_t i = 0; i < puzzle->n_groups; i++)
    if (strcmp(puzzle->groups[i].name, name) == 0) line = wb_puzzle_group_line(puzzle, i);
  return line;
}

/* Of what in the spec a remark is about. */
static unsigned line_of(const struct wb_audited *audited, const struct wb_audit_remark *remark) {
  const struct wb_puzzle *puzzle = audited->puzzle;
  switch (remark->kind) {
    case WB_AUDIT_NOT_REPEATABLE:
    case WB_AUDIT_NAN:
      return wb_puzzle_reference_line(puzzle, false);
    case WB_AUDIT_SECOND_REFERENCE:
      return wb_puzzle_reference_line(puzzle, true);
    case WB_AUDIT_SAME_SIZE:
    case WB_AUDIT_SAME_LAUNCH:
    case WB_AUDIT_SAME_CASE:
    case WB_AUDIT_CASE_OUTSIDE:
      return wb_puzzle_case_line(puzzle, (size_t)remark->number - 1);
    case WB_AUDIT_GROUP_CASES:
      return remark->number > 0 ? wb_puzzle_case_line(puzzle, (size_t)remark->number - 1)
                                : line_of_group(puzzle, remark->array);
    case WB_AUDIT_SIZE_RANGE:
      return wb_puzzle_domain_line(puzzle);
    case WB_AUDIT_TOLERANCE_TIGHT:
      return line_of_tolerance(audited->audit, remark->array);
    default:
      return line_of_param(puzzle, remark->array);
  }
}

enum wb_status wb_audit_make(const struct wb_audit_job *job, struct wb_puzzle_audit *audit,
                             struct wb_error *err) {
  struct wb_audited audited = {.job = job, .audit = audit};
  *audit = (struct wb_puzzle_audit){.puzzle = wb_strdup(job->slug)};
  enum wb_status status = job->cases.load(job->cases.data, &audited.puzzle, err);
  if (status == WB_OK) {
    audit->n_cases = audited.puzzle->n_cases;
    audit->second_reference = audited.puzzle->has_second_reference;
    status = make_cases(&audited, err);
  }
  if (status == WB_OK) status = wb_audit_answers(&audited, err);
  if (status == WB_OK) wb_audit_cases(&audited);
  if (status == WB_OK) status = wb_audit_domain(&audited, err);
  if (status == WB_OK) wb_audit_tolerances(&audited);
  if (status == WB_OK) wb_audit_bounds(&audited);
  for (size_t i = 0; i < audit->n_remarks && status == WB_OK; i++)
    audit->remarks[i].line = line_of(&audited, &audit->remarks[i]);
  for (size_t i = 0; audited.cases != NULL && i < audited.puzzle->n_cases; i++)
    job->cases.free(audited.cases[i]);
  free(audited.cases);
  free(audited.spreads);
  if (status != WB_OK) wb_puzzle_audit_release(audit);
  return status;
}

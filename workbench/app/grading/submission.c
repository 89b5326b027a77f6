#include "grading/submission.h"

#include <stdlib.h>
#include <string.h>

void wb_submission_release(struct wb_submission *submission) {
  for (size_t i = 0; i < submission->n_files; i++)
    for (size_t j = 0; j < submission->files[i].n_entries; j++)
      free(submission->files[i].entries[j]);
  for (size_t i = 0; i < submission->n_ids; i++) free(submission->ids[i]);
  free(submission->ids);
  free(submission->label);
  free(submission->name);
  wb_fields_release(&wb_submission_fields, submission);
  memset(submission, 0, sizeof *submission);
}

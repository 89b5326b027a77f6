/* All of a puzzle for whoever writes it, hidden cases among it: what the spec says, the files that
 * belong to it, and its kernels with what they must get. */
#ifndef WB_AUTHORING_AUTHOR_VIEW_H
#define WB_AUTHORING_AUTHOR_VIEW_H

#include "fields/fields.h"
#include "course/course.h"
#include "result/event.h"
#include "text/styled.h"

/* A kernel that comes with a puzzle. */
struct wb_author_kernel {
  char *file;     /* from the course's root: "solutions/03-guards/wrong/no-guard.cl" */
  char *expected; /* "accepted", "not accepted", "runtime-error out-of-bounds at line 7"; what is
                     wrong with the file, where that cannot be told */
  char *why;      /* the mistake, as a sentence; NULL: none is named */
  bool broken;    /* the file, or what it expects */
};

struct wb_author_view {
  struct wb_puzzle_summary about; /* what it owns is the caller's */
  struct wb_puzzle_data data;     /* likewise: of all cases, as authors are told them */
  char **files;                   /* from the course's root, those that are there */
  size_t n_files;
  char **missing; /* likewise, those that are not, and should be */
  size_t n_missing;
  struct wb_author_kernel *kernels; /* the starter first, then what is right, then what is wrong */
  size_t n_kernels;
};
extern const struct wb_fields wb_author_view_fields; /* documented in docs/json.md */

struct wb_author_view wb_author_view_of(const struct wb_course *course,
                                        const struct wb_puzzle_summary *about,
                                        const struct wb_puzzle_data *data);
void wb_author_view_release(struct wb_author_view *view);

/* Appends it, as text. */
void wb_author_view_write(const struct wb_author_view *view, unsigned width,
                          struct wb_document *text);

#endif

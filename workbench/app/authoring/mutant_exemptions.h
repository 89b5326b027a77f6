/* Mutants that an author has looked at and found right: solutions/NN-slug/equivalent.txt.
 *
 * An entry names the kernel, the operator (mutant.h) and the lines that change, without their
 * indentation, and gives the reason; a blank line ends it. Lines that begin with # are comments.
 *
 *   accepted.cl comparison
 *   - if (i < n) {
 *   + if (i <= n) {
 *   why: No case can have a work-item n: the launch has n of them.
 *
 * Where several mutants of a kernel change the same lines in the same way, `accepted.cl
 * comparison 2` is the second of them in the text. */
#ifndef WB_AUTHORING_MUTANT_EXEMPTIONS_H
#define WB_AUTHORING_MUTANT_EXEMPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* The operator of mutants of the launch; the only line of such an entry is "= CHANGE". */
#define WB_LAUNCH_MUTANT "launch"
/* That of mutants that the compiler makes. Their lines are "- OLD" with "+ NEW", or with "= CHANGE"
 * where the change cannot be written in one line. */
#define WB_CODE_MUTANT "compiled"
#define WB_EXEMPTIONS_FILE "equivalent.txt"

struct wb_mutant_exemption {
  char *part, *operator_name;
  char *difference; /* lines, each with a newline */
  char *why;        /* on one line; "" where there is none */
  unsigned number;  /* from 1 */
  unsigned line;    /* of the file, from 1 */
};

/* What cannot be read of the file. */
struct wb_exemption_mistake {
  unsigned line;
  char *message;
};

struct wb_mutant_exemptions {
  struct wb_mutant_exemption *items;
  size_t count, capacity;
  struct wb_exemption_mistake *mistakes;
  size_t n_mistakes, mistake_capacity;
};

/* Adds to a zeroed list. An entry without a reason or lines, or of an unknown operator, is a
 * mistake, and so is one that is there twice. */
void wb_mutant_exemptions_parse(struct wb_mutant_exemptions *exemptions, const char *text);
void wb_mutant_exemptions_release(struct wb_mutant_exemptions *exemptions);

/* NULL: there is none. */
const struct wb_mutant_exemption *wb_mutant_exemption_of(
    const struct wb_mutant_exemptions *exemptions, const char *part, const char *operator_name,
    const char *difference, unsigned number);

/* An entry to be pasted, but for the reason; the caller frees. */
char *wb_mutant_exemption_text(const char *part, const char *operator_name, const char *difference,
                               unsigned number);

#endif

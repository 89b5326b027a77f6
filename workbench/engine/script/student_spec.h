/* A spec written anew for learners: with the visible cases alone, and in place of fills, seeds,
 * functions and modules the numbers that came of them. What it says is a list of what learners may
 * know; a field that is not named here stays out. */
#ifndef WB_SCRIPT_STUDENT_SPEC_H
#define WB_SCRIPT_STUDENT_SPEC_H

#include "base/str.h"
#include "script/puzzle.h"

/* Makes the visible cases and appends puzzle.lua. WB_ERR_SPEC where a case cannot be made, or has
 * too many numbers for a spec. */
enum wb_status wb_student_spec_write(struct wb_puzzle *puzzle, struct wb_str *out,
                                     struct wb_error *err);

#endif

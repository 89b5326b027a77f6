/* What there is to do once every puzzle is solved, the same in all faces: each has its own way to
 * do it. */
#ifndef WB_VERBS_WAYS_ON_H
#define WB_VERBS_WAYS_ON_H

#include <stddef.h>

#include "commands/mentions.h"

#define WB_ALL_SOLVED "All puzzles are solved. What comes next:"

struct wb_way_on {
  const char *command; /* what to type, in the shell after the program's name, or the key; "":
                          nothing in the program does it */
  const char *words;   /* "compare what your kernels cost with ours …" */
};

/* By number from 0, in the order in which they are shown. */
enum { WB_WAYS_ON = 3 };
struct wb_way_on wb_way_on(enum wb_face face, size_t number);

#endif

#include "verbs/ways_on.h"

/* In the order of the faces. */
static const struct {
  const char *command[WB_FACE_DIALOGUE + 1];
  const char *words;
} ways[WB_WAYS_ON] = {
    {{"run 1 --stats", "c", "counters"},
     "compare what your kernels cost with ours, and make them cheaper"},
    {{"run 1 --device gpu", ":device", "device gpu"}, "run your kernels on a GPU as well"},
    {{"", "", ""}, "write a puzzle of your own: docs/puzzle-spec.md"},
};

struct wb_way_on wb_way_on(enum wb_face face, size_t number) {
  return (struct wb_way_on){ways[number].command[face], ways[number].words};
}

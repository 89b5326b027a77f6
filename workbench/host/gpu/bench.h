/* Measuring a host program (docs/bench.md): the script is run again and again in one process, each
 * time with contexts of its own and other inputs, and what devices did is taken from the timeline.
 *
 * A script that returns a table with a function `run` is measured by its parts: `setup(seed)`,
 * which is not measured, `run(state)`, which is, and `check(state)`. Of any other script all of it
 * is a run. */
#ifndef WB_GPU_BENCH_H
#define WB_GPU_BENCH_H

#include <lua.h>

#include "gpu/run.h"

/* Inside a protected call, with the script's chunk at index 1 and nothing else: fills
 * result->bench. Raises what the script raises; what was measured before that is there. */
void wb_gpu_measure(lua_State *lua, const struct wb_gpu_script *script,
                    struct wb_gpu_result *result);

#endif

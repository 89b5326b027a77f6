/* What a host program can call, for people who write one: made of the course's lua/gpu.lua, the
 * annotations that editors read. */
#ifndef WB_SESSION_GPU_CALLS_H
#define WB_SESSION_GPU_CALLS_H

#include "course/course.h"

/* A list in Markdown, an item and a line for each function and each table of named values. NULL:
 * the course has none. The caller frees. */
char *wb_gpu_calls(const struct wb_course *course);

#endif

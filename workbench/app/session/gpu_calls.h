/* What a host program can call, for people who write one: made of the course's lua/gpu.lua, the
 * annotations that editors read. */
#ifndef WB_SESSION_GPU_CALLS_H
#define WB_SESSION_GPU_CALLS_H

#include "course/course.h"
#include "session/glossary.h"

/* A list in Markdown, an item and a line for each function and each table of named values. NULL:
 * the course has none. The caller frees. */
char *wb_gpu_calls(const struct wb_course *course);

/* Their names in such a list, each once: "gpu.devices", "ctx:enqueue_copy". */
void wb_gpu_call_names(const char *calls, struct wb_names *names);

/* The term of the glossary that a person means, else what a program can call: by its name, what
 * follows its dot or colon ("enqueue_copy", "dev:load"), or what it belongs to ("gpu.buffer");
 * "gpu" means all. *call is made for that, and released by wb_term_release; *term points to it or
 * into the glossary. WB_ERR_USAGE with the nearest name for none. */
enum wb_status wb_gpu_or_glossary_find(const struct wb_course *course,
                                       const struct wb_glossary *glossary, const char *wanted,
                                       struct wb_term *call, const struct wb_term **term,
                                       struct wb_error *err);

#endif

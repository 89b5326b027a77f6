/* The walls around a course's Lua: the role "script" (sandbox/sandbox.h). */
#ifndef WB_JUDGE_ENCLOSURE_H
#define WB_JUDGE_ENCLOSURE_H

#include "base/status.h"

/* From here on this process and the threads that it starts can read the course's folder and
 * what is known of themselves, write nothing, and start no program. A device's worker is
 * started before: it has walls of its own, and must not have these. */
enum wb_status wb_judge_enclose(const char *course, struct wb_error *err);

#endif

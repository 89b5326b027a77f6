/* What a process started ends with it, whatever it did to get away: a session of its
 * own, a double fork, a daemon.
 *
 *   client ── reaper ── worker ── what it starts: compiler, clang, launches, a driver's linker
 *
 * The reaper is a fork of the worker's program from before the worker did anything. It runs
 * nobody's code, listens to nobody, and is the subreaper of all that comes of the worker: a
 * process whose parent ends becomes the reaper's child. When the worker ends, the reaper is
 * asked to (SIGTERM), or the client dies, however it does, it kills every descendant until
 * there is none, takes the worker's private folder away, and ends as the worker did.
 *
 * One process of the chain may be killed with SIGKILL and nothing is left: the client's death
 * reaches the reaper, the reaper's death the worker and by wb_reaper_sweep() what the worker
 * left behind. Only where reaper and client are killed at once a process that left its
 * session, and was let do so by the other walls, would live on. */
#ifndef WB_SANDBOX_REAPER_H
#define WB_SANDBOX_REAPER_H

#include "base/status.h"
#include "sandbox/folder.h"

/* Parts the calling process, which has one thread yet, into reaper and worker; returns in the
 * worker, which dies with its reaper. The reaper keeps no descriptor but `folder`'s, which it
 * removes in the end; NULL: there is none. Call it first thing. */
enum wb_status wb_reaper_enter(struct wb_folder *folder, struct wb_error *err);

/* Makes the calling process the one to which orphans among its descendants come: the
 * second line behind reapers. */
void wb_reaper_adopt(void);

/* Ends all children of the calling process and all that comes of them: reapers that still
 * work are asked first and have `patience_ms`. Gives up after `limit_ms`. Returns whether
 * none is left. Only for a process at its end, whose children are all to end. */
bool wb_reaper_sweep(int patience_ms, int limit_ms);

#endif

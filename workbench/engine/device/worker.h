/* A worker process: the server's side of device/protocol.h.
 *
 * programs/emulator.c and programs/opencl.c call wb_worker_main() with their way to list and
 * to open devices; it parses the command line:
 *
 *   WORKER --list              prints a JSON array of wb_device_info
 *   WORKER --version           prints one line about its libraries
 *   WORKER --serve|--serve-own SELECTOR [FOLDER]...
 *                              parts into a reaper and a worker (sandbox/reaper.h),
 *                              which opens the device and answers requests on
 *                              WB_WORKER_FD until the other end is closed;
 *                              "NAME:any" is the first GPU, else the first
 *                              device, of those that --list shows; --serve-own: programs are
 *                              a person's own, and what they are compiled to may be kept
 *   WORKER --serve-each SELECTOR [FOLDER]...
 *                              likewise, but answers in a process for each client, forked from
 *                              the worker, that is asked for on WB_WORKER_FD
 *                              (base/fork_server.h)
 */
#ifndef WB_DEVICE_WORKER_H
#define WB_DEVICE_WORKER_H

#include "device/device.h"

enum { WB_WORKER_FD = 3 };

/* Folders, in the environment that whoever starts workers sets. A worker that is given the first
 * keeps there the programs that it compiles, and runs no kernel; one that is given the second finds
 * them there, and cannot change what it finds (judge/host_runner.h). */
#define WB_PROGRAMS_TO "WORKBENCH_PROGRAMS_TO"
#define WB_PROGRAMS_FROM "WORKBENCH_PROGRAMS_FROM"

#define WB_ANY_DEVICE ":any"

struct wb_worker {
  const char *name; /* of the executable */
  /* Devices that --list shows. Returns how many were filled, at most `max`. */
  size_t (*list)(struct wb_device_info *infos, size_t max);
  enum wb_status (*open)(const char *selector, struct wb_device **device, struct wb_error *err);
  void (*version)(char *buffer, size_t size);
  /* Called before a device is opened to serve: raises the walls of the worker's role
   * around this process (sandbox/sandbox.h). `included` are the folders of files that
   * programs may include, NULL after them; itself NULL: devices are listed alone, and nobody
   * supervises. Where the worker `wants_folder`, `folder` is an
   * empty one of this process's own, which is gone when it ends, for what a driver must
   * write; else it is NULL. Roles that have a supervisor find it on WB_GUARD_FD.
   * What is compiled may be read from, and written to, the cache of programs if it `keeps` them. */
  enum wb_status (*enclose)(const char *folder, char *const *included, bool keeps,
                            struct wb_error *err);
  /* For --serve-each; NULL: the worker cannot be forked. `prepare_forks` is called once, with the
   * device that the processes are to have, and does all of their work that knows no program;
   * `forked` is called in each of them, before it answers. */
  enum wb_status (*prepare_forks)(struct wb_device *device, char *const *included,
                                  struct wb_error *err);
  enum wb_status (*forked)(struct wb_device *device, struct wb_error *err);
  bool wants_folder;
  bool has_drivers; /* which are asked for their devices behind the walls, too */
};

int wb_worker_main(const struct wb_worker *worker, int argc, char **argv);

#endif

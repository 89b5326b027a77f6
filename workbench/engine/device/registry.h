/* Which devices there are on this machine, and how a person names them.
 *
 * Workers are looked for beside the running executable, then in its
 * ../libexec/workbench; $WORKBENCH_LIBEXEC wins over both. A shared object looks around its own
 * file instead, wherever its folder is below the prefix, and then at the prefix that it was
 * built for. */
#ifndef WB_DEVICE_REGISTRY_H
#define WB_DEVICE_REGISTRY_H

#include "base/str.h"
#include "device/device.h"

/* The path of a helper executable ("workbench-emulator"), or NULL where it was
 * not built or installed. The caller frees. */
char *wb_helper_path(const char *name);

/* The folder of the headers that the workbench brings, layout.h among them: absolute, without
 * links; NULL where it was not installed. The caller frees. */
char *wb_own_include_folder(void);

struct wb_device_list {
  struct wb_device_info *items;
  size_t count;
};
void wb_device_list_release(struct wb_device_list *list);

/* Asks every worker that is there. A worker that fails or hangs adds nothing
 * and a line to `problems` (may be NULL). */
enum wb_status wb_device_list(struct wb_device_list *list, struct wb_str *problems,
                              struct wb_error *err);

/* What the person wrote: "emulator", "opencl" (the first GPU, else the first
 * device), "opencl:P.D", "cpu", "gpu", or a part of the name of a device or of
 * its platform, whatever its case. Opens it through a worker. WB_ERR_MISSING
 * where it is not there, with the devices that are, or the nearest name. */
enum wb_status wb_device_open(const char *wanted, int cancel_fd, struct wb_device **device,
                              struct wb_error *err);

/* As wb_device_open, but returns as soon as the worker is started: what goes
 * wrong with its start then comes out of the first call. `folders` ends with NULL, or is
 * NULL: where files lie that programs may include. */
enum wb_status wb_device_start(const char *wanted, const char *const *folders, int cancel_fd,
                               struct wb_device **device, struct wb_error *err);

/* The same, for a host program, or for texts of different people. */
struct wb_device_start_options {
  const char *const *folders;
  int cancel_fd;
  int host_memory;      /* a memfd that commands name (wb_device_set_host_memory); -1: none */
  bool outlives_thread; /* as in device/remote.h */
  bool keeps_programs;  /* likewise */
  bool forks;           /* likewise, where its worker can be forked */
};
enum wb_status wb_device_start_with(const char *wanted,
                                    const struct wb_device_start_options *options,
                                    struct wb_device **device, struct wb_error *err);

/* Whether only a list of the devices tells what the person meant: a name, or "gpu". */
bool wb_device_needs_list(const char *wanted);
/* Whether the list has that device; WB_ERR_MISSING as above. `problems` may be NULL. */
enum wb_status wb_device_find(const struct wb_device_list *list, const char *problems,
                              const char *wanted, struct wb_error *err);

/* What is said of a device that was not opened: the emulator's name for NULL and
 * "emulator", so that it is called the same as in results, and else what the
 * person wrote. */
const char *wb_device_label(const char *wanted);

/* Whether this device's word makes a puzzle solved: the emulator decides what
 * is right, and only where it was not built does another device. `wanted` as
 * above; NULL is the emulator. */
bool wb_device_decides(const char *wanted);

#endif

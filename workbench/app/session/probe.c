#include "session/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/process.h"
#include "session/crash.h"

enum { END_MS = 10 };

void wb_probe_init(struct wb_probe *probe) {
  *probe = (struct wb_probe){.fd = -1};
  wb_str_init(&probe->bytes);
}

static void end_child(struct wb_probe *probe) {
  struct wb_process process = {.pid = probe->child, .group = true};
  wb_process_abandon(&process, END_MS); /* a driver may keep it for as long as it likes */
  if (probe->fd >= 0) close(probe->fd);
  probe->child = 0;
  probe->fd = -1;
}

void wb_probe_release(struct wb_probe *probe) {
  end_child(probe);
  wb_str_release(&probe->bytes);
}

/* In the child: the number of devices, their records, then words on problems.
 * It is the same program, so that the records need no format. */
static _Noreturn void send_devices(int fd) {
  struct wb_device_list list = {0};
  struct wb_str problems;
  struct wb_error err = {0};
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  wb_crash_forget();
  wb_str_init(&problems);
  enum wb_status status = wb_device_list(&list, &problems, &err);
  if (status != WB_OK) wb_str_addf(&problems, "%s\n", err.message);
  if (wb_write_exact(fd, &list.count, sizeof list.count, -1, &err) == WB_OK &&
      wb_write_exact(fd, list.items, list.count * sizeof *list.items, -1, &err) == WB_OK) {
    wb_write_exact(fd, problems.data, problems.length, -1, &err);
  }
  _exit(0);
}

enum wb_status wb_probe_start(struct wb_probe *probe, struct wb_error *err) {
  int ends[2];
  enum wb_status status = wb_pipe(ends, err);
  if (status != WB_OK) return status;
  end_child(probe);
  wb_str_clear(&probe->bytes);
  pid_t child = fork();
  if (child == 0) send_devices(ends[1]);
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return wb_fail_errno(err, "cannot start a process that looks for devices");
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  setpgid(child, child); /* in both: whoever is first */
  probe->child = child;
  probe->fd = ends[0];
  return WB_OK;
}

static void unpack_devices(const struct wb_str *bytes, struct wb_device_list *list,
                           char **problems) {
  size_t count = 0, used = sizeof count;
  *list = (struct wb_device_list){0};
  *problems = NULL;
  if (bytes->length < used) {
    *problems = wb_strdup("The search for devices ended without an answer.");
    return;
  }
  memcpy(&count, bytes->data, sizeof count);
  if (count > (bytes->length - used) / sizeof *list->items) return;
  list->items = wb_alloc((count + 1) * sizeof *list->items);
  list->count = count;
  memcpy(list->items, bytes->data + used, count * sizeof *list->items);
  used += count * sizeof *list->items;
  *problems = wb_strndup(bytes->data + used, bytes->length - used);
}

bool wb_probe_read(struct wb_probe *probe, struct wb_device_list *list, char **problems) {
  char buffer[4096];
  while (probe->fd >= 0) {
    ssize_t got = read(probe->fd, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return false;
    if (got <= 0) {
      end_child(probe);
      unpack_devices(&probe->bytes, list, problems);
      return true;
    }
    wb_str_add_bytes(&probe->bytes, buffer, (size_t)got);
  }
  return false;
}

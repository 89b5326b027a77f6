#include <errno.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/process.h"
#include "sandbox/report.h"
#include "sandbox/sandbox.h"

/* Kernels newer than the headers may write more. */
union notification {
  struct seccomp_notif as;
  unsigned char room[1024];
};
union response {
  struct seccomp_notif_resp as;
  unsigned char room[256];
};

enum wb_status wb_guard_open(struct wb_guard *guard, const struct wb_walls *expected,
                             int *child_end, struct wb_error *err) {
  int ends[2];
  *guard = (struct wb_guard){.socket = -1, .expected = *expected};
  enum wb_status status = wb_seqpacket_pair(ends, err);
  if (status != WB_OK) return status;
  guard->socket = ends[0];
  *child_end = ends[1];
  return WB_OK;
}

void wb_guard_close(struct wb_guard *guard) {
  for (size_t i = 0; i < guard->n_listeners; i++) close(guard->listeners[i]);
  if (guard->socket >= 0) close(guard->socket);
  guard->n_listeners = 0;
  guard->socket = -1;
}

size_t wb_guard_items(const struct wb_guard *guard, struct pollfd *items) {
  size_t n = 0;
  items[n++] = (struct pollfd){.fd = guard->socket, .events = POLLIN};
  for (size_t i = 0; i < guard->n_listeners; i++)
    items[n++] = (struct pollfd){.fd = guard->listeners[i], .events = POLLIN};
  return n;
}

/* ---- reports ---------------------------------------------------------------------------- */

/* The length that recvmsg returned; *listener is -1 where none came along. */
static ssize_t receive_report(int socket, struct wb_walls_report *report, int *listener) {
  struct iovec content = {report, sizeof *report};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct msghdr message = {.msg_iov = &content,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  ssize_t got;
  *listener = -1;
  do got = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  struct cmsghdr *header = got >= 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len == CMSG_LEN(sizeof *listener))
    memcpy(listener, CMSG_DATA(header), sizeof *listener);
  return got;
}

static enum wb_guard_news guard_broken(const struct wb_guard *guard,
                                       const struct wb_walls_report *report, struct wb_error *err) {
  const uint32_t missing = guard->expected.which & ~report->standing;
  const enum wb_wall wall = (missing & WB_WALL_LANDLOCK) != 0 ? WB_WALL_LANDLOCK : WB_WALL_SECCOMP;
  wb_fail(err, WB_ERR_MISSING,
          "the sandbox's wall %s does not stand: %s; --sandbox=off does without walls",
          wb_wall_name(wall), report->error != 0 ? strerror(report->error) : "it was not raised");
  return WB_GUARD_BROKEN;
}

/* All reports that are there. The other end's closing is no news. */
static enum wb_guard_news take_reports(struct wb_guard *guard, struct wb_error *err) {
  struct wb_walls_report report;
  while (guard->socket >= 0) {
    int listener = -1;
    const ssize_t got = receive_report(guard->socket, &report, &listener);
    if (got < 0) break;
    if (got == 0) {
      close(guard->socket);
      guard->socket = -1;
      break;
    }
    /* Without a listener nobody would hear of the calls that the process is refused. */
    const bool tells = (guard->expected.which & WB_WALL_SECCOMP) != 0;
    const bool room = listener < 0 || guard->n_listeners < WB_GUARD_MAX;
    if (listener >= 0 && room) guard->listeners[guard->n_listeners++] = listener;
    if (listener >= 0 && !room) close(listener);
    if (got != (ssize_t)sizeof report || !room || report.standing != guard->expected.which ||
        tells != (listener >= 0))
      return guard_broken(guard, &report, err);
    guard->n_entered++;
  }
  return WB_GUARD_QUIET;
}

/* ---- refused calls ------------------------------------------------------------------------ */

static bool refuse_call(int listener, uint64_t id) {
  union response response;
  memset(&response, 0, sizeof response);
  response.as.id = id;
  response.as.error = -EPERM;
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &response) == 0;
}

/* Nobody answers any other call: the process is held in it until it is ended. */
static enum wb_guard_news hear_call(struct wb_guard *guard, int listener, char *call) {
  union notification told;
  memset(&told, 0, sizeof told);
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &told) != 0)
    return WB_GUARD_QUIET; /* it was ended meanwhile */
  if (guard->forgiving && refuse_call(listener, told.as.id)) return WB_GUARD_QUIET;
  wb_seccomp_call_name(told.as.data.nr, call);
  return WB_GUARD_REFUSED;
}

static enum wb_guard_news take_calls(struct wb_guard *guard, char *call) {
  enum wb_guard_news news = WB_GUARD_QUIET;
  for (size_t i = 0; i < guard->n_listeners && news == WB_GUARD_QUIET;) {
    struct pollfd item = {.fd = guard->listeners[i], .events = POLLIN};
    const bool ready = poll(&item, 1, 0) > 0;
    if (ready && (item.revents & POLLIN) != 0) news = hear_call(guard, guard->listeners[i], call);
    const bool gone = ready && (item.revents & POLLIN) == 0;
    if (gone) {
      close(guard->listeners[i]);
      guard->listeners[i] = guard->listeners[--guard->n_listeners];
    } else {
      i++;
    }
  }
  return news;
}

enum wb_guard_news wb_guard_look(struct wb_guard *guard, char call[WB_CALL_NAME_MAX],
                                 struct wb_error *err) {
  enum wb_guard_news news = take_reports(guard, err);
  return news == WB_GUARD_QUIET ? take_calls(guard, call) : news;
}

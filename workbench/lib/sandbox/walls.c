#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sandbox/landlock.h"
#include "sandbox/report.h"
#include "sandbox/sandbox.h"
#include "sandbox/seccomp.h"

/* ---- the canary ----------------------------------------------------------------------- */

/* The first of these that can be opened. The worker may read any file, and writes in
 * one folder only. */
static const char *find_canary(const struct wb_enclosure *enclosure, int how) {
  static const char *const READABLE[] = {"/etc/passwd", "/proc/version", "/proc/self/exe",
                                         "/etc/hostname", "/dev/zero"};
  static const char *const WRITABLE[] = {"/dev/zero", "/dev/full", "/proc/self/comm"};
  const bool writes = (how & O_ACCMODE) == O_WRONLY;
  const char *const *names = writes ? WRITABLE : READABLE;
  size_t n = writes ? sizeof WRITABLE / sizeof WRITABLE[0] : sizeof READABLE / sizeof READABLE[0];
  if (enclosure->canary != NULL) {
    names = &enclosure->canary;
    n = 1;
  }
  for (size_t i = 0; i < n; i++) {
    const int fd = open(names[i], how);
    if (fd < 0) continue;
    close(fd);
    return names[i];
  }
  return NULL;
}

static int raise_landlock(const struct wb_enclosure *enclosure) {
  const int how = (enclosure->role == WB_ROLE_EMULATOR ? O_WRONLY : O_RDONLY) | O_CLOEXEC;
  const char *canary = find_canary(enclosure, how);
  if (canary == NULL) return -1;
  if (wb_landlock_raise(enclosure->walls.landlock_abi, enclosure->places) != 0) return -1;
  const int fd = open(canary, how);
  if (fd < 0 && errno == EACCES) return 0;
  if (fd >= 0) {
    close(fd);
    errno = EEXIST; /* it is there, to be opened, as if there were no wall */
  }
  return -1;
}

/* ---- the report --------------------------------------------------------------------------- */

static int send_report(int guard, const struct wb_walls_report *words, int listener) {
  struct wb_walls_report copy = *words;
  struct iovec content = {&copy, sizeof copy};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct msghdr message = {.msg_iov = &content, .msg_iovlen = 1};
  if (listener >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof listener);
    memcpy(CMSG_DATA(header), &listener, sizeof listener);
  }
  return sendmsg(guard, &message, MSG_NOSIGNAL) == (ssize_t)sizeof copy ? 0 : -1;
}

int wb_walls_raise(const struct wb_enclosure *enclosure, enum wb_wall *failed) {
  struct wb_walls_report words = {0};
  const uint32_t which = enclosure->walls.which;
  int listener = WB_NOBODY_TOLD;
  int bad = which != 0 ? prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) : 0;
  if (bad != 0) words.failed = which;
  if (bad == 0 && (which & WB_WALL_LANDLOCK) != 0) {
    bad = raise_landlock(enclosure);
    *(bad == 0 ? &words.standing : &words.failed) |= WB_WALL_LANDLOCK;
  }
  if (bad == 0 && (which & WB_WALL_SECCOMP) != 0) {
    listener = wb_seccomp_raise(enclosure->role, enclosure->guard >= 0);
    bad = listener == -1 ? -1 : wb_seccomp_canary(enclosure->role);
    *(bad == 0 ? &words.standing : &words.failed) |= WB_WALL_SECCOMP;
  }
  words.error = bad != 0 ? errno : 0;
  if (enclosure->guard >= 0 && send_report(enclosure->guard, &words, listener) != 0) {
    if (bad == 0) words.error = errno;
    bad = -1;
  }
  if (listener >= 0) close(listener);
  if (enclosure->guard >= 0) close(enclosure->guard);
  if (failed != NULL) *failed = (enum wb_wall)words.failed;
  if (bad != 0) errno = words.error;
  return bad;
}

enum wb_status wb_walls_enter(const struct wb_enclosure *enclosure, struct wb_error *err) {
  enum wb_wall failed = 0;
  if (wb_walls_raise(enclosure, &failed) == 0) return WB_OK;
  return wb_fail(err, WB_ERR_MISSING,
                 "the sandbox's wall %s does not stand around the %s: %s; "
                 "--sandbox=off does without walls",
                 wb_wall_name(failed), wb_role_name(enclosure->role), strerror(errno));
}

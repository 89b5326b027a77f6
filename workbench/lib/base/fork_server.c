#include "base/fork_server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What a process has to put away when its client is gone, before it is killed. */
enum { PATIENCE_MS = 1000, EXIT_CANNOT_BEGIN = 127 };

union control {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(WB_FORK_FDS * sizeof(int))];
};

enum wb_status wb_fork_server_ask(int control, const int *fds, size_t n_fds, struct wb_error *err) {
  char byte = 0;
  struct iovec content = {&byte, 1};
  union control rights;
  struct msghdr message = {.msg_iov = &content,
                           .msg_iovlen = 1,
                           .msg_control = rights.bytes,
                           .msg_controllen = CMSG_SPACE(n_fds * sizeof(int))};
  ssize_t sent;
  memset(&rights, 0, sizeof rights);
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(n_fds * sizeof(int));
  memcpy(CMSG_DATA(header), fds, n_fds * sizeof(int));
  do sent = sendmsg(control, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == 1 ? WB_OK : wb_fail_errno(err, "cannot ask for another process");
}

/* ---- the server -------------------------------------------------------------------------- */

static void close_all(struct wb_fork_server *server) {
  for (size_t i = 0; i < server->n_fds; i++) close(server->fds[i]);
  server->n_fds = 0;
}

/* Whether there is another client; what is no client's is passed over. */
static bool receive_client(struct wb_fork_server *server) {
  server->n_fds = 0;
  while (server->n_fds == 0) {
    char byte;
    struct iovec content = {&byte, 1};
    union control rights;
    struct msghdr message = {.msg_iov = &content,
                             .msg_iovlen = 1,
                             .msg_control = rights.bytes,
                             .msg_controllen = sizeof rights.bytes};
    const ssize_t got = recvmsg(server->control, &message, MSG_CMSG_CLOEXEC);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header == NULL || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
      continue;
    server->n_fds = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    memcpy(server->fds, CMSG_DATA(header), server->n_fds * sizeof(int));
  }
  return true;
}

/* Until there is something to read for the client's process; false: there never will be. */
static bool await_word(const struct wb_fork_server *server) {
  struct pollfd items[] = {{server->fds[0], POLLIN, 0}, {server->control, POLLRDHUP, 0}};
  char byte;
  while (poll(items, 2, -1) < 0 && errno == EINTR) continue;
  return items[1].revents == 0 && recv(server->fds[0], &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

/* Until the process has ended, or its client is gone. */
static void await_end(const struct wb_fork_server *server, const struct wb_process *process) {
  const int ended = (int)syscall(SYS_pidfd_open, process->pid, 0);
  struct pollfd items[] = {{server->fds[0], POLLRDHUP, 0}, {ended, POLLIN, 0}};
  while (poll(items, 2, -1) < 0 && errno == EINTR) continue;
  if (ended >= 0) close(ended);
}

/* Comes back when it is dead. */
static void end_process(const struct wb_fork_server *server, struct wb_process *process) {
  struct pollfd client = {.fd = server->fds[0], .events = POLLRDHUP};
  struct wb_exit end = {0};
  await_end(server, process);
  const bool gone = poll(&client, 1, 0) > 0;
  if (wb_process_wait(process, PATIENCE_MS, &end, NULL) != WB_OK)
    wb_process_kill(process);
  else if (!gone && server->ended != NULL)
    server->ended(server->fds[0], &end);
}

/* In the child. */
static void begin_process(struct wb_fork_server *server, pid_t parent) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  close(server->control);
  server->control = -1;
  if (getppid() != parent || nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0 ||
      dup2(nowhere, STDERR_FILENO) < 0)
    _exit(EXIT_CANNOT_BEGIN);
  close(nowhere);
}

bool wb_fork_server_run(struct wb_fork_server *server) {
  const pid_t parent = getpid();
  while (receive_client(server)) {
    if (!server->waits || await_word(server)) {
      struct wb_process process = {.pid = fork()};
      if (process.pid == 0) {
        begin_process(server, parent);
        return true;
      }
      if (process.pid > 0) end_process(server, &process);
    }
    close_all(server);
  }
  return false;
}

/* A process for each client, of which none has anything of another's. */
#include "base/fork_server.h"

#include <poll.h>
#include <signal.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "tap.h"

static int counter;     /* of clients, in the memory of whoever counts */
static int control_end; /* the server's number of it */

static void tell_end(int socket, const struct wb_exit *end) {
  dprintf(socket, "ended %d %d;", end->exited ? end->code : -1, end->signal);
}

/* What is at a descriptor, so that two can be told apart. */
static unsigned long long identity_of(int fd) {
  struct stat about;
  return fstat(fd, &about) == 0 ? (unsigned long long)about.st_ino : 0;
}

/* Each command is a letter. */
static void serve_client(const struct wb_fork_server *server) {
  const int socket = server->fds[0];
  char command;
  while (read(socket, &command, 1) == 1) {
    switch (command) {
      case 'c': /* how many clients it has seen */
        dprintf(socket, "count %d;", ++counter);
        break;
      case 'p':
        dprintf(socket, "pid %d;", (int)getpid());
        break;
      case 'n': /* descriptors beyond the standard ones and its own */
        for (int fd = 3, n = 0; fd < 64; fd++) {
          n += fd != socket && identity_of(fd) != 0;
          if (fd == 63) dprintf(socket, "open %d;", n);
        }
        break;
      case 'o': /* whether the control socket is there */
        dprintf(socket, "control %d;", fcntl(control_end, F_GETFD) >= 0 && control_end != socket);
        break;
      case 'x':
        _exit(7);
      case 'a':
        abort();
      case 'h': /* hangs, also when its client is gone */
        for (;;) pause();
    }
  }
  _exit(0);
}

/* Returns this side's end of the control socket. */
static int start_server(bool waits, struct wb_process *process) {
  int ends[2];
  CHECK_INT(wb_socket_pair(ends, NULL), WB_OK);
  process->pid = fork();
  if (process->pid == 0) {
    struct wb_fork_server server = {.control = ends[1], .waits = waits, .ended = tell_end};
    close(ends[0]);
    control_end = ends[1];
    if (wb_fork_server_run(&server)) serve_client(&server);
    _exit(3);
  }
  close(ends[1]);
  return ends[0];
}

static int connect_client(int control) {
  int ends[2];
  CHECK_INT(wb_socket_pair(ends, NULL), WB_OK);
  CHECK_INT(wb_fork_server_ask(control, &ends[1], 1, NULL), WB_OK);
  close(ends[1]);
  return ends[0];
}

/* The answer to a command up to its semicolon; "" where there is none. Static storage. */
static const char *ask(int client, char command) {
  static char answer[64];
  size_t length = 0;
  struct pollfd item = {.fd = client, .events = POLLIN};
  if (send(client, &command, 1, MSG_NOSIGNAL) != 1) return "";
  while (length < sizeof answer - 1 && poll(&item, 1, TAP_HANG_MS) == 1 &&
         read(client, answer + length, 1) == 1 && answer[length] != ';')
    length++;
  answer[length] = '\0';
  return answer;
}

static bool lives(int pid) { return kill(pid, 0) == 0; }

static int pid_of(int client) {
  int pid = 0;
  CHECK_INT(sscanf(ask(client, 'p'), "pid %d", &pid), 1);
  return pid;
}

static void end_server(int control, struct wb_process *server) {
  struct wb_exit end = {0};
  close(control);
  CHECK_INT(wb_process_wait(server, TAP_HANG_MS, &end, NULL), WB_OK);
  CHECK(end.exited && end.code == 3);
}

static void each_begins_as_the_server_is(void) {
  struct wb_process server = {0};
  const int control = start_server(false, &server);
  for (int i = 0; i < 3; i++) {
    const int client = connect_client(control);
    CHECK_STRING(ask(client, 'c'), "count 1");
    CHECK_STRING(ask(client, 'c'), "count 2");
    close(client);
  }
  end_server(control, &server);
}

static void it_has_no_descriptor_of_another(void) {
  struct wb_process server = {0};
  const int control = start_server(false, &server);
  char first[64];
  int client = connect_client(control);
  snprintf(first, sizeof first, "%s", ask(client, 'n'));
  CHECK_STRING(ask(client, 'o'), "control 0");
  for (int i = 0; i < 5; i++) {
    close(client);
    client = connect_client(control);
    CHECK_STRING(ask(client, 'n'), first);
    CHECK_STRING(ask(client, 'o'), "control 0");
  }
  close(client);
  end_server(control, &server);
}

static void it_is_dead_before_the_next_begins(void) {
  struct wb_process server = {0};
  const int control = start_server(false, &server);
  const int first = connect_client(control);
  const int pid = pid_of(first);
  const int second = connect_client(control);
  struct pollfd item = {.fd = second, .events = POLLIN};
  CHECK(send(second, "p", 1, MSG_NOSIGNAL) == 1);
  CHECK_INT(poll(&item, 1, 100), 0); /* nobody is there to answer */
  CHECK(lives(pid));
  CHECK(send(first, "h", 1, MSG_NOSIGNAL) == 1);
  close(first);
  CHECK_INT(poll(&item, 1, TAP_HANG_MS), 1); /* though it would not go by itself */
  CHECK(!lives(pid));
  close(second);
  end_server(control, &server);
}

static void whoever_waits_for_its_end_is_told(void) {
  struct wb_process server = {0};
  const int control = start_server(false, &server);
  int client = connect_client(control);
  CHECK_STRING(ask(client, 'x'), "ended 7 0");
  close(client);
  client = connect_client(control);
  CHECK_STRING(ask(client, 'a'), "ended -1 6");
  close(client);
  client = connect_client(control);
  CHECK_STRING(ask(client, 'c'), "count 1");
  close(client);
  end_server(control, &server);
}

/* Who asks for nothing costs no process. */
static void a_server_that_waits_forks_for_the_first_byte(void) {
  struct wb_process server = {0};
  const int control = start_server(true, &server);
  for (int i = 0; i < 3; i++) close(connect_client(control));
  const int client = connect_client(control);
  char *path = wb_format("/proc/%d/task/%d/children", server.pid, server.pid);
  usleep(50000);
  FILE *children = fopen(path, "re");
  CHECK(children != NULL && fgetc(children) == EOF);
  if (children != NULL) fclose(children);
  CHECK_STRING(ask(client, 'c'), "count 1");
  close(client);
  end_server(control, &server);
  free(path);
}

static void processes_end_with_the_server(void) {
  struct wb_process server = {0};
  const int control = start_server(false, &server);
  const int client = connect_client(control);
  struct pollfd item = {.fd = client, .events = POLLIN};
  char end;
  pid_of(client);
  wb_process_kill(&server);
  CHECK_INT(poll(&item, 1, TAP_HANG_MS), 1);
  CHECK_INT(recv(client, &end, 1, 0), 0);
  close(client);
  close(control);
}

/* A byte without a descriptor, and two descriptors of which the server knows what to do. */
static void odd_requests_are_passed_over(void) {
  struct wb_process server = {0};
  const int control = start_server(false, &server);
  int ends[2], more[2];
  CHECK(send(control, "xyz", 3, MSG_NOSIGNAL) == 3);
  CHECK_INT(wb_socket_pair(ends, NULL), WB_OK);
  CHECK_INT(wb_pipe(more, NULL), WB_OK);
  const int fds[] = {ends[1], more[0]};
  CHECK_INT(wb_fork_server_ask(control, fds, 2, NULL), WB_OK);
  CHECK_STRING(ask(ends[0], 'c'), "count 1");
  for (int i = 0; i < 2; i++) {
    close(ends[i]);
    close(more[i]);
  }
  end_server(control, &server);
}

int main(void) {
  tap_run("each process begins as the server is, whatever others have changed",
          each_begins_as_the_server_is);
  tap_run("it has no descriptor of another client's, nor the control socket",
          it_has_no_descriptor_of_another);
  tap_run("it is dead before the next begins, also where it would not end",
          it_is_dead_before_the_next_begins);
  tap_run("a client whose process ends by itself is told how", whoever_waits_for_its_end_is_told);
  tap_run("a server that waits forks when the first byte is there",
          a_server_that_waits_forks_for_the_first_byte);
  tap_run("processes end with the server", processes_end_with_the_server);
  tap_run("what is no request is passed over, and two descriptors come along",
          odd_requests_are_passed_over);
  return tap_finish();
}

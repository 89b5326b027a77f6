/* A fork server: a process that has done all that is the same for each client, and forks a process
 * for each of them, one after the other. What a client brings is known to its own process alone,
 * which begins as a copy of one that has never had a client, and is dead before the next client has
 * one.
 *
 *   client ── control socket ── server       a client sends descriptors, and nothing else
 *      └───── its own socket ── its process  all that is said afterwards
 *
 * Nobody but the server reads the control socket, and nothing that comes by it is looked into. A
 * client's process has no descriptor of another's, nor the control socket. */
#ifndef WB_BASE_FORK_SERVER_H
#define WB_BASE_FORK_SERVER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/process.h"
#include "base/status.h"

enum { WB_FORK_FDS = 2 };

/* Asks for a process that gets these descriptors, 1 to WB_FORK_FDS of them, of which the first is a
 * socket: the client keeps its other end, and the process is done when that is closed. The caller's
 * descriptors stay open. Returns before there is a process. */
enum wb_status wb_fork_server_ask(int control, const int *fds, size_t n_fds, struct wb_error *err);

struct wb_fork_server {
  int control;
  /* A process is forked when the client's first byte is there, and for one that closes its socket
   * before that, none is. */
  bool waits;
  /* In the server, where a process has ended by itself before its client closed the socket. */
  void (*ended)(int socket, const struct wb_exit *end);
  /* What the process of the client at hand has: its descriptors. */
  int fds[WB_FORK_FDS];
  size_t n_fds;
};

/* Serves until the control socket is closed, and returns false then. Returns true in each process
 * that it has forked, which has the server's memory and `fds`; its standard output and error lead
 * nowhere, and it ends with the server. For a process with a single thread. */
bool wb_fork_server_run(struct wb_fork_server *server);

#endif

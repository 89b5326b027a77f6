/* The client's end of a worker: its process, socket, staging area and captured
 * output. remote.c puts the device's calls on top. */
#ifndef WB_DEVICE_LINK_H
#define WB_DEVICE_LINK_H

#include "base/process.h"
#include "device/command_ring.h"
#include "device/protocol.h"
#include "device/remote.h"
#include "sandbox/sandbox.h"

/* How long to wait for a worker, by the wall clock. One that keeps no limits itself runs kernels,
 * or lets a driver compile them, on processors that others may use, too: while it has not had so
 * much of their time yet as it could have had on a quiet machine, and goes on using them, it is
 * given more, up to some times as much. What does not use them (it hangs, or waits for a device
 * that does) is not. */
struct wb_patience {
  uint64_t start_ns, limit_ms;
  uint64_t processor_ns;               /* that the worker had used before */
  uint64_t seen_ns, seen_processor_ns; /* when it was last asked whether it uses any, and then */
};

struct wb_link {
  struct wb_process process;
  char *worker; /* path */
  int socket, output_fd, staging_fd, cancel_fd;
  int control;                 /* of a worker that is forked for each client; -1: it is not */
  int ring_fd;                 /* -1: none */
  struct wb_command_ring ring; /* of commands; without memory where there is none */
  unsigned char *staging;      /* mapped, `staging_size` bytes */
  size_t staging_size;
  size_t staged; /* bytes of it that were posted, and that the worker may not have taken yet */
  struct wb_str request; /* being built by the caller, then sent */
  struct wb_str posted;  /* what is sent before it */
  bool delays;           /* there are requests in `posted` */
  struct wb_str reply;   /* the last, that readers point into */
  char *received;        /* what came with it, and is still to be read: from `received_begin` on */
  size_t received_begin, received_end;
  struct wb_str output;  /* the worker's stdout and stderr, cleaned */
  struct wb_guard guard; /* of a supervised worker's walls; else not open */
  bool supervised;
  bool keeps_limits; /* as struct wb_remote_options has it */
  uint32_t sequence;
  uint32_t start_limit_ms;
  bool greeted;
  pid_t worker_pid; /* of the process that greeted, whose parent `process` may be; 0: it has not */
  bool dead;
  enum wb_status death; /* why: the status that the call which noticed gave */
  struct wb_error last_error;
};

enum wb_status wb_link_open(struct wb_link *link, const struct wb_remote_options *options,
                            struct wb_error *err);
void wb_link_close(struct wb_link *link);

/* Of a worker that is forked for each client (struct wb_remote_options): ends what was forked for
 * this one, and goes on with another, which has a socket and a staging area of its own and is not
 * forked before the other is dead. */
enum wb_status wb_link_renew(struct wb_link *link, struct wb_error *err);

/* Whether the worker has not spoken yet, and has not ended. */
bool wb_link_is_starting(const struct wb_link *link);

/* Whether it lives, as far as its socket tells, and has said nothing that was not asked for. */
bool wb_link_is_quiet(const struct wb_link *link);

/* Sends link->request (begun by wb_protocol_record_begin) and, unless `in` is NULL,
 * waits at most `timeout_ms` for its reply, whose content `in` then reads. An
 * error in the reply is returned; one of the link ends the worker. */
enum wb_status wb_link_call(struct wb_link *link, enum wb_operation operation, uint64_t timeout_ms,
                            struct wb_reader *in, struct wb_error *err);

/* Sends it, and waits for nothing, not even for the worker's greeting: wb_link_answer does. Not to
 * a supervised worker, of which the greeting says that its walls stand. */
enum wb_status wb_link_send(struct wb_link *link, enum wb_operation operation, uint64_t timeout_ms,
                            struct wb_error *err);

/* Posts link->request: it is sent with what is sent next, and has no reply. The posts that wait are
 * few: their bytes are at most WB_POSTED_MAX and those of this one. */
enum { WB_POSTED_MAX = 64 << 10 };
enum wb_status wb_link_post(struct wb_link *link, enum wb_operation operation, uint64_t timeout_ms,
                            struct wb_error *err);

/* As wb_link_send, but the request is sent with what is sent next, or by wb_link_flush, which
 * leaves link->request as it is: whatever waits for a reply sends it. */
enum wb_status wb_link_delay(struct wb_link *link, enum wb_operation operation, uint64_t timeout_ms,
                             struct wb_error *err);
enum wb_status wb_link_flush(struct wb_link *link, uint64_t timeout_ms, struct wb_error *err);

/* Waits likewise for the reply to a request that was sent, or called without `in`, whose sequence
 * number was `sequence`: in the order in which they were sent. */
enum wb_status wb_link_answer(struct wb_link *link, enum wb_operation operation, uint32_t sequence,
                              uint64_t timeout_ms, struct wb_reader *in, struct wb_error *err);

/* The same for a command, of which there is no reply: through the ring, where there is one. */
enum wb_status wb_link_command(struct wb_link *link, uint64_t timeout_ms, struct wb_error *err);

/* Ends the worker because what it said is invalid; returns WB_ERR_PROTOCOL. */
enum wb_status wb_link_distrust(struct wb_link *link, const char *what, struct wb_error *err);

/* From now on; and whether it is over: to be asked now and then. */
struct wb_patience wb_link_patience(const struct wb_link *link, uint64_t limit_ms);
bool wb_link_patience_is_over(const struct wb_link *link, struct wb_patience *wait);

/* Ends the worker because it takes too long; returns WB_ERR_LIMIT. */
enum wb_status wb_link_give_up(struct wb_link *link, const char *what, struct wb_error *err);

/* Makes the staging area hold `size` bytes (at most WB_STAGING_MAX). */
enum wb_status wb_link_stage(struct wb_link *link, size_t size, struct wb_error *err);

#endif

/* What the judge and a worker process say to each other.
 *
 * Over one socket (the worker's WB_WORKER_FD) go *records*: a header, then
 * `length` bytes. The client sends a request; the worker answers with one
 * reply of the same operation and sequence number, except that a launch has
 * none of its own: the reply to the next FINISH carries the outcomes of all
 * launches since the last. Nor has a command (ENQUEUE): the reply to AWAIT carries
 * the completions that have come. Before anything else the worker sends one HELLO
 * reply. A reply begins with a status; if that is not WB_OK, the error's place
 * and message follow and nothing else.
 *
 * What only makes, fills or releases a buffer may be *posted*: then it has no reply
 * either. A worker that could not do what was posted does nothing more, and says why
 * in every reply from then on. The client says which handle a posted buffer has:
 * device.h says which one that has to be.
 *
 * FINISH names buffers whose state and content are wanted once all its launches are done: they
 * come with its reply, after the outcomes.
 *
 * Contents of buffers go inside the record where they are small, else through
 * the *staging area*: a memfd that the client made, that only it can grow (it
 * is sealed against shrinking), and that both map (the worker's
 * WB_STAGING_FD). The client writes it before a request or reads it after the
 * reply.
 *
 * Neither side trusts the other: every decoder checks lengths, counts,
 * enumerations and texts, and a record that cannot be ends the conversation. */
#ifndef WB_DEVICE_PROTOCOL_H
#define WB_DEVICE_PROTOCOL_H

#include "device/device.h"
#include "fields/fields.h"

enum {
  WB_STAGING_FD = 4,
  WB_HOST_MEMORY_FD = 5,         /* of a host program, where there is one */
  WB_COMMAND_RING_FD = 6,        /* the same: command_ring.h; not of every worker */
  WB_INLINE_MAX = 32 << 10,      /* content larger than this is staged */
  WB_PIECE_MAX = 256 << 10,      /* and sent in pieces of this, */
  WB_STAGING_MAX = 512 << 10,    /* two of which are staged at a time */
  WB_RECORD_MAX = 8 << 20,       /* bytes after a header */
  WB_OUTCOME_TEXT_MAX = 1 << 20, /* of printf, in one outcome */
  WB_PENDING_MAX = 64,           /* launches between two finishes */
  WB_EXPECTED_MAX = 8,           /* buffers that are wanted with one */
  WB_BUILD_LOG_MAX = 1 << 20
};

enum wb_operation {
  WB_OP_HELLO,
  WB_OP_INFO,
  WB_OP_BUFFER_CREATE,
  WB_OP_BUFFER_RELEASE,
  WB_OP_BUFFER_WRITE,
  WB_OP_BUFFER_READ,
  WB_OP_BUFFER_FILL,
  WB_OP_BUFFER_COPY,
  WB_OP_BUFFER_STATE,
  WB_OP_BUILD,
  WB_OP_PROGRAM_RELEASE,
  WB_OP_KERNEL_INFO,
  WB_OP_LAUNCH,
  WB_OP_FINISH,
  WB_OP_PREPARE,
  WB_OP_BUFFER_FORGET,
  WB_OP_ENQUEUE,
  WB_OP_AWAIT,
  WB_OP_WAKE,  /* there are commands in the ring: no reply */
  WB_OP_DRAIN, /* the reply comes once all of them are taken */
  WB_OP_COUNT
};

enum wb_record_role { WB_RECORD_REQUEST, WB_RECORD_REPLY, WB_RECORD_POST };

struct wb_record_header {
  uint32_t length;
  uint32_t operation;
  uint32_t sequence; /* of the request; 0 for HELLO, and for what is posted */
  uint32_t role;     /* enum wb_record_role */
};

/* What a HELLO says: another number where any table below, or a record, has another layout. */
uint32_t wb_protocol_version(void);

/* Starts a record in `out` (cleared), whose header wb_protocol_record_seal completes. */
void wb_protocol_record_begin(struct wb_str *out);
void wb_protocol_record_seal(struct wb_str *out, enum wb_operation operation, uint32_t sequence,
                             enum wb_record_role role);

/* The fields of what records have in them. Decoders leave in->bad set where a value
 * cannot be; what they filled is then safe to release, but not to use. */
extern const struct wb_fields wb_info_fields, wb_error_fields, wb_buffer_desc_fields,
    wb_buffer_state_fields, wb_build_request_fields, wb_build_result_fields, wb_kernel_info_fields,
    wb_launch_fields, wb_outcome_fields, wb_touched_fields, wb_undefined_fields;
WB_WIRE_PAIR(info, struct wb_device_info)
WB_WIRE_PAIR(error, struct wb_error)
WB_WIRE_PAIR(buffer_state, struct wb_buffer_state)
WB_WIRE_PAIR(build_result, struct wb_build_result)
WB_WIRE_PAIR(kernel_info, struct wb_kernel_info)
WB_WIRE_PAIR(outcome, struct wb_outcome)

/* Commands and their completions, which are many: as short as they can be. A completion without an
 * outcome is of no launch, or of one of which there is nothing to tell.
 *
 * A launch is often the same as the one before it, and then said to be that: what each side keeps
 * of the last one of a conversation is its struct wb_last_launch, zeroed at first. The putter calls
 * wb_command_sent once a command is on its way. What wb_get_command fills is good until the next.
 */
struct wb_last_launch {
  struct wb_str bytes, next; /* the putter's: of the last one that was sent, and of this one */
  struct wb_str members, next_members; /* the same, as they were in memory */
  struct wb_launch *launch;            /* the getter's */
};
void wb_last_launch_init(struct wb_last_launch *last);
void wb_last_launch_release(struct wb_last_launch *last);
void wb_put_command(struct wb_str *out, const struct wb_device_command *command,
                    struct wb_last_launch *last);
void wb_command_sent(struct wb_last_launch *last);
void wb_get_command(struct wb_reader *in, struct wb_device_command *command,
                    struct wb_last_launch *last);
void wb_command_release(struct wb_device_command *command);
void wb_put_completion(struct wb_str *out, const struct wb_device_completion *completion);
/* `outcome` is initialised, and released by the caller where the completion points at it then; its
 * error is set where its status is not WB_OK. */
void wb_get_completion(struct wb_reader *in, struct wb_device_completion *completion,
                       struct wb_outcome *outcome);
/* So many of them, each given to `take`, until one is invalid. */
void wb_get_completions(struct wb_reader *in, size_t count, wb_take_completion take, void *data);

/* These point at what others own; once decoded, at what is their own, to be released. */
WB_WIRE_OWNER(buffer_desc, struct wb_buffer_desc)
WB_WIRE_OWNER(build_request, struct wb_build_request)
WB_WIRE_OWNER(launch, struct wb_launch)

#endif

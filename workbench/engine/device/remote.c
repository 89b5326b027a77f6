#include "device/remote.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "device/known_kernels.h"
#include "device/link.h"
#include "device/transfer.h"

enum {
  CALL_LIMIT_MS = 30000, /* of an operation that moves bytes or asks something */
  SLACK_MS = 3000,       /* beyond the limits of launches: on an endless one a learner waits */
  JUST_NOW_MS = 50       /* for so long it counts what a worker has said of itself */
};

/* A launch that was sent, and how long it may last. */
struct pending {
  struct wb_outcome *outcome;
  uint64_t limit_ms;
};

/* What a reply to FINISH says of a buffer. */
struct told {
  struct wb_part part; /* of its content, which lies in the reply or in the staging area */
  const unsigned char *content;
  struct wb_buffer_state state;
};

/* A FINISH that was sent, and whose reply is still to come. */
struct asked {
  uint32_t sequence;
  size_t count, n_expected; /* launches, and buffers */
  struct wb_part expected[WB_EXPECTED_MAX];
};

struct remote {
  struct wb_device_base base;
  struct wb_link link;
  uint64_t limit_ms, slack_ms;
  bool keeps_limits, posts;
  /* From here on all is of one client. */
  struct asked asked[WB_PENDING_MAX]; /* in their order, a ring that begins at `first_asked` */
  size_t first_asked, n_asked;
  size_t staged;               /* bytes of the staging area that are for their replies */
  enum wb_status asked_status; /* of one that failed and that nobody has waited for: */
  struct wb_error asked_error; /* the next finish says so */
  struct wb_part expected[WB_EXPECTED_MAX]; /* with the next finish */
  size_t n_expected;
  struct told told[WB_EXPECTED_MAX]; /* by the last, until anything else is said */
  size_t n_told;
  struct pending pending[WB_PENDING_MAX]; /* launches, until finish */
  size_t n_pending;
  uint64_t pending_ms; /* the sum of their time limits */
  bool *used;          /* by handle - 1, where it posts: a buffer has it */
  size_t n_used, used_capacity;
  uint64_t commands_ms; /* the sum of the time limits of launches among commands, */
  uint64_t longest_ms;  /* and the longest of them, since all were done */
  uint64_t last_id;     /* of a command */
  struct wb_last_launch last_launch;
  struct wb_device_info info; /* as the worker said it */
  uint64_t info_ns;           /* when, */
  uint32_t info_sequence;     /* in the reply to which request */
  struct wb_known_kernels kernels;
  uint32_t building, info_asked; /* requests that wait for their answers; 0: there is none */
};

static struct remote *remote_of(struct wb_device *device) { return (struct remote *)device; }

static struct wb_str *begin_request(struct remote *remote) {
  remote->n_told = 0;
  wb_protocol_record_begin(&remote->link.request);
  return &remote->link.request;
}

static enum wb_outcome_kind outcome_of_death(enum wb_status death) {
  enum wb_outcome_kind kind = WB_OUTCOME_CRASHED;
  if (death == WB_ERR_REFUSED) kind = WB_OUTCOME_SECURITY;
  if (death == WB_ERR_LIMIT) kind = WB_OUTCOME_TIME_LIMIT;
  if (death == WB_ERR_CANCELLED) kind = WB_OUTCOME_CANCELLED;
  return kind;
}

/* Launches that the worker took with it did not end well. */
static void abandon_pending(struct remote *remote) {
  for (size_t i = 0; i < remote->n_pending; i++) {
    struct wb_outcome *outcome = remote->pending[i].outcome;
    wb_outcome_release(outcome);
    outcome->kind = outcome_of_death(remote->link.death);
    snprintf(outcome->detail, sizeof outcome->detail, "%.*s", (int)sizeof outcome->detail - 1,
             remote->link.last_error.message);
  }
  remote->n_pending = 0;
  remote->pending_ms = 0;
}

static enum wb_status note_death(struct remote *remote, enum wb_status status) {
  if (remote->link.dead) abandon_pending(remote);
  return status;
}

static void hear_asked(struct remote *remote); /* below */

/* Every call waits for what is before it in the queue, so it has that much
 * more time. */
static enum wb_status call_worker(struct remote *remote, enum wb_operation operation,
                                  uint64_t limit_ms, struct wb_reader *in, struct wb_error *err) {
  hear_asked(remote);
  const uint64_t timeout_ms = limit_ms + remote->pending_ms + remote->slack_ms;
  return note_death(remote, wb_link_call(&remote->link, operation, timeout_ms, in, err));
}

static uint64_t patience_ms(const struct remote *remote) {
  return remote->limit_ms + remote->pending_ms + remote->slack_ms;
}

/* For replies whose content has been read: it must have been all of it. */
static enum wb_status check_reply_end(struct remote *remote, const struct wb_reader *in,
                                      struct wb_error *err) {
  if (wb_reader_done(in)) return WB_OK;
  wb_link_distrust(&remote->link, "the worker sent an invalid reply", err);
  abandon_pending(remote);
  return WB_ERR_PROTOCOL;
}

static enum wb_status post(struct remote *remote, enum wb_operation operation,
                           struct wb_error *err) {
  return note_death(remote, wb_link_post(&remote->link, operation, patience_ms(remote), err));
}

/* A request whose reply, if it has one, is not waited for: it goes with what is posted. */
static enum wb_status send_along(struct remote *remote, enum wb_operation operation,
                                 uint64_t limit_ms, struct wb_error *err) {
  struct wb_link *link = &remote->link;
  return note_death(remote, remote->posts ? wb_link_delay(link, operation, limit_ms, err)
                                          : wb_link_call(link, operation, limit_ms, NULL, err));
}

/* A call whose reply carries nothing. */
static enum wb_status plain_call(struct remote *remote, enum wb_operation operation,
                                 struct wb_error *err) {
  struct wb_reader in;
  enum wb_status status = call_worker(remote, operation, remote->limit_ms, &in, err);
  return status == WB_OK ? check_reply_end(remote, &in, err) : status;
}

static void forget_client(struct remote *remote) {
  wb_last_launch_release(&remote->last_launch);
  wb_known_kernels_release(&remote->kernels);
  free(remote->used);
}

static void remote_close(struct wb_device *device) {
  struct remote *remote = remote_of(device);
  wb_link_close(&remote->link);
  forget_client(remote);
  free(remote);
}

/* Whether it was said just now, and nothing happened since: who asks may want to know whether it is
 * alive, which what it said long ago, or before it had other work, does not tell. */
static bool knows_info(const struct remote *remote) {
  return remote->info_ns > 0 && remote->info_sequence == remote->link.sequence &&
         wb_elapsed_ms(remote->info_ns) < JUST_NOW_MS && wb_link_is_quiet(&remote->link);
}

static enum wb_status ask_info(struct remote *remote, struct wb_reader *in, struct wb_error *err) {
  const uint32_t asked = remote->info_asked;
  remote->info_ns = remote->info_asked = 0;
  if (asked != 0)
    return wb_link_answer(&remote->link, WB_OP_INFO, asked, patience_ms(remote), in, err);
  begin_request(remote);
  remote->info_sequence = remote->link.sequence + 1;
  return call_worker(remote, WB_OP_INFO, remote->limit_ms, in, err);
}

static enum wb_status remote_info(struct wb_device *device, struct wb_device_info *info,
                                  struct wb_error *err) {
  struct remote *remote = remote_of(device);
  const bool known = remote->building != 0 ? remote->info_asked == 0 : knows_info(remote);
  struct wb_reader in;
  if (known) *info = remote->info;
  enum wb_status status = known ? WB_OK : ask_info(remote, &in, err);
  if (known || status != WB_OK) return status;
  wb_get_info(&in, info);
  /* A supervised worker says which walls stand before it says anything else. */
  if (remote->link.supervised) info->walls = remote->link.guard.expected;
  status = check_reply_end(remote, &in, err);
  remote->info = *info;
  remote->info_ns = status == WB_OK ? wb_clock_ns() : 0;
  return status;
}

/* As the worker's device gives them. */
static wb_handle take_handle(struct remote *remote) {
  size_t i = 0;
  while (i < remote->n_used && remote->used[i]) i++;
  remote->used = wb_grow(remote->used, &remote->used_capacity, i + 1, sizeof *remote->used);
  if (i == remote->n_used) remote->n_used++;
  remote->used[i] = true;
  return (wb_handle)(i + 1);
}

static enum wb_status remote_buffer_create(struct wb_device *device,
                                           const struct wb_buffer_desc *desc, wb_handle *buffer,
                                           struct wb_error *err) {
  struct remote *remote = remote_of(device);
  struct wb_reader in;
  struct wb_str *out = begin_request(remote);
  if (remote->posts) *buffer = take_handle(remote);
  wb_put_u32(out, *buffer);
  wb_put_buffer_desc(out, desc);
  if (remote->posts) return post(remote, WB_OP_BUFFER_CREATE, err);
  enum wb_status status = call_worker(remote, WB_OP_BUFFER_CREATE, remote->limit_ms, &in, err);
  if (status != WB_OK) return status;
  *buffer = wb_get_u32(&in);
  return check_reply_end(remote, &in, err);
}

static enum wb_status remote_buffer_release(struct wb_device *device, wb_handle buffer,
                                            struct wb_error *err) {
  struct remote *remote = remote_of(device);
  wb_put_u32(begin_request(remote), buffer);
  if (!remote->posts) return plain_call(remote, WB_OP_BUFFER_RELEASE, err);
  remote->used[buffer - 1] = false;
  return post(remote, WB_OP_BUFFER_RELEASE, err);
}

static enum wb_status transfer(struct remote *remote, struct wb_transfer *content,
                               struct wb_error *err) {
  hear_asked(remote);
  remote->n_told = 0;
  content->link = &remote->link;
  content->timeout_ms = patience_ms(remote);
  content->posted = remote->posts;
  return note_death(remote, wb_transfer_run(content, err));
}

static enum wb_status remote_buffer_write(struct wb_device *device, wb_handle buffer, size_t offset,
                                          const void *bytes, size_t length, struct wb_error *err) {
  struct wb_transfer content = {
      .buffer = buffer, .offset = offset, .length = length, .from = bytes};
  return transfer(remote_of(device), &content, err);
}

/* What the last reply, to FINISH, has said of the buffer; NULL: nothing. */
static const struct told *find_told(const struct remote *remote, wb_handle buffer) {
  size_t i = 0;
  while (i < remote->n_told && remote->told[i].part.buffer != buffer) i++;
  return i < remote->n_told ? &remote->told[i] : NULL;
}

static enum wb_status remote_buffer_read(struct wb_device *device, wb_handle buffer, size_t offset,
                                         void *bytes, size_t length, struct wb_error *err) {
  const struct told *told = find_told(remote_of(device), buffer);
  if (told != NULL && offset <= told->part.length && length <= told->part.length - offset) {
    memcpy(bytes, told->content + offset, length);
    return WB_OK;
  }
  struct wb_transfer content = {.buffer = buffer, .offset = offset, .length = length, .to = bytes};
  return transfer(remote_of(device), &content, err);
}

static enum wb_status remote_buffer_fill(struct wb_device *device, wb_handle buffer, size_t offset,
                                         size_t length, const void *pattern, size_t pattern_length,
                                         struct wb_error *err) {
  struct remote *remote = remote_of(device);
  struct wb_str *out = begin_request(remote);
  wb_put_u32(out, buffer);
  wb_put_u64(out, offset);
  wb_put_u64(out, length);
  wb_put_bytes(out, pattern, pattern_length);
  return remote->posts ? post(remote, WB_OP_BUFFER_FILL, err)
                       : plain_call(remote, WB_OP_BUFFER_FILL, err);
}

static enum wb_status remote_buffer_copy(struct wb_device *device, wb_handle from,
                                         size_t from_offset, wb_handle to, size_t to_offset,
                                         size_t length, struct wb_error *err) {
  struct remote *remote = remote_of(device);
  struct wb_str *out = begin_request(remote);
  wb_put_u32(out, from);
  wb_put_u64(out, from_offset);
  wb_put_u32(out, to);
  wb_put_u64(out, to_offset);
  wb_put_u64(out, length);
  return plain_call(remote, WB_OP_BUFFER_COPY, err);
}

static enum wb_status remote_buffer_forget(struct wb_device *device, wb_handle buffer,
                                           size_t offset, size_t length, struct wb_error *err) {
  struct remote *remote = remote_of(device);
  struct wb_str *out = begin_request(remote);
  wb_put_u32(out, buffer);
  wb_put_u64(out, offset);
  wb_put_u64(out, length);
  return plain_call(remote, WB_OP_BUFFER_FORGET, err);
}

static enum wb_status remote_buffer_state(struct wb_device *device, wb_handle buffer,
                                          struct wb_buffer_state *state, struct wb_error *err) {
  struct remote *remote = remote_of(device);
  const struct told *told = find_told(remote, buffer);
  struct wb_reader in;
  if (told != NULL) *state = told->state;
  if (told != NULL) return WB_OK;
  wb_put_u32(begin_request(remote), buffer);
  enum wb_status status = call_worker(remote, WB_OP_BUFFER_STATE, remote->limit_ms, &in, err);
  if (status != WB_OK) return status;
  wb_get_buffer_state(&in, state);
  return check_reply_end(remote, &in, err);
}

static enum wb_status remote_prepare(struct wb_device *device,
                                     const struct wb_build_request *request, struct wb_error *err) {
  struct remote *remote = remote_of(device);
  wb_put_build_request(begin_request(remote), request);
  return plain_call(remote, WB_OP_PREPARE, err);
}

static uint64_t build_limit_ms(const struct remote *remote,
                               const struct wb_build_request *request) {
  const uint32_t limit_ms = request->time_limit_ms + wb_build_doubt_ms(request);
  return remote->keeps_limits ? wb_hang_limit_ms(limit_ms) : limit_ms;
}

/* Not of a worker that has to be listened to while it builds. One that has not said what it is is
 * asked in the same breath; the answer to that says, too, what went wrong. */
static bool remote_begin_build(struct wb_device *device, const struct wb_build_request *request) {
  struct remote *remote = remote_of(device);
  const uint64_t limit_ms = build_limit_ms(remote, request) + remote->slack_ms;
  if (remote->link.supervised || remote->n_asked > 0) return false;
  if (!knows_info(remote)) {
    begin_request(remote);
    wb_link_send(&remote->link, WB_OP_INFO, patience_ms(remote), NULL);
    remote->info_sequence = remote->info_asked = remote->link.sequence;
  }
  wb_put_build_request(begin_request(remote), request);
  const bool sent = wb_link_send(&remote->link, WB_OP_BUILD, limit_ms, NULL) == WB_OK;
  if (sent) remote->building = remote->link.sequence;
  return sent || remote->info_asked != 0;
}

static enum wb_status await_build(struct remote *remote, const struct wb_build_request *request,
                                  struct wb_reader *in, struct wb_error *err) {
  const uint64_t limit_ms = build_limit_ms(remote, request);
  const uint32_t begun = remote->building;
  remote->building = 0;
  if (begun != 0)
    return wb_link_answer(&remote->link, WB_OP_BUILD, begun, limit_ms + remote->slack_ms, in, err);
  wb_put_build_request(begin_request(remote), request);
  return call_worker(remote, WB_OP_BUILD, limit_ms, in, err);
}

/* The reply's own first word says whether it compiled, so that a log comes
 * back in both cases. */
static enum wb_status remote_build(struct wb_device *device, const struct wb_build_request *request,
                                   struct wb_build_result *result, struct wb_error *err) {
  struct remote *remote = remote_of(device);
  struct wb_reader in;
  struct wb_error theirs = {0};
  enum wb_status status = await_build(remote, request, &in, err);
  if (status != WB_OK) return status;
  bool compiled = wb_get_bool(&in);
  wb_get_error(&in, &theirs);
  wb_build_result_release(result);
  wb_get_build_result(&in, result);
  status = check_reply_end(remote, &in, err);
  if (status == WB_OK && compiled) wb_known_kernels_take(&remote->kernels, result);
  if (status == WB_OK && !compiled)
    status = wb_fail_at(err, WB_ERR_COMPILE, theirs.where, "%s", theirs.message);
  return status;
}

static enum wb_status remote_program_release(struct wb_device *device, wb_handle program,
                                             struct wb_error *err) {
  struct remote *remote = remote_of(device);
  wb_put_u32(begin_request(remote), program);
  if (program == remote->kernels.program) wb_known_kernels_release(&remote->kernels);
  return plain_call(remote, WB_OP_PROGRAM_RELEASE, err);
}

static enum wb_status remote_kernel_info(struct wb_device *device, wb_handle program,
                                         const char *kernel, struct wb_kernel_info *info,
                                         struct wb_error *err) {
  struct remote *remote = remote_of(device);
  const struct wb_kernel_info *known = wb_known_kernels_find(&remote->kernels, program, kernel);
  struct wb_reader in;
  if (known != NULL) *info = *known;
  if (known != NULL) return WB_OK;
  struct wb_str *out = begin_request(remote);
  wb_put_u32(out, program);
  wb_put_text(out, kernel);
  enum wb_status status = call_worker(remote, WB_OP_KERNEL_INFO, remote->limit_ms, &in, err);
  if (status != WB_OK) return status;
  wb_get_kernel_info(&in, info);
  return check_reply_end(remote, &in, err);
}

/* By the wall clock. */
static uint64_t launch_ms(const struct remote *remote, const struct wb_launch *launch) {
  const uint32_t limit = launch->limits.time_ms;
  return remote->keeps_limits ? wb_hang_limit_ms(limit) : limit;
}

/* Nothing is waited for: what the client does until it finishes overlaps with the launch, once that
 * is flushed. Until a reply says otherwise the launch counts as crashed. */
static enum wb_status remote_launch(struct wb_device *device, const struct wb_launch *launch,
                                    struct wb_outcome *outcome, struct wb_error *err) {
  struct remote *remote = remote_of(device);
  if (remote->n_pending == WB_PENDING_MAX)
    return wb_fail(err, WB_ERR_USAGE, "more than %d launches without a finish", WB_PENDING_MAX);
  wb_put_launch(begin_request(remote), launch);
  outcome->kind = WB_OUTCOME_CRASHED;
  const uint64_t limit_ms = launch_ms(remote, launch);
  remote->pending[remote->n_pending++] = (struct pending){outcome, limit_ms};
  remote->pending_ms += limit_ms;
  return send_along(remote, WB_OP_LAUNCH, patience_ms(remote), err);
}

/* How many launches there are up to the one with that outcome; 0: it is not among them. */
static size_t count_until(const struct remote *remote, const struct wb_outcome *last) {
  size_t i = 0;
  while (i < remote->n_pending && remote->pending[i].outcome != last) i++;
  return i < remote->n_pending ? i + 1 : 0;
}

static void forget_pending(struct remote *remote, size_t count) {
  for (size_t i = 0; i < count; i++) remote->pending_ms -= remote->pending[i].limit_ms;
  remote->n_pending -= count;
  memmove(remote->pending, remote->pending + count, remote->n_pending * sizeof remote->pending[0]);
}

static void remote_expect(struct wb_device *device, wb_handle buffer, size_t bytes) {
  struct remote *remote = remote_of(device);
  if (remote->n_expected < WB_EXPECTED_MAX)
    remote->expected[remote->n_expected++] = (struct wb_part){.buffer = buffer, .length = bytes};
}

/* Contents for which there is no room are asked for later, in pieces. */
static void put_expected(struct remote *remote, struct wb_str *out) {
  if (remote->n_asked == 0) remote->staged = 0;
  wb_put_u32(out, (uint32_t)remote->n_expected);
  for (size_t i = 0; i < remote->n_expected; i++) {
    struct wb_part *part = &remote->expected[i];
    part->staged = part->length > WB_INLINE_MAX;
    if (part->staged && (part->length > WB_STAGING_MAX - remote->staged ||
                         wb_link_stage(&remote->link, WB_STAGING_MAX, NULL) != WB_OK))
      *part = (struct wb_part){.buffer = part->buffer};
    part->at = remote->staged;
    if (part->staged) remote->staged += part->length;
    wb_put_part(out, part);
  }
}

static void get_expected(struct remote *remote, const struct asked *asked, struct wb_reader *in) {
  const bool done = wb_get_bool(in);
  for (size_t i = 0; i < asked->n_expected && done && !in->bad; i++) {
    struct told *told = &remote->told[remote->n_told];
    size_t got = 0;
    if (!wb_get_bool(in)) continue;
    told->part = asked->expected[i];
    wb_get_buffer_state(in, &told->state);
    told->content = wb_get_bytes(in, &got);
    if (got != (told->part.staged ? 0 : told->part.length)) in->bad = true;
    if (told->part.staged) told->content = remote->link.staging + told->part.at;
    remote->n_told++;
  }
}

static uint64_t finish_limit_ms(const struct remote *remote) {
  return remote->keeps_limits ? patience_ms(remote) : remote->pending_ms + remote->slack_ms;
}

/* A FINISH for the first `count` launches after those that were asked for. */
static enum wb_status send_finish(struct remote *remote, size_t count, struct wb_error *err) {
  struct asked *asked = &remote->asked[(remote->first_asked + remote->n_asked) % WB_PENDING_MAX];
  wb_put_u32(begin_request(remote), (uint32_t)count);
  put_expected(remote, &remote->link.request);
  const enum wb_status status = send_along(remote, WB_OP_FINISH, finish_limit_ms(remote), err);
  asked->sequence = remote->link.sequence;
  asked->count = count;
  asked->n_expected = remote->n_expected;
  memcpy(asked->expected, remote->expected, sizeof asked->expected);
  remote->n_expected = 0;
  remote->n_asked += status == WB_OK;
  return status;
}

/* Waits for the reply to the first that was sent. */
static enum wb_status answer_finish(struct remote *remote, struct wb_error *err) {
  const struct asked asked = remote->asked[remote->first_asked];
  struct wb_reader in;
  remote->n_told = 0;
  remote->n_asked--;
  remote->first_asked = (remote->first_asked + 1) % WB_PENDING_MAX;
  enum wb_status status = wb_link_answer(&remote->link, WB_OP_FINISH, asked.sequence,
                                         finish_limit_ms(remote), &in, err);
  if (status != WB_OK) return status;
  for (size_t i = 0; i < asked.count && !in.bad; i++) {
    wb_outcome_release(remote->pending[i].outcome);
    wb_get_outcome(&in, remote->pending[i].outcome);
  }
  get_expected(remote, &asked, &in);
  status = check_reply_end(remote, &in, err);
  if (status != WB_OK) remote->n_told = 0;
  if (status == WB_OK) forget_pending(remote, asked.count);
  return status;
}

/* After an error the outcomes of launches stay as remote_launch left them. */
static enum wb_status fail_finish(struct remote *remote, enum wb_status status) {
  if (remote->link.dead) abandon_pending(remote);
  forget_pending(remote, remote->n_pending);
  remote->n_asked = 0;
  return status;
}

/* All replies that are still to come: what is asked next is answered after them. */
static void hear_asked(struct remote *remote) {
  while (remote->n_asked > 0) {
    const enum wb_status status = answer_finish(remote, &remote->asked_error);
    if (status != WB_OK) remote->asked_status = fail_finish(remote, status);
  }
  remote->n_told = 0;
}

static void remote_ask(struct wb_device *device, const struct wb_outcome *last) {
  struct remote *remote = remote_of(device);
  size_t before = 0;
  for (size_t i = 0; i < remote->n_asked; i++)
    before += remote->asked[(remote->first_asked + i) % WB_PENDING_MAX].count;
  const size_t until = count_until(remote, last);
  if (until > before && !remote->link.dead)
    send_finish(remote, until - before, NULL); /* an error is that of the finish that follows */
  remote->n_expected = 0;
}

static enum wb_status remote_finish(struct wb_device *device, const struct wb_outcome *last,
                                    struct wb_error *err) {
  struct remote *remote = remote_of(device);
  enum wb_status status = remote->asked_status;
  bool is_told = last != NULL && count_until(remote, last) == 0 && !remote->link.dead;
  if (status != WB_OK && err != NULL) *err = remote->asked_error;
  remote->asked_status = WB_OK;
  /* What was asked for before comes first; then the rest, or up to that launch. */
  while (status == WB_OK && !is_told && remote->n_asked > 0) {
    remote->n_expected = 0;
    status = answer_finish(remote, err);
    is_told = last != NULL && count_until(remote, last) == 0;
  }
  if (status == WB_OK && !is_told) {
    status = send_finish(remote, last == NULL ? remote->n_pending : count_until(remote, last), err);
    if (status == WB_OK) status = answer_finish(remote, err);
  }
  remote->n_expected = 0;
  return status == WB_OK ? WB_OK : fail_finish(remote, status);
}

/* ---- commands ------------------------------------------------------------------------------- */

enum { TURN_MS = 500 }; /* after which a worker tells what has come */

/* The worker was given the memory when it was started. */
static enum wb_status remote_set_host_memory(struct wb_device *device, int memory,
                                             struct wb_error *err) {
  (void)device;
  (void)memory;
  return wb_fail(err, WB_ERR_USAGE, "a worker is given host memory when it is started");
}

static enum wb_status remote_enqueue(struct wb_device *device,
                                     const struct wb_device_command *command,
                                     struct wb_error *err) {
  struct remote *remote = remote_of(device);
  const uint64_t limit =
      command->kind == WB_COMMAND_LAUNCH ? launch_ms(remote, command->launch) : 0;
  wb_put_command(begin_request(remote), command, &remote->last_launch);
  remote->commands_ms += limit;
  if (limit > remote->longest_ms) remote->longest_ms = limit;
  remote->last_id = command->id;
  const enum wb_status status = wb_link_command(
      &remote->link, remote->limit_ms + remote->commands_ms + remote->pending_ms + remote->slack_ms,
      err);
  if (status == WB_OK) wb_command_sent(&remote->last_launch);
  return note_death(remote, status);
}

/* Commands are sent when they are enqueued, and a worker with nothing else to do flushes. */
static enum wb_status remote_flush(struct wb_device *device, struct wb_error *err) {
  return wb_link_flush(&remote_of(device)->link, patience_ms(remote_of(device)), err);
}

/* One question: what has come, and within `turn_ms` what else comes up to command `id`. */
static enum wb_status ask(struct remote *remote, uint64_t id, uint32_t turn_ms,
                          wb_take_completion take, void *data, size_t *count, bool *done,
                          struct wb_error *err) {
  struct wb_str *out = begin_request(remote);
  struct wb_reader in;
  wb_put_u64(out, id);
  wb_put_u32(out, turn_ms);
  const uint64_t limit = remote->keeps_limits ? remote->commands_ms : remote->longest_ms;
  enum wb_status status = call_worker(remote, WB_OP_AWAIT, remote->limit_ms + limit, &in, err);
  if (status != WB_OK) return status;
  *done = wb_get_u32(&in) != 0;
  *count = wb_get_u32(&in);
  wb_get_completions(&in, *count, take, data);
  return check_reply_end(remote, &in, err);
}

static enum wb_status remote_await(struct wb_device *device, uint64_t id, uint32_t timeout_ms,
                                   wb_take_completion take, void *data, bool *done,
                                   struct wb_error *err) {
  struct remote *remote = remote_of(device);
  const uint64_t start = wb_clock_ns(), limit_ms = remote->longest_ms + remote->slack_ms;
  struct wb_patience progress = wb_link_patience(&remote->link, limit_ms);
  enum wb_status status = WB_OK;
  bool in_time = true;
  *done = false;
  while (status == WB_OK && !*done && in_time) {
    size_t count = 0;
    status =
        ask(remote, id, timeout_ms < TURN_MS ? timeout_ms : TURN_MS, take, data, &count, done, err);
    if (count > 0) progress = wb_link_patience(&remote->link, limit_ms);
    in_time = wb_elapsed_ms(start) < (double)timeout_ms;
    if (status == WB_OK && !*done && remote->longest_ms > 0 &&
        wb_link_patience_is_over(&remote->link, &progress))
      status = wb_link_give_up(&remote->link, "a kernel ran longer than its limit", err);
  }
  if (*done && id == remote->last_id) remote->commands_ms = remote->longest_ms = 0;
  return status;
}

static enum wb_status remote_renew(struct wb_device *device, struct wb_error *err) {
  struct remote *remote = remote_of(device);
  const size_t kept = offsetof(struct remote, asked);
  forget_client(remote);
  memset((char *)remote + kept, 0, sizeof *remote - kept);
  wb_last_launch_init(&remote->last_launch);
  return wb_link_renew(&remote->link, err);
}

static const struct wb_device_ops remote_ops = {
    .name = "remote",
    .close = remote_close,
    .info = remote_info,
    .buffer_create = remote_buffer_create,
    .buffer_release = remote_buffer_release,
    .buffer_write = remote_buffer_write,
    .buffer_read = remote_buffer_read,
    .buffer_fill = remote_buffer_fill,
    .buffer_copy = remote_buffer_copy,
    .buffer_state = remote_buffer_state,
    .buffer_forget = remote_buffer_forget,
    .build = remote_build,
    .begin_build = remote_begin_build,
    .program_release = remote_program_release,
    .kernel_info = remote_kernel_info,
    .launch = remote_launch,
    .finish = remote_finish,
    .expect = remote_expect,
    .ask = remote_ask,
    .prepare = remote_prepare,
    .set_host_memory = remote_set_host_memory,
    .enqueue = remote_enqueue,
    .flush = remote_flush,
    .await = remote_await,
    .renew = remote_renew,
};

enum wb_status wb_remote_open(const struct wb_remote_options *options, struct wb_device **device,
                              struct wb_error *err) {
  struct remote *remote = wb_alloc(sizeof *remote);
  const enum wb_status status = wb_link_open(&remote->link, options, err);
  *device = NULL;
  if (status != WB_OK) free(remote);
  if (status != WB_OK) return status;
  wb_last_launch_init(&remote->last_launch);
  remote->base.ops = &remote_ops;
  remote->limit_ms = options->call_limit_ms > 0 ? options->call_limit_ms : CALL_LIMIT_MS;
  remote->keeps_limits = options->keeps_limits;
  remote->posts = options->posts;
  remote->slack_ms = remote->limit_ms < SLACK_MS ? remote->limit_ms : SLACK_MS;
  *device = (struct wb_device *)remote;
  return WB_OK;
}

bool wb_remote_is_starting(struct wb_device *device) {
  return wb_link_is_starting(&remote_of(device)->link);
}

void wb_remote_cancel_by(struct wb_device *device, int cancel_fd) {
  remote_of(device)->link.cancel_fd = cancel_fd;
}

const char *wb_remote_output(struct wb_device *device) {
  return remote_of(device)->link.output.data;
}

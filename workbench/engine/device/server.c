#include "device/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fork_server.h"
#include "base/process.h"
#include "device/command_ring.h"
#include "device/protocol.h"
#include "device/transfer.h"

/* A launch whose outcome the client has not asked for yet. */
struct pending {
  struct wb_launch launch; /* for as long as the device may use it */
  struct wb_outcome outcome;
};

/* Those that were not told yet, encoded. */
struct completions {
  struct wb_str bytes;
  size_t *ends; /* where each ends */
  size_t count, told, capacity;
};

enum { INBOX_BYTES = 256 << 10, COMMANDS_AT_A_TIME = 64 };
struct inbox;

struct server {
  struct wb_device *device;
  struct inbox *inbox;
  int socket, staging_fd;
  unsigned char *staging;
  size_t staging_size;
  struct pending *pending[WB_PENDING_MAX];
  size_t n_pending;
  enum wb_status launch_status; /* of the first launch that failed */
  struct wb_error launch_error;
  enum wb_status post_status; /* of what was posted and failed: nothing more is done */
  struct wb_error post_error;
  struct wb_str reply;
  struct completions completions;
  enum wb_status gather_status; /* of a question that nobody asked: the next AWAIT says so */
  struct wb_error gather_error;
  bool unflushed;   /* commands have come since the last flush */
  uint64_t unasked; /* commands of the ring so far */
  struct wb_command_ring ring;
  struct wb_str command; /* from it */
  struct wb_last_launch last_launch;
};

/* A handler reads its request from `in` and appends its reply's content to
 * `out`. An invalid request is WB_ERR_PROTOCOL: the worker gives up. */
typedef enum wb_status (*handler)(struct server *server, struct wb_reader *in, struct wb_str *out,
                                  struct wb_error *err);

static enum wb_status malformed_request(struct wb_error *err) {
  return wb_fail(err, WB_ERR_PROTOCOL, "the judge sent an invalid request");
}

/* So many bytes of the staging area from `at` on, mapped; NULL where there are not that many. A
 * kernel's process, which is forked, has no business there. */
static unsigned char *staged_bytes(struct server *server, size_t at, size_t length) {
  struct stat about;
  if (at > WB_STAGING_MAX || length > WB_STAGING_MAX - at) return NULL;
  if (at + length <= server->staging_size) return server->staging + at;
  if (fstat(server->staging_fd, &about) != 0 || (uint64_t)about.st_size < at + length) return NULL;
  if (server->staging != NULL) munmap(server->staging, server->staging_size);
  server->staging_size = 0;
  server->staging =
      mmap(NULL, (size_t)about.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, server->staging_fd, 0);
  if (server->staging == MAP_FAILED) server->staging = NULL;
  if (server->staging == NULL) return NULL;
  server->staging_size = (size_t)about.st_size;
  madvise(server->staging, server->staging_size, MADV_DONTFORK);
  return server->staging + at;
}

static enum wb_status do_info(struct server *server, struct wb_reader *in, struct wb_str *out,
                              struct wb_error *err) {
  struct wb_device_info info;
  if (!wb_reader_done(in)) return malformed_request(err);
  enum wb_status status = wb_device_info(server->device, &info, err);
  if (status == WB_OK) wb_put_info(out, &info);
  return status;
}

static enum wb_status do_buffer_create(struct server *server, struct wb_reader *in,
                                       struct wb_str *out, struct wb_error *err) {
  struct wb_buffer_desc desc;
  const wb_handle expected = wb_get_u32(in);
  wb_handle buffer = 0;
  wb_get_buffer_desc(in, &desc);
  enum wb_status status = wb_reader_done(in) ? wb_buffer_create(server->device, &desc, &buffer, err)
                                             : malformed_request(err);
  wb_buffer_desc_release(&desc);
  if (status == WB_OK && expected != 0 && buffer != expected)
    status = wb_fail(err, WB_ERR_USAGE, "a buffer has handle %u instead of %u", buffer, expected);
  if (status == WB_OK) wb_put_u32(out, buffer);
  return status;
}

static enum wb_status do_buffer_release(struct server *server, struct wb_reader *in,
                                        struct wb_str *out, struct wb_error *err) {
  wb_handle buffer = wb_get_u32(in);
  (void)out;
  if (!wb_reader_done(in)) return malformed_request(err);
  return wb_buffer_release(server->device, buffer, err);
}

static enum wb_status do_buffer_write(struct server *server, struct wb_reader *in,
                                      struct wb_str *out, struct wb_error *err) {
  struct wb_part part = wb_get_part(in);
  size_t length = part.length;
  (void)out;
  const void *bytes =
      part.staged ? staged_bytes(server, part.at, part.length) : wb_get_bytes(in, &length);
  if (!wb_reader_done(in) || bytes == NULL || length != part.length) return malformed_request(err);
  return wb_buffer_write(server->device, part.buffer, part.offset, bytes, length, err);
}

static bool is_readable(const struct wb_part *part) {
  return part->staged || part->length <= WB_INLINE_MAX;
}

static enum wb_status put_content(struct server *server, const struct wb_part *part,
                                  struct wb_str *out, struct wb_error *err) {
  wb_put_u64(out, part->staged ? 0 : part->length);
  void *bytes = part->staged ? (void *)staged_bytes(server, part->at, part->length)
                             : wb_str_extend(out, part->length);
  if (bytes == NULL) return malformed_request(err);
  return wb_buffer_read(server->device, part->buffer, part->offset, bytes, part->length, err);
}

static enum wb_status do_buffer_read(struct server *server, struct wb_reader *in,
                                     struct wb_str *out, struct wb_error *err) {
  const struct wb_part part = wb_get_part(in);
  if (!wb_reader_done(in) || !is_readable(&part)) return malformed_request(err);
  return put_content(server, &part, out, err);
}

static enum wb_status do_buffer_fill(struct server *server, struct wb_reader *in,
                                     struct wb_str *out, struct wb_error *err) {
  size_t pattern_length;
  wb_handle buffer = wb_get_u32(in);
  size_t offset = wb_get_u64(in);
  size_t length = wb_get_u64(in);
  const void *pattern = wb_get_bytes(in, &pattern_length);
  (void)out;
  if (!wb_reader_done(in)) return malformed_request(err);
  return wb_buffer_fill(server->device, buffer, offset, length, pattern, pattern_length, err);
}

static enum wb_status do_buffer_copy(struct server *server, struct wb_reader *in,
                                     struct wb_str *out, struct wb_error *err) {
  wb_handle from = wb_get_u32(in);
  size_t from_offset = wb_get_u64(in);
  wb_handle to = wb_get_u32(in);
  size_t to_offset = wb_get_u64(in);
  size_t length = wb_get_u64(in);
  (void)out;
  if (!wb_reader_done(in)) return malformed_request(err);
  return wb_buffer_copy(server->device, from, from_offset, to, to_offset, length, err);
}

static enum wb_status do_buffer_forget(struct server *server, struct wb_reader *in,
                                       struct wb_str *out, struct wb_error *err) {
  wb_handle buffer = wb_get_u32(in);
  size_t offset = wb_get_u64(in);
  size_t length = wb_get_u64(in);
  (void)out;
  if (!wb_reader_done(in)) return malformed_request(err);
  return wb_buffer_forget(server->device, buffer, offset, length, err);
}

static enum wb_status do_buffer_state(struct server *server, struct wb_reader *in,
                                      struct wb_str *out, struct wb_error *err) {
  struct wb_buffer_state state;
  wb_handle buffer = wb_get_u32(in);
  if (!wb_reader_done(in)) return malformed_request(err);
  enum wb_status status = wb_buffer_state(server->device, buffer, &state, err);
  if (status == WB_OK) wb_put_buffer_state(out, &state);
  return status;
}

static enum wb_status do_build(struct server *server, struct wb_reader *in, struct wb_str *out,
                               struct wb_error *err) {
  struct wb_build_request request;
  struct wb_build_result result;
  struct wb_error why = {0};
  wb_build_result_init(&result);
  wb_get_build_request(in, &request);
  enum wb_status status = wb_reader_done(in)
                              ? wb_device_build(server->device, &request, &result, &why)
                              : malformed_request(&why);
  if (status == WB_OK || status == WB_ERR_COMPILE) {
    wb_put_u32(out, status == WB_OK);
    wb_put_error(out, &why);
    wb_put_build_result(out, &result);
    status = WB_OK;
  }
  if (status != WB_OK) *err = why;
  wb_build_request_release(&request);
  wb_build_result_release(&result);
  return status;
}

static enum wb_status do_prepare(struct server *server, struct wb_reader *in, struct wb_str *out,
                                 struct wb_error *err) {
  struct wb_build_request request;
  (void)out;
  wb_get_build_request(in, &request);
  enum wb_status status = wb_reader_done(in) ? wb_device_prepare(server->device, &request, err)
                                             : malformed_request(err);
  wb_build_request_release(&request);
  return status;
}

static enum wb_status do_program_release(struct server *server, struct wb_reader *in,
                                         struct wb_str *out, struct wb_error *err) {
  wb_handle program = wb_get_u32(in);
  (void)out;
  if (!wb_reader_done(in)) return malformed_request(err);
  return wb_program_release(server->device, program, err);
}

static enum wb_status do_kernel_info(struct server *server, struct wb_reader *in,
                                     struct wb_str *out, struct wb_error *err) {
  struct wb_kernel_info info;
  wb_handle program = wb_get_u32(in);
  char *kernel = wb_get_long_text(in);
  enum wb_status status = wb_reader_done(in)
                              ? wb_kernel_info(server->device, program, kernel, &info, err)
                              : malformed_request(err);
  free(kernel);
  if (status == WB_OK) wb_put_kernel_info(out, &info);
  return status;
}

/* The first ones. */
static void forget_pending(struct server *server, size_t count) {
  for (size_t i = 0; i < count; i++) {
    wb_outcome_release(&server->pending[i]->outcome);
    wb_launch_release(&server->pending[i]->launch);
    free(server->pending[i]);
  }
  server->n_pending -= count;
  memmove(server->pending, server->pending + count, server->n_pending * sizeof server->pending[0]);
  server->launch_status = WB_OK;
}

/* No reply: what went wrong is told by the next finish. */
static enum wb_status do_launch(struct server *server, struct wb_reader *in, struct wb_str *out,
                                struct wb_error *err) {
  struct pending *pending;
  (void)out;
  if (server->n_pending == WB_PENDING_MAX) return malformed_request(err);
  pending = malloc(sizeof *pending); /* not wb_alloc(): most of an outcome stays untouched */
  if (pending == NULL) wb_bug("out of memory");
  server->pending[server->n_pending++] = pending;
  pending->launch = (struct wb_launch){.dimensions = 0};
  wb_outcome_init(&pending->outcome);
  wb_get_launch(in, &pending->launch);
  if (!wb_reader_done(in)) return malformed_request(err);
  if (server->launch_status == WB_OK)
    server->launch_status = wb_device_launch(server->device, &pending->launch, &pending->outcome,
                                             &server->launch_error);
  return WB_OK;
}

/* In a record of very many launches only the first have room for what they touched, and for what
 * they left undefined; of others it is not known. */
static void leave_room(const struct wb_str *out, struct wb_outcome *outcome) {
  const size_t before = out->length + outcome->n_touched * sizeof *outcome->touched;
  if (before + outcome->n_undefined * sizeof *outcome->undefined > WB_RECORD_MAX / 2)
    outcome->n_undefined = 0;
  if (before <= WB_RECORD_MAX / 2) return;
  outcome->knows_touched = outcome->touched_whole = false;
  outcome->n_touched = 0;
}

/* What is wanted of a buffer, if it can be had: else the client asks, and is told why not. */
static void put_expected(struct server *server, const struct wb_part *part, struct wb_str *out) {
  struct wb_buffer_state state;
  const size_t before = out->length;
  bool there = before <= WB_RECORD_MAX / 2 &&
               wb_buffer_state(server->device, part->buffer, &state, NULL) == WB_OK;
  wb_put_u32(out, there);
  if (!there) return;
  wb_put_buffer_state(out, &state);
  if (put_content(server, part, out, NULL) == WB_OK) return;
  out->length = before;
  wb_put_u32(out, false);
}

/* Of the first so many launches, while those after them go on. */
static enum wb_status do_finish(struct server *server, struct wb_reader *in, struct wb_str *out,
                                struct wb_error *err) {
  struct wb_part expected[WB_EXPECTED_MAX];
  const size_t count = wb_get_u32(in), n_expected = wb_get_below(in, WB_EXPECTED_MAX + 1);
  bool readable = true, done = true;
  for (size_t i = 0; i < n_expected; i++) {
    expected[i] = wb_get_part(in);
    readable &= is_readable(&expected[i]);
  }
  if (!wb_reader_done(in) || !readable || count > server->n_pending) return malformed_request(err);
  enum wb_status status =
      count == server->n_pending ? wb_device_finish(server->device, err) : WB_OK;
  for (size_t i = 0; i < count && count < server->n_pending && status == WB_OK; i++)
    status = wb_device_finish_launch(server->device, &server->pending[i]->outcome, err);
  if (status == WB_OK && server->launch_status != WB_OK) {
    status = server->launch_status;
    *err = server->launch_error;
  }
  for (size_t i = 0; i < count && status == WB_OK; i++) {
    leave_room(out, &server->pending[i]->outcome);
    wb_put_outcome(out, &server->pending[i]->outcome);
    done &= server->pending[i]->outcome.kind == WB_OUTCOME_DONE;
  }
  wb_put_u32(out, done);
  for (size_t i = 0; i < n_expected && done && status == WB_OK; i++)
    put_expected(server, &expected[i], out);
  /* After an error of the device nothing comes of the others. */
  forget_pending(server, status == WB_OK ? count : server->n_pending);
  return status;
}

/* No reply: what becomes of it is told by AWAIT. */
static enum wb_status do_enqueue(struct server *server, struct wb_reader *in, struct wb_str *out,
                                 struct wb_error *err) {
  struct wb_device_command command;
  (void)out;
  wb_get_command(in, &command, &server->last_launch);
  enum wb_status status = wb_reader_done(in) ? wb_device_enqueue(server->device, &command, err)
                                             : malformed_request(err);
  wb_command_release(&command);
  server->unflushed = true;
  return status == WB_ERR_PROTOCOL ? status : WB_OK;
}

/* Of a launch without anything to tell there is no outcome: such launches are many. */
static bool has_news(const struct wb_outcome *outcome) {
  static const struct wb_counters none;
  return outcome != NULL &&
         (outcome->kind != WB_OUTCOME_DONE || outcome->n_findings > 0 || outcome->text_length > 0 ||
          outcome->knows_touched || outcome->n_lines > 0 ||
          memcmp(&outcome->counters, &none, sizeof none) != 0);
}

static void take_completion(void *data, const struct wb_device_completion *completion) {
  struct completions *all = data;
  struct wb_device_completion told = *completion;
  if (!has_news(told.outcome)) told.outcome = NULL;
  wb_put_completion(&all->bytes, &told);
  all->ends = wb_grow(all->ends, &all->capacity, all->count + 1, sizeof *all->ends);
  all->ends[all->count++] = all->bytes.length;
}

/* As many as a record has room for; the others wait for the next question. */
static void put_completions(struct completions *all, bool done, struct wb_str *out) {
  const size_t begin = all->told > 0 ? all->ends[all->told - 1] : 0;
  size_t end = begin, count = 0;
  while (all->told + count < all->count &&
         (count == 0 || all->ends[all->told + count] - begin <= WB_RECORD_MAX / 2))
    end = all->ends[all->told + count++];
  all->told += count;
  wb_put_u32(out, done && all->told == all->count);
  wb_put_u32(out, (uint32_t)count);
  wb_str_add_bytes(out, all->bytes.data + begin, end - begin);
  if (all->told < all->count) return;
  wb_str_clear(&all->bytes);
  all->count = all->told = 0;
}

static enum wb_status do_await(struct server *server, struct wb_reader *in, struct wb_str *out,
                               struct wb_error *err) {
  const uint64_t id = wb_get_u64(in);
  const uint32_t timeout_ms = wb_get_u32(in);
  bool done = false;
  if (!wb_reader_done(in)) return malformed_request(err);
  enum wb_status status = server->gather_status;
  if (status != WB_OK) *err = server->gather_error;
  server->gather_status = WB_OK;
  if (status == WB_OK)
    status = wb_device_await(server->device, id, timeout_ms, take_completion, &server->completions,
                             &done, err);
  if (status == WB_OK) put_completions(&server->completions, done, out);
  return status;
}

/* The ring is emptied before every request. */
static enum wb_status do_nothing(struct server *server, struct wb_reader *in, struct wb_str *out,
                                 struct wb_error *err) {
  (void)server;
  (void)out;
  return wb_reader_done(in) ? WB_OK : malformed_request(err);
}

static const handler handlers[WB_OP_COUNT] = {
    [WB_OP_INFO] = do_info,
    [WB_OP_BUFFER_CREATE] = do_buffer_create,
    [WB_OP_BUFFER_RELEASE] = do_buffer_release,
    [WB_OP_BUFFER_WRITE] = do_buffer_write,
    [WB_OP_BUFFER_READ] = do_buffer_read,
    [WB_OP_BUFFER_FILL] = do_buffer_fill,
    [WB_OP_BUFFER_COPY] = do_buffer_copy,
    [WB_OP_BUFFER_STATE] = do_buffer_state,
    [WB_OP_BUILD] = do_build,
    [WB_OP_PROGRAM_RELEASE] = do_program_release,
    [WB_OP_KERNEL_INFO] = do_kernel_info,
    [WB_OP_LAUNCH] = do_launch,
    [WB_OP_FINISH] = do_finish,
    [WB_OP_PREPARE] = do_prepare,
    [WB_OP_BUFFER_FORGET] = do_buffer_forget,
    [WB_OP_ENQUEUE] = do_enqueue,
    [WB_OP_AWAIT] = do_await,
    [WB_OP_WAKE] = do_nothing,
    [WB_OP_DRAIN] = do_nothing,
};

/* Completes the record in server->reply, whose content begins with a status
 * word that is still WB_OK, and sends it. */
static enum wb_status send_reply(struct server *server, const struct wb_record_header *request,
                                 enum wb_status status, const struct wb_error *why) {
  struct wb_str *out = &server->reply;
  if (status != WB_OK) {
    wb_protocol_record_begin(out);
    wb_put_u32(out, status);
    wb_put_error(out, why);
  }
  wb_protocol_record_seal(out, (enum wb_operation)request->operation, request->sequence,
                          WB_RECORD_REPLY);
  return wb_write_exact(server->socket, out->data, out->length, -1, NULL);
}

static bool may_be_posted(uint32_t operation) {
  return operation == WB_OP_BUFFER_CREATE || operation == WB_OP_BUFFER_RELEASE ||
         operation == WB_OP_BUFFER_WRITE || operation == WB_OP_BUFFER_FILL;
}

/* No request of these has a reply. */
static bool is_silent(uint32_t operation) {
  return operation == WB_OP_LAUNCH || operation == WB_OP_ENQUEUE || operation == WB_OP_WAKE;
}

/* Answers one request. Anything but WB_OK ends the worker. */
static enum wb_status answer_request(struct server *server, const struct wb_record_header *header,
                                     const void *content) {
  struct wb_error err = {0};
  struct wb_reader in = wb_reader_of(content, header->length);
  const bool is_post = header->role == WB_RECORD_POST,
             replies = !is_post && !is_silent(header->operation);
  if (server->post_status != WB_OK)
    return replies ? send_reply(server, header, server->post_status, &server->post_error) : WB_OK;
  wb_protocol_record_begin(&server->reply);
  wb_put_u32(&server->reply, WB_OK);
  enum wb_status status = handlers[header->operation](server, &in, &server->reply, &err);
  if (status == WB_ERR_PROTOCOL || is_silent(header->operation)) return status;
  if (replies) return send_reply(server, header, status, &err);
  server->post_status = status;
  server->post_error = err;
  return WB_OK;
}

static bool is_possible(const struct wb_record_header *header) {
  return header->operation < WB_OP_COUNT && handlers[header->operation] != NULL &&
         header->length <= WB_RECORD_MAX &&
         (header->role == WB_RECORD_REQUEST ||
          (header->role == WB_RECORD_POST && may_be_posted(header->operation)));
}

/* ---- reading -------------------------------------------------------------------------------- */

/* Many small records come together: as many as there are are read at once. */
struct inbox {
  unsigned char *bytes;
  size_t begin, end, capacity;
};

/* A driver keeps memory for each command until somebody has seen that it ended: of very many, they
 * are seen as they end, and told when somebody asks. */
static void gather_ended(struct server *server) {
  bool done = false;
  if (server->gather_status == WB_OK)
    server->gather_status = wb_device_await(server->device, 0, 0, take_completion,
                                            &server->completions, &done, &server->gather_error);
}

/* Everything that is in the ring, in order. */
static enum wb_status drain_ring(struct server *server) {
  struct wb_error err = {0};
  enum wb_status status = WB_OK;
  if (server->ring.shared == NULL) return WB_OK;
  while (status == WB_OK) {
    status = wb_command_ring_take(&server->ring, &server->command);
    if (status != WB_OK) break;
    struct wb_reader in = wb_reader_of(server->command.data, server->command.length);
    status = do_enqueue(server, &in, NULL, &err);
    if (status == WB_OK && ++server->unasked % COMMANDS_AT_A_TIME == 0) gather_ended(server);
  }
  return status == WB_ERR_NOT_FOUND ? WB_OK : WB_ERR_PROTOCOL;
}

/* What was enqueued is on its way before this process sleeps: nobody may ask for anything soon. */
static void flush_before_sleep(struct server *server) {
  struct pollfd item = {.fd = server->socket, .events = POLLIN};
  if (!server->unflushed || poll(&item, 1, 0) != 0) return;
  wb_device_flush(server->device, NULL);
  server->unflushed = false;
}

/* Until the ring is empty, and who puts something there knows that this process sleeps. */
static enum wb_status empty_before_sleep(struct server *server) {
  enum wb_status status = drain_ring(server);
  while (status == WB_OK && server->ring.shared != NULL && !wb_command_ring_sleep(&server->ring))
    status = drain_ring(server);
  return status;
}

/* Until the inbox has so many bytes. WB_ERR_IO: the judge is done, or gone. */
static enum wb_status fill_inbox(struct server *server, size_t wanted) {
  struct inbox *inbox = server->inbox;
  if (inbox->end - inbox->begin >= wanted) return WB_OK;
  if (inbox->begin > 0)
    memmove(inbox->bytes, inbox->bytes + inbox->begin, inbox->end - inbox->begin);
  inbox->end -= inbox->begin;
  inbox->begin = 0;
  const size_t room = wanted > INBOX_BYTES ? wanted : INBOX_BYTES;
  inbox->bytes = wb_grow(inbox->bytes, &inbox->capacity, room, 1);
  while (inbox->end < wanted) {
    const enum wb_status status = empty_before_sleep(server);
    if (status != WB_OK) return status;
    flush_before_sleep(server);
    const ssize_t got =
        read(server->socket, inbox->bytes + inbox->end, inbox->capacity - inbox->end);
    if (server->ring.shared != NULL) wb_command_ring_wake(&server->ring);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return WB_ERR_IO;
    inbox->end += (size_t)got;
  }
  return WB_OK;
}

static enum wb_status serve_one(struct server *server) {
  struct wb_record_header header;
  struct inbox *inbox = server->inbox;
  enum wb_status status = fill_inbox(server, sizeof header);
  if (status != WB_OK) return status;
  memcpy(&header, inbox->bytes + inbox->begin, sizeof header);
  if (!is_possible(&header)) return WB_ERR_PROTOCOL;
  status = fill_inbox(server, sizeof header + header.length);
  if (status != WB_OK) return status;
  const unsigned char *content = inbox->bytes + inbox->begin + sizeof header;
  inbox->begin += sizeof header + header.length;
  status = drain_ring(server); /* what was enqueued before the request was made */
  return status == WB_OK ? answer_request(server, &header, content) : status;
}

static enum wb_status greet_client(struct server *server, enum wb_status opened,
                                   const struct wb_error *err) {
  static const struct wb_record_header hello = {.operation = WB_OP_HELLO};
  wb_protocol_record_begin(&server->reply);
  wb_put_u32(&server->reply, WB_OK);
  wb_put_u32(&server->reply, wb_protocol_version());
  wb_put_u32(&server->reply, (uint32_t)getpid());
  return send_reply(server, &hello, opened, err);
}

/* "NAME:any": the first GPU, else the first device. */
static enum wb_status open_any(const struct wb_worker *worker, struct wb_device **device,
                               struct wb_error *err) {
  enum { LIST_MAX = 64 };
  struct wb_device_info *infos = wb_alloc(LIST_MAX * sizeof *infos);
  size_t count = worker->list(infos, LIST_MAX), chosen = 0;
  enum wb_status status;
  while (chosen < count && !infos[chosen].gpu) chosen++;
  if (chosen == count) chosen = 0;
  status = count > 0 ? worker->open(infos[chosen].selector, device, err)
                     : wb_fail(err, WB_ERR_MISSING,
                               "%s finds no device here; `workbench doctor` says what to install",
                               worker->name);
  free(infos);
  return status;
}

/* A worker of no host program has no such descriptor. The seal keeps pages from being taken away
 * under a command. */
static bool is_shared_memory(int fd) {
  const int seals = fcntl(fd, F_GET_SEALS);
  return seals >= 0 && (seals & F_SEAL_SHRINK) != 0;
}

static bool has_ring(void) {
  struct stat about;
  return is_shared_memory(WB_COMMAND_RING_FD) && fstat(WB_COMMAND_RING_FD, &about) == 0 &&
         (size_t)about.st_size >= wb_command_ring_size();
}

static enum wb_status open_device(const struct wb_worker *worker, const char *selector,
                                  struct wb_device **device, struct wb_error *err) {
  return wb_ends_with(selector, WB_ANY_DEVICE) ? open_any(worker, device, err)
                                               : worker->open(selector, device, err);
}

/* `opened` says whether there is a device, which is closed in the end. Returns the exit code. */
static int serve_client(const struct wb_worker *worker, struct server *server,
                        enum wb_status opened, const struct wb_error *why) {
  struct inbox inbox = {.bytes = NULL};
  server->inbox = &inbox;
  wb_str_init(&server->reply);
  wb_str_init(&server->completions.bytes);
  wb_str_init(&server->command);
  wb_last_launch_init(&server->last_launch);
  enum wb_status status = greet_client(server, opened, why);
  while (status == WB_OK && opened == WB_OK) status = serve_one(server);
  if (status == WB_ERR_PROTOCOL) fprintf(stderr, "%s: invalid request\n", worker->name);
  forget_pending(server, server->n_pending);
  if (opened == WB_OK) wb_device_close(server->device);
  if (server->staging != NULL) munmap(server->staging, server->staging_size);
  wb_str_release(&server->reply);
  wb_str_release(&server->completions.bytes);
  wb_str_release(&server->command);
  wb_last_launch_release(&server->last_launch);
  wb_command_ring_close(&server->ring);
  free(server->completions.ends);
  free(inbox.bytes);
  return opened == WB_OK && status != WB_ERR_PROTOCOL ? 0 : 1;
}

int wb_server_run(const struct wb_worker *worker, const char *selector, int socket,
                  int staging_fd) {
  struct server server = {.socket = socket, .staging_fd = staging_fd};
  struct wb_error err = {0};
  const bool shares_memory =
      is_shared_memory(WB_HOST_MEMORY_FD); /* before a driver opens files of its own */
  if (has_ring()) wb_command_ring_open(&server.ring, WB_COMMAND_RING_FD);
  const enum wb_status opened = open_device(worker, selector, &server.device, &err);
  if (opened == WB_OK && shares_memory)
    wb_device_set_host_memory(server.device, WB_HOST_MEMORY_FD, NULL);
  return serve_client(worker, &server, opened, &err);
}

int wb_server_run_forks(const struct wb_worker *worker, const char *selector, char *const *included,
                        int control) {
  struct wb_fork_server forks = {.control = control};
  struct server server = {.socket = -1};
  struct wb_error err = {0};
  enum wb_status opened = open_device(worker, selector, &server.device, &err);
  const bool has_device = opened == WB_OK;
  if (has_device) opened = worker->prepare_forks(server.device, included, &err);
  if (!wb_fork_server_run(&forks)) {
    if (has_device) wb_device_close(server.device);
    return has_device ? 0 : 1;
  }
  if (forks.n_fds < 2) return 1;
  if (opened == WB_OK) opened = worker->forked(server.device, &err);
  server.socket = forks.fds[0];
  server.staging_fd = forks.fds[1];
  return serve_client(worker, &server, opened, &err);
}

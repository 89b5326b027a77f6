/* Commands and completions as bytes. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "device/protocol.h"

static void put_place(struct wb_str *out, const struct wb_memory_place *place) {
  wb_put_u32(out, place->buffer);
  wb_put_u64(out, place->offset);
}

static struct wb_memory_place get_place(struct wb_reader *in) {
  struct wb_memory_place place;
  place.buffer = wb_get_u32(in);
  place.offset = wb_get_u64(in);
  return place;
}

void wb_last_launch_init(struct wb_last_launch *last) {
  *last = (struct wb_last_launch){.launch = NULL};
  wb_str_init(&last->bytes);
  wb_str_init(&last->next);
  wb_str_init(&last->members);
  wb_str_init(&last->next_members);
}

static void forget_launch(struct wb_last_launch *last) {
  if (last->launch != NULL) wb_launch_release(last->launch);
  free(last->launch);
  last->launch = NULL;
}

void wb_last_launch_release(struct wb_last_launch *last) {
  forget_launch(last);
  wb_str_release(&last->bytes);
  wb_str_release(&last->next);
  wb_str_release(&last->members);
  wb_str_release(&last->next_members);
}

/* All but where the arguments are. */
static struct wb_launch members_of(const struct wb_launch *launch) {
  struct wb_launch members;
  memcpy(&members, launch, sizeof members);
  members.args = NULL;
  return members;
}

static size_t n_texts(const struct wb_launch *launch) { return 1 + launch->n_args; }

/* What the names point at may have changed: they follow as texts, with their ends. */
static const char *text_of(const struct wb_launch *launch, size_t i) {
  const char *text = i == 0 ? launch->kernel : launch->args[i - 1].name;
  return text != NULL ? text : "";
}

/* How many bytes of the struct count: its value is the last member, and mostly short. */
static size_t extent_of(const struct wb_arg *arg) {
  size_t value =
      arg->kind == WB_ARG_BUFFER ? sizeof arg->value.buffer : sizeof arg->value.local_bytes;
  if (arg->kind == WB_ARG_SCALAR) value = wb_arg_bytes(arg);
  if (value > sizeof arg->value) value = sizeof arg->value;
  return offsetof(struct wb_arg, value) + value;
}

static void add_members(struct wb_str *out, const struct wb_launch *launch) {
  const struct wb_launch members = members_of(launch);
  wb_str_add_bytes(out, &members, sizeof members);
  for (size_t i = 0; i < launch->n_args; i++)
    wb_str_add_bytes(out, &launch->args[i], extent_of(&launch->args[i]));
  for (size_t i = 0; i < n_texts(launch); i++) {
    const char *text = text_of(launch, i);
    wb_str_add_bytes(out, text, strlen(text) + 1);
  }
}

static bool comes_next(struct wb_reader *in, const void *bytes, size_t length) {
  if ((size_t)(in->end - in->next) < length) return false;
  const bool same = length == 0 || memcmp(in->next, bytes, length) == 0;
  if (same) in->next += length;
  return same;
}

/* Whether memory holds what it held for the last launch: then its bytes are the same, and need not
 * be made. Where it holds something else they still may be. */
static bool has_members(const struct wb_str *before, const struct wb_launch *launch) {
  struct wb_reader in = wb_reader_of(before->data, before->length);
  const struct wb_launch members = members_of(launch);
  bool same = comes_next(&in, &members, sizeof members);
  for (size_t i = 0; i < launch->n_args && same; i++)
    same = comes_next(&in, &launch->args[i], extent_of(&launch->args[i]));
  for (size_t i = 0; i < n_texts(launch) && same; i++) {
    const char *text = text_of(launch, i);
    same = comes_next(&in, text, strlen(text) + 1);
  }
  return same;
}

/* The bytes are compared, so that nothing is the same that only looks so to one side. */
static void put_launch(struct wb_str *out, const struct wb_launch *launch,
                       struct wb_last_launch *last) {
  wb_str_clear(&last->next);
  if (has_members(&last->members, launch)) {
    wb_put_u32(out, true);
    return;
  }
  wb_str_clear(&last->next_members);
  add_members(&last->next_members, launch);
  wb_put_launch(&last->next, launch);
  const bool same = last->next.length == last->bytes.length &&
                    memcmp(last->next.data, last->bytes.data, last->next.length) == 0;
  wb_put_u32(out, same);
  if (!same) wb_str_add_bytes(out, last->next.data, last->next.length);
}

void wb_command_sent(struct wb_last_launch *last) {
  const struct wb_str sent = last->next, members = last->next_members;
  if (last->next.length == 0) return;
  last->next = last->bytes;
  last->bytes = sent;
  last->next_members = last->members;
  last->members = members;
  wb_str_clear(&last->next);
}

void wb_put_command(struct wb_str *out, const struct wb_device_command *command,
                    struct wb_last_launch *last) {
  wb_str_clear(&last->next);
  wb_put_u64(out, command->id);
  wb_put_u32(out, (uint32_t)command->kind);
  wb_put_u32(out, command->timed);
  wb_put_u32(out, command->queue);
  wb_put_bytes(out, command->after, command->n_after * sizeof *command->after);
  if (command->kind == WB_COMMAND_COPY) put_place(out, &command->from);
  if (command->kind == WB_COMMAND_COPY || command->kind == WB_COMMAND_FILL) {
    put_place(out, &command->to);
    wb_put_u64(out, command->length);
  }
  if (command->kind == WB_COMMAND_FILL)
    wb_put_bytes(out, command->pattern, command->pattern_length);
  if (command->kind == WB_COMMAND_LAUNCH) put_launch(out, command->launch, last);
}

static void get_after(struct wb_reader *in, struct wb_device_command *command) {
  size_t bytes = 0;
  const void *after = wb_get_bytes(in, &bytes);
  if (bytes % sizeof(uint64_t) != 0 || bytes > WB_MAX_QUEUES * sizeof(uint64_t)) in->bad = true;
  if (in->bad || bytes == 0) return;
  uint64_t *ids = wb_alloc(bytes); /* the record's are not aligned */
  memcpy(ids, after, bytes);
  command->after = ids;
  command->n_after = bytes / sizeof *ids;
}

static void get_pattern(struct wb_reader *in, struct wb_device_command *command) {
  size_t length = 0;
  const void *pattern = wb_get_bytes(in, &length);
  if (length == 0 || length > sizeof command->pattern) in->bad = true;
  if (in->bad) return;
  memcpy(command->pattern, pattern, length);
  command->pattern_length = length;
}

/* Where it cannot be, there is none afterwards. */
static void get_launch(struct wb_reader *in, struct wb_last_launch *last) {
  const bool same = wb_get_below(in, 2) != 0;
  if (same && last->launch == NULL) in->bad = true;
  if (same || in->bad) return;
  forget_launch(last);
  last->launch = wb_alloc(sizeof *last->launch);
  wb_get_launch(in, last->launch);
}

void wb_get_command(struct wb_reader *in, struct wb_device_command *command,
                    struct wb_last_launch *last) {
  *command = (struct wb_device_command){0};
  command->id = wb_get_u64(in);
  command->kind = (enum wb_command_kind)wb_get_below(in, WB_COMMAND_MARKER + 1);
  command->timed = wb_get_below(in, 2) != 0;
  command->queue = wb_get_below(in, WB_MAX_QUEUES);
  get_after(in, command);
  if (command->kind == WB_COMMAND_COPY) command->from = get_place(in);
  if (command->kind == WB_COMMAND_COPY || command->kind == WB_COMMAND_FILL) {
    command->to = get_place(in);
    command->length = wb_get_u64(in);
  }
  if (command->kind == WB_COMMAND_FILL) get_pattern(in, command);
  if (command->kind == WB_COMMAND_LAUNCH && !in->bad) {
    get_launch(in, last);
    command->launch = last->launch;
  }
}

void wb_command_release(struct wb_device_command *command) {
  free((uint64_t *)command->after);
  *command = (struct wb_device_command){0};
}

enum { HAS_ERROR = 1, HAS_OUTCOME = 2, FLAGS = 4 };

void wb_put_completion(struct wb_str *out, const struct wb_device_completion *completion) {
  const bool failed = completion->status != WB_OK, told = completion->outcome != NULL;
  wb_put_u64(out, completion->id);
  wb_put_u32(out, (failed ? HAS_ERROR : 0u) | (told ? HAS_OUTCOME : 0u));
  wb_put_u64(out, completion->queued_ns);
  wb_put_u64(out, completion->start_ns);
  wb_put_u64(out, completion->end_ns);
  if (failed) wb_put_u32(out, (uint32_t)completion->status);
  if (failed) wb_put_error(out, &completion->error);
  if (told) wb_put_outcome(out, completion->outcome);
}

void wb_get_completion(struct wb_reader *in, struct wb_device_completion *completion,
                       struct wb_outcome *outcome) {
  completion->outcome = NULL;
  completion->status = WB_OK;
  completion->id = wb_get_u64(in);
  const uint32_t flags = wb_get_below(in, FLAGS);
  completion->queued_ns = wb_get_u64(in);
  completion->start_ns = wb_get_u64(in);
  completion->end_ns = wb_get_u64(in);
  if (completion->start_ns > completion->end_ns) in->bad = true;
  if ((flags & HAS_ERROR) != 0)
    completion->status = (enum wb_status)wb_get_below(in, WB_STATUS_COUNT);
  if ((flags & HAS_ERROR) != 0) wb_get_error(in, &completion->error);
  if ((flags & HAS_ERROR) != 0) completion->error.status = completion->status;
  if ((flags & HAS_OUTCOME) != 0 && !in->bad) {
    wb_get_outcome(in, outcome);
    completion->outcome = outcome;
  }
}

void wb_get_completions(struct wb_reader *in, size_t count, wb_take_completion take, void *data) {
  struct wb_device_completion *completion = wb_alloc(sizeof *completion);
  struct wb_outcome *outcome = wb_alloc(sizeof *outcome); /* large: made once */
  wb_outcome_init(outcome);
  for (size_t i = 0; i < count && !in->bad; i++) {
    wb_get_completion(in, completion, outcome);
    if (!in->bad) take(data, completion);
    if (completion->outcome != NULL) wb_outcome_release(outcome);
  }
  wb_outcome_release(outcome);
  free(outcome);
  free(completion);
}

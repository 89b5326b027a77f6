/* What bytes were made by, however they were copied since: a kernel, the host, or nobody. Spans
 * keep it (spans.h), and hand it on from copy to copy. Of bytes alone, which are a tensor's or a
 * list's by then, it is what a host buffer held that was the same. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "result/host_exchange.h"
#include "runtime/private.h"

enum {
  MOST_KEPT = 64 << 20, /* bytes of buffers that are gone, beside the last one, */
  MOST_PLACES = 1000    /* and places in one of them that are looked at */
};

/* What a host buffer held that is gone. */
struct wb_kept_content {
  struct wb_kept_content *next;
  struct wb_spans spans;
  unsigned char *bytes;
  uint64_t length;
};

/* ---- what commands make ---- */

struct wb_host_origin wb_origin_of_launch(const struct wb_host_command *command) {
  const struct wb_host_function *function = command->function;
  struct wb_host *host = command->queue->context->host;
  struct wb_host_origin origin = {.kind = WB_OF_KERNEL, .place = command->place};
  if (host->options.keeps_origins)
    origin.kernel = wb_host_intern(host, function->program->is_file ? function->name : "");
  return origin;
}

/* Zeros are what an array begins with before its kernel adds to it. */
struct wb_host_origin wb_origin_of_fill(const struct wb_host_command *command, bool zeros) {
  return (struct wb_host_origin){.kind = zeros ? WB_OF_ZEROS : WB_OF_HOST, .place = command->place};
}

struct wb_host_origin wb_origin_of_host(struct wb_host *host) {
  struct wb_host_origin origin = {.kind = WB_OF_HOST};
  if (host->options.keeps_origins) origin.place = wb_host_here(host);
  return origin;
}

void wb_origins_copy(const struct wb_host_command *command) {
  const struct wb_end *from = &command->from, *to = &command->to;
  if (!to->block->host->options.keeps_origins) return;
  wb_spans_take_origins(&to->block->spans, to->offset, &from->block->spans, from->offset,
                        command->length, command->serial);
}

/* ---- what devices are given ---- */

static size_t without_zeros(const unsigned char *bytes, size_t length) {
  while (length > 0 && bytes[length - 1] == 0) length--;
  return length;
}

/* A part of an input, behind which there may be zeros. */
static bool is_of_input(const struct wb_host_options *options, const unsigned char *bytes,
                        size_t length) {
  const size_t told = without_zeros(bytes, length);
  bool is_one = told == 0;
  for (size_t i = 0; i < options->n_inputs && !is_one; i++)
    is_one = memmem(options->inputs[i].bytes, options->inputs[i].length, bytes, told) != NULL;
  return is_one;
}

/* What the program wrote to a mapping, which goes back as a whole. */
static bool is_mapping_of_inputs(const struct wb_host_command *command) {
  const struct wb_host_block *block = command->from.block;
  const uint64_t start = command->from.offset, end = start + command->length;
  bool are = true;
  for (size_t i = wb_spans_find(&block->spans, start);
       i < block->spans.count && block->spans.items[i].start < end && are; i++) {
    const struct wb_host_span *span = &block->spans.items[i];
    const uint64_t last = span->end < end ? span->end : end;
    const uint64_t first = span->start > start ? span->start : start;
    are = span->writer != WB_BY_HOST ||
          is_of_input(&block->host->options, block->memory + first, (size_t)(last - first));
  }
  return are;
}

void wb_origins_check_given(const struct wb_host_command *command) {
  const bool fills = command->kind == WB_COMMAND_FILL;
  struct wb_host *host = command->queue->context->host;
  const struct wb_end *from = &command->from;
  if (host->options.inputs == NULL) return;
  if (fills             ? is_of_input(&host->options, command->pattern, command->pattern_length)
      : command->unseen ? is_mapping_of_inputs(command)
                        : is_of_input(&host->options, from->block->memory + from->offset,
                                      (size_t)command->length))
    return;
  wb_host_report(host,
                 &(struct wb_host_fault){.kind = WB_FOREIGN_DATA,
                                         .severity = WB_SEVERITY_ERROR,
                                         .place = command->place,
                                         .block = command->to.block},
                 "%s what is no part of an input: the kernels must get the inputs as they came",
                 fills ? "fills a buffer of the device with" : "copies to the device");
}

/* ---- buffers that are gone ---- */

static bool has_kernels(const struct wb_spans *spans) {
  bool has = false;
  for (size_t i = 0; i < spans->count && !has; i++)
    has = spans->items[i].origin.kind == WB_OF_KERNEL;
  return has;
}

/* Of a list, the newest first, those that there is no room for. What is returned is mostly what was
 * read last. */
static void free_beyond(struct wb_kept_content **list, uint64_t most) {
  uint64_t bytes = 0;
  while (*list != NULL && (*list)->length <= most - bytes) {
    bytes += (*list)->length;
    list = &(*list)->next;
  }
  while (*list != NULL) {
    struct wb_kept_content *gone = *list;
    *list = gone->next;
    wb_spans_release(&gone->spans);
    free(gone->bytes);
    free(gone);
  }
}

void wb_origins_keep(struct wb_host_block *block) {
  struct wb_host *host = block->host;
  if (!host->options.keeps_origins || block->memory == NULL || !has_kernels(&block->spans)) return;
  struct wb_kept_content *kept = wb_alloc(sizeof *kept);
  *kept =
      (struct wb_kept_content){host->kept, block->spans, wb_alloc(block->bytes + 1), block->bytes};
  memcpy(kept->bytes, block->memory, block->bytes);
  block->spans = (struct wb_spans){.items = NULL};
  host->kept = kept;
  free_beyond(&kept->next, MOST_KEPT);
}

void wb_origins_free(struct wb_host *host) { free_beyond(&host->kept, 0); }

/* ---- what is looked for ---- */

/* The search for bytes that are returned. */
struct search {
  const struct wb_host_returned *returned;
  bool found;    /* where all of them are of what they must be */
  bool has_same; /* or at least the same bytes, of which those from `foreign` on are not */
  uint64_t foreign;
  struct wb_host_origin origin; /* of those */
  bool has_alike; /* or so many bytes of what they must be, of which these are the same */
  uint64_t alike;
};

static bool is_one_of(const char *kernel, const char *names) {
  const size_t length = strlen(kernel);
  bool is_one = false;
  for (const char *at = names; length > 0 && !is_one && (at = strstr(at, kernel)) != NULL; at++)
    is_one = (at == names || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0');
  return is_one;
}

static bool may_be(const struct wb_host_origin *origin, const struct wb_host_returned *returned) {
  const char *names = returned->makers;
  return origin->kind == WB_OF_ZEROS ||
         (origin->kind == WB_OF_KERNEL &&
          (strcmp(names, WB_ANY_KERNEL) == 0 || is_one_of(origin->kernel, names)));
}

/* How many bytes from `start` on are of what they must be; `origin` is that of the next. */
static uint64_t count_made(const struct wb_spans *spans, uint64_t start,
                           const struct wb_host_returned *returned, struct wb_host_origin *origin) {
  const uint64_t end = start + returned->length;
  uint64_t at = start;
  *origin = (struct wb_host_origin){.kind = WB_OF_HOST};
  for (size_t i = wb_spans_find(spans, start);
       at < end && i < spans->count && spans->items[i].start <= at; i++) {
    const struct wb_host_span *span = &spans->items[i];
    *origin = span->origin;
    if (origin->place.line == 0) origin->place = span->place;
    if (!may_be(origin, returned)) break;
    at = span->end;
  }
  return (at < end ? at : end) - start;
}

static uint64_t count_same(const unsigned char *a, const unsigned char *b, uint64_t length) {
  uint64_t same = 0;
  while (same < length && a[same] == b[same]) same++;
  return same;
}

/* The same bytes. */
static void look_at_place(struct search *search, const struct wb_spans *spans, uint64_t start) {
  const struct wb_host_returned *returned = search->returned;
  struct wb_host_origin origin;
  const uint64_t made = count_made(spans, start, returned, &origin);
  search->found = made == returned->length;
  if (search->found || (search->has_same && made <= search->foreign)) return;
  search->has_same = true;
  search->foreign = made;
  search->origin = origin;
}

static void look_at_content(struct search *search, const struct wb_spans *spans,
                            const unsigned char *bytes, uint64_t length) {
  const struct wb_host_returned *returned = search->returned;
  const unsigned char *at = bytes, *end = bytes + length;
  struct wb_host_origin unsaid;
  for (int i = 0; i < MOST_PLACES && !search->found &&
                  (at = memmem(at, (size_t)(end - at), returned->bytes, returned->length)) != NULL;
       i++, at++)
    if ((uint64_t)(at - bytes) % returned->element_bytes == 0)
      look_at_place(search, spans, (uint64_t)(at - bytes));
  if (search->found || length != returned->length ||
      count_made(spans, 0, returned, &unsaid) < length)
    return;
  const uint64_t same = count_same(bytes, returned->bytes, length);
  if (!search->has_alike || same > search->alike) search->alike = same;
  search->has_alike = true;
}

static void look_everywhere(struct wb_host *host, struct search *search) {
  for (const struct wb_host_block *block = host->blocks; block != NULL && !search->found;
       block = block->next)
    if (block->side == WB_HOST_SIDE && block->memory != NULL)
      look_at_content(search, &block->spans, block->memory, block->bytes);
  for (const struct wb_kept_content *kept = host->kept; kept != NULL && !search->found;
       kept = kept->next)
    look_at_content(search, &kept->spans, kept->bytes, kept->length);
}

/* ---- what is told ---- */

enum { MAKERS_WORDS_MAX = 160 };

static const char *makers_words(const struct wb_host_returned *returned,
                                char words[MAKERS_WORDS_MAX]) {
  if (strcmp(returned->makers, WB_ANY_KERNEL) == 0) return "a kernel";
  size_t length = 0;
  for (const char *at = returned->makers; *at != '\0' && length + 5 < MAKERS_WORDS_MAX; at++) {
    if (*at == ' ') memcpy(words + length, " or ", 4);
    if (*at != ' ') words[length] = *at;
    length += *at == ' ' ? 4 : 1;
  }
  words[length] = '\0';
  return words;
}

static void tell(struct wb_host *host, const struct search *search) {
  const struct wb_host_returned *returned = search->returned;
  const struct wb_host_origin *origin = &search->origin;
  struct wb_host_fault fault = {.kind = WB_FOREIGN_DATA, .severity = WB_SEVERITY_ERROR};
  char words[MAKERS_WORDS_MAX];
  const char *makers = makers_words(returned, words);
  const bool is_same = search->has_same;
  const uint64_t element = (is_same ? search->foreign : search->alike) / returned->element_bytes;
  if (is_same && origin->place.line > 0) fault.place = origin->place;
  if (is_same && origin->kind == WB_OF_KERNEL)
    wb_host_report(host, &fault, "%s[%" PRIu64 "] is what %s%s has left, and must come from %s",
                   returned->name, element, origin->kernel[0] != '\0' ? "" : "a kernel of your own",
                   origin->kernel, makers);
  else if (is_same)
    wb_host_report(host, &fault,
                   "%s[%" PRIu64 "] is what the program itself has written, and must come from %s",
                   returned->name, element, makers);
  else if (search->has_alike)
    wb_host_report(host, &fault,
                   "%s[%" PRIu64 "] is not what came back from the device, and must come from %s",
                   returned->name, element, makers);
  else
    wb_host_report(host, &fault,
                   "%s is no part of what came back from the device, and must come from %s: return "
                   "the buffer that it was copied to, or that buffer's tensor()",
                   returned->name, makers);
}

void wb_host_check_returned(struct wb_host *host, const struct wb_host_returned *returned) {
  struct search search = {.returned = returned};
  /* An error that was found may be why, and is to be mended first. */
  if (!host->options.keeps_origins || returned->length == 0 || host->counts.errors > 0 ||
      !wb_host_checks(host))
    return;
  look_everywhere(host, &search);
  if (!search.found) tell(host, &search);
}

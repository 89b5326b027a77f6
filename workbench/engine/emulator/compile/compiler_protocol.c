#include "emulator/compile/compiler_protocol.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/process.h"
#include "finding/finding_fields.h"

enum { MAX_FILES = 1 << 16 };

void wb_compilation_init(struct wb_compilation *compilation) {
  memset(compilation, 0, sizeof *compilation);
  wb_str_init(&compilation->log);
  wb_str_init(&compilation->package);
  wb_names_init(&compilation->files);
}

void wb_compilation_release(struct wb_compilation *compilation) {
  wb_str_release(&compilation->log);
  wb_str_release(&compilation->package);
  wb_names_release(&compilation->files);
  wb_fields_release(&wb_code_mutants_fields, &compilation->mutants);
}

/* ---- results ---------------------------------------------------------------------------- */

static char *get_text(struct wb_reader *in, size_t *length) {
  const char *bytes = wb_get_bytes(in, length);
  return wb_strndup(bytes != NULL ? bytes : "", *length);
}

static void get_into(struct wb_reader *in, struct wb_str *out) {
  size_t length;
  const void *bytes = wb_get_bytes(in, &length);
  if (length > 0) wb_str_add_bytes(out, bytes, length);
}

void wb_put_compilation(struct wb_str *out, const struct wb_compilation *compilation) {
  wb_put_u32(out, compilation->status);
  wb_put_text(out, compilation->error.where);
  wb_put_text(out, compilation->error.message);
  wb_put_bytes(out, compilation->log.data, compilation->log.length);
  wb_put_u32(out, (uint32_t)compilation->files.count);
  for (size_t i = 0; i < compilation->files.count; i++)
    wb_put_text(out, compilation->files.items[i]);
  wb_put_tier(out, compilation->tier);
  wb_put_u32(out, compilation->has_better);
  wb_fields_put(&wb_code_mutants_fields, out, &compilation->mutants);
  wb_put_bytes(out, compilation->package.data, compilation->package.length);
}

void wb_get_compilation(struct wb_reader *in, struct wb_compilation *compilation) {
  compilation->status = (enum wb_status)wb_get_below(in, WB_STATUS_COUNT);
  compilation->error.status = compilation->status;
  wb_get_text(in, compilation->error.where, sizeof compilation->error.where);
  wb_get_text(in, compilation->error.message, sizeof compilation->error.message);
  get_into(in, &compilation->log);
  size_t count = wb_get_below(in, MAX_FILES);
  for (size_t i = 0; i < count && !in->bad; i++) {
    size_t length;
    char *name = get_text(in, &length);
    wb_names_add(&compilation->files, name);
    free(name);
  }
  compilation->tier = wb_get_tier(in);
  compilation->has_better = wb_get_bool(in);
  wb_fields_get(&wb_code_mutants_fields, in, &compilation->mutants);
  get_into(in, &compilation->package);
}

void wb_put_tier(struct wb_str *out, enum wb_tier tier) { wb_put_u32(out, tier); }

enum wb_tier wb_get_tier(struct wb_reader *in) { return (enum wb_tier)wb_get_below(in, WB_TIERS); }

/* ---- records ------------------------------------------------------------------------------ */

struct header {
  uint64_t length;
  uint32_t word;
};

enum wb_status wb_compiler_send(int socket, enum wb_compiler_word word,
                                const struct wb_str *content, struct wb_error *err) {
  struct header header;
  memset(&header, 0, sizeof header);
  header.length = content->length;
  header.word = word;
  enum wb_status status = wb_write_exact(socket, &header, sizeof header, -1, err);
  if (status == WB_OK) status = wb_write_exact(socket, content->data, content->length, -1, err);
  return status;
}

static int left_ms(uint64_t deadline_ns) {
  uint64_t now = wb_clock_ns();
  if (deadline_ns == 0) return -1;
  return now < deadline_ns ? (int)((deadline_ns - now) / 1000000) + 1 : 0;
}

enum wb_status wb_compiler_receive(int socket, uint64_t deadline_ns, enum wb_compiler_word *word,
                                   struct wb_str *content, struct wb_error *err) {
  enum { PIECE = 65536 }; /* memory is taken as bytes come, whatever the header says */
  struct header header;
  enum wb_status status = wb_read_exact(socket, &header, sizeof header, left_ms(deadline_ns), err);
  wb_str_clear(content);
  if (status == WB_OK && (header.word >= WB_COMPILER_WORDS || header.length > WB_COMPILATION_MAX))
    status = wb_fail(err, WB_ERR_CRASH, "the compiler sent an invalid reply");
  while (status == WB_OK && content->length < header.length) {
    size_t left = header.length - content->length;
    size_t part = left < PIECE ? left : PIECE;
    status = wb_read_exact(socket, wb_str_extend(content, part), part, left_ms(deadline_ns), err);
  }
  if (status == WB_OK) *word = (enum wb_compiler_word)header.word;
  return status;
}

#include "device/transfer.h"

#include <string.h>

enum { HALVES = 2 };

void wb_put_part(struct wb_str *out, const struct wb_part *part) {
  wb_put_u32(out, part->buffer);
  wb_put_u64(out, part->offset);
  wb_put_u64(out, part->length);
  wb_put_u32(out, part->staged);
  wb_put_u64(out, part->at);
}

struct wb_part wb_get_part(struct wb_reader *in) {
  struct wb_part part;
  part.buffer = wb_get_u32(in);
  part.offset = wb_get_u64(in);
  part.length = wb_get_u64(in);
  part.staged = wb_get_bool(in);
  part.at = wb_get_u64(in);
  return part;
}

static enum wb_operation operation_of(const struct wb_transfer *transfer) {
  return transfer->from != NULL ? WB_OP_BUFFER_WRITE : WB_OP_BUFFER_READ;
}

static size_t count_pieces(const struct wb_transfer *transfer) {
  return (transfer->length + WB_PIECE_MAX - 1) / WB_PIECE_MAX;
}

/* Where piece `i` begins in the content, and its part of the buffer. */
static struct wb_part piece_of(const struct wb_transfer *transfer, size_t i, size_t *begin) {
  const size_t left = transfer->length - i * WB_PIECE_MAX;
  *begin = i * WB_PIECE_MAX;
  return (struct wb_part){.buffer = transfer->buffer,
                          .offset = transfer->offset + *begin,
                          .length = left < WB_PIECE_MAX ? left : WB_PIECE_MAX,
                          .staged = transfer->length > WB_INLINE_MAX,
                          .at = i % HALVES * WB_PIECE_MAX};
}

static bool is_posted(const struct wb_transfer *transfer) {
  return transfer->posted && transfer->from != NULL && transfer->length <= WB_INLINE_MAX;
}

static enum wb_status send_piece(const struct wb_transfer *transfer, size_t i,
                                 struct wb_error *err) {
  struct wb_link *link = transfer->link;
  size_t begin = 0;
  const struct wb_part part = piece_of(transfer, i, &begin);
  wb_protocol_record_begin(&link->request);
  wb_put_part(&link->request, &part);
  if (transfer->from != NULL && part.staged)
    memcpy(link->staging + part.at, transfer->from + begin, part.length);
  else if (transfer->from != NULL)
    wb_put_bytes(&link->request, transfer->from + begin, part.length);
  if (is_posted(transfer))
    return wb_link_post(link, operation_of(transfer), transfer->timeout_ms, err);
  return wb_link_call(link, operation_of(transfer), transfer->timeout_ms, NULL, err);
}

/* `sequence` is that of the piece's request. */
static enum wb_status answer_piece(const struct wb_transfer *transfer, size_t i, uint32_t sequence,
                                   struct wb_error *err) {
  struct wb_link *link = transfer->link;
  struct wb_reader in;
  size_t begin = 0, got = 0;
  const struct wb_part part = piece_of(transfer, i, &begin);
  const enum wb_status status =
      wb_link_answer(link, operation_of(transfer), sequence, transfer->timeout_ms, &in, err);
  if (status != WB_OK) return status;
  const void *content = transfer->to != NULL ? wb_get_bytes(&in, &got) : NULL;
  if (transfer->to != NULL && got != (part.staged ? 0 : part.length)) in.bad = true;
  if (!wb_reader_done(&in)) return wb_link_distrust(link, "the worker sent an invalid reply", err);
  if (transfer->to != NULL)
    memcpy(transfer->to + begin, part.staged ? link->staging + part.at : content, part.length);
  return WB_OK;
}

static bool fits_behind(const struct wb_transfer *transfer) {
  return transfer->posted && transfer->from != NULL &&
         transfer->length <= WB_STAGING_MAX - transfer->link->staged;
}

/* Behind what was posted before. */
static enum wb_status post_staged(const struct wb_transfer *transfer, struct wb_error *err) {
  struct wb_link *link = transfer->link;
  const struct wb_part part = {.buffer = transfer->buffer,
                               .offset = transfer->offset,
                               .length = transfer->length,
                               .staged = true,
                               .at = link->staged};
  wb_protocol_record_begin(&link->request);
  wb_put_part(&link->request, &part);
  memcpy(link->staging + part.at, transfer->from, part.length);
  link->staged += part.length;
  return wb_link_post(link, WB_OP_BUFFER_WRITE, transfer->timeout_ms, err);
}

/* Until the worker has taken what was posted. */
static enum wb_status empty_staging(const struct wb_transfer *transfer, struct wb_error *err) {
  struct wb_reader in;
  wb_protocol_record_begin(&transfer->link->request);
  return wb_link_call(transfer->link, WB_OP_DRAIN, transfer->timeout_ms, &in, err);
}

enum wb_status wb_transfer_run(const struct wb_transfer *transfer, struct wb_error *err) {
  struct wb_link *link = transfer->link;
  const size_t n = count_pieces(transfer);
  size_t sent = 0, answered = 0;
  uint32_t first = 0; /* the sequence number of the first request */
  if (is_posted(transfer)) return send_piece(transfer, 0, err);
  const bool stages = transfer->length > WB_INLINE_MAX;
  enum wb_status status = stages ? wb_link_stage(link, WB_STAGING_MAX, err) : WB_OK;
  if (status == WB_OK && stages && fits_behind(transfer)) return post_staged(transfer, err);
  if (status == WB_OK && stages && link->staged > 0) status = empty_staging(transfer, err);
  while (status == WB_OK && answered < n) {
    const bool sends = sent < n && sent - answered < HALVES;
    status = sends ? send_piece(transfer, sent, err)
                   : answer_piece(transfer, answered, first + (uint32_t)answered, err);
    if (sends && sent == 0) first = link->sequence;
    sent += sends;
    answered += !sends;
  }
  for (; status != WB_OK && answered < sent && !link->dead; answered++)
    wb_link_answer(link, operation_of(transfer), first + (uint32_t)answered, transfer->timeout_ms,
                   &(struct wb_reader){0}, NULL);
  return status;
}

/* A buffer's content on its way between a client and its worker: little of it in the record, more
 * in pieces through the staging area, whose two halves take turns, so that both processes work at
 * the same time. What is posted lies there in one piece, until an answer to something that was said
 * later shows that the worker has taken it. */
#ifndef WB_DEVICE_TRANSFER_H
#define WB_DEVICE_TRANSFER_H

#include "device/link.h"

/* Either `from` or `to` is set; the bytes are those of the buffer from `offset` on. */
struct wb_transfer {
  struct wb_link *link;
  uint64_t timeout_ms; /* of each piece */
  wb_handle buffer;
  size_t offset, length;
  const unsigned char *from; /* is written */
  unsigned char *to;         /* is read */
  bool posted;               /* what is written and fits is posted (protocol.h) */
};

/* An error leaves nothing unanswered. */
enum wb_status wb_transfer_run(const struct wb_transfer *transfer, struct wb_error *err);

/* A part of a buffer's content, as the request says it. */
struct wb_part {
  wb_handle buffer;
  size_t offset, length;
  bool staged;
  size_t at; /* byte of the staging area where it begins */
};
struct wb_part wb_get_part(struct wb_reader *in);
void wb_put_part(struct wb_str *out, const struct wb_part *part);

#endif

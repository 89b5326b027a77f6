#include "result/judge_protocol.h"

#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "fields/wire.h"

enum { MAX_ARGUMENTS = 64, REST_LIMIT_MS = 1000 };

unsigned wb_judge_cpu_seconds(void) {
  const char *wanted = getenv("WORKBENCH_SPEC_SECONDS");
  long seconds = wanted != NULL ? strtol(wanted, NULL, 10) : 0;
  return seconds >= 1 && seconds <= 3600 ? (unsigned)seconds : WB_JUDGE_CPU_SECONDS;
}

unsigned wb_describe_cpu_seconds(void) {
  unsigned seconds = wb_judge_cpu_seconds();
  return seconds < WB_DESCRIBE_CPU_SECONDS ? seconds : WB_DESCRIBE_CPU_SECONDS;
}

uint64_t wb_seed_of_case(const struct wb_seed_key *key, const char *name) {
  unsigned char digest[WB_SHA256_BYTES];
  uint64_t seed = 0;
  wb_hmac_sha256(key->bytes, sizeof key->bytes, name, strlen(name), digest);
  for (size_t i = 0; i < sizeof seed; i++) seed = seed << 8 | digest[i];
  return seed;
}

/* ---- a judge that waits ---- */

void wb_judge_order_init(struct wb_judge_order *order) {
  memset(order, 0, sizeof *order);
  wb_names_init(&order->arguments);
  wb_str_init(&order->source);
}

void wb_judge_order_release(struct wb_judge_order *order) {
  wb_names_release(&order->arguments);
  wb_str_release(&order->source);
}

enum wb_status wb_judge_order_send(int socket, const struct wb_judge_order *order,
                                   struct wb_error *err) {
  const struct wb_names *arguments = &order->arguments;
  struct wb_str content, record;
  enum wb_status status = WB_OK;
  wb_str_init(&content);
  wb_str_init(&record);
  wb_put_u32(&content, (uint32_t)arguments->count);
  for (size_t i = 0; i < arguments->count; i++) wb_put_text(&content, arguments->items[i]);
  wb_put_bytes(&content, &order->key, order->has_key ? sizeof order->key : 0);
  wb_put_u32(&content, order->has_source);
  wb_put_bytes(&content, order->source.data, order->source.length);
  wb_put_u32(&record, (uint32_t)content.length);
  wb_str_add_bytes(&record, content.data, content.length);
  if (content.length > WB_ORDER_BYTES_MAX || arguments->count > MAX_ARGUMENTS)
    status = wb_fail(err, WB_ERR_USAGE, "an order of %zu bytes is too long", content.length);
  else
    status = wb_write_exact(socket, record.data, record.length, WB_ORDER_SEND_MS, err);
  wb_str_release(&content);
  wb_str_release(&record);
  return status;
}

static bool take_key(struct wb_reader *in, struct wb_judge_order *order) {
  size_t length = 0;
  const char *key = wb_get_bytes(in, &length);
  order->has_key = key != NULL && length == sizeof order->key;
  if (order->has_key) memcpy(&order->key, key, sizeof order->key);
  return length == 0 || order->has_key;
}

static bool take_order(struct wb_reader *in, struct wb_judge_order *order) {
  size_t count = wb_get_below(in, MAX_ARGUMENTS + 1), length = 0;
  for (size_t i = 0; i < count && !in->bad; i++) {
    const char *bytes = wb_get_bytes(in, &length);
    char *text = wb_strndup(bytes != NULL ? bytes : "", length);
    wb_names_add(&order->arguments, text);
    free(text);
  }
  if (!take_key(in, order)) return false;
  order->has_source = wb_get_bool(in);
  const char *source = wb_get_bytes(in, &length);
  if (source != NULL) wb_str_add_bytes(&order->source, source, length);
  return wb_reader_done(in);
}

enum wb_status wb_judge_order_receive(int socket, int timeout_ms, struct wb_judge_order *order,
                                      struct wb_error *err) {
  unsigned char head[4];
  char *content = NULL;
  size_t length = 0;
  enum wb_status status = wb_read_exact(socket, head, sizeof head, timeout_ms, err);
  if (status == WB_OK) {
    struct wb_reader in = wb_reader_of(head, sizeof head);
    length = wb_get_below(&in, WB_ORDER_BYTES_MAX + 1);
    if (in.bad) status = wb_fail(err, WB_ERR_PROTOCOL, "an order cannot be this long");
  }
  if (status == WB_OK) {
    content = wb_alloc(length + 1);
    status = wb_read_exact(socket, content, length, REST_LIMIT_MS, err);
  }
  if (status == WB_OK) {
    struct wb_reader in = wb_reader_of(content, length);
    if (!take_order(&in, order)) status = wb_fail(err, WB_ERR_PROTOCOL, "an order cannot be read");
  }
  free(content);
  return status;
}

/* What a program's process says, which runs what nobody knows. */
#include "result/host_exchange.h"

#include "base/str.h"
#include "finding/schedule.h"
#include "tap.h"

/* The number says how far a table is gone through. */
static void more_orders_than_there_are_are_refused(void) {
  for (uint32_t more = 0; more < 2; more++) {
    const struct wb_host_reply reply = {.n_orders = WB_SCHEDULE_ORDERS + more};
    struct wb_host_reply got = {.result = NULL};
    struct wb_str bytes;
    wb_str_init(&bytes);
    wb_fields_put(&wb_host_reply_fields, &bytes, &reply);
    struct wb_reader in = wb_reader_of(bytes.data, bytes.length);
    wb_fields_get(&wb_host_reply_fields, &in, &got);
    CHECK_INT(wb_reader_done(&in), more == 0);
    wb_host_reply_release(&got);
    wb_str_release(&bytes);
  }
}

int main(void) {
  tap_run("more orders than there are are refused", more_orders_than_there_are_are_refused);
  return tap_finish();
}

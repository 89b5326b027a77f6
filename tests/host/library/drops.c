/* Buffers of 256 KiB in 1 MiB, each lost as soon as commands are enqueued that need it: what waits
 * is carried out where the memory would not last. */
#include <stdio.h>
#include <stdlib.h>
#include <workbench.h>

enum { COUNT = 1 << 16, ROUNDS = 100 };

static void must(workbench_status status) {
  if (status == WORKBENCH_OK) return;
  printf("%s: %s\n", workbench_status_name(status), workbench_error_text());
  exit(1);
}

int main(void) {
  const workbench_options options = {.size = sizeof options, .memory_bytes = 1 << 20};
  const workbench_buffer_options ints = {.size = sizeof ints, .type = "int", .count = COUNT};
  workbench_host *host;
  workbench_context *context;
  workbench_buffer *last = NULL, *next;
  int value = 7, done = 0;
  must(workbench_open(&options, &host));
  must(workbench_context_new(host, NULL, &context));
  workbench_queue *queue = workbench_context_queue(context);
  for (; done < ROUNDS; done++) {
    must(workbench_buffer_new(context, &ints, &next));
    if (last == NULL) must(workbench_fill(queue, next, &value, sizeof value));
    if (last != NULL) must(workbench_copy(queue, next, last));
    if (last != NULL) must(workbench_buffer_drop(last));
    last = next;
  }
  value = 0;
  must(workbench_read(queue, last, &value, sizeof value));
  must(workbench_buffer_drop(last));
  printf("%d of %d, the last is %d\n", done, ROUNDS, value);
  must(workbench_finish(host));
  printf("%zu findings\n", workbench_finding_count(host));
  workbench_close(host);
  return 0;
}

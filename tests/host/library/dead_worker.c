/* The device's worker is killed behind the program's back: calls fail, and nothing else happens to
 * the program, of whose signals none is ignored. */
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#include <workbench.h>

int main(void) {
  workbench_host *host;
  workbench_context *context;
  workbench_buffer *buffer;
  const workbench_buffer_options options = {.size = sizeof options, .type = "int", .count = 4};
  char command[64];
  int zero = 0;
  if (workbench_open(NULL, &host) != WORKBENCH_OK ||
      workbench_context_new(host, NULL, &context) != WORKBENCH_OK ||
      workbench_buffer_new(context, &options, &buffer) != WORKBENCH_OK)
    return 1;
  snprintf(command, sizeof command, "kill -9 $(ps -o pid= --ppid $PPID | grep -vwF $$)");
  if (system(command) < 0) return 1;
  workbench_status status = WORKBENCH_OK;
  /* The worker ends with its reaper, which takes the system a moment, or on a busy machine more. */
  for (int i = 0; i < 60000 && status == WORKBENCH_OK; i++) {
    thrd_sleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    status = workbench_fill(workbench_context_queue(context), buffer, &zero, sizeof zero);
    if (status == WORKBENCH_OK) status = workbench_synchronize(workbench_context_queue(context));
  }
  printf("%s: %s\n", workbench_status_name(status), workbench_error_text());
  status = workbench_fill(workbench_context_queue(context), buffer, &zero, sizeof zero);
  printf("then %s\n", workbench_status_name(status));
  workbench_finish(host);
  workbench_close(host);
  return 0;
}

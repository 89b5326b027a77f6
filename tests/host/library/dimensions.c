/* A launch without `dimensions` has as many as its sizes: a grid of 4 x 4 groups of 8 x 8. */
#include <stdio.h>
#include <workbench.h>

enum { SIDE = 32 };

static const char SOURCE[] =
    "__kernel void number(__global int *out) {\n"
    "  out[get_global_id(1) * 32 + get_global_id(0)] = get_work_dim();\n"
    "}\n";

int main(void) {
  workbench_host *host;
  workbench_context *context;
  workbench_buffer *out;
  workbench_program *program;
  workbench_kernel *kernel;
  int numbers[SIDE * SIDE] = {0};
  const workbench_buffer_options of = {.size = sizeof of, .type = "int", .count = SIDE * SIDE};
  const workbench_program_options text = {.size = sizeof text, .file = "n.cl", .source = SOURCE};
  if (workbench_open(NULL, &host) != WORKBENCH_OK ||
      workbench_context_new(host, NULL, &context) != WORKBENCH_OK ||
      workbench_buffer_new(context, &of, &out) != WORKBENCH_OK ||
      workbench_program_new(context, &text, &program) != WORKBENCH_OK ||
      workbench_kernel_new(program, "number", &kernel) != WORKBENCH_OK)
    return 1;
  workbench_queue *queue = workbench_context_queue(context);
  const workbench_argument arguments[] = {workbench_buffer_argument(out)};
  workbench_launch_options launch = {.size = sizeof launch,
                                     .grid = {4, 4},
                                     .block = {8, 8},
                                     .arguments = arguments,
                                     .argument_count = 1};
  if (workbench_launch(queue, kernel, &launch) != WORKBENCH_OK ||
      workbench_read(queue, out, numbers, sizeof numbers) != WORKBENCH_OK)
    return 1;
  int right = 0;
  for (int i = 0; i < SIDE * SIDE; i++) right += numbers[i] == 2;
  printf("%d of %d\n", right, SIDE * SIDE);
  launch.grid[1] = 0;
  const workbench_status status = workbench_launch(queue, kernel, &launch);
  printf("a grid that lacks a size: %s\n", workbench_status_name(status));
  workbench_close(host);
  return 0;
}

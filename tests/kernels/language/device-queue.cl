// Kernels that start kernels are refused by name and line.
// options: -cl-std=CL2.0
// launch: global 1 local 1
// arg: out int[1]

__kernel void test(__global int *out) {
  queue_t queue = get_default_queue();
  clk_event_t event;
  enqueue_marker(queue, 0, 0, &event); // expect: compile-error
}

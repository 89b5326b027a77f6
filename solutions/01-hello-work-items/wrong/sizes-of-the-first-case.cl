// expect: wrong-answer
// why: The size of the launch is written down. Another launch has another size.

__kernel void hello_work_items(void) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  int width = get_global_size(0), height = get_global_size(1), depth = get_global_size(2);
  int l = get_local_id(0), m = get_local_id(1), n = get_local_id(2);
  int g = get_group_id(0), h = get_group_id(1), k = get_group_id(2);
  printf("work-item (%d,%d,%d) of (%d,%d,%d) is (%d,%d,%d) in group (%d,%d,%d)\n",
         x, y, z, 4, 2, 1, l, m, n, g, h, k);
}

// expect: wrong-answer
// why: Every work-item prints a line for each x. The launch is the loop already.

__kernel void hello_work_items(void) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  int width = get_global_size(0), height = get_global_size(1), depth = get_global_size(2);
  int l = get_local_id(0), m = get_local_id(1), n = get_local_id(2);
  int g = get_group_id(0), h = get_group_id(1), k = get_group_id(2);
  for (x = 0; x < width; x++)
    printf("work-item (%d,%d,%d) of (%d,%d,%d) is (%d,%d,%d) in group (%d,%d,%d)\n",
           x, y, z, width, height, depth, l, m, n, g, h, k);
}

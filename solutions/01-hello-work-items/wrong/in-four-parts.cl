// expect: wrong-answer
// why: The line is put together from four calls, and another work-item may print between them.

__kernel void hello_work_items(void) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  int width = get_global_size(0), height = get_global_size(1), depth = get_global_size(2);
  int l = get_local_id(0), m = get_local_id(1), n = get_local_id(2);
  int g = get_group_id(0), h = get_group_id(1), k = get_group_id(2);
  printf("work-item (%d,%d,%d) ", x, y, z);
  printf("of (%d,%d,%d) ", width, height, depth);
  printf("is (%d,%d,%d) ", l, m, n);
  printf("in group (%d,%d,%d)\n", g, h, k);
}

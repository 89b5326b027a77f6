// The global id, made of the group, its size and the place in it.

__kernel void hello_work_items(void) {
  int l = get_local_id(0), m = get_local_id(1), n = get_local_id(2);
  int g = get_group_id(0), h = get_group_id(1), k = get_group_id(2);
  int across = get_local_size(0), down = get_local_size(1), deep = get_local_size(2);
  int columns = get_num_groups(0), rows = get_num_groups(1), planes = get_num_groups(2);
  printf("work-item (%d,%d,%d) of (%d,%d,%d) is (%d,%d,%d) in group (%d,%d,%d)\n",
         g * across + l, h * down + m, k * deep + n,
         columns * across, rows * down, planes * deep, l, m, n, g, h, k);
}

// The first work-item of a group prints for all of it: then their order is known, but not that of groups.

__kernel void hello_work_items(void) {
  int width = get_global_size(0), height = get_global_size(1), depth = get_global_size(2);
  int g = get_group_id(0), h = get_group_id(1), k = get_group_id(2);
  int across = get_local_size(0), down = get_local_size(1), deep = get_local_size(2);
  if (get_local_id(0) + get_local_id(1) + get_local_id(2) > 0) return;
  for (int i = 0; i < across * down * deep; i++) {
    int l = i % across, m = i / across % down, n = i / across / down;
    printf("work-item (%d,%d,%d) of (%d,%d,%d) is (%d,%d,%d) in group (%d,%d,%d)\n",
           g * across + l, h * down + m, k * deep + n, width, height, depth, l, m, n, g, h, k);
  }
}

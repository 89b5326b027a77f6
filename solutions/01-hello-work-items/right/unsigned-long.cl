// A size_t has 64 bits here, and %lu prints a ulong, which has as many everywhere.

__kernel void hello_work_items(void) {
  ulong x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  ulong width = get_global_size(0), height = get_global_size(1), depth = get_global_size(2);
  ulong across = get_local_size(0), down = get_local_size(1), deep = get_local_size(2);
  printf("work-item (%lu,%lu,%lu) of (%lu,%lu,%lu) is (%lu,%lu,%lu) in group (%lu,%lu,%lu)\n",
         x, y, z, width, height, depth, x % across, y % down, z % deep, x / across, y / down, z / deep);
}

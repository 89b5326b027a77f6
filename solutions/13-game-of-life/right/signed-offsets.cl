// With signed numbers an offset of -1 is possible, as long as no remainder of it is taken.

__kernel void life(__global int *next, __global const int *now, uint width, uint height) {
  int x = get_global_id(0), y = get_global_id(1);
  int columns = width, rows = height;
  int count = 0;
  if (x < columns && y < rows) {
    for (int down = -1; down <= 1; down++) {
      for (int across = -1; across <= 1; across++) {
        if (down == 0 && across == 0) continue;
        int u = (x + across + columns) % columns;
        int v = (y + down + rows) % rows;
        count += now[v * columns + u];
      }
    }
    int self = now[y * columns + x];
    next[y * columns + x] = count == 3 ? 1 : count == 2 ? self : 0;
  }
}

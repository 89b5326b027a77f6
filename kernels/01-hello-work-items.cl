// Hello Work-items. Each work-item prints one line:
//
// work-item (3,1,0) of (4,2,1) is (1,1,0) in group (1,0,0)
//
// Three of its four triples are here.

__kernel void hello_work_items(void) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  int width = get_global_size(0);
  int height = get_global_size(1);
  int depth = get_global_size(2);
  int l = get_local_id(0);
  int m = get_local_id(1);
  int n = get_local_id(2);

  // Your code here: the last triple, in the same way.
  printf("work-item (%d,%d,%d) of (%d,%d,%d) "
         "is (%d,%d,%d)\n",
         x, y, z, width, height, depth, l, m, n);
}

// It must work for groups of 1 to 5 by 1 to
// 5 by 1 to 3 work-items, up to 3 more
// groups than needed in each dimension.

// Hello Work-items. Each work-item prints one
// line: its global id, the global size, its
// local id, and the id of its group, as
//
// work-item (3,1,0) of (4,2,1) is (1,1,0) in group (1,0,0)

__kernel void hello_work_items(void) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);

  // Your code here (about six lines).
}

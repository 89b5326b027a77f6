// What work-items print comes in the order of their ids, whatever order they run in.
// launch: global 6 local 3
// printed: 0.0 0.1 0.2 0:0 0:1 0:2 1.0 1.1 1.2 1:0 1:1 1:2
// expect: clean
// emulator-only: other devices may print groups in any order
kernel void test(void) {
  int group = get_group_id(0), item = get_local_id(0);
  printf("%d.%d ", group, item);
  barrier(CLK_LOCAL_MEM_FENCE);
  printf("%d:", group);
  printf("%d ", item);
}

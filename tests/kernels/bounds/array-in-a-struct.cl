// An array inside a private struct, indexed within its own bounds.
// launch: global 2 local 2
// arg: out int[2]
// expect: clean
// out: out 12 13

struct stack {
  int top;
  int items[4];
};

__kernel void test(__global int *out) {
  struct stack s;
  s.top = 0;
  for (int j = 0; j < 3; j++) s.items[s.top++] = 10 + j;
  out[get_global_id(0)] = s.items[--s.top] + (int)get_global_id(0);
}

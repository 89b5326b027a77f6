// Functions have as many arguments as they declare.
int first(int n, ...) { return n; }  // expect: compile-error
kernel void test(global int *x) { x[0] = first(1, 2); }

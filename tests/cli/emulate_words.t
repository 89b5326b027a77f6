#!/usr/bin/env bash
# emulate: what the words of findings must say, beyond their kind and place.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
cd "$TMP" || exit 1

cat >lanes.cl <<'END'
__kernel void ends(__global const float *a, __global float *out, int n) {
  vstore4(vload4(n, a + 2), 0, out);
}
__kernel void begins(__global const float *a, __global float *out, int n) {
  vstore8(vload8(0, out), 0, out - n);
}
__kernel void row(__global float *out, int n) {
  float s[4][6];
  for (int i = 0; i < 24; i++) s[i / 6][i % 6] = i;
  vstore4(vload4(0, &s[n][5]), 0, out);
}
__kernel void halves(__global const half *h, __global float *out) { vstore4(vload_half4(1, h), 0, out); }
END

# words KERNEL ARGUMENTS...: its report on one line, in $said.
words() {
  local kernel=$1
  shift
  said=$("$WORKBENCH" emulate lanes.cl --kernel "$kernel" --global 1 "$@" 2>&1 | tr -s '\n ' ' ')
}

floats='float[8]=zeros'
words ends --arg 'const float[8]=range' --arg "$floats" --arg int=1
like "$said" 'reads lanes z and w \(a\[8\], a\[9\]\), past the end of the global array of 8 elements' \
  "the lanes of a vector that are outside are named"
words begins --arg 'const float[8]=range' --arg "$floats" --arg int=3
like "$said" 'writes lanes s0 to s2 \(out\[-3\] to out\[-1\]\), before the start' \
  "lanes of a wide vector before the start are"
words row --arg "$floats" --arg int=1
like "$said" 'reads lanes y to w \(indexes 6 to 8\) of a row of 6 elements, in s' \
  "so are those behind a row's end"
words halves --arg 'const half[6]=range' --arg "$floats"
like "$said" 'reads lanes z and w \(h\[6\], h\[7\]\)' "and those of halves"

cat >members.cl <<'CL'
typedef struct { float position[2]; float velocity[2]; } particle;
struct cell { int count; float values[3]; };
struct grid { struct cell cells[4]; int rows[2][3]; float4 v[2]; int end; };
typedef union { float f[4]; int whole; uchar b[8]; } bits;
struct holder { int a; bits u; struct { int inner[2]; int x; }; int last; };
__constant struct cell table[2] = {{1, {1, 2, 3}}, {2, {4, 5, 6}}};
float in_cell(struct cell *c, int i) { return c->values[i]; }
__kernel void k(__global float *out, __global particle *p, __global struct grid *g,
                __global struct holder *h, int n) {
  __local struct grid tile;
  struct holder own = {0};
  particle q[2] = {{{1, 2}, {3, 4}}};
  struct cell c = {0};
  size_t i = get_global_id(0);
  out[0] += p[i].velocity[n];             // p: the member velocity
  out[0] += p[i].velocity[2];             // p: the member velocity
  out[0] += p[i].position[n];             // p: the member position
  out[0] += g->cells[1].values[n + 1];    // g: the member cells[1].values
  out[0] += g[0].cells[i].values[n + 1];  // g: the member cells[].values
  out[0] += g->rows[1][n + 1];            // g: the member rows[1]
  out[0] += g->rows[i][n + 1];            // g: a row of the member rows
  out[0] += g->rows[n][0];                // g: the member rows
  g->v[n].x = 1;                          // g: the member v
  h->u.f[n + 2] = 1;                      // h: the member u.f
  h->u.b[n + 6] = 1;                      // h: the member u.b
  h->inner[n] = 1;                        // h: the member inner
  own.inner[n] = 4;                       // own: the member inner
  out[1] = own.u.f[n + 2];                // own: the member u.f
  tile.cells[n + 2].count = 3;            // tile: the member cells
  tile.cells[i].values[n + 1] = 3;        // tile: the member cells[].values
  q[1].position[n] = 2;                   // q: the member position
  q[n - 1].velocity[n] = 2;               // q: the member velocity
  out[2] += table[i].values[n + 1];       // table: the member values
  out[2] += in_cell(&c, n + 1);
  p[i].velocity[n - 1] = g->cells[n].values[n] + g->rows[n - 1][n];
}
CL
"$WORKBENCH" emulate members.cl --build -w --global 1 --arg "$floats" --arg 'bytes[32]=zeros' --arg 'bytes[256]=zeros' \
  --arg 'bytes[64]=zeros' --arg int=2 --json >members.json
grep -o '"message": "[^"]*' members.json | sed -E 's/.*index [0-9]+ of (.*), which has [0-9]+ elements, in (.*)/\2: \1/' >members.got
{ sed -nE 's,.*// ([a-z]+: .*),\1,p' members.cl; echo 'c: the member values'; } >members.expected
is "$(diff members.expected members.got)" "" "an index behind the end of an array in a struct names the member, in every memory"

# refused OPTIONS TEXT: what is said of a kernel that does this.
refused() {
  printf '__kernel void k(__global int *out) {\n  %s\n}\n' "$2" >refused.cl
  said=$("$WORKBENCH" emulate refused.cl --global 1 --build "$1" --arg 'int[8]' 2>&1 | tr -s '\n ' ' ')
}

refused -cl-std=CL1.2 'out[0] = sub_group_reduce_add(1);'
like "$said" "refused.cl:2:12: .*sub-groups exist from OpenCL C 2.0 on: build with -cl-std=CL2.0" \
  "an older version's lack comes with the newer one's option"
refused -cl-std=CL1.2 'out[0] = work_group_any(1);'
like "$said" "functions of work-groups exist from OpenCL C 2.0 on" "also where a group's functions lack"
refused -cl-std=CL2.0 'int x; enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{});'
like "$said" "refused.cl:2:10: error: device-side queues are not supported by the emulator: 'enqueue_kernel'" \
  "device-side queues are refused in the source's words"
unlike "$said" '__enqueue' "and no others"
refused -cl-std=CL3.0 'enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{});'
like "$said" "device-side queues are not supported by the emulator" "also where clang knows none"

cat >large.cl <<'END'
__kernel void k(__global float *out, int n) {
  float big[1 << 20];
  big[n] = n;
  out[0] = big[n];
}
END
said=$("$WORKBENCH" emulate large.cl --global 64 --local 64 --arg 'float[1]' --arg int=1 2>&1 | tr -s '\n ' ' ')
like "$said" 'large.cl:2:9: error: stack-overflow: a work-item needs 41943[0-9]+ bytes of private memory; it has 524288; its largest variable, big, takes 4194304' \
  "an array that is too large is named with its line, and the limit"

cat >waits.cl <<'END'
__kernel void k(__global volatile int *flag) {
  int i = get_global_id(0);
  while (atomic_or(&flag[1 - i], 0) == 0);
  atomic_xchg(&flag[i], 1);
}
END
said=$("$WORKBENCH" emulate waits.cl --global 2 --local 1 --arg 'int[2]=zeros' 2>&1 | tr -s '\n ' ' ')
like "$said" 'waits for flag\[1\] to change from 0, and no other work-item ever changes it; work-item 1 of group 1 waits for flag\[0\] meanwhile' \
  "work-items that wait for one another are both named"

tap_finish

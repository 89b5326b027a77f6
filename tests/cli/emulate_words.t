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

tap_finish

#!/usr/bin/env bash
# emulate: images and samplers as words, and what is said of those that do not fit.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
cd "$TMP" || exit 1

cat >flip.cl <<'END'
kernel void flip(read_only image2d_t from, write_only image2d_t to, sampler_t how) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float2 middle = (float2)(get_image_width(from) - at.x - 0.5f, at.y + 0.5f);
  write_imagef(to, at, read_imagef(from, how, middle));
}
kernel void volume(read_only image3d_t from, global int *out) {
  out[0] = read_imagei(from, (int4)(1, 1, 1, 0)).x + get_image_depth(from);
}
END

emulate() {
  out=$("$WORKBENCH" emulate flip.cl "$@" 2>"$TMP/err")
  code=$?
  err=$(cat "$TMP/err")
}

emulate -k flip -g 3,2 -a 'const float[3,2]=range' -a 'float[3,2]' -a uint=18 --dump to
is "$code" 0 "an image is read by a sampler and another written"
like "$out" ' 0: +2  1  0  5  4  3$' "its pixels lie row by row"

emulate -k flip -g 3,2 -a 'const unorm uchar4[3,2]=255' -a 'half4[3,2]' -a uint=18 --dump to
like "$out" '\(1, 1, 1, 1\)' "fractions of the largest number can go into halves"

emulate -k flip -g 4,2 -a 'const float[3,2]=range' -a 'float[3,2]' -a uint=18
is "$code" 1 "a pixel outside is a finding"
like "$out$err" 'writes pixel \(3, 0\) of to, an image of 3 × 2' "which names it"

emulate -k volume -g 1 -a 'const int[2,2,2]=range' -a 'int[1]' --dump out
like "$out" ' 0: +9$' "a volume has three sizes"

emulate -k flip -g 3,2 -a 'const float[6]=range' -a 'float[3,2]' -a uint=18
is "$code" 2 "one size is too few for two dimensions"
like "$err" "const float4\[8,8\]=range" "and it is said what would do"

emulate -k flip -g 3,2 -a null -a 'float[3,2]' -a uint=18
is "$code" 2 "no image is null"

emulate -k flip -g 3,2 -a 'const double[3,2]=range' -a 'float[3,2]' -a uint=18
is "$code" 2 "there are no images of doubles"

emulate -k volume -g 1 -a 'const int[2,2,2]=range' -a 'int[2,2]'
is "$code" 2 "a buffer has one size"

tap_finish

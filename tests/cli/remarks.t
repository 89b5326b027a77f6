#!/usr/bin/env bash
# In which order findings and the compiler's remarks are said: what rejects comes first, and nothing twice.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
cd "$TMP" || exit 1

said() { "$WORKBENCH" emulate "$@" 2>&1 | tr -s ' \n' ' '; }
json() { "$WORKBENCH" emulate "$@" --json 2>/dev/null | perl -MJSON::PP -e 'local $/; my $r = decode_json(<STDIN>);
  print join ";", map { "$_->{line} $_->{severity}" . ($_->{note} ? " note" : "") } @{$r->{compile}{diagnostics}}'; }

cat >broken.cl <<'CL'
__kernel void test(__global int *out) {
  printf("%d %d\n", get_global_id(0), get_global_size(0));
  printf("%d\n", get_global_id(0))
  out[0] = 1;
}
CL
like "$(said broken.cl -g 1 -a 'int[1]')" '^broken.cl:3:[0-9]+: error: .*broken.cl:2:[0-9]+: warning: ' "errors come before the warnings of earlier lines"
is "$(json broken.cl -g 1 -a 'int[1]')" "3 error;2 warning;3 warning" "in JSON, too, and what is said of a line twice is there once"
like "$(said broken.cl -g 1 -a 'int[1]')" "type 'unsigned long' \(2 times\)" "with how often"

cat >warned.cl <<'CL'
__kernel void test(__global int *out) {
  int unused;
  out[get_global_id(0) + 1] = 1;
}
CL
like "$(said warned.cl -g 1 -a 'int[1]')" "error: out-of-bounds: .*warning: unused variable" "a finding comes before the compiler's remarks"

cat >late.cl <<'CL'
__kernel void test(__global int *out) {
  __local int flag;
  flag = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0) + 1] = flag;
}
CL
like "$(said late.cl -g 2 -l 2 -a 'int[2]')" "error: out-of-bounds: .*warning: data-race: several work-items write flag" \
  "a finding that rejects comes before a warning that was found earlier"
is "$("$WORKBENCH" emulate late.cl -g 2 -l 2 -a 'int[2]' --json | perl -MJSON::PP -e 'local $/; print join ",", map { $_->{severity} } @{decode_json(<STDIN>)->{findings}}')" \
  "error,warning" "in JSON, too"

echo '__kernel void test(__global int *out, size_t n) { out[0] = (int)n; }' >sized.cl
text=$(said sized.cl -g 1 -a 'int[1]' -a 'ulong=1')
like "$text" "error: .*size_t" "a parameter that no kernel can have is an error"
unlike "$text" 'usr/|opencl-c' "without the path of a header of clang's"
cat >noted.cl <<'CL'
int twice(int x) { return 2 * x; }
__kernel void test(__global int *out) { out[0] = twice(1, 2); }
CL
like "$(said noted.cl -g 1 -a 'int[1]')" 'noted.cl:2:[0-9]+: error: .*noted.cl:1:[0-9]+: note: ' "a note is called one"
is "$(json noted.cl -g 1 -a 'int[1]')" "2 error;1 warning note" "and follows its error"

cat >named.cl <<'CL'
__kernel void other(__global float *out, __global const float *a) {
  int unused = 3.7;
  out[get_global_id(0)] = a[get_global_id(0)];
}
CL
like "$("$WORKBENCH" run 1 --file named.cl --course "$COURSE" 2>&1 | tr -s ' \n' ' ')" \
  'error: [^ ]*named.cl:1 the puzzle launches a kernel called .* warning: ' \
  "that the kernel has another name comes before the compiler's warnings, too"

# Warnings that a finding of their line says again.
cat >again.cl <<'CL'
__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  float t[4], s[4];
  t[4] = a[i];
  int z = 1 / 0;
  t[5] = 1, s[-1] = 2;
  out[i] = a[i] + z;
  if (i > 100000) t[4] = 2;
  if (i < 100000) t[4] = 1; else s[7] = 1;
  int unused;
}
CL
judged() { "$WORKBENCH" run 1 --file again.cl --course "$COURSE" "$@" 2>&1; }
warned() { judged --json | perl -MJSON::PP -e 'local $/; my $r = decode_json(<STDIN>); print join " ", sort { $a <=> $b } map { $_->{line} } grep { !$_->{note} } @{$r->{compile}{diagnostics}}'; }
is "$(warned)" "8 9 9 10" "a warning is left out where a finding of its line says the same, and kept where none does, or not all of it"
unlike "$(judged | tr -s ' \n' ' ')" 'by zero is undefined' "so it is in what people read"
sed -i '/if (i\|int unused/d' again.cl
unlike "$(judged | tr -s ' \n' ' ')" 'warning|again.cl:[0-9]+:[0-9]+: array index' "and where all are left out, the compiler's log does not come in their place"
tap_finish

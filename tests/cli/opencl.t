#!/usr/bin/env bash
# run on an OpenCL device: what a driver does to kernels becomes a verdict.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
"$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:' || skip_all "there is no OpenCL device"

# judge NAME CODE PATTERN...: runs $TMP/NAME.cl, the text from stdin.
judge() {
  local name=$1 code=$2
  shift 2
  { echo '__kernel void map(__global float *out, __global const float *a) {'; cat; echo '}'; } \
    >"$TMP/$name.cl"
  out=$("$WORKBENCH" run 01-map --device opencl --file "$TMP/$name.cl" 2>"$TMP/err")
  is "$?" "$code" "$name: exit code $code"
  for pattern in "$@"; do like "$out" "$pattern" "$name: the report says /$pattern/"; done
}

judge right 0 '^(. )?accepted' 'case 1.*[0-9.]+ .?s' <<'K'
  size_t i = get_global_id(0);
  out[i] = a[i] + 10;
K
judge printing 0 'hello 0' <<'K'
  size_t i = get_global_id(0);
  printf("hello %d\n", (int)i);
  out[i] = a[i] + 10;
K
judge straying 1 '^(. )?runtime-error' 'out-of-bounds' 'out\[[0-9]+\]' <<'K'
  size_t i = get_global_id(0);
  out[i] = a[i] + 10;
  if (i == 0) out[get_global_size(0)] = 1;
K
judge broken 1 '^(. )?compile-error' 'broken.cl:2:12' 'missing' '\^' <<'K'
  out[0] = missing;
K
judge crashing 1 '^(. )?runtime-error' 'crashed' <<'K'
  *(volatile __global int *)(get_global_id(0) * 64) = 1;
K
# Nothing is gained by waiting for longer.
small_course "$TMP/short" short Short
sed -i 's/time_ms = 5000/time_ms = 500/' "$TMP/short/puzzles/01-map/puzzle.lua"
WORKBENCH_COURSE=$TMP/short judge endless 1 '^(. )?time-limit' 'longer than the 0.5 s' <<'K'
  volatile uint i = 0;
  while (i < 10) i = 0;
  out[0] = a[0];
K

device=$("$WORKBENCH" devices --json 2>/dev/null |
  perl -MJSON::PP -e 'local $/; print ((grep { $_->{selector} =~ /^opencl/ } @{decode_json(<STDIN>)})[0]{name})')
for wanted in opencl:0.0 "${device:2:6}"; do
  "$WORKBENCH" run 01-map --device "$wanted" --file "$COURSE/solutions/01-map/accepted.cl" >/dev/null
  is "$?" 0 "--device '$wanted' names a device"
done
if "$WORKBENCH" devices | grep -q PoCL; then
  for wanted in pocl cpu; do
    out=$("$WORKBENCH" run 01-map --device "$wanted" --file "$COURSE/solutions/01-map/accepted.cl")
    is "$?" 0 "--device '$wanted' names PoCL's device"
  done
fi
mkdir "$TMP/no-emulator"
ln -s "$BUILD/workbench-judge" "$BUILD/workbench-opencl" "$TMP/no-emulator"
WORKBENCH_LIBEXEC=$TMP/no-emulator "$WORKBENCH" run 01-map --file "$TMP/right.cl" >/dev/null 2>"$TMP/err"
is "$?" 4 "without an emulator the default device is missing"
like "$(cat "$TMP/err")" 'needs LLVM 19.*doctor.*--device opencl' "it says what to install, and the way without"
"$WORKBENCH" run 01-map --device opencl:9.9 --file "$TMP/right.cl" >/dev/null 2>&1
is "$?" 4 "a device that is not there exits with 4"

# A driver without room for what it compiles crashes, or calls a right kernel wrong. That is the
# machine's fault, whenever the driver would have met it.
if "$WORKBENCH" devices | grep -q PoCL; then
  judge_right() { "$WORKBENCH" run 01-map --device pocl --file "$COURSE/solutions/01-map/accepted.cl" --json; }
  out=$(ulimit -f 64 && judge_right 2>"$TMP/err")
  like "$out" '"verdict": "judge-error"' "where files may not grow a right kernel gets a judge-error"
  like "$(cat "$TMP/err")" '8 MiB of room' "which says what is needed"
  # In a mount namespace: /tmp is small and empty, but for the project, where it lies there.
  make_tmp_small() {
    local place
    mount --rbind / /mnt && mount -t tmpfs -o size=100k none /tmp || return
    for place in "$ROOT" "$BUILD"; do
      [ -e "$place" ] || { mkdir -p "$place" && mount --bind "/mnt$place" "$place"; } || return
    done
  }
  mkdir "$TMP/small"
  export -f judge_right make_tmp_small
  export WORKBENCH ROOT BUILD COURSE
  if unshare -m mount -t tmpfs -o size=100k none "$TMP/small" 2>/dev/null; then
    out=$(unshare -m bash -c "mount -t tmpfs -o size=100k none '$TMP/small' && TMPDIR='$TMP/small' judge_right")
    like "$out" '"verdict": "accepted"' "where TMPDIR is full another place is taken"
    out=$(unshare -m bash -c "make_tmp_small && HOME=/tmp judge_right; find /tmp -xdev -name 'run-*'" 2>/dev/null)
    like "$out" '"verdict": "judge-error"' "where all places are full a right kernel gets a judge-error"
    is "$(tail -n 1 <<<"$out")" "}" "and nothing is left half-written"
  else
    skip "this machine allows no mounts" "where TMPDIR is full another place is taken"
    skip "this machine allows no mounts" "where all places are full a right kernel gets a judge-error"
    skip "this machine allows no mounts" "and nothing is left half-written"
  fi
fi

# A home that cannot be written: PoCL's cache goes elsewhere.
: >"$TMP/file"
HOME=$TMP/file XDG_CACHE_HOME=$TMP/file/cache TMPDIR=$TMP \
  "$WORKBENCH" run 01-map --device opencl --file "$TMP/right.cl" >"$TMP/out" 2>&1
is "$?" 0 "a home that cannot be written is no obstacle"

# A pretend driver: it stands before the real one, and gives up on what it is to compile.
driver() { # NAME TEST-OF-THE-TEXT
  cat >"$TMP/$1.c" <<C
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
static int failing;
void *clCreateProgramWithSource(void *context, unsigned n, const char **texts, const size_t *lengths, int *error) {
  void *(*real)(void *, unsigned, const char **, const size_t *, int *) = dlsym(RTLD_NEXT, "clCreateProgramWithSource");
  for (unsigned i = 0; i < n; i++) {
    const char *text = texts[i];
    size_t length = lengths != NULL && lengths[i] > 0 ? lengths[i] : strlen(text);
    (void)text, (void)length;
    if ($2) failing = 1;
  }
  return real(context, n, texts, lengths, error);
}
int clBuildProgram(void *program, unsigned n, const void *devices, const char *options, void *told, void *data) {
  int (*real)(void *, unsigned, const void *, const char *, void *, void *) = dlsym(RTLD_NEXT, "clBuildProgram");
  if (failing) abort();
  return real(program, n, devices, options, told, data);
}
C
  ${CC:-gcc} -shared -fPIC -o "$TMP/$1.so" "$TMP/$1.c" -ldl
}
right=$COURSE/solutions/01-map/accepted.cl
# A sanitizer wants to be the first library of all, or not to be asked. Nothing is compiled that is kept.
with_driver() {
  local name=$1
  shift
  WORKBENCH_DRIVER_CACHE= ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=$TMP/$name.so "$WORKBENCH" "$@"
}
if driver none 1 2>/dev/null && driver picky 'memmem(text, length, "get_global_id", 13) != NULL'; then
  out=$(with_driver none run 01-map --device opencl --file "$right" --json 2>"$TMP/err")
  is "$?" 4 "a driver that compiles nothing is something missing here"
  like "$out" '"verdict": "judge-error"' "and counts against nobody"
  like "$out" 'the driver of .* does not work on this machine: it fails on the simplest kernel, too' "in words"
  out=$(with_driver picky run 01-map --device opencl --file "$right" 2>"$TMP/err")
  is "$?" 1 "one that crashes on this kernel alone is the kernel's fault"
  like "$out" 'driver crashed on the kernel before it ran' "as ever"
else
  skip "nothing compiles C here" "a driver that compiles nothing is something missing here"
fi
tap_finish

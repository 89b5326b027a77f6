#!/usr/bin/env bash
# The host programs under lua/examples print what their .out says, on every device that is there (on
# OpenCL a sample of them), and nothing is found in them. Numbers that are measured are left out of
# the comparison, and lines whose order is the device's own are sorted.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
EXAMPLES=$ROOT/lua/examples

# plain NAME: of what a program printed, without what differs from run to run.
plain() {
  case $1 in
  timing) sed -E 's/[0-9]+\.[0-9]+/N/g' ;;
  print_threads) LC_ALL=C sort ;;
  detect_gpu) sed -E '/^opencl /d; s/^(GPU|No GPU) detected$/is asked for a GPU/' ;;
  # Of training by floats: how it begins, and that it succeeds. Dots are what is learned elsewhere.
  spirals) sed -E '/^ +(1|5|9) /!s/^( +[0-9]+)  .*/\1/; s/^( +[0-9]+  0\.[0-9]).*/\1/; /^[ .ox]+$/s/[ .]+/ /g; s/ $//' ;;
  *) cat ;;
  esac
}

# run_example NAME DEVICE
run_example() {
  local name=$1 device=$2 out
  out=$(cd "$TMP" && "$WORKBENCH" lua "$EXAMPLES/$name.lua" --device "$device" 2>"$TMP/err")
  is "$?" 0 "$name on $device ends with 0"
  is "$(plain "$name" <<<"$out")" "$(cat "$ROOT/tests/host/examples/$name.out")" "$name on $device prints what it should"
  is "$(cat "$TMP/err")" "" "$name on $device: nothing is found"
}

if [ -n "${GENERATE:-}" ]; then
  for file in "$EXAMPLES"/*.lua; do
    name=$(basename "$file" .lua)
    (cd "$TMP" && "$WORKBENCH" lua "$file") | plain "$name" >"$ROOT/tests/host/examples/$name.out"
  done
fi

mapfile -t all < <(basename -a -s .lua "$EXAMPLES"/*.lua)
for name in "${all[@]}"; do run_example "$name" emulator; done
if "$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:'; then
  sample drawn 10 "examples on OpenCL" "${all[@]}"
  for name in "${drawn[@]}"; do run_example "$name" opencl; done
else
  skip "no OpenCL device is here" "the examples on OpenCL"
fi

"$WORKBENCH" package "$EXAMPLES/operations" >"$TMP/out" 2>&1
is "$? $(grep -c fault "$TMP/out")" "0 0" "the operations can be packed"

# A picture from a file to a file.
printf 'P5\n3 1\n255\n\0\377\0' >"$TMP/in.pgm"
(cd "$TMP" && "$WORKBENCH" lua "$EXAMPLES/image.lua" in.pgm out.pgm)
is "$(tail -c 3 "$TMP/out.pgm" | od -An -tu1 | tr -s ' ')" " 127 85 127" "image blurs a picture from a file"
(cd "$TMP" && "$WORKBENCH" lua "$EXAMPLES/image.lua" missing.pgm out.pgm) 2>"$TMP/err"
like "$(cat "$TMP/err")" 'missing.pgm: No such file' "and says which picture is missing"
tap_finish

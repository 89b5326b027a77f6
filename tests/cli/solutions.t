#!/usr/bin/env bash
# The course itself: every solution is accepted, every wrong kernel is
# rejected for the reason that it names, on every back end that is here.
. "$(dirname "$0")/../tap.sh"

# judge DEVICE: one check for each kernel, by its line of TAP.
judge() {
  "$WORKBENCH" check-all --solutions --device "$1" --format tap >"$TMP/tap" 2>"$TMP/err"
  is "$?" 0 "the course is right on $1"
  while read -r line; do
    case $line in
      "ok "*) ok 0 "$1: ${line#ok * - }" ;;
      "not ok "*)
        ok 1 "$1: ${line#not ok * - }"
        grep -A 8 -F "$line" "$TMP/tap" | sed 's/^/# /'
        ;;
      "# "*) echo "# $1: ${line#\# }" ;;
    esac
  done <"$TMP/tap"
  [ -s "$TMP/err" ] && sed 's/^/# /' "$TMP/err"
}

if [ -x "$BUILD/workbench-emulator" ]; then
  judge emulator
else
  skip "the emulator was not built" "the course is right on the emulator"
fi
if "$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:'; then
  judge opencl
else
  skip "there is no OpenCL device" "the course is right on OpenCL"
fi
tap_finish

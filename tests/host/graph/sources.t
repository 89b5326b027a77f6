#!/usr/bin/env bash
# Kernels for what is on no machine here, as arrays that are too large: their texts, and that compilers take these.
. "$(dirname "$0")/../../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
export WORKBENCH_COURSE=$ROOT

"$WORKBENCH" lua "$ROOT/tests/host/graph/sources.lua" --device emulator >"$TMP/out" 2>"$TMP/err"
is "$?:$(cat "$TMP/err")" "0:" "nothing is found"
retell "$TMP/out"
is "$(grep -cE '^(not )?ok ' "$TMP/out")" 48 "all of them are tried"
tap_finish

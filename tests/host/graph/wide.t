#!/usr/bin/env bash
# More arrays than a kernel has parameters, put together (wide.lua).
. "$(dirname "$0")/../../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
"$WORKBENCH" lua "$ROOT/tests/host/graph/wide.lua" --device emulator >"$TMP/out" 2>"$TMP/err"
is "$?:$(cat "$TMP/err")" "0:" "nothing is found"
retell "$TMP/out"
is "$(grep -cE '^(not )?ok ' "$TMP/out")" 10 "all of them are tried"
tap_finish

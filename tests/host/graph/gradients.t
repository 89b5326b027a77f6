#!/usr/bin/env bash
# Gradients of graphs are what differences say.
. "$(dirname "$0")/../../tap.sh"
export WORKBENCH_COURSE=$ROOT
(cd "$ROOT/tests/host/graph" && "$WORKBENCH" lua gradients.lua) >"$TMP/out" 2>"$TMP/err"
is "$?:$(cat "$TMP/err")" "0:" "all gradients are tried"
retell "$TMP/out"
compared=$(sed -n 's/^# \([0-9]*\) elements compared$/\1/p' "$TMP/out")
[ "${compared:-0}" -gt 600 ]
ok $? "of ${compared:-0} elements"
tap_finish

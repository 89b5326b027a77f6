#!/usr/bin/env bash
# What is wrong with a graph is told in words that help.
. "$(dirname "$0")/../../tap.sh"
export WORKBENCH_COURSE=$ROOT
(cd "$ROOT/tests/host/graph" && "$WORKBENCH" lua errors.lua) >"$TMP/out" 2>"$TMP/err"
is "$?:$(cat "$TMP/err")" "0:" "all messages are tried"
retell "$TMP/out"
[ "$(grep -c '^ok' "$TMP/out")" -ge 60 ]
ok $? "all of them"
tap_finish

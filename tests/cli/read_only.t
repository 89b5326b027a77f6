#!/usr/bin/env bash
# A course in a read-only place: where a learner's files are then, and that it is said why.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"

# In a mount namespace of its own; where that is not allowed the rest is skipped.
mkdir -p "$TMP/course" "$TMP/home"
read_only() {
  unshare -m bash -c "mount --bind '$COURSE' '$TMP/course' && mount -o remount,bind,ro '$TMP/course' && $1" 2>&1
}
if ! read_only true >/dev/null; then
  skip "no mounts here" "a read-only course"
  tap_finish
  exit
fi
unset WORKBENCH_WORK
export HOME=$TMP/home WORKBENCH_COURSE=$TMP/course WORKBENCH TMP
export -f press
why="$TMP/course(/work)? is read-only, so your files are in $TMP/home/gpu-workbench\\."

like "$(read_only '"$WORKBENCH" show 1')" "Made .*gpu-workbench/01-[a-z-]+.cl from the starter\\. $why" "a file elsewhere says why it is there"
said=$(read_only '"$WORKBENCH" show 2')
like "$said" "Made .*gpu-workbench/02-[a-z-]+.cl from the starter\\." "the next one"
unlike "$said" "read-only" "does not repeat it"
rm -r "$TMP/home/gpu-workbench"
like "$(read_only 'echo quit | "$WORKBENCH" --plain' | tr '\n' ' ')" "$why" "the dialogue says it"
rm -r "$TMP/home/gpu-workbench"
read_only 'COLUMNS=200 press 1 <<<":wait-idle
:save-display $TMP/shown"' >/dev/null
like "$(tr -s '\n' ' ' <"$TMP/shown")" "$why" "so does the screen"
rm -r "$TMP/home/gpu-workbench"
unlike "$(WORKBENCH_WORK=$TMP/mine read_only '"$WORKBENCH" show 1')" "read-only" "nobody is told of a folder that they chose"
tap_finish

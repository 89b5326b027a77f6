#!/bin/bash
# A disk that is full or read-only, a damaged database, no home: each is said,
# everything else works, and no source is lost.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
fake_course
export COLUMNS=200 # messages on one line
shown() { cat "$TMP/shown"; }
run_it() {
  press 1 <<END
r
:wait-result
:wait-idle
:save-display $TMP/shown
END
}
reset_it() {
  press 1 <<END
:reset
y
:wait-idle
:save-display $TMP/shown
END
}

kernel accepted 01-first
run_it
echo "this is no database" > "$XDG_STATE_HOME/gpu-workbench/progress.db"
press 1 <<END
:wait-idle
:save-display $TMP/shown
END
like "$(shown)" "was damaged. It is kept as" "a damaged database is kept aside, and that is said"
TMPDIR=/nonexistent run_it
like "$(shown)" "accepted on all 3 cases" "no folder for temporary files is needed"
(
  unset XDG_STATE_HOME XDG_CACHE_HOME
  export HOME=/nonexistent/home
  run_it
) 2> /dev/null
like "$(shown)" "accepted on all 3 cases" "without a home kernels are judged all the same"

# In a mount namespace of its own; where that is not allowed the rest is skipped.
small() { unshare -m bash -c "mount -t tmpfs -o size=1m none '$TMP/small' && $1" 2> "$TMP/said"; }
mkdir -p "$TMP/small"
if ! small true; then
  skip "no mounts here" "a full disk"
  skip "no mounts here" "a read-only disk"
  tap_finish
  exit
fi
export XDG_STATE_HOME=$TMP/small/state WORKBENCH_WORK=$TMP/small/work
export -f run_it reset_it press kernel
export TMP WORKBENCH
small "kernel accepted 01-first; run_it; cp $TMP/small/work/01-first.cl $TMP/mine
  head -c 2000000 /dev/zero > $TMP/small/fill; run_it; cp $TMP/shown $TMP/full; reset_it
  cmp $TMP/mine $TMP/small/work/01-first.cl && touch $TMP/whole"
like "$(cat "$TMP/full")" "all 3 cases" "on a full disk kernels are judged"
like "$(shown)" "cannot write .*No space left" "what cannot be written is named"
[ -e "$TMP/whole" ]
ok $? "and the source is whole"
rm -f "$TMP/whole"
small "kernel accepted 01-first; run_it; cp $TMP/small/work/01-first.cl $TMP/mine
  mount -o remount,ro $TMP/small; run_it; cp $TMP/shown $TMP/read-only; reset_it
  cmp $TMP/mine $TMP/small/work/01-first.cl && touch $TMP/whole"
like "$(cat "$TMP/read-only")" "Not kept yet; trying again" "on a read-only disk it is said that a run is not kept"
like "$(cat "$TMP/said")" "cannot save your progress" "and at the end that it was not"
like "$(shown)" "cannot write .*Read-only file system" "a reset says why it cannot"
[ -e "$TMP/whole" ]
ok $? "and the source is whole"
tap_finish

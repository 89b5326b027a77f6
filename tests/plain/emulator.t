#!/bin/bash
# The dialogue with the emulator: traces, versions, what kernels print.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/plain/lib.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"
unset COLUMNS
export TZ=UTC
cd "$TMP" || exit 1
mkdir -p "$WORKBENCH_WORK"

# guards LINE: a kernel for 03-guards with this line in it.
guards() {
  cat > "$WORKBENCH_WORK/03-guards.cl" <<END
__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  $1
}
END
}
editor() {
  { echo '#!/bin/bash'; echo "cp '$1' \"\${!#}\""; } > "$TMP/editor"
  chmod +x "$TMP/editor"
  export VISUAL= EDITOR=$TMP/editor
}

# What is drawn for eyes is told for ears.
printf 'open 3\nlesson all\nquit\n' | XDG_STATE_HOME=$TMP/lesson-state "$WORKBENCH" --plain >"$TMP/lesson" 2>&1
like "$(tr '\n' ' ' <"$TMP/lesson")" 'Drawing: [A-Z].{30}' "a drawing is told in its words"
unlike "$(cat "$TMP/lesson")" '│|▼|┆' "and not read out sign by sign"

guards 'out[i] = a[i] + 10.0f;'
transcript trace "a trace, step by step" <<'END'
open 3
trace
step

back
turn
phase
trouble

trouble back
at 3
play 2
cell out[3]
cell a 1
item 5
group 0
trace step 20
play all
END

editor "$COURSE/solutions/03-guards/accepted.cl"
transcript versions "versions, compared and brought back" <<'END'
open 3
run
diff
edit
history
history 1
diff 1
diff 1 2
diff solution
restore 1 yes
restore 2
yes
counters
END

cp "$COURSE/solutions/06-conv1d/accepted.cl" "$WORKBENCH_WORK/06-conv1d.cl"
sed 's/i < n/i + 0 < n/' "$COURSE/solutions/05-shared-memory/accepted.cl" > "$WORKBENCH_WORK/05-shared-memory.cl"
transcript counters "counters beside the budget and our solution" <<'END'
open 6
run
counters
open 5
run
counters 1 about
END
# Of two accepted versions the better one is told.
cp "$COURSE/solutions/02-zip/accepted.cl" "$WORKBENCH_WORK/02-zip.cl"
printf '2\nrun\n' | talk >/dev/null
cp "$COURSE/solutions/02-zip/right/through-own-output.cl" "$WORKBENCH_WORK/02-zip.cl"
seen=$(printf '2\nrun\ncounters 1 about\n' | talk)
like "$seen" "^Your best: 8, in version 1\.$" "one's own best is told beside the versions"
printf ':wait-idle\nr\n:wait-result\n:wait-idle\n4 c\n:wait-idle\n:save-display %s\n' "$TMP/best" >"$TMP/keys"
LINES=40 COLUMNS=120 "$WORKBENCH" ui 2 --script "$TMP/keys" >"$TMP/seen" 2>&1
like "$(cat "$TMP/best")" "Your best: [0-9]+, in version 1\." "on the screen, too"
like "$(printf '6\nrun\ncounters 99\n' | talk)" "The result has 6 cases" "counters are of a case that there is"
like "$("$WORKBENCH" history 6)" " accepted +100 %( +2 runs)? *$" "and measuring is no attempt"

like "$(printf '3\nhistory 9\n' | talk)" "03-guards has no version 9; it has 1 to 2" "a version that is not there is named"
like "$(printf '3\nhistory x\n' | talk)" '"x" is neither the number of a version' "so is what is no number"
like "$(printf '1\nhistory\n' | talk)" "Nothing has been judged yet" "a puzzle that was not tried has none"
like "$(printf '3\ncell out\n' | talk)" "cell needs an array and an element" "a cell has an element"
like "$(printf '3\ncell nothing[1]\n' | talk)" "The trace has no array nothing" "of an array that there is"
like "$(printf '3\nat 10000\n' | talk)" "This group has [0-9]+ steps" "steps have numbers"
like "$(printf '3\nitem 99\n' | talk)" "no such work-item" "and so have work-items"
like "$(printf '3\ntrace rum\n' | talk)" "trace takes nothing, the number of a case," "trace names its commands"
like "$(printf '3\ntrace 2\n' | talk)" "Trace of case 2, 10 elements" "a case can be chosen"
like "$(printf '3\ntrace 3\n' | talk)" "There is no trace: " "but no hidden one"
unlike "$(printf '3\ntrace 3\n' | talk)" "writes out" "of which nothing is told"
like "$("$WORKBENCH" history 3)" "accepted" "the command line knows the versions that were judged here"

printf '3\nrun\nresult\n' | WORKBENCH_WALLS=seccomp talk | tr '\n' ' ' >"$TMP/judged"
like "$(cat "$TMP/judged")" "milliseconds, without the sandbox's wall Landlock, around files" "a result says which wall was missing"

guards 'if (i < n) out[i] = a[i] + 10.0f'
like "$(printf '3\ntrace\n' | talk)" "There is no trace: " "what does not compile has no trace, which is said"
is "$("$WORKBENCH" history 3 | grep -c compile)" 0 "and recording is no attempt"
guards 'printf("\033[31m%d\n", (int)i); if (i < n) out[i] = a[i];'
printf '3\nrun\nresult\n' | talk > "$TMP/printed"
like "$(cat "$TMP/printed")" "Printed in case 1:" "what a kernel prints is told"
LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" "$TMP/printed"
is $? 1 "without its control characters"
tap_finish

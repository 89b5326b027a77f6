#!/usr/bin/env bash
# hint, reset, solution and edit: nothing here runs a kernel.
. "$(dirname "$0")/../tap.sh"
file=$WORKBENCH_WORK/01-map.cl

out=$("$WORKBENCH" hint map)
is "$?" 0 "hint succeeds"
like "$out" '^Hint 1 of [0-9]+: ' "the first hint comes first"
like "$("$WORKBENCH" hint)" '^Hint 2 of ' "the next call shows the next one"
all=$("$WORKBENCH" hint map --all)
like "$all" '^Hint 1 of ' "--all shows the first"
last=$(grep -c '^Hint ' <<<"$all")
like "$all" "^Hint $last of $last: " "--all shows the last"
like "$("$WORKBENCH" hint map)" 'all hints' "after the last one it says so"

EDITOR="sh -c 'echo // mine >>\"\$1\"' --" VISUAL='' "$WORKBENCH" edit map 2>"$TMP/err"
is "$?" 0 "edit starts the editor with its options"
like "$(cat "$TMP/err")" 'from the starter' "edit makes your file from the starter"
is "$(tail -n 1 "$file")" "// mine" "the editor gets your file"
EDITOR=/nonexistent/editor VISUAL='' "$WORKBENCH" edit map 2>"$TMP/err"
is "$?" 4 "an editor that is not there is missing here"
like "$(cat "$TMP/err")" '"/nonexistent/editor" \(\$EDITOR\) cannot be run' "and named"
EDITOR=/etc/passwd VISUAL='' "$WORKBENCH" edit map 2>/dev/null
is "$?" 4 "so is one that may not be executed"
EDITOR="sh -c 'exit 3' --" VISUAL='' "$WORKBENCH" edit map 2>"$TMP/err"
is "$?" 1 "an editor that fails is told"
like "$(cat "$TMP/err")" 'exit code 3' "with its exit code"

"$WORKBENCH" reset map </dev/null >"$TMP/out" 2>"$TMP/err"
is "$?" 2 "reset without a terminal and without --yes refuses"
like "$(cat "$TMP/err")" '--yes' "it says how"
is "$(tail -n 1 "$file")" "// mine" "nothing was changed"
out=$("$WORKBENCH" reset map --yes </dev/null)
is "$?" 0 "reset --yes resets"
cmp -s "$file" "$COURSE/kernels/01-map.cl"
ok $? "the starter is back"
backup=$(sed -n 's/.*Your file is kept as \(.*\)\.$/\1/p' <<<"$out")
is "$(tail -n 1 "$backup")" "// mine" "the version before is kept where it says"
echo '// second' >>"$file"
"$WORKBENCH" reset map --yes >/dev/null
is "$(tail -n 1 "$backup")" "// mine" "another reset leaves the first backup alone"

out=$("$WORKBENCH" solution map 2>"$TMP/err")
is "$?" 1 "the solution is not shown before yours is accepted"
is "$out" "" "nothing of it is printed"
like "$(cat "$TMP/err")" '--spoil' "it says how to see it anyway"
"$WORKBENCH" solution map --spoil >"$TMP/out"
is "$?" 0 "--spoil shows it"
cmp -s "$TMP/out" "$COURSE/solutions/01-map/accepted.cl"
ok $? "what is shown is the solution"

if [ -x "$BUILD/workbench-emulator" ]; then
  cp "$COURSE/solutions/01-map/accepted.cl" "$file"
  "$WORKBENCH" run map >/dev/null
  "$WORKBENCH" solution map >"$TMP/out"
  is "$?" 0 "once yours is accepted, the solution is shown"
  # suggested PUZZLE: what is suggested once that is solved.
  suggested() {
    local slug
    slug=$(basename "$COURSE"/solutions/*-"$1")
    cp "$COURSE/solutions/$slug/accepted.cl" "$WORKBENCH_WORK/$slug.cl"
    "$WORKBENCH" run "$slug" | tail -2 | tr '\n' ' ' | grep -oE '`workbench (show|list)[^`]*` (is|shows what is) next'
  }
  is "$(suggested map)" '`workbench show 02-zip` is next' "the next puzzle is suggested"
  suggested guards >/dev/null
  is "$(suggested zip)" '`workbench show 04-map-2d` is next' "one that is solved already is left out"
  is "$(suggested conv1d)" '`workbench show 04-map-2d` is next' "behind the last one those that were passed over"
  printf '%s\n' :wait-idle r :wait-result :wait-idle ":save-display $TMP/screen" >"$TMP/keys"
  LINES=40 COLUMNS=120 "$WORKBENCH" ui conv1d --script "$TMP/keys" >/dev/null 2>&1
  like "$(cat "$TMP/screen")" ':puzzle 4 next puzzle: 04 Map 2D' "the screen suggests the same"
  like "$(printf 'run\n' | "$WORKBENCH" --plain conv1d 2>&1)" '^open 4 goes on to Map 2D\.$' "and the dialogue"
  for puzzle in map-2d shared-memory; do suggested $puzzle >/dev/null; done
  is "$(suggested conv1d)" '`workbench list` shows what is next' "once all are solved the list says what there is to do"
else
  skip "the emulator was not built" "once yours is accepted, the solution is shown"
fi

if [ -x "$BUILD/workbench-emulator" ]; then
  # clang: "initialize the variable 'sum' to silence this warning".
  cat >"$TMP/unset.cl" <<'CL'
__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  float sum;
  sum += a[i];
  out[i] = sum;
}
CL
  out=$("$WORKBENCH" run map --file "$TMP/unset.cl")
  like "$out" "variable 'sum' is uninitialized when used here" "the compiler's warnings are shown"
  unlike "$out" 'silence this warning' "but not how to silence them"
  # One work-item sets a local variable, and all read it behind the barrier.
  cat >"$TMP/shared.cl" <<'CL'
__kernel void map(__global float *out, __global const float *a) {
  __local int more;
  size_t i = get_global_id(0);
  if (get_local_id(0) == 0) more = 10;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (more) out[i] = a[i] + more;
}
CL
  out=$("$WORKBENCH" run map --file "$TMP/shared.cl")
  like "$out" 'accepted  01-map' "what one work-item sets for its group is set"
  unlike "$out" 'warning' "and the compiler does not say that it may be unset"
  judged=$("$WORKBENCH" run map --file "$TMP/unset.cl" --json | grep '^  "device"')
  is "$("$WORKBENCH" run map --file "$TMP/nothing.cl" --json 2>/dev/null | grep '^  "device"')" "$judged" \
    "an error's object calls the device as a result's does"
  is "$(WORKBENCH_LIBEXEC=$TMP "$WORKBENCH" run map --json 2>/dev/null | grep '^  "device"')" "$judged" \
    "so does one without a judge"
else
  skip "the emulator was not built" "warnings without advice to silence them"
fi

for command in hint reset solution edit watch run show; do
  "$WORKBENCH" "$command" no-such-puzzle >/dev/null 2>"$TMP/err" </dev/null
  is "$?" 2 "$command of an unknown puzzle exits with 2"
done

tap_finish

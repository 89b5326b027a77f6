#!/usr/bin/env bash
# run: verdicts, exit codes, files and formats, on the emulator.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
solution=$COURSE/solutions/01-map/accepted.cl

out=$("$WORKBENCH" run map --file "$solution" 2>"$TMP/err")
is "$?" 0 "an accepted kernel exits with 0"
like "$out" '^(. )?accepted' "the verdict is the first word"
like "$out" 'accepted\.cl' "the judged file is named"
like "$out" '[Ee]mulator' "the device is named"
is "$(cat "$TMP/err")" "" "a pipe sees no progress"
like "$("$WORKBENCH" list)" 'new +01-map' "judging another file is no progress"

out=$("$WORKBENCH" run map 2>"$TMP/err")
is "$?" 1 "the starter is not accepted"
like "$(cat "$TMP/err")" 'Made .*01-map.cl from the starter' "the first run makes your file"
cp "$solution" "$WORKBENCH_WORK/01-map.cl"
"$WORKBENCH" run --case 1 >/dev/null
is "$?" 0 "run without a puzzle judges the last one"
like "$("$WORKBENCH" run --case 2)" '✓ case 2, ' "a case that is run alone keeps its number"
like "$("$WORKBENCH" run map --case 2 --file "$COURSE/solutions/01-map/wrong/nothing.cl" | tr '\n' ' ')" '✗ case 2, .*Case 2, ' "also where it is rejected"
unlike "$("$WORKBENCH" list)" 'solved +01-map' "one case alone solves nothing"
"$WORKBENCH" run >/dev/null
like "$("$WORKBENCH" list)" 'solved +01-map' "your own file, accepted, is solved"
"$WORKBENCH" run map --seed 7 --schedule shuffle:3 >/dev/null
is "$?" 0 "an accepted kernel is right for other inputs and orders, too"

cp -Rp "$COURSE" "$TMP/edited"
unlike "$("$WORKBENCH" run map --course "$TMP/edited" 2>&1)" 'was changed later' "a starter that is older is no matter"
echo "// edited" >>"$TMP/edited/kernels/01-map.cl"
touch -d '+1 minute' "$TMP/edited/kernels/01-map.cl"
unlike "$(WORKBENCH_WORK=$TMP/none "$WORKBENCH" run map --course "$TMP/edited" 2>&1)" 'was changed later' "nor is one without a file of yours"
like "$("$WORKBENCH" run map --course "$TMP/edited" 2>&1 | tr '\n' ' ')" 'kernels/01-map\.cl was changed later than your file, .*01-map\.cl, .*reset 01-map' \
  "but who edits the starter in place of the own file is told"
like "$(printf 'open 1\nquit\n' | "$WORKBENCH" ui --plain --course "$TMP/edited" 2>&1 | tr '\n' ' ')" 'was changed later than your file, .*reset 01-map takes' "in the dialogue, too"
printf ':resize 160x40\n:puzzle 1\n:wait-idle\n:save-display %s\n:quit\n' "$TMP/seen" >"$TMP/keys"
"$WORKBENCH" ui --course "$TMP/edited" --script "$TMP/keys" >/dev/null 2>&1
like "$(cat "$TMP/seen")" 'was changed later than your file' "and on the screen"

printf '__kernel void map(__global float *out) {\n  out[0] = missing;\n}\n' >"$TMP/broken.cl"
out=$("$WORKBENCH" run map --file "$TMP/broken.cl")
is "$?" 1 "a kernel that does not compile is not accepted"
like "$out" '^(. )?compile-error' "its verdict is compile-error"
like "$out" 'broken.cl:2:12' "its place is named"
unlike "$out" $'\033' "no colour in a pipe"

guards=$COURSE/solutions/03-guards/wrong/no-guard.cl
out=$("$WORKBENCH" run guards --file "$guards")
is "$?" 1 "a kernel that strays out of bounds is not accepted"
like "$out" 'out-of-bounds' "its finding is named"
like "$out" 'no-guard.cl:[0-9]+:[0-9]+' "the finding's place is named"
like "$out" '\^' "the finding's source line has a caret"

# clang runs in the include folder, and shortens what lies beside it.
mkdir -p "$TMP/course/kernels/include"
cp -r "$COURSE/puzzles" "$COURSE/lua" "$COURSE/solutions" "$TMP/course"
printf 'static inline float far(__global const float *p) {\n  return p[9999];\n}\n' \
  >"$TMP/course/kernels/include/far.h"
out=$("$WORKBENCH" run guards --course "$TMP/course" \
  --file "$TMP/course/solutions/03-guards/wrong/no-guard.cl")
like "$out" '│ +\^' "so it has where the course has an include folder"
sed 's/out\[i\] = .*/out[0] = far(a);/; 1i #include "far.h"' "$guards" >"$TMP/course/far.cl"
out=$("$WORKBENCH" run guards --course "$TMP/course" --file "$TMP/course/far.cl")
like "$out" 'far\.h:2:' "a finding in a header of the course names the header"
unlike "$out" 'include/far' "by the name that the kernel includes it by"

"$WORKBENCH" run guards --file "$guards" --json >"$TMP/run.json"
is "$?" 1 "--json has the same exit code"
perl -MJSON::PP -e '
  local $/; my $run = decode_json(<STDIN>);
  for (qw(puzzle file device verdict score cases compile elapsed_ms)) {
    die "no $_\n" unless exists $run->{$_};
  }
  my ($case) = grep { @{$_->{findings}} } @{$run->{cases}};
  my $finding = $case->{findings}[0];
  for (qw(kind severity message file line column array index work_item work_group count)) {
    die "no finding $_\n" unless exists $finding->{$_};
  }
  for (qw(name visible verdict mismatches counters time_ns)) {
    die "no case $_\n" unless exists $case->{$_};
  }
  print "$run->{puzzle} $run->{verdict} $finding->{kind} ", scalar @{$finding->{work_item}}' \
  <"$TMP/run.json" >"$TMP/seen" 2>&1
is "$(cat "$TMP/seen")" "03-guards runtime-error out-of-bounds 3" "--json has all keys"

"$WORKBENCH" run map --file "$TMP/none.cl" >/dev/null 2>"$TMP/err"
is "$?" 2 "a file that is not there exits with 2"
like "$(cat "$TMP/err")" 'none.cl' "a file that is not there is named"
"$WORKBENCH" run map --file "$TMP" >/dev/null 2>&1
is "$?" 2 "a folder is no kernel"
"$WORKBENCH" run map --case 99 --file "$solution" >/dev/null 2>"$TMP/err"
is "$?" 2 "a case that is not there exits with 2"
"$WORKBENCH" run map --file "$solution" --device gpu9000 >/dev/null 2>"$TMP/err"
is "$?" 4 "a device that is not there exits with 4"
like "$(cat "$TMP/err")" 'gpu9000' "a device that is not there is named"

: >"$TMP/file"
WORKBENCH_WORK=$TMP/file/work "$WORKBENCH" run zip >/dev/null 2>"$TMP/err"
is "$?" 4 "a work folder that cannot be written exits with 4"
like "$(cat "$TMP/err")" "$TMP/file" "it is named"

mkdir "$TMP/empty"
WORKBENCH_LIBEXEC=$TMP/empty "$WORKBENCH" run map >/dev/null 2>"$TMP/err"
is "$?" 4 "a missing judge exits with 4"
like "$(cat "$TMP/err")" 'workbench-judge' "the missing judge is named"
mkdir "$TMP/judge-only"
ln -s "$BUILD/workbench-judge" "$TMP/judge-only"
WORKBENCH_LIBEXEC=$TMP/judge-only "$WORKBENCH" run map --file "$solution" >/dev/null 2>"$TMP/err"
is "$?" 4 "a missing emulator exits with 4"
like "$(cat "$TMP/err")" '[Ee]mulator' "the missing emulator is named"

# However few files may be open, the kernel is judged, or what to do is said.
limited() { (ulimit -n "$1" && "$WORKBENCH" run map --file "$solution" 2>&1); }
like "$(limited 128)" '^(. )?accepted' "128 open files are enough"
blamed=
for most in $(seq 9 24); do
  out=$(limited "$most")
  code=$?
  [ $code -eq 0 ] || { [ $code -eq 4 ] && [[ $out =~ "raise the limit of open files: ulimit -n 1024" ]]; } || blamed+="$most: $code $out; "
done
is "$blamed" "" "with fewer the limit is named, and how to raise it"

for output in "run map --file $solution" "run map --json --file $solution" "check-all --format tap" \
  "list" "--help"; do
  # shellcheck disable=SC2086
  "$WORKBENCH" $output >/dev/full 2>"$TMP/err"
  is "$?" 4 "$output: output that cannot be written is an error"
  like "$(cat "$TMP/err")" 'cannot write the output' "$output: it is told"
done
"$WORKBENCH" run map --json --file "$solution" | head -c 1 >/dev/null
is "${PIPESTATUS[0]}" 0 "a reader that leaves early is none"

for words in "run $'\033[2J'" "run map --file $'a\033[2J'" "run --$'\033'x" "$'\033'"; do
  eval '"$WORKBENCH" '"$words" 2>"$TMP/err"
  unlike "$(cat "$TMP/err")" $'\033' "$words: what was typed is not told raw"
done

tap_finish

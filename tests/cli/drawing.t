#!/usr/bin/env bash
# workbench trace PUZZLE: a case drawn, as SVG and as text.
# shellcheck disable=SC1111 # the quotes are the drawing's
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"

# draw ARGUMENT...: stdout and stderr in files, the exit code as its own.
draw() { "$WORKBENCH" trace "$@" >"$TMP/out" 2>"$TMP/err"; }
kernel() { echo "$COURSE/solutions/$1.cl"; }

# well_formed FILE: as xmllint sees it, or else at least every tag closed in order.
well_formed() {
  if command -v xmllint >/dev/null; then
    xmllint --noout "$1"
  else
    perl -0777 -ne 's/<\?.*?\?>//s; while (/<(\/?)([\w:]+)([^<>]*?)(\/?)>|&(?!(?:amp|lt|gt|quot|#39);)/g) {
        exit 1 unless defined $2; next if $4; if ($1) { exit 1 if pop(@open) ne $2 } else { push @open, $2 } }
      exit 1 if @open' "$1"
  fi
}

# ---- the puzzles of the course -------------------------------------------------------

for puzzle in 01-map 02-zip 03-guards 04-map-2d 05-shared-memory 06-conv1d; do
  draw "$puzzle" --file "$(kernel $puzzle/accepted)" --svg "$TMP/$puzzle.svg" --text
  is "$?" 0 "$puzzle is drawn"
  well_formed "$TMP/$puzzle.svg"
  ok $? "$puzzle makes an SVG that is XML"
  like "$(head -n 1 "$TMP/out")" "^$puzzle, case 1 “.*”: accepted\$" "$puzzle says what is drawn"
  unlike "$(cat "$TMP/out")" '[!✗?≠]$|refused|collision' "$puzzle has no marks where all is well"
  unlike "$(cat "$TMP/out")" ' $' "$puzzle leaves no blanks at line ends"
done
is "$(find "$TMP" -maxdepth 1 -name '*svg*' | wc -l)" 6 "nothing else is left beside the drawings"

draw 01-map --file "$(kernel 01-map/accepted)"
is "$(cat "$TMP/out")" "01-map, case 1 “four elements”: accepted
group 0 of 1, 4 work-items

  a[0] 0 ──▶ (0) ──▶ out[0]=10
  a[1] 1 ──▶ (1) ──▶ out[1]=11
  a[2] 2 ──▶ (2) ──▶ out[2]=12
  a[3] 3 ──▶ (3) ──▶ out[3]=13

  a  global, 4 elements, read in line 8
         0   1   2   3
       │ 0 │ 1 │ 2 │ 3 │
    by   0   1   2   3

  out  global, 4 elements, written in line 8
         0    1    2    3
       │ 10 │ 11 │ 12 │ 13 │
    by   0    1    2    3

    8 │   out[i] = a[i] + 10.0f;" "a puzzle without options is printed"
LC_ALL=C draw 01-map --file "$(kernel 01-map/accepted)"
unlike "$(cat "$TMP/out")" '[^ -~]' "a locale without UTF-8 gets plain ASCII"

# ---- what goes wrong stands out ---------------------------------------------------------

draw 03 --file "$(kernel 03-guards/wrong/no-guard)" --svg "$TMP/guard.svg" --text
is "$?" 0 "a kernel that is not accepted is drawn, too"
like "$(cat "$TMP/out")" 'a\[4\] refused ✗ ──▶ \(4\) ──▶ out\[4\] refused ✗' "a refused access is told"
like "$(cat "$TMP/out")" '│ 3 ┆ ✗ ┆ ✗ ┆ ✗ ┆ ✗ │' "it stands beyond the array's end"
like "$(cat "$TMP/out")" 'line 7: out-of-bounds: reads a\[4\]' "with the finding"
like "$(cat "$TMP/guard.svg")" 'stroke-dasharray' "in the SVG it is dashed, whatever its colour"
like "$(cat "$TMP/guard.svg")" '>runtime-error<' "the SVG says the verdict"

draw 05 --file "$(kernel 05-shared-memory/wrong/no-barrier)" --svg "$TMP/race.svg" --text
like "$(cat "$TMP/out")" 'tile\[0\]=4 !' "a collision is marked"
like "$(cat "$TMP/race.svg")" 'fill="url\(#alarm\)"' "and striped"
draw 05 --file "$(kernel 05-shared-memory/wrong/wrong-fence)"
like "$(cat "$TMP/out")" '│ !4 +│' "so is one that a barrier with the wrong fence seems to part"
draw 05 --file "$(kernel 05-shared-memory/accepted)"
like "$(cat "$TMP/out")" '══ barrier, line 14 ══' "phases are parted by their barrier"
is "$(grep -c '^phase' "$TMP/out")" 2 "each phase is drawn"

draw 05 --file "$(kernel 05-shared-memory/wrong/early-return)" --svg "$TMP/early.svg" --text
like "$(cat "$TMP/out")" '\(8\).*║ waits at the barrier, line 11' "who waits in vain is told"
like "$(cat "$TMP/out")" '\(10\)  has ended' "and who has ended"
like "$(cat "$TMP/out")" '══ barrier, line 11: not all come ══' "the barrier is never passed"
like "$(cat "$TMP/early.svg")" 'line 11: not all come' "nor in the SVG"
draw 05 --file "$(kernel 05-shared-memory/wrong/two-barriers)"
like "$(cat "$TMP/out")" 'barrier, lines 10 and 13: not all come' "two barriers are told apart"
draw 06 --file "$(kernel 06-conv1d/wrong/halo-not-loaded)" --svg "$TMP/halo.svg" --text
like "$(cat "$TMP/out")" '│ +\? +│ +\? +│ +\? +│' "what nobody wrote is marked where it is read"
like "$(cat "$TMP/out")" 'unset≠70' "a wrong element says what it should be"
like "$(cat "$TMP/halo.svg")" 'fill="url\(#hatch\)"' "what nobody wrote is hatched"
draw 01 --file "$(kernel 01-map/wrong/nothing)"
like "$(cat "$TMP/out")" '\?≠10' "an output that no work-item touched is there"

# ---- choosing -------------------------------------------------------------------------

draw 06 --file "$(kernel 06-conv1d/accepted)" --case 2 --group 1
like "$(head -n 2 "$TMP/out" | tail -n 1)" '^group 1 of 2, 8 work-items$' "--case and --group choose"
like "$(head -n 1 "$TMP/out")" '^06-conv1d, case 2 “' "the case has the number that was asked for"
draw 06 --file "$(kernel 06-conv1d/accepted)" --case 2 --json
like "$(tr -d ' \n' <"$TMP/out")" '^{"schema":1,"puzzle":"06-conv1d","case":2,' "in JSON, too"
draw 06 --file "$(kernel 06-conv1d/accepted)" --case 2 --svg -
like "$(cat "$TMP/out")" '06-conv1d, case 2 “' "and in the SVG"
draw 06 --file "$(kernel 06-conv1d/accepted)" --case 2 --group 2
is "$?" 2 "a group that is not there is a mistake"
like "$(cat "$TMP/err")" 'no group 2.*end at 1' "which says how many there are"
draw 06 --file "$(kernel 06-conv1d/accepted)" --case 3
is "$?" 4 "a hidden case is not drawn"
like "$(cat "$TMP/err")" 'case 3 is hidden' "which is said"
unlike "$(cat "$TMP/out" "$TMP/err")" '▶|│' "nothing of it is shown"
draw 01 --file "$(kernel 01-map/wrong/stops-at-four)"
like "$(head -n 2 "$TMP/out")" 'case 2 “two groups of four”: wrong-answer' "the first case that is not accepted is drawn"
like "$(head -n 2 "$TMP/out")" 'group 1 of 2' "and the group where it goes wrong"
draw 04 --file "$(kernel 04-map-2d/wrong/swapped-ids)"
like "$(cat "$TMP/out")" '^group 1,0 of 2×2' "in two dimensions, too"
like "$(cat "$TMP/out")" '^ +7 │ +29 +│ +16 +│' "an output lies in the rows that the puzzle gives it"
draw 06 --file "$(kernel 06-conv1d/wrong/sum-of-ints)"
like "$(tr -s '\n ' ' ' <"$TMP/out")" 'case 1 .*: accepted .*as a whole: wrong-answer, because of the case “hidden 3”, which is not shown' \
  "a kernel that only a hidden case rejects is not taken for accepted"
draw 03 --file "$(kernel 03-guards/wrong/stops 2>/dev/null)" 2>/dev/null
is "$?" 2 "a file that is not there is a mistake"
draw 01 --file "$(kernel 01-map/accepted)" --step 3
like "$(cat "$TMP/out")" 'after step 3 of 8' "--step stops in the middle"
unlike "$(cat "$TMP/out")" 'out\[1\]' "what comes later is not there"
draw 01 --file "$(kernel 01-map/accepted)" --step 99
is "$?" 2 "there is no step beyond the last"
draw 01 --file "$(kernel 01-map/wrong/does-not-compile)"
is "$?" 1 "what does not compile is reported as by run"
like "$(cat "$TMP/out")" 'compile-error' "with the compiler's words"

# ---- files ------------------------------------------------------------------------------

echo 'precious' >"$TMP/mine.cl"
draw 01 --file "$(kernel 01-map/accepted)" --svg "$TMP/mine.cl"
is "$?" 2 "a file that is no drawing is not overwritten"
is "$(cat "$TMP/mine.cl")" "precious" "it is left as it is"
draw 01 --file "$(kernel 01-map/accepted)" --svg "$TMP/race.svg"
is "$?" 0 "a drawing takes the place of one"
like "$(cat "$TMP/race.svg")" '01-map' "and is the new one"
draw 01 --file "$(kernel 01-map/accepted)" --svg "$TMP/nowhere/map.svg"
is "$?" 4 "a folder that is not there is told"
draw 01 --file "$(kernel 01-map/accepted)" --svg - 2>/dev/null
like "$(tail -n 1 "$TMP/out")" '</svg>' "- is standard output"

# ---- launches outside puzzles -------------------------------------------------------------

cat >"$TMP/rows.cl" <<'CL'
__kernel void rows(__global int *out, __global const int *a, uint width) {
  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  size_t i = (z * get_global_size(1) + y) * width + x;
  out[i] = a[i] < 3 ? 1 : a[i];
}
CL
"$WORKBENCH" emulate "$TMP/rows.cl" -g 4,2,2 -l 2,2,2 -a 'int[16]' -a 'const int[16]=range' -a uint=4 \
  --trace "$TMP/rows.trace" >/dev/null 2>&1
draw "$TMP/rows.trace" --text --svg "$TMP/rows.svg"
is "$?" 0 "a recorded launch is drawn"
like "$(cat "$TMP/out")" '^ +0 │ 0 +│ 1 +│ 2 +│ 3 +│$' "its arrays lie in rows"
is "$(grep -cE '^ +8 │' "$TMP/out")" 2 "and in slices"
well_formed "$TMP/rows.svg"
ok $? "its SVG is XML"

cat >"$TMP/many.cl" <<'CL'
__kernel void many(__global int *out, __local int *sum) {
  size_t l = get_local_id(0);
  sum[l] = (int)l;
  for (size_t k = get_local_size(0) / 2; k > 0; k /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < k) sum[l] += sum[l + k];
  }
  if (l == 0) atomic_add(out, sum[0]);
}
CL
"$WORKBENCH" emulate "$TMP/many.cl" -g 4096 -l 1024 -a 'int[1]=zeros' -a 'local int[1024]' \
  --trace "$TMP/many.trace" >/dev/null 2>&1
draw "$TMP/many.trace" --text --svg "$TMP/many.svg"
is "$?" 0 "a large group is drawn"
like "$(cat "$TMP/out")" 'and [0-9]+ more work-items' "as far as there is room"
like "$(cat "$TMP/out")" '3 phases left out' "of many phases the first and the last"
like "$(cat "$TMP/out")" 'out\[0\]=523776 atomic' "atomic updates are told"
ok "$([ "$(wc -c <"$TMP/many.svg")" -lt 2000000 ]; echo $?)" "the SVG stays small"
printf 'WBTR\2' | cat - /dev/null >"$TMP/cut.trace"
draw "$TMP/cut.trace" --text
is "$?" 2 "a damaged trace is told"
tap_finish

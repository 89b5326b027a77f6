#!/usr/bin/env bash
# check's mutants: cases that ask too little are found, and what an author explains is believed as
# long as it holds. tests/course/mutants.t has the course itself.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
# Mutants are judged on the emulator; tests/cli/check_devices.t judges kernels on others.
export OCL_ICD_VENDORS=$TMP/no-drivers
course=$TMP/course
spec=$course/puzzles/01-double/puzzle.lua
solution=$course/solutions/01-double
mkdir -p "$course"/{puzzles/01-double,kernels} "$solution"
cp -r "$COURSE/lua" "$course"
echo '# Double' >"$course/puzzles/01-double/lesson.md"
cp "$course/puzzles/01-double/lesson.md" "$course/puzzles/01-double/explained.md"

# write_spec CASES: a puzzle with these cases.
write_spec() {
  cat >"$spec" <<END
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "Double", concept = "Twice as much.", entry = "double_it",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" } },
    { name = "a", kind = "input", type = "int", shape = { "n" } },
    { name = "n", kind = "scalar", type = "uint", value = "n" },
  },
  cases = {
$1
  },
  reference = function(case) return { out = case.a * 2 } end,
}
END
}

# write_kernel FILE BODY
write_kernel() {
  mkdir -p "$(dirname "$1")"
  printf '// A kernel.\n__kernel void double_it(__global int *out, __global const int *a, uint n) {\n%s\n}\n' "$2" >"$1"
}
write_kernel "$course/kernels/01-double.cl" ''
write_kernel "$solution/accepted.cl" '  size_t i = get_global_id(0);
  if (i < n) {
    out[i] = a[i] + a[i];
  }'

# What the report has of mutants: a line for each item, its check, outcome, place and message.
mutants() {
  WORKBENCH_COURSE=$course "$WORKBENCH" check --json >"$TMP/report.json"
  python3 - "$TMP/report.json" <<'END'
import json, sys
for puzzle in json.load(open(sys.argv[1]))["puzzles"]:
    for item in puzzle["items"]:
        if item["check"].startswith("mutants-"):
            print(item["check"], item["outcome"], f'{item["part"]}:{item["line"]}', item["message"])
END
}
# The details of faults.
details() {
  python3 -c 'import json, sys; print("".join(item["detail"] for puzzle in json.load(open(sys.argv[1]))["puzzles"] for item in puzzle["items"] if item["outcome"] == "fault" and item["check"].startswith("mutants-")))' "$TMP/report.json"
}

full='    { name = "four", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 } },
    { name = "eight", sizes = { n = 8 }, global = { 8 }, ["local"] = { 4 } },'
write_spec "$full"
seen=$(mutants)
like "$seen" '^mutants-survive fault accepted.cl:4 no case rejects a mutant \(condition\): a condition always or never holds$' \
  "where no case has a work-item too many, a guard may as well be left out"
like "$seen" '^mutants-survive fault accepted.cl:4 no case rejects a mutant \(comparison\)' "or be off by one"
is "$(grep -c fault <<<"$seen")" 2 "all else is rejected"
like "$seen" '^mutants-score passed mutants:(0|None) [0-9]+ of [0-9]+ mutants killed, 2 survive, 1 the same as another: [0-9]+ %$' "the score has both, and the compiler's twin of the guard"
like "$(python3 -c 'import json, sys; print([item["detail"] for puzzle in json.load(open(sys.argv[1]))["puzzles"] for item in puzzle["items"] if item["check"] == "mutants-matrix"][0])' "$TMP/report.json")" \
  '^4:7 condition: killed by case 1, 2$' "JSON has the cases that reject each"
like "$(details)" '^- if \(i < n\) \{$' "a survivor is told as a difference, with the line that goes"
like "$(details)" '^\+ if \(true\) \{$' "and the one that comes"

# A kernel so long that not all of its mutants are made would take minutes; this judge says so of one
# that is short.
like "$seen" '^mutants-made passed accepted.cl:(0|None) $' "all mutants are made"
mkdir -p "$TMP/libexec"
for program in emulator compiler; do ln -s "$BUILD/workbench-$program" "$TMP/libexec/"; done
cat >"$TMP/libexec/workbench-judge" <<END
#!/bin/bash
exec 5>&3 3> >(exec sed -u 's/"mutants":\[/"mutants_left_out":17,&/' >&5)
sed=\$!
"$BUILD/workbench-judge" "\$@" 5>&-
code=\$?
exec 3>&-
wait \$sed
exit \$code
END
chmod +x "$TMP/libexec/workbench-judge"
seen=$(WORKBENCH_LIBEXEC=$TMP/libexec mutants)
like "$seen" '^mutants-made suggestion accepted.cl:(0|None) .*only its first [0-9]+ changes of code are tried, and 17 are not' "where some are left out, it is said how many"

# The case that is offered, pasted.
like "$(details)" '^\{ name = "n [0-9]+, global' "and a case that would reject it is found"
write_spec "$full
$(details | grep '^{ name' | sort -u)"
seen=$(mutants)
is "$(grep -c fault <<<"$seen")" 0 "which does so where it is pasted, and no right kernel is the worse for it"
write_spec "$full"
mutants >/dev/null

# Entries with a reason.
python3 - "$TMP/report.json" "$solution/equivalent.txt" <<'END'
import json, sys
with open(sys.argv[2], "w") as out:
    for puzzle in json.load(open(sys.argv[1]))["puzzles"]:
        for item in puzzle["items"]:
            if item["check"] == "mutants-survive" and item["outcome"] == "fault":
                operator = item["message"].split("(")[1].split(")")[0]
                lines = "".join(line + "\n" for line in item["detail"].splitlines() if line[0] in "-+")
                out.write(f'{item["part"]} {operator}\n{lines}why: This test says so.\n\n')
END
seen=$(mutants)
is "$(grep -c fault <<<"$seen")" 0 "what is explained is no fault"
like "$seen" 'killed, 2 explained, 1 the same as another: 100 %, or [0-9]+ % with those that are explained$' "and is told apart in the score"

write_spec "$full
    { name = \"spare\", sizes = { n = 6 }, global = { 8 }, [\"local\"] = { 4 }, visible = false },"
seen=$(mutants)
is "$(grep -c '^mutants-listed fault equivalent.txt:[0-9]* a case rejects this mutant$' <<<"$seen")" 2 "a case overrules what is explained"
rm "$solution/equivalent.txt"
seen=$(mutants)
is "$(grep -c fault <<<"$seen")" 0 "one more case rejects all"
like "$seen" 'mutants killed: 100 %$' "which is a full score"

cat >"$solution/equivalent.txt" <<'END'
accepted.cl comparison
- if (i < m) {
+ if (i <= m) {
why: There is no such line.

accepted.cl comparison
- if (i < n) {
+ if (i <= n) {
END
seen=$(mutants)
like "$seen" '^mutants-listed fault equivalent.txt:1 no mutant of accepted.cl changes these lines in this way \(comparison\)$' "an entry that fits nothing is a fault"
like "$seen" "^mutants-listed fault equivalent.txt:6 it gives no reason, after 'why:'$" "and so is one without a reason"
rm "$solution/equivalent.txt"

write_spec '    { name = "four", sizes = { n = 4 }, global = { 12 }, ["local"] = { 4 } },'
like "$(mutants)" '^mutants-survive fault accepted.cl:(0|None) no case rejects a mutant \(launch\): one work-group fewer along x$' \
  "cases that do not need their last work-group are found"
write_kernel "$solution/right/in-a-loop.cl" '  size_t i = get_global_id(0);
  int sum = 0;
  if (i >= n) return;
  for (uint k = 0; k < 2; k += 1) {
    sum += a[i];
  }
  out[i] = sum;'
write_spec "$full
    { name = \"spare\", sizes = { n = 6 }, global = { 8 }, [\"local\"] = { 4 }, visible = false },
    { name = \"idle\", sizes = { n = 1 }, global = { 1 }, [\"local\"] = { 1 }, visible = false },"
seen=$(mutants)
is "$(grep 'mutants-survive fault' <<<"$seen")" "" "a loop without an end is rejected, too"
write_kernel "$solution/right/in-a-loop.cl" '  out[0] = 1;'
seen=$(mutants)
like "$seen" '^mutants-survive skipped right/in-a-loop.cl:(0|None) the kernel itself is not accepted' "what is not accepted itself has no mutants"

# ---- many survivors -----------------------------------------------------------------------------
# Five guards without a work-item too many: more mutants survive than are searched for, and one case
# rejects them all.
rm "$solution/right/in-a-loop.cl"
write_spec "$full"
write_kernel "$solution/accepted.cl" "  size_t i = get_global_id(0);
  if (i < n) out[i] = a[i];
  if (i < n) out[i] += a[i] * 3;
  if (i < n) out[i] -= a[i];
  if (i < n) out[i] += a[i] * 4;
  if (i < n) out[i] -= a[i] * 5;"
seen=$(mutants)
survivors=$(grep -c '^mutants-survive fault' <<<"$seen")
ok "$([ "$survivors" -gt 9 ]; echo $?)" "many mutants survive"
is "$(details | grep -c '^{ name')" 1 "few cases that reject them all are told, each once"
WORKBENCH_COURSE=$course "$WORKBENCH" check >"$TMP/out"
unlike "$(cat "$TMP/out")" 'was searched for it|that was tried rejects' "no survivor is left without one"
is "$(grep -c 'suggested above, for another mutant' "$TMP/out")" "$((survivors - 1))" "the others name it"
like "$(tr -s ' \n' ' ' <"$TMP/out")" 'it rejects these survivors as well: accepted.cl:[0-9]+ \([a-z]+\), accepted.cl' "and it says what it rejects besides"
write_spec "$full
$(details | grep '^{ name')"
is "$(mutants | grep -c 'mutants-survive fault')" 0 "pasted, it rejects all of them"

# For a launch that is changed no case is searched: then nothing says that there is none.
write_spec '    { name = "four", sizes = { n = 4 }, global = { 12 }, ["local"] = { 4 } },'
WORKBENCH_COURSE=$course "$WORKBENCH" check >"$TMP/out"
like "$(tr -s ' \n' ' ' <"$TMP/out")" 'No case was searched for it. Add one' "what was not searched is told so"

# ---- a host program ----------------------------------------------------------------------------
# Groups of 16, and sizes that do not say how they are rounded.
if [ -x "$BUILD/workbench-host" ]; then
  rm -r "$course"
  "$WORKBENCH" new --course "$course" >/dev/null
  mkdir -p "$course/solutions/01-scalar-add"
  cp -r "$ROOT/tests/specs/host/07-scalar-add" "$course/puzzles/01-scalar-add"
  sed -i 's/chapter = .*/chapter = "First steps",/; s/n = 50/n = 36/' "$course/puzzles/01-scalar-add/puzzle.lua"
  cp "$ROOT/tests/specs/host/starter.lua" "$course/kernels/01-scalar-add.lua"
  cp "$ROOT/tests/specs/host/solutions/accepted.lua" "$course/solutions/01-scalar-add/"
  mutants >/dev/null
  like "$(details)" '^\+ .*grid_dim = \(n \+ 14\) // 16' "of a host program, rounding by one less survives"
  like "$(details)" '^\{ name = "n 257, plus 20", sizes = \{ n = 257, plus = 20 \}, visible = false \},' "and a case with another size is found, which has no launch"

  # Each start of a program leaves a line.
  mkdir "$TMP/libexec"
  ln -s "$BUILD"/workbench-* "$TMP/libexec"
  rm "$TMP/libexec/workbench-host"
  printf '#!/bin/sh\necho started >>"%s"\nexec "%s" "$@"\n' "$TMP/starts" "$BUILD/workbench-host" >"$TMP/libexec/workbench-host"
  chmod +x "$TMP/libexec/workbench-host"
  # starts ARGUMENT...: how many programs the whole check starts, or the quick one.
  starts() {
    : >"$TMP/starts"
    WORKBENCH_CACHE=off WORKBENCH_LIBEXEC=$TMP/libexec "$WORKBENCH" --course "$course" check -j 1 "$@" >/dev/null 2>&1
    wc -l <"$TMP/starts"
  }
  cases=$("$WORKBENCH" --course "$course" run 1 --file "$course/solutions/01-scalar-add/accepted.lua" --json | python3 -c 'import json, sys; print(len(json.load(sys.stdin)["cases"]))')
  judged=$(python3 -c 'import json, re, sys; print(max(int(n) for n in re.findall(r"(\d+) mutants", sys.argv[1])))' "$(mutants)")
  whole=$(starts) quick=$(starts --quick)
  [ "$quick" -ge "$cases" ]
  ok $? "a right program has a process for each case"
  [ $((whole - quick)) -lt "$judged" ]
  ok $? "mutants, and right programs with other seeds and orders, share processes from case to case"
fi

tap_finish

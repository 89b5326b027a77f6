#!/usr/bin/env bash
# Lists of results as their readers take them: TAP by prove, JUnit by junitparser, SARIF by its
# shape; of run, check and check-all, with names that mean something to each reader.
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/../courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
solutions=$COURSE/solutions
mkdir -p "$WORKBENCH_WORK"
PYTHON=
for python in python3 /usr/bin/python3; do
  [ -n "$PYTHON" ] || ! "$python" -c 'import junitparser' 2>/dev/null || PYTHON=$python
done

# junit FILE: each suite with its counts, and those of its cases as junitparser reads them.
junit() {
  "$PYTHON" - "$1" <<'PYTHON_END'
import sys
from junitparser import JUnitXml
for suite in JUnitXml.fromfile(sys.argv[1]):
    kinds = [kind.__class__.__name__ for case in suite for kind in (case.result or [])]
    names = {(case.classname, case.name) for case in suite}
    print(suite.name, suite.tests, len(names), suite.failures, kinds.count("Failure"),
          suite.errors, kinds.count("Error"), suite.skipped, kinds.count("Skipped"))
PYTHON_END
}
sarif() { python3 "$ROOT/tests/cli/sarif_shape.py" "$@"; }

# ---- run: a test a case -----------------------------------------------------------------------------
# run_as FORMAT PUZZLE KERNEL: in $TMP/out.FORMAT.
run_as() { "$WORKBENCH" run "$2" --file "$solutions/$3" --format "$1" >"$TMP/out.$1" 2>"$TMP/err"; }
cd "$COURSE" || exit
run_as tap map 01-map/accepted.cl
is "$? $(grep -c '^ok' "$TMP/out.tap")" "0 $(sed -n 's/^1\.\.//p' "$TMP/out.tap")" "TAP of an accepted run has a plan of its cases"
is "$(grep -c '^ok [0-9]* - 01-map hidden [0-9]*$' "$TMP/out.tap")" 3 "hidden ones by number alone"
run_as tap zip 02-zip/wrong/ten.cl
is "$? $(grep -c '^ok' "$TMP/out.tap")" "1 0" "a case that failed is not ok"
prove -e "$WORKBENCH run zip --file $solutions/02-zip/accepted.cl --format" tap >"$TMP/prove" 2>&1
is "$?" 0 "prove accepts what is right"
prove -e "$WORKBENCH run zip --file $solutions/02-zip/wrong/ten.cl --format" tap >"$TMP/prove" 2>&1
is "$?" 1 "and rejects what is wrong"
run_as sarif shared 05-shared-memory/wrong/no-barrier.cl
race=$(jq -r '.runs[0].results[] | select(.ruleId == "data-race") | .level, .locations[0].physicalLocation.artifactLocation.uri,
  .partialFingerprints["workbenchLine/v1"], ([.relatedLocations[] | "\(.id) \(.physicalLocation.region.startLine)"] | join(" "))' "$TMP/out.sarif")
like "$(tr '\n' ' ' <<<"$race")" '^error solutions/05-shared-memory/wrong/no-barrier\.cl [0-9a-f]{32} 1 [0-9]+ 2 [0-9]+ $' \
  "SARIF has a race with both its ends, and its file from here on"
like "$(sarif "$TMP/out.sarif")" '^out.sarif: 1 results, 0 notifications$' "in its shape"
printf '__kernel void map() {\n#error "]]> \033[31m # todo [x](https://example.org)"\n}\n' >"$TMP/error.cl"
for format in tap junit sarif; do
  "$WORKBENCH" run map --file "$TMP/error.cl" --format "$format" >"$TMP/error.$format" 2>/dev/null
  is "$?" 1 "$format: a kernel that does not compile is not accepted"
  unlike "$(cat "$TMP/error.$format")" $'\033' "$format: and commands no terminal"
done
like "$(cat "$TMP/error.tap")" '^not ok 1 - 01-map all cases$' "TAP has a test for all cases"
like "$(sarif "$TMP/error.sarif")" '^error.sarif: 1 results, 0 notifications$' "SARIF has the place of the error"
mkdir "$TMP/judge-only"
ln -s "$BUILD/workbench-judge" "$TMP/judge-only/"
for format in tap junit sarif; do
  WORKBENCH_LIBEXEC=$TMP/judge-only "$WORKBENCH" run map --file "$solutions/01-map/accepted.cl" --format "$format" >"$TMP/none.$format" 2>"$TMP/err"
  is "$?" 4 "$format: without an emulator nothing is judged"
  like "$(cat "$TMP/err")" 'emulator' "$format: which standard error says"
done
like "$(cat "$TMP/none.tap")" '^not ok 1 - 01-map all cases$' "no test passes then"
like "$(cat "$TMP/none.junit")" '<error message=' "it is an error, and no failure, in JUnit"
is "$(jq -c '.runs[0] | [.invocations[0].executionSuccessful, (.results | length)]' "$TMP/none.sarif")" "[false,0]" "and a run without success in SARIF"
"$WORKBENCH" run map --file "$TMP/nowhere.cl" --format junit >"$TMP/none.junit" 2>/dev/null
is "$? $(grep -c '<error ' "$TMP/none.junit")" "2 1" "a file that is not there leaves whole XML"
"$WORKBENCH" run map --stats --format tap --file "$solutions/01-map/accepted.cl" 2>/dev/null | tail -1 >"$TMP/last"
is "$(cat "$TMP/last")" "1..$("$WORKBENCH" run map --format tap --file "$solutions/01-map/accepted.cl" | grep -c '^ok')" "--stats adds nothing to a list"

# ---- check-all: a test a puzzle -----------------------------------------------------------------------
cp "$solutions/01-map/accepted.cl" "$WORKBENCH_WORK/01-map.cl"
cp "$solutions/02-zip/wrong/zeros.cl" "$WORKBENCH_WORK/02-zip.cl"
cp "$solutions/05-shared-memory/wrong/no-barrier.cl" "$WORKBENCH_WORK/05-shared-memory.cl"
for format in junit sarif; do "$WORKBENCH" check-all --format "$format" >"$TMP/all.$format" 2>/dev/null; done
like "$(sarif "$TMP/all.sarif")" '^all.sarif: 2 results, 3 notifications$' "check-all has SARIF; what was not started is no result"

# ---- check: names of files that mean something -----------------------------------------------------------
course=$TMP/course
author_course "$course"
wrong=$course/solutions/01-map/wrong
for name in '#todo' 'x # todo' ']]><y a="b">&' $'\033[31mred' $'two\nnot ok 9 - forged' $'\u202elc.c' '100%20 a' '[l](https:example.org)'; do
  { echo '// expect: wrong-answer' && cat "$solutions/01-map/accepted.cl"; } >"$wrong/$name.cl"
done
for format in tap junit sarif; do
  "$WORKBENCH" check --quick --format "$format" >"$TMP/check.$format" 2>/dev/null
  is "$?" 1 "$format: names do not keep check from its end"
  unlike "$(cat "$TMP/check.$format")" $'\033|\u202e' "$format: nor command or disguise anything"
done
is "$(grep -c '^not ok' "$TMP/check.tap")" 8 "TAP has a failure of each"
prove -e cat "$TMP/check.tap" >"$TMP/prove" 2>&1
like "$(cat "$TMP/prove")" 'Failed 8/[0-9]+ subtests' "prove sees each: none is still to do"
sarif "$TMP/check.sarif" >"$TMP/told"
like "$(cat "$TMP/told")" '^check.sarif: [0-9]+ results, 0 notifications$' "SARIF keeps its shape"
is "$(jq -r '.runs[0].results[] | select(.ruleId == "wrong-verdict") | .level' "$TMP/check.sarif" | sort | uniq -c | xargs)" "8 error" "each is an error"
is "$(jq -r '.runs[0].results[].locations[0].physicalLocation.artifactLocation.uri' "$TMP/check.sarif" | grep -c 'wrong/100%2520%20a\.cl$')" 1 "a sign of escapes is escaped itself"
run_as junit zip 02-zip/wrong/ten.cl
for file in check all out error none; do
  if command -v xmllint >/dev/null; then
    is "$(xmllint --noout --schema "$ROOT/tests/cli/junit.xsd" "$TMP/$file.junit" 2>&1)" "$TMP/$file.junit validates" "$file.junit is what readers of JUnit agree on"
  else
    skip "xmllint is not here" "$file.junit is what readers of JUnit agree on"
  fi
  if [ -z "$PYTHON" ]; then
    skip "python3-junitparser is not here" "junitparser reads $file.junit"
  else
    junit "$TMP/$file.junit" >"$TMP/read.$file" 2>&1
    is "$(grep -c . "$TMP/read.$file") $(awk '$2 != $3 || $4 != $5 || $6 != $7 || $8 != $9' "$TMP/read.$file")" "$(grep -c '<testsuite ' "$TMP/$file.junit") " "junitparser reads $file.junit, with names that are unique and counts that are true"
  fi
done
[ -z "$PYTHON" ] || is "$(awk '$1 == "01-map" { print $4 }' "$TMP/read.check")" 8 "and each failure"
tap_finish

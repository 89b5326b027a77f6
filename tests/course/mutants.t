#!/usr/bin/env bash
# No mutant of the course's right kernels survives unexplained, and its specs allow what right
# kernels need and little more. That takes some seconds a puzzle, so that a sample has one puzzle in
# ten; PUZZLES="map zip" checks those. Where all are checked, the page of the course has what that
# counted.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
. "$ROOT/tests/course/tables.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
# Mutants are judged on the emulator; tests/unit/judge/opencl_test.c judges kernels on other devices.
export OCL_ICD_VENDORS=$TMP/no-drivers
export WORKBENCH_COURSE=$ROOT

puzzles=()
if [ -n "${PUZZLES:-}" ]; then
  read -ra puzzles <<<"$PUZZLES"
else
  mapfile -t all < <(basename -a "$ROOT"/puzzles/[0-9]*/)
  sample puzzles 10 "puzzles' mutants" "${all[@]}"
fi
echo "# ${puzzles[*]}"
"$WORKBENCH" check --json "${puzzles[@]}" >"$TMP/report.json" 2>"$TMP/errors"

# items OUTCOMES: what the report has of them, a line each.
items() {
  python3 - "$TMP/report.json" "$1" <<'END'
import json, sys
for puzzle in json.load(open(sys.argv[1]))["puzzles"]:
    for item in puzzle["items"]:
        if item["outcome"] in sys.argv[2].split():
            print(puzzle["puzzle"], item["check"], item["part"], item["message"], sep="\t")
END
}
is "$(items passed | grep -c $'\tmutants-score\t')" "${#puzzles[@]}" "each puzzle has a score"
is "$(items fault)" "" "no mutant survives unexplained, and there is no other fault"
is "$(items suggestion)" "" "nothing is suggested of what the specs allow, or of anything else"
is "$(items skipped | grep $'\tmutants-')" "" "no kernel's mutants are left out"
if [ -z "${PUZZLES:-}${SAMPLE:-}" ]; then # from what the first check has kept
  is "$("$WORKBENCH" check --format markdown 2>>"$TMP/errors")" "$(table check)" "the page has the table of check"
fi
tap_finish

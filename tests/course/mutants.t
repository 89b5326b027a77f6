#!/usr/bin/env bash
# No mutant of the course's right kernels survives unexplained, and its specs allow what right
# kernels need and little more. That takes some seconds a puzzle, so that `make check` takes a
# sample, which each commit draws anew; `make check-all` checks all, and PUZZLES="map zip" those.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
# Mutants are judged on the emulator; tests/unit/judge/opencl_test.c judges kernels on other devices.
export OCL_ICD_VENDORS=$TMP/no-drivers
export WORKBENCH_COURSE=$ROOT
SAMPLE=5

# The slugs that are checked, one a line.
chosen() {
  if [ -n "${PUZZLES:-}" ]; then
    printf '%s\n' $PUZZLES
  elif [ -n "${EVERYTHING:-}" ]; then
    basename -a "$ROOT"/puzzles/[0-9]*/
  else
    basename -a "$ROOT"/puzzles/[0-9]*/ |
      shuf -n "$SAMPLE" --random-source=<(yes "$(git -C "$ROOT" rev-parse HEAD 2>/dev/null)") | sort
  fi
}
mapfile -t puzzles < <(chosen)
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
tap_finish

#!/usr/bin/env bash
# docs/course.md has what `workbench check` counts of the course. GENERATE=1 writes its tables: the
# one of cases, kernels and mutants, and the one of a device that sees outputs alone. They take
# minutes, but for puzzles that were checked before: what your own cache has of them is used.
# GENERATE=files writes in the first table only how many right and wrong kernels there are, at once.
# Here the files that there are are compared, and the first table in mutants.t, where everything is
# checked.
own_cache=${XDG_CACHE_HOME:-$HOME/.cache}
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
. "$ROOT/tests/course/tables.sh"
export WORKBENCH_COURSE=$ROOT

# put_table NAME FILE: in their place.
put_table() {
  sed -i -e "/^<!-- Table: $1 -->\$/r $2" -e "/^<!-- Table: $1 -->\$/,/^<!-- End of $1 -->\$/{/^<!--/!d}" "$PAGE"
}

# count_files FOLDER: kernels and programs of all puzzles below it.
count_files() { find "$ROOT"/solutions/[0-9]*/ -path "$1" \( -name '*.cl' -o -name '*.lua' \) | wc -l; }

# column NUMBER: of the last row of the first table.
column() { table check | grep '^| | \*\*' | cut -d'|' -f"$(($1 + 3))" | tr -d ' '; }

# write_files ROW CELLS: two cells of the first table's row that begins so.
write_files() { sed -i -E "/^<!-- Table: check -->\$/,/^<!-- End of check -->\$/s/^($1 [0-9]+ \| [0-9]+ \|) [0-9]+ \| [0-9]+ \|/\1 $2 |/" "$PAGE"; }

if [ "${GENERATE:-}" = files ]; then
  for folder in "$ROOT"/solutions/[0-9]*/; do
    number=$(basename "$folder" | sed 's/^0*//; s/-.*//') slug=$(basename "$folder")
    wrong=$(count_files "*/$slug/wrong/*")
    write_files "\\| $number \\| [^|]* \\|" "$(($(count_files "*/$slug/*") - wrong)) | $wrong"
  done
  wrong=$(count_files '*/wrong/*')
  write_files "\\| \\| [^|]* \\|" "$(($(count_files '*') - wrong)) | $wrong"
elif [ -n "${GENERATE:-}" ]; then
  XDG_CACHE_HOME=$own_cache OCL_ICD_VENDORS=/dev/null "$WORKBENCH" check --format markdown >"$TMP/check" 2>"$TMP/errors"
  is "$?" 0 "the course has no fault"
  put_table check "$TMP/check"
fi
if [ "${GENERATE:-}" = 1 ] && "$WORKBENCH" devices --json | grep -q '"opencl:'; then
  "$WORKBENCH" check --quick --device opencl --format markdown >"$TMP/compared" 2>>"$TMP/errors"
  is "$?" 0 "nor on a device that sees outputs alone"
  put_table compared "$TMP/compared"
fi
is "$(table check | grep -c '^| [0-9]')" "$(find "$ROOT/puzzles" -name puzzle.lua | wc -l)" "each puzzle is on the page"
is "$(($(column 3) + $(column 4)))" "$(count_files '*')" "with all right and wrong kernels"
is "$(column 4)" "$(count_files '*/wrong/*')" "of which so many are wrong"
is "$(column 8)" 0 "and no mutant survives unexplained"
tap_finish

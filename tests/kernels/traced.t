#!/bin/bash
# The trace pane with the real judge and the course's own puzzles: it finds
# nothing wrong in what is right, and opens at what is wrong with the rest.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
[ -x "$WORKBENCH" ] || skip_all "$WORKBENCH is not built"
[ -x "$BUILD/workbench-emulator" ] || skip_all "there is no emulator here"

# traced PUZZLE KERNEL: runs it under the pane, and then what standard input says.
traced() {
  rm -rf "$WORKBENCH_WORK" "$TMP/screen"
  mkdir -p "$WORKBENCH_WORK"
  cp "$COURSE/solutions/$1/$2" "$WORKBENCH_WORK/$1.cl" || ok 1 "$1 has $2"
  {
    printf '%s\n' ":wait-idle" 5 + r ":wait-result" ":wait-idle"
    cat
    echo ":save-display $TMP/screen"
  } | LINES=40 COLUMNS=120 press "${1%%-*}"
}

for folder in "$COURSE"/puzzles/[0-9]*/; do
  puzzle=$(basename "$folder")
  traced "$puzzle" accepted.cl <<<$'g\n]\n]'
  like "$(cat "$TMP/screen")" "Nothing goes wrong from here on" "$puzzle: a right kernel's trace has no trouble"
  like "$(cat "$TMP/screen")" "^ out .*" "$puzzle: and shows its output"
done

# opens_at PUZZLE KERNEL PATTERN
opens_at() {
  traced "$1" "wrong/$2.cl" </dev/null
  like "$(sed 1,3d "$TMP/screen")" "$3" "$1: $2 opens at what is wrong"
}
opens_at 01-map one-past "^ ✗ refused: .* ends at"
opens_at 01-map one-before "^ ✗ refused: .* begins at"
opens_at 01-map stops-at-four "^ ✗ out.4. was never written, expected"
opens_at 04-map-2d transposed-read "^ ✗ out.* ends as .*, expected"
opens_at 04-map-2d stride-is-height "^ ✗ collides: work-item"
opens_at 05-shared-memory no-barrier "^ ✗ collides: work-item"
opens_at 05-shared-memory wrong-fence "^ ✗ "
opens_at 05-shared-memory barrier-inside-guard "^ ✗ barrier-divergence"
opens_at 06-conv1d halo-not-loaded "^ ✗ uninitialized-read"
traced 01-map wrong/one-before.cl </dev/null
unlike "$(cat "$TMP/screen")" "0x" "values are numbers, though the first access was refused"
tap_finish

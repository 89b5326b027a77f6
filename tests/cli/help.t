#!/usr/bin/env bash
# Help, version and wrong usage: nothing here needs a device.
. "$(dirname "$0")/../tap.sh"

out=$("$WORKBENCH" --version 2>&1)
is "$?" 0 "--version succeeds"
like "$out" '^workbench [0-9]+\.[0-9]+\.[0-9]+$' "--version prints one line"

general=$("$WORKBENCH" --help)
is "$?" 0 "--help succeeds"
is "$("$WORKBENCH" help)" "$general" "help and --help say the same"
like "$general" '^Exit codes' "--help tells the exit codes"

commands=$(sed -n '/^Learning/,/^Options/s/^  \([a-z-]*\) .*/\1/p' <<<"$general")
like "$commands" '^check-all$' "--help lists the commands"
is "$(sed -n '/^Your own/,/^$/s/^  \([a-z]*\) .*/\1/p' <<<"$general" | paste -sd ' ')" "emulate lua bench package devices" \
  "those for kernels of one's own by themselves"
like "$(sed -n '/^Teaching/,/^$/p' <<<"$general")" '^  pack  ' "and those for teachers"
for command in $commands; do
  out=$("$WORKBENCH" "$command" --help)
  is "$?" 0 "$command --help succeeds"
  like "$out" "^Usage: workbench $command" "$command --help shows its usage"
  like "$out" '^Examples$' "$command --help has examples"
  is "$("$WORKBENCH" help "$command")" "$out" "help $command says the same"
done

# refuse WORDS PATTERN: exit code 2, nothing on stdout, PATTERN on stderr.
refuse() {
  local words=$1 pattern=$2 out
  # shellcheck disable=SC2086
  out=$("$WORKBENCH" $words 2>"$TMP/err")
  is "$?" 2 "'workbench $words' exits with 2"
  is "$out" "" "'workbench $words' prints nothing on stdout"
  like "$(cat "$TMP/err")" "$pattern" "'workbench $words' says what is wrong"
}
refuse "rnu" "did you mean 'run'"
refuse "help rnu" "did you mean 'run'"
refuse "frobnicate" "workbench help"
refuse "run --jsn" "did you mean '--json'"
refuse "run --case" "--case needs a value"
refuse "run --case zero" "--case takes a whole number"
refuse "run --device=" "--device takes DEVICE"
refuse "run --schedule sideways" "forward.reverse.shuffle:SEED.interleave:SEED"
formats=$(sed -nE 's/^WB_FORMAT(_OF_LISTS)?\(([a-z]+)\)$/\2/p' "$ROOT/workbench/app/commands/formats.inc" | paste -sd '|')
refuse "check-all --format xml" "takes ${formats//|/[|]}, not"
refuse "check-all -j 0" "--jobs takes"
refuse "lsit --json" "did you mean 'list'"
refuse "list map" "unexpected 'map'"
refuse "run map zip" "unexpected 'zip'"
refuse "--colour never list" "did you mean '--color'"

like "$("$WORKBENCH" guards </dev/null)" "Next: 3 Guards" "a puzzle's name alone opens it"

"$WORKBENCH" --help >/dev/full 2>"$TMP/err"
is "$?" 4 "a full disk is an error"
like "$(cat "$TMP/err")" 'cannot write' "a full disk is named"

wide=$({
  "$WORKBENCH" help
  for command in list show edit run watch hint solution reset diff history check-all emulate trace \
    devices cache doctor completion help ui; do
    "$WORKBENCH" help "$command"
  done
} | perl -CSD -ne 'chomp; print "$_\n" if length($_) > 80' | sort -u)
is "$wide" "" "no line of help is wider than 80 columns"
tap_finish

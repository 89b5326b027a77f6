#!/usr/bin/env bash
# The figures in the explanations of the course's puzzles are those that the emulator counts. Each
# explanation says in comments where its figures come from (docs/puzzle-spec.md):
#
#   <!-- counted: accepted.cl global_reads=8234 branches=8; -g 1024 -l 128 -a 'float[1024]' … -->
#   <!-- counted: right/one-guard.cl branches=4; --case 2 -->
#
# A sample has one puzzle in eight, and those that have changed.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"
export WORKBENCH_COURSE=$ROOT

# comments FILE: what stands in its comments of this kind, one a line.
comments() { perl -0ne 'while (/<!-- counted: (.*?)\s*-->/sg) { my $text = $1; $text =~ s/\s+/ /g; print "$text\n" }' "$1"; }

# counters_of SLUG KERNEL ARGUMENTS: JSON of a launch, or of a case.
counters_of() {
  local arguments
  eval "arguments=($3)"
  if [ "${arguments[0]:-}" = --case ]; then
    "$WORKBENCH" run "$1" --file "$ROOT/solutions/$1/$2" "${arguments[@]}" --stats --json
  else
    "$WORKBENCH" emulate "$ROOT/solutions/$1/$2" "${arguments[@]}" --stats --json
  fi
}

# check_comment SLUG COMMENT: its counters have these values, which the text tells, too.
check_comment() {
  local slug=$1 rule=${2%%;*} arguments=${2#*;} kernel counted='' figure said
  kernel=${rule%% *}
  counters_of "$slug" "$kernel" "$arguments" >"$TMP/json" 2>"$TMP/err"
  for figure in ${rule#* }; do
    counted+="${counted:+ }${figure%=*}=$(sed -n "s/^ *\"${figure%=*}\": \([0-9]*\),\{0,1\}\$/\1/p" "$TMP/json" | head -n 1)"
    said=$(sed ':a; s/\B[0-9]\{3\}\>/,&/; ta' <<<"${figure#*=}")
    perl -0pe 's/<!--.*?-->//sg' "$ROOT/puzzles/$slug/explained.md" | grep -qE "(^|[^0-9,])$said([^0-9,]|,[^0-9]|\$)" ||
      counted+=" (not in explained.md)"
  done
  is "$counted" "${rule#* }" "$slug: $kernel"
  [ "$counted" = "${rule#* }" ] || sed 's/^/#   /' "$TMP/err"
}

[ "$(grep -l '<!-- counted: ' "$ROOT"/puzzles/*/explained.md | wc -l)" -gt 20 ]
ok $? "there are figures to check"
puzzles=()
sample_puzzles puzzles 8 "puzzles' figures"
for slug in "${puzzles[@]}"; do
  while IFS= read -r comment; do
    check_comment "$slug" "$comment"
  done < <(comments "$ROOT/puzzles/$slug/explained.md")
done

# A worked case that ends with "…, which goes to out[0]" has that case's number.
ordinals=(first second third)
for page in $(grep -l ', which goes to [a-z]*\[[0-9]*\]' "$ROOT"/puzzles/*/explained.md); do
  slug=$(basename "$(dirname "$page")")
  read -r number array index <<<"$(sed -nE 's/.*[ =:]([-0-9.]+), which goes to ([a-z]+)\[([0-9]+)\].*/\1 \2 \3/p' "$page")"
  for case in 1 2 3; do grep -q "${ordinals[case - 1]} case" "$page" && break; done
  is "$("$WORKBENCH" data "$slug" --case "$case" --json | perl -MJSON::PP -e 'local $/; my ($array, $index) = splice @ARGV, 0, 2;
    print $_->{expected}[$index] for grep { $_->{name} eq $array } @{decode_json(<STDIN>)->{cases}[0]{arrays}}' "$array" "$index")" \
    "$number" "$slug: $array[$index] of case $case"
done
tap_finish

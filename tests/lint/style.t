#!/usr/bin/env bash
# What every file of the project keeps to, whatever its language.
. "$(dirname "$0")/../tap.sh"
cd "$ROOT" || exit 1

MOST_LINES=700

# The project's files: those that git knows, or in an unpacked archive all but
# what a build makes.
files() {
  if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files -z --cached --others --exclude-standard
  else
    find . -type f -not -path './build*/*' -not -path './work/*' -print0 | sed -z 's,^\./,,'
  fi
}

# Those of them that are there and hold text.
mapfile -d '' -t all < <(files)
mapfile -d '' -t present < <(perl -0e 'for (@ARGV) { print "$_\0" if -T $_ && !-l $_ && -s _ }' "${all[@]}")

# Files that quote screens or reports, blanks at line ends included.
quoted='(^|/)golden/'

unfinished='TO''DO|FIX''ME|XX''X'
is "$(grep -nwE "$unfinished" -- "${present[@]}")" "" "nothing is left for later in a comment"

is "$(printf '%s\n' "${present[@]}" | grep -vE "$quoted" | xargs -d '\n' grep -nE '[[:blank:]]+$' --)" "" \
  "no blanks at line ends"

is "$(printf '%s\n' "${present[@]}" | grep -vE "$quoted|\.mk$|(^|/)Makefile$" |
  grep -E '\.([ch]|lua|cl|md|sh|t|txt)$' | xargs -d '\n' grep -lP '\r$' --)" "" "no carriage returns"

long=$(wc -l -- "${present[@]}" | awk -v most=$MOST_LINES '$2 != "total" && $1 > most { print $2 ": " $1 " lines" }')
is "$(grep -vE "$quoted" <<<"$long")" "" "no file is longer than $MOST_LINES lines"

is "$(grep -nE "(^|[\"' =(:])/wor""k/" -- "${present[@]}" | grep -v '^\.gitignore:')" "" "no path of one machine"

not_executable=$(for test in tests/*/*.t .ci/run .ci/setup tests/lint/run; do
  [ -x "$test" ] || echo "$test"
done)
is "$not_executable" "" "every test and script can be executed"

no_end=$(perl -e 'for (@ARGV) { open F, $_; seek F, -1, 2; read F, $c, 1; print "$_\n" if $c ne "\n" }' \
  "${present[@]}")
is "$no_end" "" "every file ends with a newline"

guards=$(perl -e 'for (@ARGV) {
    next unless m,^workbench/(?:lib|engine|app|faces)/(.*\.h)$,;
    ($name = uc "WB_$1") =~ tr,/.-,_,;
    open F, $_; $text = join "", <F>;
    print "$_: not $name\n" unless $text =~ /^#ifndef $name\n#define $name\n/m }' "${present[@]}")
is "$guards" "" "every header's guard is its path on its floor"
tap_finish

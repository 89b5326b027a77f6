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
# What is copied into other programs is one file, however long.
copied='^workbench/bindings/python/workbench\.py:'
is "$(grep -vE "$quoted|$copied" <<<"$long")" "" "no file is longer than $MOST_LINES lines"

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

# stale_names FILE...: files of ours that a file of the program names, and that are not there.
stale_names() {
  perl -e 'my ($count, %there) = shift;
    $there{$_} = 1 for splice @ARGV, 0, $count;
    my %ends = map { my $path = $_; my @ends = $path; push @ends, $path while $path =~ s,^[^/]+/,,; map { $_ => 1 } @ends } keys %there;
    for my $file (@ARGV) {
      open my $in, "<", $file or die "$file: $!";
      my $comment = 0;
      while (<$in>) {
        $comment = 1 if m,/\*,;
        while (!/#\s*include/ && m,(?<![\w./"<-])((?:[a-z_]+/)*[a-z_0-9]+\.(c|h|inc))\b(?!\(),g) {
          my ($name, $kind) = ($1, $2);
          print "$file:$.: $name\n" unless $ends{$name} or $name =~ m,^(linux|sys|asm)/, or $name !~ m,/, && (!$comment or $kind eq "h");
        }
        $comment = 0 if m,\*/,;
      } }' "${#present[@]}" "${present[@]}" "$@"
}
mapfile -t program < <(printf '%s\n' "${present[@]}" | grep -E '^workbench/.*\.(c|h|inc|txt)$')
is "$(stale_names "${program[@]}")" "" "files that the program's comments name are there"
printf '/* See base/nowhere.h,\n * nowhere.c and base/str.h. */\nint a = all.h + said.c; // ctype.h\n' >"$TMP/one.c"
is "$(stale_names "$TMP/one.c" | sed 's,.*: ,,')" "base/nowhere.h
nowhere.c" "a name of a file that is not there is found"

# stale_functions FILE...: functions and structs of ours that comments of these files name, and that none of
# them has. A word that ends in capitals stands for a name (wb_do_ID), one that ends in _ for several.
stale_functions() {
  perl -0777 -e 'my (%known, %named);
    for my $file (@ARGV) {
      open my $in, "<", $file or die "$file: $!";
      my $text = <$in>;
      my @comments = $text =~ m{/\*.*?\*/}sg;
      for (@comments) { $named{$_} //= $file for /\b((?:wb|wbrt)_[a-z0-9_]*[a-z0-9])\b/g }
      $text =~ s{/\*.*?\*/}{ }sg;
      $known{$_} = 1 for $text =~ /\b((?:wb|wbrt)_\w+)/g;
    }
    print "$named{$_}: $_\n" for grep { !$known{$_} } sort keys %named' "$@"
}
mapfile -t sources < <(printf '%s\n' "${present[@]}" | grep -E '^(workbench|tests)/.*\.(c|h|inc|cl)$')
is "$(stale_functions "${sources[@]}")" "" "functions that comments name are there"
printf '/* As wb_nowhere() says, and\n * wb_str_add(); wb_do_ID and wb_speak_ are no names. */\nvoid wb_str_add(void);\n' >"$TMP/two.c"
is "$(stale_functions "$TMP/two.c" | sed 's,.*: ,,')" "wb_nowhere" "a function that is not there is found"
tap_finish

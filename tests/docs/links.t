#!/usr/bin/env bash
# What the pages point to is there: files and titles that links lead to, paths, commands and options
# in running text, and pages in the index.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/docs/lib.sh"
cd "$ROOT" || exit 1
mapfile -t all < <(pages)

# titles PAGE: of its sections, as links name them.
titles() {
  sed -n '/^ *```/,/^ *```/!s/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | sed -E 's/`//g; s/[^a-z0-9_ -]//g; s/ /-/g'
}

# broken_links PAGE...
broken_links() {
  local page link file title
  for page in "$@"; do
    while read -r link; do
      file=${link%%#*} title=
      [[ $link == *'#'* ]] && title=${link#*#}
      [ -n "$file" ] && file=$(dirname "$page")/$file || file=$page
      [ -e "$file" ] || { echo "$page: $link"; continue; }
      [ -z "$title" ] || grep -qx -- "$title" <(titles "$file") || echo "$page: $link"
    done < <(grep -oE '\]\([^) ]+\)' "$page" | sed -E 's/^\]\(//; s/\)$//' | grep -v '^https\?:' | sort -u)
  done
}

# words PAGE: what stands in backticks, and sessions' commands, one a line.
words() { grep -oE '`[^`]+`' "$1" | tr -d '`'; sed -n 's/^ *\$ //p' "$1"; }

# absent_paths PAGE...: paths in backticks that name a file of ours, and no pattern of such.
absent_paths() {
  local page path
  for page in "$@"; do
    for path in $(words "$page" | grep -oE '^(\.ci|docs|kernels|lua|puzzles|solutions|tests|workbench)/[A-Za-z0-9_./*-]*$|^[a-z_]+(/[a-z_]+)*\.(c|h)$' |
      grep -vE 'NN-slug|NAME|_ID\.c|^kernels/include$' | sort -u); do
      path_exists "$path" || echo "$page: $path"
    done
  done
}

# unknown_options PAGE...: of commands in running text, `workbench NAME … --option`.
unknown_options() {
  local page line command option
  for page in "$@"; do
    while read -r line; do
      read -r _ command _ <<<"$line"
      case $command in
        [a-z]*) grep -qxF -- "${command%%[^a-z-]*}" "$TMP/commands" || echo "$page: $line" ;;
        *) command=ui ;;
      esac
      for option in $(grep -oE -- ' --[a-z][a-z-]+' <<<"${line%%|*}"); do
        grep -qxF -- "$option" "$TMP/options.${command%%[^a-z-]*}" 2> /dev/null || echo "$page: $line"
      done
    done < <(words "$page" | grep -E '^(build/)?workbench( |$)' | sed 's,^build/,,' | sort -u)
  done
}

"$WORKBENCH" help | sed -n '/^Learning/,/^Options/s/^  \([a-z][a-z-]*\) .*/\1/p' > "$TMP/commands"
while read -r command; do
  { options_of "$command"; printf '%s\n' --course --color --help --version; } > "$TMP/options.$command"
done < "$TMP/commands"
printf '%s\n' --man >> "$TMP/options.help"

is "$(broken_links "${all[@]}")" "" "every link leads somewhere"
is "$(absent_paths "${all[@]}")" "" "every path that a page names is there"
is "$(unknown_options "${all[@]}")" "" "commands in running text have the options that they are shown with"

unlisted=$(for page in "${all[@]}"; do
  [ "$page" = docs/README.md ] || grep -q "](${page#docs/})\|](../$page)" docs/README.md || echo "$page"
done)
is "$unlisted" "" "the index has every page"

# Names of ours in backticks are in the code.
grep -rohE --include='*.[ch]' --include='*.t' '(wb|wbrt|WB|WORKBENCH)_[A-Za-z0-9_]+' workbench tests | sort -u > "$TMP/names"
strange=$(for name in $(for page in "${all[@]}"; do words "$page"; done | grep -oE '\b(wb|wbrt|WB|WORKBENCH)_[A-Za-z0-9_]*[A-Za-z0-9]\b' |
  grep -vE '^wb_thing|_NAME$|_ID$' | sort -u); do
  grep -qF -- "$name" "$TMP/names" || echo "$name"
done)
is "$strange" "" "names in the pages are in the code"

# misplaced_names PAGE...: names that are said to be in a file, `wb_name` in [file.c](path), and are not.
misplaced_names() {
  perl -0ne 'while (/`((?:struct )?(?:wb|wbrt)_\w+)`[^`\[]{0,12}\s(?:in|of)\s\[[^\]]*\]\(([^)#]+)\)/g) {
    my ($name, $path) = ($1, $2);
    next if $name =~ /_ID$/;
    my $text = do { open my $in, "<", $path; local $/; <$in> // "" };
    print "$ARGV: $name in $path\n" unless $text =~ /\b$name\b/;
  }' "$@"
}
is "$(misplaced_names ARCHITECTURE.md CONTRIBUTING.md)" "" "names that a page finds in a file are there"

# The picture of folders in ARCHITECTURE.md: what stands between wide gaps after a floor's name.
pictured=$(awk '/^ programs  / { on = 1; next } /^```/ { on = 0 }
  on && NF { if (/^ [a-z]/) floor = $1
    sub(/^ [a-z]*/, "")
    n = split($0, parts, /  +/)
    for (i = 1; i <= n; i++) if (parts[i] ~ /^[a-z_]+$/) print floor "/" parts[i] }' ARCHITECTURE.md | sort -u)
is "$pictured" "$(sed -n 's/^room \([^ ]*\).*/\1/p' workbench/layers.txt | sort -u)" \
  "the picture of folders has every room on its floor"
unpictured=$(ls -d workbench/*/*/ | sed 's,^workbench/,,; s,/$,,' | grep -Ev '^(bindings|editors|templates)/' | sort -u)
is "$unpictured" "$(sed -n 's/^room \([^ ]*\).*/\1/p' workbench/layers.txt | sort -u)" "every folder is a room"

# Each of them can fail.
printf '%s\n' 'See [one](nowhere.md), [two](page.md#none), `tests/nothing.sh`, `workbench rnu`, `workbench run --jsn`.' > "$TMP/page.md"
is "$(broken_links "$TMP/page.md" | wc -l)" 2 "links that lead nowhere are found"
is "$(absent_paths "$TMP/page.md" | wc -l)" 1 "paths that are not there are found"
printf '`wb_draw` in [one](workbench/faces/tui/draw.c), `wb_draw` in\n[two](workbench/faces/tui/loop.c)\n' > "$TMP/names.md"
is "$(misplaced_names "$TMP/names.md" | sed 's/.*: //')" "wb_draw in workbench/faces/tui/loop.c" "names that are elsewhere are found"
is "$(unknown_options "$TMP/page.md" | wc -l)" 2 "commands and options that are not there are found"
tap_finish

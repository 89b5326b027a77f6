#!/usr/bin/env bash
# Lists in the pages and the program's own: commands, keys, exit codes, kinds of findings, counters,
# verdicts and variables of the environment are the same, both ways.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/docs/lib.sh"
cd "$ROOT" || exit 1

# same PAGE PROGRAM SENTENCE: two lists of words, one a line, in any order.
same() { is "$(sort -u <<<"$1")" "$(sort -u <<<"$2")" "$3"; }

# section PAGE TITLE: up to the next title of its level or above.
section() {
  awk -v title="$2" '/^#/ { depth = index($0, " ") - 1; here = substr($0, depth + 2)
      if (inside && depth <= level) inside = 0
      if (here == title) { inside = 1; level = depth } } inside' "$1"
}

# first_column PAGE TITLE: of the tables in a section.
first_column() { section "$1" "$2" | grep '^|' | sed -E 's/\\\|/\x01/g; s/^\| ([^|]*) \|.*/\1/; s/\x01/|/g' | grep -vE '^(-+|key|---.*)$'; }
quoted_words() { grep -oE '`[^`]+`' | tr -d '`'; }

# ---- commands and exit codes -----------------------------------------------------------------

commands=$("$WORKBENCH" help | sed -n '/^Learning/,/^Options/s/^  \([a-z][a-z-]*\) .*/\1/p')
shown=$(sed -n '/^| command /,/^$/p' docs/cli.md | sed -nE 's/^\| `(workbench \[)?([a-z][a-z-]*).*/\2/p' | grep -vx workbench)
same "$shown" "$commands" "cli.md: every command"

codes=$("$WORKBENCH" help | sed -n '/^Exit codes/,$p' | grep -oE '(^| )[0-9]+  ' | tr -d ' ')
same "$(first_column docs/cli.md 'Exit codes' | grep -E '^[0-9]+$')" "$codes" "cli.md: every exit code"

# Keys and commands are compared with their table by tests/unit/commands.

begin_session "$ROOT"

# ---- words that results hold -----------------------------------------------------------------

# names_of FILE ARRAY: the first literal of each row of a table in C.
names_of() { sed -n "/$2/,/^};/p" "$1" | grep -oE '\{"[a-z-]+"' | tr -d '{"'; }
kinds=$(names_of "$(find workbench -path '*/finding/finding.c')" ' kinds\[')
same "$(cat docs/findings.md docs/host-checks.md | sed -n 's/^## //p' | tr -d ' ' | tr ',' '\n' | grep -xF -e "$kinds")" "${kinds:-none}" \
  "findings.md and host-checks.md: a section for every kind"
same "$(section docs/json.md 'A finding' | sed '/^$/d; /severity/q' | quoted_words | grep -xF -e "$kinds")" "${kinds:-none}" "json.md: every kind"
verdicts=$(names_of "$(find workbench -path '*/finding/verdict.c')" ' verdicts\[')
same "$(sed -n '/^| verdict /,/^$/s/^| \(`[^|]*\) |.*/\1/p' README.md | quoted_words)" "${verdicts:-none}" \
  "README.md: every verdict"
counters=$(in_session 'workbench run map --stats --json 2>/dev/null' |
  perl "$DOCS/json.pl" keys run | sed -n 's/^run\.cases\[\]\.counters\.//p')
same "$(section docs/counters.md 'Counted always' | sed -n 's/^| \(`[^|]*\) |.*/\1/p' | quoted_words
  section docs/counters.md Modelled | sed -n 's/^| \(`[^|]*\) |.*/\1/p' | quoted_words)" "$counters" "counters.md: every counter"

# ---- variables -------------------------------------------------------------------------------

# Of the environment, but for those that tests alone set.
read_here=$({
  grep -rhoE 'getenv\("[A-Z_]+"\)' workbench --include='*.c' | grep -oE '[A-Z_]{2,}'
  grep -rhoE '"(WORKBENCH|XDG)_[A-Z_]+"' workbench --include='*.[ch]' | tr -d '"'
} | sort -u | grep -v '^WORKBENCH_TEST_')
listed=$(first_column docs/files.md 'Variables of the environment' | quoted_words)
is "$(comm -13 <(sort -u <<<"$listed") <(sort -u <<<"$read_here"))" "" "files.md: every variable that is read"
is "$(for name in $listed; do grep -rqF --include='*.[ch]' "\"$name\"" workbench || echo "$name"; done)" "" \
  "files.md: no variable that is not"
# ---- the drawing -----------------------------------------------------------------------------

in_session 'mkdir -p work; tail -n +4 solutions/14-shared-memory/wrong/no-barrier.cl > work/14-shared-memory.cl
  workbench trace shared-memory --svg race.svg' > /dev/null
if [ -n "${GENERATE:-}" ]; then cp "$SESSION/home/course/race.svg" docs/race.svg; fi
cmp -s "$SESSION/home/course/race.svg" docs/race.svg
ok $? "docs/race.svg is what the command beside it draws"
tap_finish

#!/usr/bin/env bash
# The comment at the end of a starter says what the puzzle's domain is, in the words of its spec.
# GENERATE=1 writes it.
. "$(dirname "$0")/../tap.sh"
cd "$ROOT" || exit 1
export WORKBENCH_COURSE=$ROOT WORKBENCH_WORK=$TMP/work

starter() { ls kernels/"$1".cl kernels/"$1".lua 2>/dev/null; }

"$WORKBENCH" list --json | python3 -c 'import json, sys
for puzzle in json.load(sys.stdin):
  if puzzle["domain"]: print(puzzle["puzzle"], "It must work for %s." % puzzle["domain"])' >"$TMP/sentences"

# sentence SLUG
sentence() { sed -n "s/^$1 //p" "$TMP/sentences"; }

# comment MARK: the sentence on standard input in lines as long as starters' are.
comment() { fold -s -w 43 | sed "s,^,$1 ,; s/ *\$//"; }

# said FILE MARK: what the last lines say that begin with the mark.
said() { tac "$1" | sed -n "\\,^$2 ,!q;p" | tac | sed "s,^$2 ,," | tr '\n' ' ' | sed 's/ $//'; }

count=0
for folder in puzzles/[0-9]*; do
  slug=${folder#puzzles/}
  file=$(starter "$slug") mark=//
  [[ $file == *.lua ]] && mark=--
  want=$(sentence "$slug")
  [ -n "$want" ] || continue
  if [ -n "${GENERATE:-}" ] && [ "$(said "$file" "$mark")" != "$want" ]; then
    { sed "/^$/N; \\,\n$mark It must work for ,,\$d" "$file"; echo; comment "$mark" <<<"$want"; } >"$TMP/starter"
    cp "$TMP/starter" "$file"
  fi
  [ "$(said "$file" "$mark")" = "$want" ] || echo "# $file says not: $want"
  [ "$(said "$file" "$mark")" = "$want" ] && count=$((count + 1))
done
is "$count" "$(grep -l '^  domain = {' puzzles/*/puzzle.lua | wc -l)" "every starter of a puzzle with a domain says it"
tap_finish

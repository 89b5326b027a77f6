#!/usr/bin/env bash
# progress: the summary of a learner, as text, JSON and a web page.
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/device.sh"
today=$(date +%Y-%m-%d)

out=$("$WORKBENCH" progress)
is "$?" 0 "there is a summary before anything is done"
like "$out" '^0 of 6 solved, ....-..-..$' "which says so"
[ ! -e "$WORKBENCH_WORK" ]
ok $? "and begins none"

mkdir -p "$WORKBENCH_WORK"
judge() {
  cp "$COURSE/solutions/$1/$2.cl" "$WORKBENCH_WORK/$1.cl"
  "$WORKBENCH" run "$1" --device "$DEVICE" >/dev/null
}
judge 01-map wrong/zeros
judge 01-map accepted
judge 03-guards wrong/zeros
"$WORKBENCH" hint guards >/dev/null # a known mistake, which is no hint
"$WORKBENCH" hint guards >/dev/null

out=$("$WORKBENCH" progress --name 'Ada L.')
like "$out" '^Ada L\.: 1 of 6 solved' "the name that is given is its head"
like "$out" "^  ✓ 01-map +solved ($today|....-..-..), 2 runs, 2 versions\$" "a solved puzzle with its day, runs and versions"
like "$out" '^    03-guards +tried, score [0-9]+ %, 1 run, 1 of 4 hints$' "one that was tried with its score and hints"
like "$out" '^    02-zip +new$' "one that was not begun"
is "$(grep -c '^Working together$' <<<"$out")" 1 "chapters are named"
unlike "$out" $'\033' "a pipe gets no colours"

"$WORKBENCH" progress --json >"$TMP/json"
python3 - "$TMP/json" >"$TMP/seen" 2>&1 <<'END'
import json, sys
summary = json.load(open(sys.argv[1]))
first, third = summary["puzzles"][0], summary["puzzles"][2]
print(summary["learner"], summary["solved"], len(summary["puzzles"]))
print(first["state"], first["attempts"], first["versions"], first["score"], first["solved_at"][-1])
print(third["state"], third["hints_shown"], third["solved_at"])
print([best["value"] for best in first["best"] if best["counter"] == "global_reads"])
END
is "$(sed -n 1,3p "$TMP/seen")" "None 1 6
solved 2 2 1.0 Z
tried 1 None" "JSON has the same"
if [ "$DEVICE" = emulator ]; then
  is "$(sed -n 4p "$TMP/seen")" "[12]" "and what an accepted version did at least"
  like "$out" '^ +best: 12 global reads, 12 global writes' "which text says, too"
else
  skip "counters need the emulator" "what an accepted version did at least"
fi

"$WORKBENCH" progress --format html --name '<script>alert("&")</script>' >"$TMP/page.html"
is "$?" 0 "there is a page"
unlike "$(cat "$TMP/page.html")" '<script' "a name is text"
python3 - "$TMP/page.html" >"$TMP/seen" 2>&1 <<'END'
import re, sys, xml.etree.ElementTree as tree
text = open(sys.argv[1]).read()
page = re.sub(r"<(meta|br)([^>]*)>", r"<\1\2/>", text.replace("<!DOCTYPE html>\n", ""))
root = tree.fromstring(page)
print(len(root.findall(".//tr")), "src=" in text, "http:" in text or "https:" in text)
print(root.find("body/p").text.splitlines()[0])
END
is "$(sed -n 1p "$TMP/seen")" "9 False False" "it has a row for each puzzle and chapter, is well-formed, and loads nothing"
like "$(sed -n 2p "$TMP/seen")" '^<script>alert\("&"\)</script>: 1 of 6 solved' "and says whose it is"
"$WORKBENCH" progress --format xml >/dev/null 2>"$TMP/err"
is "$?" 2 "another format is a wrong command"
like "$(cat "$TMP/err")" 'text.*json.*html' "which names those there are"
tap_finish

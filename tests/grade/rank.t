#!/usr/bin/env bash
# Leaderboards: accepted answers by what the emulator counts in hidden cases, ties, the best of several attempts, tricks that
# are to gain nothing, and entries that staff withdraws.
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/runs.sh"
export WORKBENCH_COURSE=$COURSE
run=$TMP/run
grade() { "$WORKBENCH" grade "$@"; }
# guards WHO TEXT: hands in a kernel with this statement.
guards() {
  mkdir -p "$TMP/$1"
  printf '__kernel void guards(__global float *out, __global const float *a, uint n) {\n  size_t i = get_global_id(0);\n  if (i < n) %s\n}\n' \
    "$2" >"$TMP/$1/03-guards.cl"
}
guards first/ada 'out[i] = a[i] + 10.0f;'
guards first/bo 'out[i] = a[i] + 10.0f;'
guards first/cy 'out[i] = a[i] + 10.0f + 0.0f * a[0];'
guards first/di '{ if (n == 4) out[i] = (float)i + 10.0f; else out[i] = a[i] + 10.0f; }'
guards first/ed 'out[i] = a[i] + 10.0f;'
sed -i 's/__global const/__constant/' "$TMP/first/ed/03-guards.cl"
guards first/fay 'out[i] = a[i] + 10.0f + 0.0f * a[0];'
guards second/fay 'out[i] = 10.0f + a[i];'
guards first/gus 'out[i] = 0;'
touch -d 2026-11-01 "$TMP/first/fay/03-guards.cl"
touch -d 2026-11-02 "$TMP/second/fay/03-guards.cl"
grade "$TMP/first" "$TMP/second" --many --out "$run" --unchecked >/dev/null 2>&1
pseudonym() { sed -n "s/^\(s[0-9a-f]*\),1,$1,.*/\1/p" "$run/people.csv" | tr -d '\r'; }
# ranks OPTION...: "RANK:WHO=VALUE", a dash for no rank, by id.
ranks() {
  grade --rank global_reads "$run" --names --json "$@" | perl -MJSON::PP -0777 -e '
    my ($board) = grep { $_->{puzzle} eq "03-guards" } @{decode_json(<>)->{puzzles}};
    print join(" ", sort map { ($_->{rank} // "-") . ":$_->{ids}[0]=$_->{value}" . ($_->{attempt} > 1 ? "/$_->{attempt}" : "") }
      @{$board->{entries}}), " $board->{unranked}"'
}
# Hidden cases have 66000 + 7 + 1 + 32 elements.
is "$(ranks)" "1:ada=66040 1:bo=66040 1:di=66040 1:fay=66040/2 5:cy=132080 1" \
  "equal values share a rank, the best attempt counts, what is written down for a visible case gains nothing, and constant memory is not ranked"
out=$(grade --rank global_reads "$run")
is "$?" 0 "a leaderboard for people"
like "$out" '^global reads in hidden cases, the least first$' "says what is ranked"
like "$out" "^   1\.  $(pseudonym fay) +66,040  attempt 2$" "has ranks, pseudonyms and attempts"
like "$out" "^   5\.  $(pseudonym cy) +132,080$" "after four that share the first place comes the fifth"
like "$out" '^    –  1 accepted without a rank: this is not counted of them$' "and says how many could not be ranked"
unlike "$out" ' id |ada' "and names nobody"
like "$(grade --rank global_reads "$run" --names)" "^   1\.  $(pseudonym bo) +66,040  id bo" "unless staff asks for names"
json=$(grade --rank global_reads "$run" --json)
unlike "$json" '"ada"|withdrawn' "nor does JSON"

# The judge's sum is that of the hidden cases.
grade --show "$run" cy guards --replay --json | perl -MJSON::PP -0777 -e '
  my $sum = 0; $sum += $_->{counters}{global_reads} for grep { !$_->{visible} } @{decode_json(<>)->{cases}}; print $sum' >"$TMP/sum"
is "$(cat "$TMP/sum")" 132080 "a replay's hidden cases come to the same"
! grep -l hidden_counters "$run"/submissions/*/student.json
ok $? "no student is told of it"
unlike "$("$WORKBENCH" run guards --file "$TMP/first/ada/03-guards.cl" --json)" 'hidden_counters' "nor is a learner's own run"

# Cases that are drawn from a domain do not count: whoever has the tool has them.
WORKBENCH_COURSE=$ROOT grade "$TMP/first/ada" --one --out "$TMP/drawn" --unchecked >/dev/null 2>&1
like "$(WORKBENCH_COURSE=$ROOT grade --rank global_reads "$TMP/drawn")" "^   1\.  s[0-9a-f]+ +66,040$" "drawn cases do not count"

# ---- staff ------------------------------------------------------------------------------------------

grade --withdraw "$run" fay guards --attempt 2 --by "Dr. Eve" --reason "copied" >/dev/null
is "$(ranks)" "-:fay=66040/2 1:ada=66040 1:bo=66040 1:di=66040 4:cy=132080 4:fay=132080 1" "staff sees what is withdrawn, and another attempt takes its place"
like "$(grade --rank global_reads "$run" --names)" '^    –  .*id fay .*withdrawn by Dr. Eve: copied$' "with who withdrew it, and why"
unlike "$(grade --rank global_reads "$run"; grade --rank global_reads "$run" --json)" 'Eve|copied' "others do not"
like "$(grade --show "$run" fay)" 'Dr. Eve withdrew it from the leaderboard: copied$' "it is in the log"
like "$(cat "$run/submissions/$(pseudonym fay)-2/result.json")" '"reason": "copied"' "and in staff's result"
unlike "$(cat "$run/submissions/$(pseudonym fay)-2/student.json")" 'copied' "and not in the student's"
grade --withdraw "$run" fay guards --attempt 2 --undo --by "Dr. Eve" --reason "it was not" >/dev/null
is "$(ranks)" "1:ada=66040 1:bo=66040 1:di=66040 1:fay=66040/2 5:cy=132080 1" "and can be ranked again"

# ---- wrong usage ------------------------------------------------------------------------------------

refuse "a counter that there is not" "no counter 'global_read' to rank by; did you mean global_reads\?" --rank global_read "$run"
refuse "one that says nothing" "no counter 'items'" --rank items "$run"
refuse "time" 'nothing is ranked by time' --rank time "$run"
refuse "no run" 'is no run of' --rank global_reads "$TMP"
refuse "twice" 'there is nothing to take back' --withdraw "$run" ada guards --undo --by me --reason x
like "$(grade --rank bank_conflicts "$run")" '^    –  7 accepted without a rank' "what is modelled is not counted unless a budget asks for it"
cp -r "$COURSE" "$TMP/course"
sed -i 's/^  chapters = /  assignments = { { name = "own", puzzles = { "guards" }, seed = "person" } },\n  chapters = /' "$TMP/course/course.lua"
WORKBENCH_COURSE=$TMP/course grade "$TMP/first" --many --assignment own --out "$TMP/own" --unchecked >/dev/null 2>&1
refuse "inputs of one's own" 'everybody has other hidden inputs' --rank global_reads "$TMP/own"
tap_finish

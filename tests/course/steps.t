#!/usr/bin/env bash
# The puzzles of the course that have steps: each step can be done alone. A kernel of wrong/ called
# step-N-only.cl does the first N steps and no more, for each step but the last.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"
export WORKBENCH_COURSE=$ROOT

# done_by SLUG KERNEL: "verdict DONE ALL": how many steps it does from the first on, of how many.
done_by() {
  "$WORKBENCH" run "$1" --file "$ROOT/solutions/$1/$2" --json 2>/dev/null | perl -MJSON::PP -e 'local $/;
    my $r = decode_json(<STDIN>); my $n = 0; $n++ while $n < @{$r->{steps}} && $r->{steps}[$n]{done};
    print "$r->{verdict} $n ", scalar @{$r->{steps}}'
}

puzzles=0
for spec in $(grep -l '^  steps = ' "$ROOT"/puzzles/*/puzzle.lua); do
  slug=$(basename "$(dirname "$spec")")
  puzzles=$((puzzles + 1))
  read -r verdict reached all <<<"$(done_by "$slug" accepted.cl)"
  is "$verdict $reached" "accepted $all" "$slug: the solution does all $all steps"
  for ((step = 1; step < all; step++)); do
    read -r verdict reached _ <<<"$(done_by "$slug" "wrong/step-$step-only.cl")"
    is "$reached" "$step" "$slug: step-$step-only.cl does the first $step of $all"
    unlike "$verdict" 'accepted|over-budget' "and is not right"
  done
  grep -q '^// expect-steps: ' "$ROOT/solutions/$slug/wrong/"step-*-only.cl
  ok $? "$slug: they say so"
done
is "$puzzles" 4 "the capstones have steps"
tap_finish

#!/usr/bin/env bash
# The class with known answers: that it is the same each time, that the answers are right where the
# judge can be asked, and that compare sees what differs from them.
. "$(dirname "$0")/../tap.sh"
class=$ROOT/tests/grade/class
compare=$ROOT/tests/grade/compare

# Names, kinds, times, links and bytes of a class, and the answers.
digest() {
  (cd "$1/class" && {
    find . -printf '%y %T@ %l %p\0' | LC_ALL=C sort -z
    cat ../answers.json
    find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum --
  } | sha256sum)
}

# ---- a class -------------------------------------------------------------------------------------

"$class" --size 120 --seed 3 "$TMP/one"
is $? 0 "a class is made"
"$class" --size 120 --seed 3 "$TMP/two"
"$class" --size 120 --seed 4 "$TMP/three"
is "$(digest "$TMP/one")" "$(digest "$TMP/two")" "the same seed makes the same bytes and times"
[ "$(digest "$TMP/one")" != "$(digest "$TMP/three")" ]
ok $? "another seed makes others"
is "$(find "$TMP/one/class" -mindepth 1 -maxdepth 1 -name '*_[0-9]*_assignsubmission_file_' -printf x)" "$(printf 'x%.0s' {1..120})" \
  "each submission has a folder as Moodle names it"
"$class" --size 120 "$TMP/one" 2>"$TMP/errors"
[ $? -ne 0 ] && grep -q 'has a class already' "$TMP/errors"
ok $? "no class is written over another"
for wrong in "--size 0" "--shape heap" "--size"; do
  "$class" $wrong "$TMP/none" 2>"$TMP/errors"
  [ $? -ne 0 ] && grep -q '^usage' "$TMP/errors"
  ok $? "$wrong is wrong usage"
done
"$class" --puzzles "map nowhere" "$TMP/none" 2>"$TMP/errors"
like "$(cat "$TMP/errors")" 'no such puzzles' "an unknown puzzle is an error"

"$class" --without giants "$TMP/none" 2>"$TMP/errors"
like "$(cat "$TMP/errors")" 'no kind: giants' "an unknown kind is an error"

# answers PERL FOLDER: prints what an expression makes of the submissions, $_ each.
answers() {
  perl -MJSON::PP -0777 -e 'binmode STDOUT, ":utf8"; my $code = shift; my $answers = decode_json(<>);
    print join(" ", sort map { eval $code } @{$answers->{submissions}}), "\n"' "$1" "$2/answers.json"
}
"$class" --size 120 --seed 3 --without cheat,attack "$TMP/tame"
is "$(diff -rq --no-dereference "$TMP/two/class" "$TMP/tame/class" 2>&1 | sed -E 's,^Only in [^ ]*/two/class: (s[0-9]+)-.*,\1,' | sort | xargs)" \
  "$(answers '$_->{kind} =~ /^(cheat|attack)$/ ? $_->{key} : ()' "$TMP/two")" "without those that attack, all others are as they were"
"$class" --size 500 --seed 1 "$TMP/large"
made=$(answers '$_->{attack} // ()' "$TMP/large" | tr ' ' '\n' | sort -u)
there=$(cd "$ROOT/tests/cheats" && ls kernels/*.cl grade/*.cl grade/*.pl | sed 's,.*/,,' | sort -u)
is "$made" "$there" "every attack is in a class of 500"
[ "$(answers '$_->{kind}' "$TMP/large" | tr ' ' '\n' | sort -u | wc -l)" -ge 17 ]
ok $? "and every kind of submission"
lines=$(grep -cvE '^(#|$)' "$ROOT/tests/cheats/grade/labels.txt")
hostile=$(answers '$_->{kind} eq "hostile-label" ? $_->{label} =~ s/s[0-9]{4}_.*//sr =~ s/\s//gr . "|" : ()' "$TMP/large" | tr '|' '\n' | sort -u | wc -l)
[ "$hostile" -ge $((lines - 8)) ]
ok $? "and nearly all labels"
rm -rf "$TMP/large"

for shape in plain canvas github; do
  "$class" --size 60 --shape $shape "$TMP/$shape"
  is $? 0 "a class in the shape of $shape"
done
is "$(find "$TMP/canvas/class" -mindepth 1 -not -type f | wc -l)" 0 "from Canvas come files alone"
is "$(ls "$TMP/github/class" | grep -cE '^kernels-s[0-9]{4}[a-z-]*$')" 60 "from GitHub, repositories of one assignment"
"$class" --size 20 --puzzles "zip 03-guards" "$TMP/few"
is "$(answers 'join ",", sort keys %{$_->{puzzles}}' "$TMP/few" | tr ' ' '\n' | sort -u)" "02-zip,03-guards" \
  "a class answers the puzzles that it is asked for"

# ---- answers -------------------------------------------------------------------------------------

if [ -x "$BUILD/workbench-emulator" ]; then
  # Mutants and kernels that attack become wrong and right answers of a course, which check judges.
  cp -r "$COURSE" "$TMP/course"
  perl -I "$ROOT/tests/grade" -MCourse -e 'my ($course, @cheats) = @ARGV;
    sub add {
      my ($slug, $name, $expect, $text) = @_;
      my $folder = $expect eq "accepted" ? "right" : "wrong";
      open my $file, ">", "$course/solutions/$slug/$folder/$name.cl" or die "$slug: $!\n";
      print $file $folder eq "right" ? "" : "// expect: $expect\n// why: Known.\n", $text;
    }
    for my $puzzle (Course::puzzles($course)) {
      my $n = 0;
      add($puzzle->{slug}, "mutant-" . ++$n, @$_{qw(expect text)}) for @{$puzzle->{mutants}};
      next if $puzzle->{name} ne "map";
      add($puzzle->{slug}, "attack-" . ++$n, expectation($_), without_expectation($_))
        for grep { expectation($_) !~ / or / } map { read_file($_) } @cheats;
    }' "$TMP/course" "$ROOT"/tests/cheats/grade/*.cl
  WORKBENCH_COURSE=$TMP/course "$WORKBENCH" check --quick --format tap >"$TMP/tap" 2>&1
  judged=$(grep -cE '^ok .*(right-accepted|wrong-verdict) .*(mutant|attack)-[0-9]+\.cl' "$TMP/tap")
  made=$(find "$TMP/course/solutions" -name 'mutant-*' -o -name 'attack-*' | wc -l)
  is "$judged" "$made" "mutants and kernels that attack get the verdicts that are said of them"
  grep -A6 '^not ok .*-verdict\|^not ok .*right-accepted' "$TMP/tap" | sed 's/^/# /'
  [ "$made" -ge 70 ]
  ok $? "there are more than seventy"
fi

# ---- compare -------------------------------------------------------------------------------------

# results FOLDER PERL: a run whose results are the answers of a class, in FOLDER/run, changed by PERL,
# which sees $results (by sNNNN) and $people (rows).
results() {
  rm -rf "$1/run"
  perl -MJSON::PP -0777 -e 'my ($folder, $code) = @ARGV;
    open my $file, "<:raw", "$folder/answers.json" or die; my $answers = decode_json(<$file>);
    my (%results, @people);
    sub one { return ref $_[0] ? $_[0][0] : $_[0]; }
    for my $s (@{$answers->{submissions}}) {
      my (@puzzles, @files);
      for my $slug (sort keys %{$s->{puzzles}}) {
        my $answer = $s->{puzzles}{$slug};
        my $state = one($answer->{state}) // "judged";
        push @puzzles, {puzzle => $slug, state => $state, verdict => one($answer->{verdict}) // "wrong-answer", score => $answer->{score} // 0.5,
          cases => [{findings => [map { {kind => $_} } $answer->{finding} // ()]}]};
        my $certain = exists $answer->{certain} ? $answer->{certain} : $s->{flagged} // 1;
        push @files, {name => "$slug.cl", state => $state eq "unreadable" ? $state : "read", puzzle => $slug, counts => 1, certain => $certain};
      }
      push @files, {name => "x", state => "unreadable"} if $s->{damaged};
      $results{$s->{key}} = {schema => 1, pseudonym => "p$s->{key}", attempt => 1, files => \@files, puzzles => \@puzzles};
      push @people, ["p$s->{key}", $s->{id} // "", $s->{name}, $s->{label}];
    }
    my ($results, $people) = (\%results, \@people);
    eval $code; die $@ if $@;
    mkdir "$folder/run"; mkdir "$folder/run/submissions";
    open my $csv, ">:utf8", "$folder/run/people.csv" or die;
    print $csv join(",", map { "\"" . s/"/""/gr . "\"" } @$_), "\r\n" for ["pseudonym", "id", "name", "label"], @$people;
    for my $key (keys %results) {
      mkdir "$folder/run/submissions/p$key";
      open my $out, ">:raw", "$folder/run/submissions/p$key/result.json" or die;
      print $out encode_json($results{$key});
    }' "$1" "$2"
}

# differs SENTENCE PATTERN PERL: what PERL changes is seen, and nothing else.
differs() {
  results "$TMP/one" "$3"
  "$compare" "$TMP/one/answers.json" "$TMP/one/run" >"$TMP/tap" 2>"$TMP/errors"
  is "$?" 1 "$1 is seen"
  like "$(grep -A9 '^not ok' "$TMP/tap")" "$2" "$1 is named"
  is "$(grep -c '^not ok' "$TMP/tap")" 1 "$1 is all that is seen"
}
key() { answers "\$_->{kind} eq '$1' ? \$_->{key} : ()" "$TMP/one" | cut -d' ' -f1; }
right=$(key right) twice=$(key two-candidates)

results "$TMP/one" ''
"$compare" "$TMP/one/answers.json" "$TMP/one/run" >"$TMP/tap"
is "$?" 0 "results that are the answers are right"
grep -A3 '^not ok' "$TMP/tap" | sed 's/^/# /'
is "$(grep -c '^ok' "$TMP/tap")" 122 "with a line for each submission"
differs "another verdict" 'verdict wrong-answer, not accepted' "\$results->{$right}{puzzles}[2]{verdict} = 'wrong-answer'"
differs "another score" 'score 0.9, not 1' "\$results->{$right}{puzzles}[2]{score} = 0.9"
differs "a silent zero" 'state missing, not judged' "\$results->{$right}{puzzles}[2]{state} = 'missing'"
differs "a finding that is not the one" 'findings leak, and no' \
  '($_) = grep { @$_ } map { map { $_->{cases}[0]{findings} } @{$_->{puzzles}} } map { $results->{$_} } sort keys %$results; $_->[0]{kind} = "leak"'
differs "a right answer that is flagged" 'is not certain, but should be' "\$results->{$right}{files}[0]{certain} = 0"
differs "a guess that is not flagged" 'not flagged, but should be' "\$_->{certain} = 1 for @{\$results->{$twice}{files}}"
differs "a puzzle that is gone" '02-zip: not in the result' "splice @{\$results->{$right}{puzzles}}, 1, 1"
differs "a result that is gone" 'no result' "delete \$results->{$right}"
differs "a person who is gone" 'nobody of this name' "delete \$results->{$right}; @\$people = grep { \$_->[0] ne 'p$right' } @\$people"
differs "a stranger" '\? stranger' "push @\$people, ['p', '', 'stranger', 'stranger']"
tap_finish

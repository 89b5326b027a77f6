# The kinds of submissions that a class has: each makes the files of one, and says what is right about it.
#
# A submission has, from here:
#   files    list of {path, text}; a text that is undef makes a folder
#   answers  slug → {state, verdict, finding, certain, score}: `state` is judged, missing, unreadable or
#            starter, a list where several are right; what is not there is not known
#   flagged  1: some file must be left to a person; 0: none may be
#   damaged  1: some file must be reported as unreadable
#   attack   a file of tests/cheats/grade, which adds to the folder itself
#   label    what the folder is called, with {who}
package Kinds;
use strict;
use warnings;
use Archives;
use Course;
use Exporter qw(import);
use File::Basename qw(basename);
use JSON::PP;
our @EXPORT = qw(kinds unescaped);

# How many of a hundred are of a kind, and whether it does without folders and odd files, as all have
# to that Canvas takes.
my @KINDS = (
  ['right', 13, 1, \&right],
  ['wrong', 12, 1, \&wrong],
  ['mixed', 8, 1, \&mixed],
  ['mutant', 5, 1, \&mutant],
  ['one-change', 4, 1, \&one_change],
  ['partial', 3, 1, \&partial],
  ['starter', 3, 1, \&starter],
  ['empty-folder', 2, 0, \&empty_folder],
  ['empty-file', 1, 1, \&empty_file],
  ['odd-name', 6, 0, \&odd_name],
  ['two-candidates', 2, 0, \&two_candidates],
  ['other-entry', 1, 1, \&other_entry],
  ['archive', 3, 0, \&archive],
  ['cheat', 12, 1, \&cheat],
  ['attack', 14, 0, \&attack],
  ['hostile-label', 6, 0, \&hostile_label],
  ['hostile-name', 5, 0, \&hostile_name],
);

sub kinds { return map { {word => $_->[0], share => $_->[1], flat => $_->[2], make => $_->[3]} } @KINDS; }

# ---- what is right -------------------------------------------------------------------------------

# What an expectation says: alternatives, each a state or a verdict with perhaps the kind of a finding.
sub answer {
  my ($expect, $certain) = @_;
  my (%answer, @states, @verdicts);
  for my $part (split / or /, $expect) {
    my ($word, $finding) = split / /, $part;
    my $state = $word =~ /^(judged|missing|unreadable|starter)$/ ? $word : 'judged';
    push @states, $state if !grep { $_ eq $state } @states;
    push @verdicts, $word if $word ne $state;
    $answer{finding} = $finding if defined $finding;
  }
  $answer{state} = @states > 1 ? \@states : $states[0];
  $answer{verdict} = @verdicts > 1 ? \@verdicts : $verdicts[0] if @verdicts;
  $answer{score} = 1 if $expect eq 'accepted';
  $answer{score} = 0 if $expect eq 'compile-error';
  $answer{certain} = $certain ? JSON::PP::true() : JSON::PP::false() if defined $certain;
  return \%answer;
}

sub file_name { return "$_[0]{slug}.$_[0]{extension}"; }

# Puts an answer where the course has it; FROM is one of the puzzle's lists' members.
sub put {
  my ($submission, $puzzle, $from) = @_;
  push @{$submission->{files}}, {path => file_name($puzzle), text => $from->{text}};
  $submission->{answers}{$puzzle->{slug}} = answer($from->{expect}, 1);
}

sub leave_out {
  my ($submission, $puzzle) = @_;
  $submission->{answers}{$puzzle->{slug}} = {state => 'missing'};
}

sub put_starter {
  my ($submission, $puzzle) = @_;
  push @{$submission->{files}}, {path => file_name($puzzle), text => $puzzle->{starter}};
  $submission->{answers}{$puzzle->{slug}} = {state => 'starter'};
}

sub put_right { put($_[1], $_[2], $_[0]->next_right($_[2])); }

sub put_wrong {
  my ($class, $submission, $puzzle) = @_;
  put($submission, $puzzle, $class->next("wrong $puzzle->{slug}", @{$puzzle->{wrong}}));
}

sub put_mutant {
  my ($class, $submission, $puzzle) = @_;
  return put_right(@_) if !@{$puzzle->{mutants}};
  put($submission, $puzzle, $class->next("mutant $puzzle->{slug}", @{$puzzle->{mutants}}));
}

# Right answers to all puzzles but some.
sub put_right_but {
  my ($class, $submission, @others) = @_;
  my %other = map { $_->{slug} => 1 } @others;
  put_right($class, $submission, $_) for grep { !$other{$_->{slug}} } $class->puzzles;
}

# ---- ordinary ones -------------------------------------------------------------------------------

sub right {
  my ($class, $submission) = @_;
  put_right_but($class, $submission);
  $submission->{flagged} = 0;
}

sub wrong {
  my ($class, $submission) = @_;
  put_wrong($class, $submission, $_) for $class->puzzles;
  $submission->{flagged} = 0;
}

sub mutant {
  my ($class, $submission) = @_;
  put_mutant($class, $submission, $_) for $class->puzzles;
}

sub one_change {
  my ($class, $submission) = @_;
  my $changed = $class->any($class->puzzles);
  put_mutant($class, $submission, $changed);
  put_right_but($class, $submission, $changed);
}

sub mixed {
  my ($class, $submission) = @_;
  for my $puzzle ($class->puzzles) {
    my $die = $class->below(10);
    $die < 5 ? put_right($class, $submission, $puzzle)
      : $die < 8 ? put_wrong($class, $submission, $puzzle)
      : $die < 9 ? put_starter($submission, $puzzle)
      : leave_out($submission, $puzzle);
  }
}

sub partial {
  my ($class, $submission) = @_;
  my $first = $class->below(scalar $class->puzzles);
  my $n = 0;
  for my $puzzle ($class->puzzles) {
    $n++ == $first || $class->below(2) ? leave_out($submission, $puzzle) : put_right($class, $submission, $puzzle);
  }
}

sub starter {
  my ($class, $submission) = @_;
  my $all = $class->below(2);
  for my $puzzle ($class->puzzles) {
    $all || $class->below(2) ? put_starter($submission, $puzzle) : put_right($class, $submission, $puzzle);
  }
}

sub empty_folder {
  my ($class, $submission) = @_;
  leave_out($submission, $_) for $class->puzzles;
}

sub empty_file {
  my ($class, $submission) = @_;
  my $empty = $class->any(grep { $_->{extension} eq 'cl' } $class->puzzles);
  put_right_but($class, $submission, $empty);
  my $text = $class->next('empty file', '', "  \n\t\n", "// nothing yet\n");
  push @{$submission->{files}}, {path => file_name($empty), text => $text};
  $submission->{answers}{$empty->{slug}} = answer('compile-error or unreadable');
}

# ---- names ---------------------------------------------------------------------------------------

# What browsers, editors, systems and people make of a file's name: the new one, and what lies beside it.
my @ODD_NAMES = (
  sub { "$_[0]{slug} (1).$_[0]{extension}" },
  sub { "$_[0]{slug}-2.$_[0]{extension}" },
  sub { "$_[0]{slug}.$_[0]{extension}.txt" },
  sub { "$_[0]{slug}." . uc $_[0]{extension} },
  sub { uc "$_[0]{slug}.$_[0]{extension}" },
  sub { "copy of $_[0]{slug}.$_[0]{extension}" },
  sub { "Copy of $_[0]{slug} (2).$_[0]{extension}.txt" },
  sub { "$_[0]{slug} - Copy.$_[0]{extension}" },
  sub { "$_[0]{number}.$_[0]{extension}" },
  sub { "puzzle$_[0]{number}.$_[0]{extension}" },
  sub { sprintf 'puzzle%02d.%s', $_[0]{number}, $_[0]{extension} },
  sub { "$_[0]{name}.$_[0]{extension}" },
  sub { $_[0]{number} + 100 . "-$_[0]{name}.$_[0]{extension}" },
  sub { "hw1/work/$_[0]{slug}.$_[0]{extension}" },
  sub { "\xc3\x9cbung 1/meine L\xc3\xb6sung/$_[0]{slug}.$_[0]{extension}" },
  sub { $_[0]{found_by_entry} ? 'kernel ' . letters($_[0]{number}) . ".$_[0]{extension}" : file_name($_[0]) },
  sub {
    (file_name($_[0]), ["._$_[0]{slug}.$_[0]{extension}", "\0\5\26\7\0\2\0\0Mac OS X"],
      ["__MACOSX/._$_[0]{slug}.$_[0]{extension}", "\0\5\26\7\0\2\0\0Mac OS X"])
  },
  sub { ("work/" . file_name($_[0]), ['work/Thumbs.db', "\xd0\xcf\x11\xe0"], ['work/.DS_Store', "\0\0\0\1Bud1"]) },
);

sub letters { return chr(ord('a') + int(($_[0] - 1) / 26)) . chr(ord('a') + ($_[0] - 1) % 26); }

sub odd_name {
  my ($class, $submission) = @_;
  my $odd = $class->next('odd name', @ODD_NAMES);
  my %there;
  for my $puzzle ($class->puzzles) {
    my ($path, @beside) = $odd->($puzzle);
    put_right($class, $submission, $puzzle);
    $submission->{files}[-1]{path} = $path;
    push @{$submission->{files}}, map { {path => $_->[0], text => $_->[1]} } grep { !$there{$_->[0]}++ } @beside;
  }
  $submission->{flagged} = 0;
}

sub two_candidates {
  my ($class, $submission) = @_;
  my $twice = $class->any(grep { @{$_->{right}} > 1 } $class->puzzles);
  put_right_but($class, $submission, $twice);
  my ($one, $other) = @{$twice->{right}}[0, 1];
  $other = $class->any(@{$twice->{wrong}}) if $class->below(2);
  my ($slug, $extension) = @$twice{qw(slug extension)};
  my $names = $class->next('two names', ["$slug.$extension", "$slug (1).$extension"],
    ["$slug.$extension", "$twice->{name}.$extension"], ["old/$slug.$extension", "new/$slug.$extension"]);
  push @{$submission->{files}}, {path => $names->[0], text => $one->{text}}, {path => $names->[1], text => $other->{text}};
  my @verdicts = ('accepted', split(/ /, $other->{expect}, 2));
  $submission->{answers}{$slug} = answer($other->{expect} eq 'accepted' ? 'accepted' : "accepted or $verdicts[1]", 0);
  $submission->{flagged} = 1;
}

sub other_entry {
  my ($class, $submission) = @_;
  my $renamed = $class->any(grep { $_->{found_by_entry} } $class->puzzles);
  put_right_but($class, $submission, $renamed);
  my $text = $renamed->{right}[0]{text} =~ s/\b$renamed->{entry}\(/my_$renamed->{entry}(/r;
  push @{$submission->{files}}, {path => file_name($renamed), text => $text};
  $submission->{answers}{$renamed->{slug}} = answer('compile-error', 0);
  $submission->{flagged} = 1;
}

# ---- archives ------------------------------------------------------------------------------------

sub member { return {name => $_[0]{path}, data => $_[0]{text}, deflate => 1}; }
sub zip_files { return zip_of(map { member($_) } @_); }
sub tar_files { return gzip_of(tar_of(map { {name => $_->{path}, data => $_->{text}} } @_)); }
sub below_folder { my ($folder, @files) = @_; return map { {%$_, path => "$folder/$_->{path}"} } @files; }

my @ARCHIVES = (
  sub { (['hw1.zip', zip_files(@_)]) },
  sub { (['hw1.tar.gz', tar_files(@_)]) },
  sub { (['hw1.tgz', tar_files(below_folder('hw1/work', @_))]) },
  sub { (['HW1.ZIP', zip_files(below_folder('hw1', @_))]) },
  sub { (['Archiv.zip', zip_files(@_, map { {path => "__MACOSX/._$_->{path}", text => "\0\5\26\7"} } @_)]) },
  sub { (['outer.zip', zip_of({name => 'inner.zip', data => zip_files(@_)})]) },
  sub { (['1.zip', zip_of({name => 'a/2.zip', data => zip_of({name => '3.tar.gz', data => tar_files(@_)})})]) },
  sub { map { ["$_->{path}.zip", zip_files($_)] } @_ },
  sub { my @files = @_; my $last = pop @files; ([$last->{path}, $last->{text}], ['rest.zip', zip_files(@files)]) },
);

sub archive {
  my ($class, $submission) = @_;
  put_right_but($class, $submission);
  my @files = @{$submission->{files}};
  $submission->{files} = [map { {path => $_->[0], text => $_->[1]} } $class->next('archive', @ARCHIVES)->(@files)];
  $submission->{flagged} = 0;
}

# ---- attacks -------------------------------------------------------------------------------------

# A kernel of tests/cheats in the place of the answer to Map; all other answers are right.
sub cheat {
  my ($class, $submission) = @_;
  my ($map) = grep { $_->{name} eq 'map' } $class->puzzles;
  return right(@_) if !$map;
  put_right_but($class, $submission, $map);
  my $path = $class->next('cheat', $class->cheats);
  my $text = read_file($path);
  put($submission, $map, {text => $text, expect => expectation($text)});
  delete $submission->{answers}{$map->{slug}}{certain};
  $submission->{attack_name} = basename($path);
}

# A file of tests/cheats/grade that makes what is handed in; all other answers are right. It begins with
#   # expect: WHAT          what the puzzle that it attacks comes to: states and verdicts, with `or` between
#   # why: SENTENCE         the attack
#   # others: any           where the other answers need not be found
# and ends in a sub that returns names and bytes of files, and makes itself what is no file. It gets the folder,
# the name of the answer in it, the puzzle (as Course.pm has it), a right and a wrong text, the path of a
# neighbour's answer from there, and the course's folder.
sub attack {
  my ($class, $submission) = @_;
  my $path = $class->next('attack', $class->attacks);
  my $text = read_file($path);
  my $victim = $class->any(grep { $_->{found_by_entry} } $class->puzzles);
  put_right_but($class, $submission, $victim);
  $submission->{answers}{$victim->{slug}} = answer(expectation($text));
  my @states = split / or /, expectation($text);
  $submission->{damaged} = 1 if !grep({ !/^(missing|unreadable)$/ } @states) && grep { $_ eq 'unreadable' } @states;
  $_->{state} = ['judged', 'missing', 'unreadable'] for $text =~ /^# others: any$/m ? values %{$submission->{answers}} : ();
  $submission->{attack} = $path;
  $submission->{attack_name} = basename($path);
  $submission->{victim} = $victim;
}

# The lines of a list of names: bytes that a line of text cannot have are written as Perl writes them.
sub names_of { return grep { /\S/ && !/^#/ } split /\n/, read_file($_[0]); }

sub unescaped {
  my ($line) = @_;
  $line =~ s/\\x\{([0-9a-f]+)\}/my $c = chr hex $1; utf8::encode($c); $c/ge;
  $line =~ s/\\x([0-9a-f]{2})/chr hex $1/ge;
  return $line =~ s/\\n/\n/gr;
}

# WIDTH bytes in all, of which {long} takes what is left.
sub filled {
  my ($name, $width) = @_;
  my $rest = $width - length($name =~ s/\{long\}//r);
  return $name =~ s/\{long\}/'a' x $rest/er;
}

sub hostile_label {
  my ($class, $submission) = @_;
  put_right_but($class, $submission);
  $submission->{label} = unescaped($class->next('label', names_of($class->cheat_folder . '/labels.txt')));
  $submission->{flagged} = 0;
}

sub hostile_name {
  my ($class, $submission) = @_;
  my $puzzle = $class->any(grep { $_->{found_by_entry} } $class->puzzles);
  put_right_but($class, $submission, $puzzle);
  my $line = unescaped($class->next('name', names_of($class->cheat_folder . '/names.txt')));
  put_right($class, $submission, $puzzle);
  $submission->{files}[-1]{path} = filled($line =~ s/\{slug\}/$puzzle->{slug}/gr, 255);
  delete $submission->{answers}{$puzzle->{slug}}{certain};
}

1;

# A course as the tests of grading need it: its puzzles, right and wrong answers, and what each is worth.
package Course;
use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(basename dirname);
our @EXPORT = qw(read_file expectation without_expectation);

my $here = dirname(__FILE__);

sub read_file {
  my ($path) = @_;
  open my $file, '<:raw', $path or die "$path: $!\n";
  local $/;
  return scalar <$file>;
}

# What a line `expect:` says in a comment of C, Lua or Perl.
sub expectation {
  my ($text) = @_;
  return $text =~ m{^(?://|--|#) expect: (.+?)\s*$}m ? $1 : undef;
}

# The text as a learner would have it: without the lines that say what is wrong.
sub without_expectation {
  my ($text) = @_;
  $text =~ s{^(?://|--) (?:expect(?:-[a-z]+)?|why): .*\n}{}mg;
  return $text =~ s/\A\n+//r;
}

# The puzzles of the course in a folder, in order; of those in ONLY alone, where it has any. Of each:
#   slug, number, name     03-guards, 3, guards
#   extension, entry       cl or lua; the kernel's name, undef where it has none of its own
#   starter                text
#   right, wrong, mutants  lists of answers: text, expect, and from, its place
sub puzzles {
  my ($folder, @only) = @_;
  my %wanted = map { $_ => 1 } @only;
  my @puzzles;
  for my $path (sort glob "$folder/puzzles/[0-9]*") {
    my $slug = basename($path);
    push @puzzles, one_puzzle($folder, $slug) if !@only || $wanted{$slug} || $wanted{$slug =~ s/^[0-9]+-//r};
  }
  die "$folder: no such puzzles\n" if !@puzzles || @only && @puzzles != @only;
  my %entries;
  $entries{$_->{entry} // ''}++ for @puzzles;
  $_->{found_by_entry} = defined $_->{entry} && $entries{$_->{entry}} == 1 for @puzzles;
  return @puzzles;
}

sub one_puzzle {
  my ($folder, $slug) = @_;
  my ($number, $name) = $slug =~ /^([0-9]+)-(.+)$/ or die "$slug: not NUMBER-NAME\n";
  my $starter = (grep { -e } map { "$folder/kernels/$slug.$_" } qw(cl lua))[0] // die "$slug: no starter\n";
  my ($extension) = $starter =~ /([a-z]+)$/;
  my ($entry) = read_file("$folder/puzzles/$slug/puzzle.lua") =~ /^\s*entry\s*=\s*"(\w+)"/m;
  my $accepted = read_file("$folder/solutions/$slug/accepted.$extension");
  my @right = map { {text => read_file($_), expect => 'accepted', from => "right/" . basename($_)} }
    sort glob "$folder/solutions/$slug/right/*.$extension";
  my @wrong = map { wrong_answer($_) } sort glob "$folder/solutions/$slug/wrong/*.$extension";
  return {
    slug => $slug, number => $number + 0, name => $name, extension => $extension, entry => $entry,
    starter => read_file($starter),
    right => [{text => $accepted, expect => 'accepted', from => "accepted.$extension"}, @right],
    wrong => \@wrong,
    mutants => [mutants($name, $extension, $accepted)]
  };
}

sub wrong_answer {
  my ($path) = @_;
  my $text = read_file($path);
  my $expect = expectation($text) // die "$path: no line `expect:`\n";
  return {text => without_expectation($text), expect => $expect, from => 'wrong/' . basename($path)};
}

# The accepted answer with one small change each: those of mutants.txt, and one that every kernel has.
sub mutants {
  my ($name, $extension, $accepted) = @_;
  my @mutants;
  for my $line (grep { /^\Q$name\E \|/ } split /\n/, read_file("$here/mutants.txt")) {
    my (undef, $from, $to, $expect) = split / \| /, $line;
    $to = "" if $to eq "(nothing)";
    my $text = $accepted;
    die "mutants.txt: $name has no \"$from\"\n" if ($text =~ s/\Q$from\E/$to/) != 1;
    push @mutants, {text => $text, expect => $expect, from => "$from -> $to"};
  }
  push @mutants, {text => $accepted =~ s/\}\s*\z/\n/r, expect => 'compile-error', from => 'no last brace'}
    if $extension eq 'cl';
  return @mutants;
}

1;

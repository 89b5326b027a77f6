#!/usr/bin/env perl
# Reads the fenced blocks of a page in Markdown, and compares text with what a page shows.
#
#   page.pl blocks PAGE FOLDER      each block as FOLDER/NUMBER/: text, language, line, and a
#                                   file for each note that stands right before it
#   page.pl compare SHOWN ACTUAL    silent where they agree, else the first difference
#   page.pl renew PAGE FOLDER       puts FOLDER/NUMBER/actual in the place of each block
#
# docs/README.md explains the notes and the notation of what varies.
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));

my %NOTES = map { $_ => 1 }
  qw(not-run setup file replaces output-of screen picture);
my %REASONS = map { $_ => 1 } qw(needs-network needs-gpu interactive installs slow);

sub slurp {
  my ($path) = @_;
  open(my $file, '<', $path) or die "$path: $!\n";
  local $/;
  my $text = <$file>;
  return defined $text ? $text : '';
}

sub write_file {
  my ($path, $text) = @_;
  open(my $file, '>', $path) or die "$path: $!\n";
  print $file $text;
  close($file) or die "$path: $!\n";
}

# A comment "key: rest" as a note. A comment of any other form is none: pages may have those.
sub add_note {
  my ($notes, $comment, $where) = @_;
  return unless $comment =~ /^\s*([a-z-]+)(?::|\s|$)\s*(.*?)\s*$/s;
  my ($key, $rest) = ($1, $2);
  die "$where: unknown note '$key'\n" unless $NOTES{$key};
  die "$where: '$rest' is no reason; there are: @{[sort keys %REASONS]}\n"
    if $key eq 'not-run' && !$REASONS{$rest};
  $notes->{$key} = $rest;
}

# The page as a list of blocks: line, indent, language, text, notes, first and last line's index.
sub read_blocks {
  my ($page) = @_;
  my @lines = split /\n/, slurp($page), -1;
  my (@blocks, %notes, $open, $comment);
  for my $i (0 .. $#lines) {
    my $line = $lines[$i];
    if ($open) {
      if ($line =~ /^\s*\Q$open->{fence}\E\s*$/) {
        $open->{last} = $i;
        push @blocks, $open;
        undef $open;
      } else {
        $line =~ s/^$open->{indent}//;    # the same blanks as before the fence
        $open->{text} .= "$line\n";
      }
    } elsif (defined $comment) {
      $comment .= "\n" . ($line =~ s/-->.*//r);
      if ($line =~ /-->/) { add_note(\%notes, $comment, "$page:" . ($i + 1)); undef $comment; }
    } elsif ($line =~ /^\s*<!--(.*)-->\s*$/) {
      add_note(\%notes, $1, "$page:" . ($i + 1));
    } elsif ($line =~ /^\s*<!--(.*)$/) {
      $comment = $1;
    } elsif ($line =~ /^(\s*)(```+)\s*([a-z]*)\s*$/) {
      $open = { line => $i + 1, first => $i, indent => $1, fence => $2, language => $3,
        text => '', notes => {%notes} };
      %notes = ();
    } elsif ($line =~ /^\s*```/) {
      die "$page:@{[$i + 1]}: a fence with '$line'\n";
    } elsif ($line =~ /\S/) {
      die "$page:@{[$i + 1]}: a note that no block follows\n" if %notes;
    }
  }
  die "$page:$open->{line}: a block that does not end\n" if $open;
  die "$page: a comment that does not end\n" if defined $comment;
  return @blocks;
}

sub write_blocks {
  my ($page, $folder) = @_;
  my $number = 0;
  for my $block (read_blocks($page)) {
    my $place = sprintf '%s/%03d', $folder, ++$number;
    mkdir $place or die "$place: $!\n";
    write_file("$place/text", $block->{text});
    write_file("$place/line", $block->{line});
    write_file("$place/language", $block->{language} || 'none');
    write_file("$place/$_", $block->{notes}{$_} . "\n") for keys %{ $block->{notes} };
  }
}

# Times and dates by their shape alone. Lines are broken where the width of a time decides, so
# the blanks around one count as one. Which walls a machine lacks is its own affair.
sub without_times {
  my ($text) = @_;
  $text =~ s/[,;]\s+without\s[^()]*\(see\s+`workbench\s+doctor`\)//g;
  $text =~ s/^(?:judged|Attention: Kernels run) without [^)]*\)\.?\n//mg;
  $text =~ s/\d+% (?=[─═])/N% /g;
  $text =~ s/ {2,}(?:no sandbox)? *(?:device: emulator)?$//mg;
  $text =~ s/\b(?:\d{4}-)?\d\d-\d\d \d\d:\d\d(?::\d\d)?\b/DATE/g;
  $text =~ s/\s+(\(?)\d[\d.,]*\s+(?:ns|µs|ms|s|seconds?|milliseconds?)\b(\S*)/ $1TIME$2/g;
  $text =~ s/[ \t]+$//mg;
  return $text;
}

sub pattern_of {
  my ($line) = @_;
  return join '.*', map { quotemeta } split /…/, $line, -1;
}

# Whether the lines of SHOWN, from $i, describe those of ACTUAL, from $j. "…" alone stands for any
# lines. Returns the furthest place that was reached, to show what differs.
sub match_lines {
  my ($shown, $actual, $i, $j, $furthest) = @_;
  while ($i < @$shown) {
    if ($shown->[$i] =~ /^\s*…$/) {
      for my $next ($j .. scalar @$actual) {
        return 1 if match_lines($shown, $actual, $i + 1, $next, $furthest);
      }
      return 0;
    }
    @$furthest = ($i, $j) if $i >= $furthest->[0];
    return 0 if $j >= @$actual;
    my $pattern = pattern_of($shown->[$i]);
    return 0 unless $actual->[$j] =~ /^$pattern$/;
    $i++;
    $j++;
  }
  @$furthest = ($i, $j) if $i >= $furthest->[0];
  return $j == @$actual;
}

sub compare {
  my ($shown, $actual) = map { [split /\n/, without_times(slurp($_))] } @_;
  my @furthest = (0, 0);
  return 0 if match_lines($shown, $actual, 0, 0, \@furthest);
  my ($i, $j) = @furthest;
  print '  shown:   ', $i < @$shown ? $shown->[$i] : '(the end)', "\n";
  print '  printed: ', $j < @$actual ? $actual->[$j] : '(the end)', "\n";
  return 1;
}

# The place of a line in a list of printed lines, from $from on; undef where it is not there.
sub place_of {
  my ($line, $printed, $from) = @_;
  my $pattern = pattern_of(without_times(" $line"));
  for my $i ($from .. $#$printed) {
    return $i if without_times(" $printed->[$i]") =~ /^$pattern$/;
  }
  return undef;
}

# What was printed, but for lines that the page's own describe already, and for those that it
# leaves out by a line of "…" while the lines around that are still there.
sub renewed_text {
  my @shown = split /\n/, $_[0];
  my @renewed = split /\n/, $_[1];
  my $from = 0;
  for my $k (0 .. $#shown) {
    if ($shown[$k] =~ /^\s*…$/) {
      my $next = $k < $#shown ? place_of($shown[$k + 1], \@renewed, $from) : @renewed;
      next unless defined $next && $k > 0 && $from > 0 && $renewed[$from - 1] eq $shown[$k - 1];
      splice @renewed, $from, $next - $from, $shown[$k];
      $from++;
    } else {
      my $place = place_of($shown[$k], \@renewed, $from);
      next unless defined $place;
      $renewed[$place] = $shown[$k];
      $from = $place + 1;
    }
  }
  return join '', map { "$_\n" } @renewed;
}

sub renew {
  my ($page, $folder) = @_;
  my @lines = split /\n/, slurp($page), -1;
  my @blocks = read_blocks($page);
  for my $number (reverse 1 .. @blocks) {
    my $place = sprintf '%s/%03d', $folder, $number;
    next unless -e "$place/actual";
    my $block = $blocks[$number - 1];
    my $text = renewed_text($block->{text}, slurp("$place/actual"));
    my @body = map { length $_ ? $block->{indent} . $_ : '' } split /\n/, $text;
    splice @lines, $block->{first} + 1, $block->{last} - $block->{first} - 1, @body;
  }
  write_file($page, join "\n", @lines);
}

my $verb = shift // '';
if ($verb eq 'blocks') { write_blocks(@ARGV) }
elsif ($verb eq 'compare') { exit compare(@ARGV) }
elsif ($verb eq 'renew') { renew(@ARGV) }
else { die "page.pl blocks|compare|renew\n" }

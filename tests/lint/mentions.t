#!/usr/bin/perl
# A message names a command of the shell between backticks, as in "`workbench list` shows all":
# only so does each face say it in its own words (workbench/app/commands/mentions.h).
use strict;
use warnings;

chdir "$1/../.." if $0 =~ m{^(.*)/[^/]*$};
my %commands;
for my $table (glob 'workbench/app/commands/*.inc') {
  open my $in, '<', $table or die "$table: $!";
  my $text = do { local $/; <$in> };
  $commands{$1} = 1 while $text =~ /WB_COMMAND\(\s*"([a-z-]+)",[^"]*?WB_SHELL/gs;
}
my (@bare, $mentions);
for my $source (split /\n/, `git ls-files 'workbench/*.c' 'workbench/*.h'`) {
  # The shell's own texts are in its words already; the table's are the shell's help.
  next if $source =~ m{^workbench/(faces/cli|app/commands)/};
  open my $in, '<', $source or die "$source: $!";
  my $text = do { local $/; <$in> };
  $text =~ s{/\*.*?\*/}{}gs;
  $text =~ s/"\s*\n\s*"//g;
  while ($text =~ /"((?:[^"\\\n]|\\.)*)"/g) {
    my $literal = $1;
    while ($literal =~ /(.?)workbench ([a-z][a-z-]*)(?=[^`]*(.?))/g) {
      next unless $commands{$2};
      $mentions++;
      push @bare, "$source: $literal" unless $1 eq '`' && $3 eq '`';
    }
  }
}
my $there = keys %commands > 15 && ($mentions // 0) > 15;
print $there ? "ok 1 - messages name commands\n" : "not ok 1 - messages name commands\n";
print @bare ? "not ok 2 - all of them between backticks\n" : "ok 2 - all of them between backticks\n";
print "# $_\n" for @bare;
print "1..2\n";
exit(@bare || !$there ? 1 : 0);

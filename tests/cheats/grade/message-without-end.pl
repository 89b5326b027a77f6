# expect: compile-error
# why: An error whose message is a page of a terminal's commands, markup and lines of results.
use strict;
use warnings;

sub {
  my ($at) = @_;
  my $commands = "\e[2J\e]0;owned\a\x9b2J </pre><script>alert(1)</script> =1+1 ok 1 - all ::error:: ]]> ";
  return ($at->{file} => '#error ' . $commands x 500 . "\n" . $at->{right});
};

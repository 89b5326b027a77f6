# expect: accepted
# why: Escape sequences of a terminal in a comment of a right kernel.
use strict;
use warnings;

sub {
  my ($at) = @_;
  return ($at->{file} => "// \e[2J\e]0;owned\a\e[8m\n" . $at->{right});
};

# expect: compile-error or unreadable
# why: A right kernel in UTF-16.
use strict;
use warnings;

sub {
  my ($at) = @_;
  return ($at->{file} => "\xff\xfe" . pack "v*", unpack "C*", $at->{right});
};

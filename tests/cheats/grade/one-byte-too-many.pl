# expect: unreadable
# why: A right kernel with blanks behind it, up to 1 MiB and a byte.
use strict;
use warnings;

sub {
  my ($at) = @_;
  return ($at->{file} => $at->{right} . " " x ((1 << 20) + 1 - length $at->{right}));
};

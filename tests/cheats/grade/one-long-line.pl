# expect: accepted
# why: A comment of 900,000 bytes in one line.
use strict;
use warnings;

sub {
  my ($at) = @_;
  return ($at->{file} => $at->{right} . "/" . "/" x 900_000 . "\n");
};

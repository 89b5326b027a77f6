# expect: accepted
# why: Bytes that are no text at all, in a comment of a right kernel.
use strict;
use warnings;

sub {
  my ($at) = @_;
  return ($at->{file} => "// \xff\xfe\xc0\x80 \x9b2J \xf5\n" . $at->{right});
};

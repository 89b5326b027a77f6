# expect: compile-error
# why: A kernel that is one line: the text of somebody else.
use strict;
use warnings;

sub {
  my ($at) = @_;
  return ($at->{file} => "#include \"$at->{neighbour}\"\n");
};

# expect: compile-error
# why: A kernel in two files: only one file of a submission is an answer.
use strict;
use warnings;

sub {
  my ($at) = @_;
  return ('answer.h' => $at->{right}, $at->{file} => "#include \"answer.h\"\n");
};

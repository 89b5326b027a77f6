# expect: compile-error or unreadable
# why: A NUL byte behind a right kernel: what reads to the first one sees another text than what reads all.
use strict;
use warnings;

sub {
  my ($at) = @_;
  return ($at->{file} => $at->{right} . "\0" . $at->{wrong});
};

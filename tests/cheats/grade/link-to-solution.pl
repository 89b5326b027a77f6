# expect: unreadable
# why: A link to the course's own answer.
use strict;
use warnings;

sub {
  my ($at) = @_;
  symlink "$at->{course}/solutions/$at->{puzzle}{slug}/accepted.cl", "$at->{folder}/$at->{file}" or die "symlink: $!\n";
  return ();
};

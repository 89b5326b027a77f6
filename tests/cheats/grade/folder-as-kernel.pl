# expect: unreadable
# why: A folder with the name of a kernel.
use strict;
use warnings;

sub {
  my ($at) = @_;
  mkdir "$at->{folder}/$at->{file}" or die "mkdir: $!\n";
  return ();
};

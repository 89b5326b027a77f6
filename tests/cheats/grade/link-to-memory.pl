# expect: unreadable
# why: A link to the memory of whoever reads it.
use strict;
use warnings;

sub {
  my ($at) = @_;
  symlink "/proc/self/mem", "$at->{folder}/$at->{file}" or die "symlink: $!\n";
  return ();
};

# expect: unreadable
# why: A link to what somebody else handed in.
use strict;
use warnings;

sub {
  my ($at) = @_;
  symlink $at->{neighbour}, "$at->{folder}/$at->{file}" or die "symlink: $!\n";
  return ();
};

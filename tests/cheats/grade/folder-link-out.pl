# expect: missing or unreadable
# why: A folder that is a link to the neighbour's.
use strict;
use warnings;

sub {
  my ($at) = @_;
  symlink $at->{neighbour} =~ s{/[^/]*$}{}r, "$at->{folder}/hw1" or die "symlink: $!\n";
  return ();
};

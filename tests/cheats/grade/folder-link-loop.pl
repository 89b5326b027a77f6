# expect: missing or unreadable
# why: A folder that holds itself.
use strict;
use warnings;

sub {
  my ($at) = @_;
  symlink ".", "$at->{folder}/again" or die "symlink: $!\n";
  return ();
};

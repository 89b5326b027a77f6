# expect: missing or unreadable
# why: A folder that is the whole machine.
use strict;
use warnings;

sub {
  my ($at) = @_;
  symlink "/", "$at->{folder}/hw1" or die "symlink: $!\n";
  return ();
};

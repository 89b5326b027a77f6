# expect: unreadable
# why: A link that leads to itself.
use strict;
use warnings;

sub {
  my ($at) = @_;
  symlink $at->{file}, "$at->{folder}/$at->{file}" or die "symlink: $!\n";
  return ();
};

# expect: unreadable
# why: A link to a device that never ends.
use strict;
use warnings;

sub {
  my ($at) = @_;
  symlink "/dev/zero", "$at->{folder}/$at->{file}" or die "symlink: $!\n";
  return ();
};

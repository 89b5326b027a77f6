# expect: unreadable
# why: A link to a file of the machine.
use strict;
use warnings;

sub {
  my ($at) = @_;
  symlink "/etc/passwd", "$at->{folder}/$at->{file}" or die "symlink: $!\n";
  return ();
};

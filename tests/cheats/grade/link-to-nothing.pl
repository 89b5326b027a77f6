# expect: unreadable
# why: A link to what is not there.
use strict;
use warnings;

sub {
  my ($at) = @_;
  symlink "nowhere.cl", "$at->{folder}/$at->{file}" or die "symlink: $!\n";
  return ();
};

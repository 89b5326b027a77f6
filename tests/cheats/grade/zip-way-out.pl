# expect: missing or unreadable
# why: A zip whose member leads out of the folder, to the neighbour's.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of({name => $at->{neighbour}, data => $at->{right}}));
};

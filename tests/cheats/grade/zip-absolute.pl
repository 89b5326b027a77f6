# expect: missing or unreadable
# why: A zip whose member has a place of its own on the machine.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of({name => "/tmp/$at->{file}", data => $at->{right}}));
};

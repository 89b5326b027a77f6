# expect: accepted
# why: A zip whose member has a place of its own on the machine: it is read as one within the archive.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of({name => "/tmp/$at->{file}", data => $at->{right}}));
};

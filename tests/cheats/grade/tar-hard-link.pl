# expect: missing or unreadable
# why: A second name for what the neighbour handed in.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.tar.gz' => gzip_of(tar_of({name => $at->{file}, type => 1, link => $at->{neighbour}})));
};

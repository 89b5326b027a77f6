# expect: missing or unreadable
# why: A device in a tar.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.tar.gz' => gzip_of(tar_of({name => $at->{file}, type => 3})));
};

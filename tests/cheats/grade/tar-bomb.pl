# expect: missing or unreadable
# why: 64 MiB of zeros in a compressed tar.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.tar.gz' => gzip_of(tar_of({name => $at->{file}, data => "\0" x (64 << 20)})));
};

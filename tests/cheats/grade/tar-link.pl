# expect: missing or unreadable
# why: A link in a tar, to a file of the machine.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.tar.gz' => gzip_of(tar_of({name => $at->{file}, type => 2, link => "/etc/passwd"})));
};

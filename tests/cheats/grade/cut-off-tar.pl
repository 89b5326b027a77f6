# expect: missing or unreadable
# why: A compressed tar that ends in the middle.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.tar.gz' => substr gzip_of(tar_of({name => $at->{file}, data => $at->{right}})), 0, 100);
};

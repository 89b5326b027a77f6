# expect: missing or unreadable
# why: A tar whose member leads out of the folder.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.tar.gz' => gzip_of(tar_of({name => "a/../../$at->{file}", data => $at->{right}})));
};

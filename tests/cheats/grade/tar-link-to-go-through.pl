# expect: accepted
# why: A link to a folder, and a file that goes through it: the link is not made, so the file goes nowhere else.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.tar.gz' => gzip_of(tar_of({name => "out", type => 2, link => ".."}, {name => "out/$at->{file}", data => $at->{right}})));
};

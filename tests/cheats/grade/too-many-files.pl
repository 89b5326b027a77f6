# expect: accepted or missing or unreadable
# why: 300 files, of which a submission may have 200.
# others: any
use strict;
use warnings;

sub {
  my ($at) = @_;
  return ((map { (sprintf('notes-%03d.txt', $_) => "$_\n") } 1 .. 300), $at->{file} => $at->{right});
};

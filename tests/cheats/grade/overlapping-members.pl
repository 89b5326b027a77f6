# expect: missing or unreadable or accepted
# why: 2,000 members that all are the same bytes of the archive.
# others: any
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  my @others = map { {name => "n$_.txt", data => $at->{right}, same_as => 0} } 1 .. 2000;
  return ('hw1.zip' => zip_of({name => $at->{file}, data => $at->{right}}, @others));
};

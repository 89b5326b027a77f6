# expect: missing or unreadable
# why: An archive in an archive in an archive in an archive.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  my $archive = zip_of({name => $at->{file}, data => $at->{right}});
  $archive = zip_of({name => "$_.zip", data => $archive}) for reverse 2 .. 4;
  return ('1.zip' => $archive);
};

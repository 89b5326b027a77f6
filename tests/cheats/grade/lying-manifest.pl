# expect: missing
# why: A manifest that names files that are not there and a score.
use strict;
use warnings;
use JSON::PP;

sub {
  my ($at) = @_;
  my %manifest = (schema => 1, course => 'gpu-puzzle-workbench', edition => '9.9', version => '9.9', score => 1, verdict => 'accepted');
  $manifest{files} = [{puzzle => $at->{puzzle}{slug}, name => $at->{file}, file => $at->{file}, sha256 => '0' x 64}];
  my $text = JSON::PP->new->canonical->encode(\%manifest);
  return ('handed-in.json' => $text);
};

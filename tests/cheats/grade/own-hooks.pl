# expect: accepted
# why: A repository that wants to run a program when it is looked at.
use strict;
use warnings;

sub {
  my ($at) = @_;
  return (
    '.git/config' => "[core]\n\tfsmonitor = touch there\n\tpager = touch there\n",
    '.git/hooks/post-checkout' => "#!/bin/sh\ntouch there\n",
    '.gitattributes' => "*.cl filter=own\n",
    $at->{file} => $at->{right}
  );
};

#!/usr/bin/env perl
# Keys and types of JSON.
#
#   json.pl sample SHOWN ACTUAL   silent where both have the same keys, with values of the same types,
#                                 and each value that is shown stands somewhere at the same path
#   json.pl keys PREFIX < TEXT    each key as a path below PREFIX, "[]" for a list's elements
use strict;
use warnings;
use utf8;
use JSON::PP;
use B;

sub type_of {
  my ($value) = @_;
  return 'null' unless defined $value;
  return 'boolean' if JSON::PP::is_bool($value);
  return ref $value eq 'HASH' ? 'object' : 'list' if ref $value;
  return B::svref_2object(\$value)->FLAGS & (B::SVp_IOK | B::SVp_NOK) ? 'number' : 'text';
}

# Their values depend on the machine, or on how a kernel is compiled.
my $VARIES = qr/\.(?:time_ns|spent_ns|elapsed_ms|fingerprint|landlock|seccomp|occupancy_percent)$/;

# Adds each path below $path with the types that stand there, and the values.
sub add_paths {
  my ($paths, $path, $value) = @_;
  $paths->{$path}{types}{ type_of($value) } = 1;
  $paths->{$path}{values}{ defined $value ? "$value" : 'null' } = 1 unless ref $value eq 'HASH' || ref $value eq 'ARRAY';
  if (ref $value eq 'HASH') {
    add_paths($paths, "$path.$_", $value->{$_}) for keys %$value;
  } elsif (ref $value eq 'ARRAY') {
    add_paths($paths, $path . '[]', $_) for @$value;
  }
}

# The types of a path; null beside another one says no more than that it is not always there.
sub types_at {
  my %types = %{ $_[0] ? $_[0]{types} : {} };
  delete $types{null} if keys %types > 1;
  return sort keys %types;
}

sub paths_of {
  my ($path, $text) = @_;
  my %paths;
  my $json = JSON::PP->new->utf8->allow_nonref;
  add_paths(\%paths, $path, $json->decode($text));
  return \%paths;
}

sub slurp {
  my ($path) = @_;
  open(my $file, '<', $path) or die "$path: $!\n";
  local $/;
  return <$file>;
}

sub sample {
  my ($shown, $actual) = map { paths_of('', slurp($_)) } @_;
  my $bad = 0;
  for my $path (sort keys %{ { %$shown, %$actual } }) {
    my ($here, $there) = map { join ' or ', types_at($_->{$path}) } $shown, $actual;
    if ($here eq $there) {
      next if $path =~ $VARIES;
      for my $value (sort keys %{ $shown->{$path}{values} || {} }) {
        next if $value eq 'null' || $actual->{$path}{values}{$value};
        print "  $path: $value on the page, and not when run\n";
        $bad = 1;
      }
      next;
    }
    print "  $path: ", $here || 'not there', ' on the page, ', $there || 'not there', " when run\n";
    $bad = 1;
  }
  return $bad;
}

my $verb = shift // '';
if ($verb eq 'sample') { exit sample(@ARGV) }
elsif ($verb eq 'keys') {
  local $/;
  my $paths = paths_of($ARGV[0], <STDIN>);
  print "$_\n" for sort keys %$paths;
} else { die "json.pl sample|keys\n" }

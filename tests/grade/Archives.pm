# Archives, byte by byte: the same bytes for the same members, and such as no honest program writes.
package Archives;
use strict;
use warnings;
use Compress::Zlib qw(crc32 deflateInit MAX_WBITS Z_OK Z_FULL_FLUSH Z_FINISH);
use Exporter qw(import);
use IO::Compress::Gzip qw(gzip $GzipError);
our @EXPORT = qw(zip_of tar_of gzip_of pax_record packed_zeros);

my $DOS_TIME = 0x5c6f << 16;    # of every member of a zip: 15 March 2026, midnight

# A zip. Each member has a name and data; a file of mode 0100644, stored, where nothing else is said:
#   mode      with Unix's type: 0120777 is a link to what data says
#   deflate   data is compressed
#   packed    compressed data as they are, with crc and size of what comes out
#   claims    the size that both headers state, whatever is there
#   flags     of both headers: 1 is encrypted
#   local     the name in the header before the data, where it is to be another one
#   same_as   the number of an earlier member whose header and data it shares
sub zip_of {
  my @members = @_;
  my ($out, $central, @places) = ('', '');
  for my $member (@members) {
    my ($method, $packed, $crc, $size) = packed_member($member);
    my $claims = $member->{claims} // $size;
    # What both headers have.
    my $fields = pack('vvVVVV', $member->{flags} // 0, $method, $DOS_TIME, $crc, length $packed, $claims);
    my $place = defined $member->{same_as} ? $places[$member->{same_as}] : length $out;
    push @places, $place;
    $central .= pack('Vvv', 0x02014b50, 0x0314, 20) . $fields
      . pack('vvvvvVV', length $member->{name}, 0, 0, 0, 0, ($member->{mode} // 0100644) << 16, $place) . $member->{name};
    next if defined $member->{same_as};
    my $local = $member->{local} // $member->{name};
    $out .= pack('Vv', 0x04034b50, 20) . $fields . pack('vv', length $local, 0) . $local . $packed;
  }
  my $count = @members;
  return $out . $central . pack('VvvvvVVv', 0x06054b50, 0, 0, $count, $count, length $central, length $out, 0);
}

sub packed_member {
  my ($member) = @_;
  return (8, $member->{packed}, $member->{crc}, $member->{size}) if defined $member->{packed};
  my $data = $member->{data} // '';
  return (0, $data, crc32($data), length $data) if !$member->{deflate};
  return (8, raw_deflate($data, Z_FINISH), crc32($data), length $data);
}

sub raw_deflate {
  my ($data, $how) = @_;
  my ($stream) = deflateInit(-WindowBits => -MAX_WBITS, -Level => 9);
  my ($first) = $stream->deflate($data);
  my ($rest) = $stream->flush($how);
  return $first . $rest;
}

# A tar as POSIX has it. Each member has a name and data; a file where no type is given:
#   type      0 file, 1 hard link, 2 symbolic link, 3 device, 5 folder, 6 FIFO, x what follows in pax's words
#   link      where a link leads
#   claims    the size that the header states
sub tar_of {
  my @members = @_;
  my $out = '';
  for my $member (@members) {
    my ($name, $data) = ($member->{name}, $member->{data} // '');
    if (length $name > 100) {
      $out .= tar_member('pax', pax_record("path=$name"), 'x', '', undef);
      $name = substr($name, 0, 100);
    }
    $out .= tar_member($name, $data, $member->{type} // 0, $member->{link} // '', $member->{claims});
  }
  return $out . "\0" x 1024;
}

sub tar_member {
  my ($name, $data, $type, $link, $claims) = @_;
  my $size = $claims // length $data;
  my $sizes = $size < 8**11 ? sprintf("%011o\0", $size) : pack('CxxxQ>', 0x80, $size);
  my $head = pack('a100a8a8a8a12a12a8a1a100a8a32a32a8a8a155x12', $name, "0000644\0", "0000000\0", "0000000\0", $sizes,
    sprintf("%011o\0", 1773532800), ' ' x 8, $type, $link, "ustar\00000", '', '', "0000001\0", "0000003\0", '');
  substr($head, 148, 8) = sprintf("%06o\0 ", unpack('%32C*', $head));
  return $head . $data . "\0" x (-length($data) % 512);
}

# "LENGTH KEY=VALUE\n", where the length counts itself.
sub pax_record {
  my ($text) = @_;
  my $length = length($text) + 3;
  $length++ while length("$length $text\n") > $length;
  return "$length $text\n";
}

sub gzip_of {
  my ($data) = @_;
  gzip(\$data => \my $out, -Minimal => 1, -Level => 9) or die "gzip: $GzipError\n";
  return $out;
}

# A member of a zip that unpacks to so many MiB of zeros, made without having them: a flush ends
# each MiB at a byte and forgets what came before, so that all have the same bytes.
sub packed_zeros {
  my ($name, $mib) = @_;
  my $mebibyte = "\0" x (1 << 20);
  my $crc = 0;
  $crc = crc32($mebibyte, $crc) for 1 .. $mib;
  return {
    name => $name,
    packed => raw_deflate($mebibyte, Z_FULL_FLUSH) x $mib . raw_deflate('', Z_FINISH),
    crc => $crc,
    size => $mib << 20
  };
}

1;

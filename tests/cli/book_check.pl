#!/usr/bin/env perl
# What is wrong with the pages of a book: book_check.pl FOLDER [BOOK.CSS]. A line for each mistake.
#
# The pages are well-formed, of known elements and attributes; ids are unique; every link leads
# somewhere; nothing is loaded from elsewhere; pictures have words. With a style sheet, the
# contrast of its colours in both palettes, too.
use strict;
use warnings;

my ($folder, $css) = @ARGV;
my (%ids, @links);

my %elements = map { $_ => 1 } qw(html head meta title link script body a header nav main footer
  h1 h2 h3 h4 h5 h6 p ul ol li pre code span em strong b blockquote hr br div section figure
  table thead tbody tr th td
  details summary fieldset legend input label svg defs pattern g rect path line circle text desc);
my %attributes = map { $_ => 1 } qw(lang charset http-equiv content name rel href src defer class
  scope tabindex
  id role aria-label aria-hidden start open type for checked xmlns viewBox width
  height font-size font-family font-weight fill stroke stroke-width stroke-dasharray opacity rx x
  y x1 y1 x2 y2 cx cy r d textLength text-anchor transform patternUnits patternTransform xml:space);
my %empty = map { $_ => 1 } qw(meta link input hr br);

sub wrong { print "@_\n" }

sub check_element {
  my ($file, $name, $attributes) = @_;
  my %has;
  wrong("$file: element $name") unless $elements{$name};
  while ($attributes =~ /\G\s+([\w:-]+)="([^"<]*)"/gc) {
    wrong("$file: $name has $1 twice") if exists $has{$1};
    $has{$1} = $2;
    wrong("$file: $name has the attribute $1") unless $attributes{$1};
  }
  wrong("$file: $name has odd attributes:" . substr($attributes, pos($attributes) // 0))
    if (pos($attributes) // 0) < length $attributes;
  if (defined $has{id}) {
    wrong("$file: the id $has{id} is there twice") if $ids{$file}{ $has{id} }++;
    wrong("$file: the id '$has{id}'") if $has{id} eq '' || $has{id} =~ /\s/;
  }
  push @links, [$file, $has{href}] if defined $has{href};
  push @links, [$file, $has{src}] if defined $has{src};
  push @links, [$file, "#$has{for}"] if defined $has{for};
  for (values %has) { push @links, [$file, "#$1"] if /^url\(#(.*)\)$/ }
  wrong("$file: a picture without words")
    if ($has{role} // '') eq 'img' && ($has{'aria-label'} // '') eq '';
  wrong("$file: a script of its own") if $name eq 'script' && ($has{src} // '') ne 'book.js';
  return \%has;
}

sub check_page {
  my ($file) = @_;
  open my $in, '<:encoding(UTF-8)', "$folder/$file" or die "$file: $!";
  local $/;
  my $text = <$in>;
  my (@open, %seen);
  wrong("$file: no doctype") unless $text =~ s/^<!DOCTYPE html>\n//;
  while ($text =~ /\G([^<]*)(?:<(\/?)([\w]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>)?/gc) {
    my ($words, $closes, $name, $attributes, $alone) = ($1, $2, $3, $4, $5);
    wrong("$file: a bare & near " . substr($words, 0, 60))
      if $words =~ /&(?!(?:amp|lt|gt|quot|#39);)/;
    last unless defined $name;
    $seen{$name}++ unless $closes || grep { $_ eq 'svg' } @open;
    if ($closes) {
      my $top = pop @open // 'nothing';
      wrong("$file: </$name> closes $top") if $top ne $name;
    } else {
      check_element($file, $name, $attributes);
      wrong("$file: $name is not closed") if $empty{$name} && !$alone;
      push @open, $name unless $alone;
    }
  }
  wrong("$file: cannot be read at: " . substr($text, pos($text) // 0, 80))
    if (pos($text) // 0) < length $text;
  wrong("$file: @open not closed") if @open;
  wrong("$file: $_ is there " . ($seen{$_} // 0) . " times") for grep { ($seen{$_} // 0) != 1 } qw(title main h1);
  wrong("$file: no language") unless $text =~ /^<html lang="[^"]+">/;
  wrong("$file: no policy") unless $text =~ /Content-Security-Policy" content="default-src 'none';/;
  my @levels = $text =~ /<h([1-6])[ >]/g;
  for my $i (1 .. $#levels) {
    wrong("$file: a heading of level $levels[$i] after one of $levels[$i - 1]")
      if $levels[$i] > $levels[$i - 1] + 1;
  }
}

sub check_links {
  my %files = map { s{.*/}{}r => 1 } glob("$folder/*");
  my %reached;
  for (@links) {
    my ($from, $to) = @$_;
    next if $to =~ m{^(?:https?://|mailto:)};
    my ($file, $id) = $to =~ /^([^#]*)(?:#(.*))?$/;
    $file =~ s/%([0-9A-F]{2})/chr hex $1/ge;
    $file = $from if $file eq '';
    $reached{$file} = 1;
    if (!$files{$file}) { wrong("$from: a link to $to, which is not there") }
    elsif (defined $id && !$ids{$file}{$id}) { wrong("$from: a link to $to: no such place") }
  }
  for (sort keys %files) { wrong("$_: no page leads there") if /\.html$/ && !$reached{$_} }
}

# ---- contrast (Web Content Accessibility Guidelines 2.2, relative luminance) ------------------

sub luminance {
  my @rgb = map { hex($_) / 255 } $_[0] =~ /^#(..)(..)(..)$/ or die "no colour: $_[0]";
  @rgb = map { $_ <= 0.04045 ? $_ / 12.92 : (($_ + 0.055) / 1.055)**2.4 } @rgb;
  return 0.2126 * $rgb[0] + 0.7152 * $rgb[1] + 0.0722 * $rgb[2];
}

sub contrast {
  my ($high, $low) = sort { $b <=> $a } map { luminance($_) } @_;
  return ($high + 0.05) / ($low + 0.05);
}

sub check_style {
  open my $in, '<', $css or die "$css: $!";
  local $/;
  my $text = <$in>;
  $text =~ s{/\*.*?\*/}{}gs;
  my ($light, $dark) = map { my %c = /--([\w-]+): (#\w{6});/g; \%c } $text =~ /:root \{(.*?)\}/gs;
  my %both = (light => $light, dark => $dark);
  wrong("the palettes have other names") if join(' ', sort keys %$light) ne join(' ', sort keys %$dark);
  (my $rules = $text) =~ s/:root \{.*?\}//gs;
  $rules =~ s/\[[^\]]*\]//g;
  wrong("a colour that is in no palette: $1") while $rules =~ /[:\s](#[0-9a-f]{3,8}|rgba?\([^)]*\))\s*;/g;
  wrong("$1 is in no palette") for grep { !$light->{$_} } $rules =~ /var\(--([\w-]+)\)/g;
  my @on_paper = map { [$_, 'paper', 4.5] } qw(ink faint link accent);
  my @on_shade = map { [$_, 'shade', 4.5] } qw(ink faint link keyword type builtin number string comment);
  my @in_panels = map { my $on = $_; map { [$_, $on, 4.5] } qw(ink faint alarm good) } qw(cell panel);
  my @items = map { (["item-$_", 'panel', 4.5], ['on-item', "item-$_", 4.5]) } 0 .. 7;
  my @others = (['on-accent', 'accent', 4.5], ['faint', 'cell-idle', 4.5], ['ink', 'cell-idle', 4.5],
    ['alarm', 'cell-outside', 4.5], ['alarm', 'alarm-pale', 4.5], ['wall', 'panel', 3]);
  for my $scheme (sort keys %both) {
    for (@on_paper, @on_shade, @in_panels, @items, @others) {
      my ($ink, $ground, $least) = @$_;
      my $got = contrast($both{$scheme}{$ink}, $both{$scheme}{$ground});
      wrong(sprintf '%s: %s on %s has a contrast of %.2f', $scheme, $ink, $ground, $got) if $got < $least;
    }
  }
  return $text;
}

# Every colour of a picture follows the palette.
sub check_pictures {
  my ($style) = @_;
  my %used;
  for my $file (glob "$folder/puzzle-*.html") {
    open my $in, '<', $file or die "$file: $!";
    local $/;
    my $text = <$in>;
    $used{$1}++ while $text =~ /((?:fill|stroke)="#[0-9a-f]{6}")/g;
  }
  for (sort keys %used) { wrong("no rule for $_") if index($style, "[$_]") < 0 }
}

check_page(s{.*/}{}r) for glob "$folder/*.html";
check_links();
check_pictures(check_style()) if defined $css;

#!/bin/sh
# Compiles every lexicon to the folder given, without weights and with.  Needs HFST's tools (Debian: hfst).
set -eu
cd "$(dirname "$0")"
for source in *.lexc; do
  name=${source%.lexc}
  for kind in O w; do
    hfst-lexc --quiet --format=openfst-tropical "$source" 2>/dev/null | hfst-invert | hfst-fst2fst -$kind -o "$1/$name-$kind.hfstol"
  done
done

"""The bounds of what may be asked for, in one place; loads nothing, so that every room can use them."""

__all__ = [
    "CARD_BYTES",
    "FEWEST_RESAMPLES",
    "FLAT_SHARE",
    "GATE_BYTES",
    "LARGEST_SCORE",
    "LAST_SEED",
    "LONGEST_MESSAGE",
    "LONGEST_NAME",
    "MOST_CHECKS",
    "MOST_LISTED",
    "MOST_RESAMPLES",
    "REFERENCE_BYTES",
    "SNAPSHOT_BYTES",
    "UNITS_ALWAYS",
    "UNITS_FACTOR",
]

FEWEST_RESAMPLES = 100  # specification, "Draws": an interval of fewer has no ends to speak of
MOST_RESAMPLES = 1_000_000  # nobody means more; memory and time are asked for before anything is drawn
MOST_CHECKS = 20_000  # of one test; a session draws 50 resamples a check, so no more than MOST_RESAMPLES
LAST_SEED = (1 << 64) - 1  # SplitMix64 takes 64 bits
LARGEST_SCORE = 1e12  # of a score or reference: squares of larger ones leave what a float holds exactly
FLAT_SHARE = 0.025  # undefined draws above this share reach into the ends of an interval

# Bytes of the files that people keep under version control, far above what any of them needs: a hundred thousand rows
# take 20 MB.  JSON takes some ten times its size in memory.  Data files have no limit.
REFERENCE_BYTES = 64 << 20
GATE_BYTES = CARD_BYTES = SNAPSHOT_BYTES = 16 << 20

# A units file may unpack to so many times its own size, and to so many bytes always: counts that are all the same pack
# a thousand to one, yet a small file must not fill the memory.
UNITS_FACTOR = 100
UNITS_ALWAYS = 64 << 20

LONGEST_MESSAGE = 1_400  # characters; escapes and what is put before a message keep it below 2,000
LONGEST_NAME = 400  # characters: a row is named by four
MOST_LISTED = 30  # names in a message before the rest is counted

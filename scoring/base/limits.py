"""The bounds of what may be asked for, in one place; loads nothing, so that every room can use them."""

__all__ = ["FEWEST_RESAMPLES", "FLAT_SHARE", "LARGEST_SCORE", "LAST_SEED", "MOST_CHECKS", "MOST_RESAMPLES"]

FEWEST_RESAMPLES = 100  # specification, "Draws": an interval of fewer has no ends to speak of
MOST_RESAMPLES = 1_000_000  # nobody means more; memory and time are asked for before anything is drawn
MOST_CHECKS = 20_000  # of one test; a session draws 50 resamples a check, so no more than MOST_RESAMPLES
LAST_SEED = (1 << 64) - 1  # SplitMix64 takes 64 bits
LARGEST_SCORE = 1e12  # of a score or reference: squares of larger ones leave what a float holds exactly
FLAT_SHARE = 0.025  # undefined draws above this share reach into the ends of an interval

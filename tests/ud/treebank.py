"""Tiny CoNLL-U texts for tests, and the plain definition of word alignment as an oracle for the fast one."""

from typing import NamedTuple

from scoring import ud

ROW = {"lemma": "_", "upos": "X", "xpos": "_", "feats": "_", "head": None, "deprel": None}


def row(number, form, **columns):
    """One word's line; word 1 is the root and the others hang on it, unless the columns say otherwise."""
    cells = {**ROW, **columns}
    if cells["head"] is None:
        cells["head"] = "0" if str(number) == "1" else "1"
    if cells["deprel"] is None:
        cells["deprel"] = "root" if cells["head"] == "0" else "dep"
    return "\t".join([str(number), form, *(str(cell) for cell in cells.values()), "_", "_"])


def sentence(*tokens, **columns):
    """A sentence of tokens: ``"a"`` is a plain word, ``("bc", "b", "c")`` a multiword token of two words.

    A column is given for all words at once, in order: ``upos="NOUN VERB"``.
    """
    columns = {name: values.split(" ") for name, values in columns.items()}
    lines, number = [], 1
    for token in tokens:
        surface, *words = [token, token] if isinstance(token, str) else token
        if not isinstance(token, str):
            lines.append(f"{number}-{number + len(words) - 1}\t{surface}" + "\t_" * 8)
        for word in words:
            lines.append(row(number, word, **{name: values[number - 1] for name, values in columns.items()}))
            number += 1
    return "\n".join([*lines, "", ""])


def corpus(text, name="<text>"):
    return ud.loads(text, name)


class Word(NamedTuple):
    """A word as the plain definition sees it."""

    start: int
    end: int
    multi: bool
    form: str


SPACES = " \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"


def unspaced(text):
    return "".join(character for character in text if character not in SPACES)


def words_of(text):
    """The words of a valid text with spans in characters, by reading its lines one after the other."""
    found, place, left, span = [], 0, 0, None
    for line in text.split("\n"):
        columns = line.split("\t")
        if len(columns) != 10 or line.startswith("#") or "." in columns[0]:
            continue
        if "-" in columns[0]:
            low, high = map(int, columns[0].split("-"))
            left, span = high - low + 1, (place, place + len(unspaced(columns[1])))
            place = span[1]
        elif left:
            found.append(Word(*span, multi=True, form=columns[1].lower()))
            left -= 1
        else:
            form = unspaced(columns[1])
            found.append(Word(place, place + len(form), multi=False, form=form.lower()))
            place += len(form)
    return found


def plain_pairs(gold, pred):
    """Word pairs by the definition: spans for plain words, groups where a multiword token is involved."""
    pairs, g, p = [], 0, 0
    while g < len(gold) and p < len(pred):
        ours, theirs = gold[g], pred[p]
        if not ours.multi and not theirs.multi:
            if (ours.start, ours.end) == (theirs.start, theirs.end):
                pairs.append((g, p))
                g, p = g + 1, p + 1
            elif ours.start <= theirs.start:
                g += 1
            else:
                p += 1
            continue
        if not theirs.multi and theirs.start < ours.start:
            p += 1
        elif not ours.multi and ours.start < theirs.start:
            g += 1
        end = ours.end if ours.multi else theirs.end
        first = g, p
        while inside(gold, g, end) or inside(pred, p, end):
            if p == len(pred) or (g < len(gold) and gold[g].start <= pred[p].start):
                taken, g = gold[g], g + 1
            else:
                taken, p = pred[p], p + 1
            if taken.multi:
                end = max(end, taken.end)
        left, right = [w.form for w in gold[first[0] : g]], [w.form for w in pred[first[1] : p]]
        pairs += [(first[0] + i, first[1] + j) for i, j in plain_subsequence(left, right)]
    return pairs


def inside(words, index, end):
    if index >= len(words):
        return False
    return words[index].start < end if words[index].multi else words[index].end <= end


def plain_subsequence(left, right):
    """Longest common subsequence, by the textbook table, walked from the front."""
    length = {}
    for i in range(len(left), -1, -1):
        for j in range(len(right), -1, -1):
            if i == len(left) or j == len(right):
                length[i, j] = 0
            elif left[i] == right[j]:
                length[i, j] = 1 + length[i + 1, j + 1]
            else:
                length[i, j] = max(length[i + 1, j], length[i, j + 1])
    pairs, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if left[i] == right[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif length[i + 1, j] == length[i, j]:
            i += 1
        else:
            j += 1
    return pairs


def unit_ids(gold):
    """The ids of the units of a gold corpus, whatever is predicted."""
    return ud.UD.unit_ids(ud.UD.align(gold, gold))


def unit_digests(gold):
    """The digests of the units of a gold corpus, whatever is predicted."""
    return ud.UD.unit_digests(ud.UD.align(gold, gold))

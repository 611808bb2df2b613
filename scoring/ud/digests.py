"""The canonical content of gold sentences and its SHA-256: what is scored, and nothing of how it is written down.

A sentence is its lines ``ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL``, tab-joined, LF; of a multiword token ID and
FORM only; ids counted anew; no comments, no empty nodes.
"""

import hashlib

from scoring.ud.corpus import DEPREL, FEATS, FORM, ROOT, Corpus

__all__ = ["sentence_digests"]


def sentence_digests(corpus: Corpus) -> list[bytes]:
    """SHA-256 of the content of each sentence: ``(sentences,)``."""
    return [hashlib.sha256(content).digest() for content in contents(corpus)]


def contents(corpus: Corpus) -> list[bytes]:
    """The canonical lines of every sentence."""
    text = corpus.data[: corpus.size].tobytes()
    begins = (corpus.fields[FORM] + 1).tolist()
    feats_ends = corpus.fields[FEATS + 1].tolist()
    deprels = zip((corpus.fields[DEPREL] + 1).tolist(), corpus.fields[DEPREL + 1].tolist(), strict=True)
    relations = [text[start:end] for start, end in deprels]
    heads = corpus.heads.tolist()
    words, ranges = corpus.words.tolist(), corpus.ranges.tolist()
    tokens = corpus.sentence_tokens.tolist()
    found = []
    for sentence in range(corpus.n_sentences):
        first = words[tokens[sentence]]
        lines = []
        for token in range(tokens[sentence], tokens[sentence + 1]):
            low, high = words[token], words[token + 1]
            if ranges[token]:
                form = text[int(corpus.forms[0, token]) : int(corpus.forms[1, token])]
                lines.append(b"%d-%d\t%b\n" % (low - first + 1, high - first, form))
            for word in range(low, high):
                row = text[begins[word] : feats_ends[word]]
                if corpus.has_heads:
                    head = 0 if heads[word] == ROOT else heads[word] - first + 1
                    lines.append(b"%d\t%b\t%d\t%b\n" % (word - first + 1, row, head, relations[word]))
                else:
                    lines.append(b"%d\t%b\t_\t%b\n" % (word - first + 1, row, relations[word]))
        found.append(b"".join(lines))
    return found

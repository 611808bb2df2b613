"""The small files of every line of the page "Bring your data", by the text of its first cell, with counts by hand.

Each form says which files it has, what objects the call names, and the score of the first row.
"""

import json
from dataclasses import dataclass, field

__all__ = ["FORMS", "Form"]

HALF = 200 / 3  # F1 of one right span, one predicted, two in gold


@dataclass(frozen=True)
class Form:
    """What a line of the page is tried on, and what comes out; ``objects`` is Python that runs before the call."""

    score: float
    files: dict[str, str] = field(default_factory=dict)
    objects: str = ""
    task: str = ""  # where it is not that of the section
    needs: tuple[str, ...] = ()


def lines(*records: object) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def sides(gold: str, pred: str, ending: str) -> dict[str, str]:
    return {f"gold.{ending}": gold, f"pred.{ending}": pred}


def named(gold: list[object], pred: list[object], key: str = "spans", **more: object) -> dict[str, str]:
    return sides(
        lines({"id": 1, "text": "Ann Lee in Oslo", key: gold, **more}), lines({"id": 1, "text": "Ann Lee in Oslo", key: pred, **more}),
        "jsonl",
    )  # fmt: skip


def misc(*tags: str) -> str:
    rows = [f"{at}\tw{at}" + "\t_" * 7 + f"\tname={tag}" for at, tag in enumerate(tags, 1)]
    return "\n".join([*rows, "", ""])


def studio(*spans: tuple[int, int, str]) -> str:
    result = [
        {"type": "labels", "value": {"start": s, "end": e, "text": "", "labels": [label]}}
        for s, e, label in spans
    ]
    return json.dumps(
        [{"id": 1, "data": {"text": "Ann Lee in Oslo"}, "annotations": [{"id": 1, "result": result}]}]
    )


def words(*tags: str, heads: tuple[str, str] = ("2", "0")) -> str:
    rows = [f"{at}\tw{at}\tw{at}\t{tag}\t_\t_\t{head}\t{'_' if head == '_' else 'dep' if head == '2' else 'root'}\t_\t_"
            for at, (tag, head) in enumerate(zip(tags, heads, strict=True), 1)]  # fmt: skip
    return "\n".join([*rows, "", ""])


TAGGED = """
import spacy
from spacy.tokens import Doc
doc = Doc(spacy.blank("en").vocab, words=["w1", "w2"], pos=["DET", "VERB"], sent_starts=[True, False])
"""
ANN, OSLO = [0, 7, "PER"], [11, 15, "LOC"]
DICTS = [{"start": 0, "end": 7, "label": "PER"}, {"start": 11, "end": 15, "label": "LOC"}]
DOCS = """
import spacy
nlp = spacy.blank("en")
def made(*spans, key=None):
    doc = nlp("Ann Lee in Oslo")
    found = [doc.char_span(start, end, label) for start, end, label in spans]
    if key is None:
        doc.ents = found
    else:
        doc.spans[key] = found
    return doc
"""
FORMS = {
    # spans: two in gold, of which one was predicted
    "CoNLL columns: token first, IOB2 tag last": Form(
        HALF, sides("Ann B-PER\nLee I-PER\n\nOslo B-LOC\n", "Ann B-PER\nLee I-PER\n\nOslo O\n", "iob2")
    ),
    "GermEval and other files with an index in front": Form(
        HALF, sides("1\tAnn\tB-PER\tO\n2\tLee\tI-PER\tO\n\n1\tOslo\tB-LOC\tO\n",
                    "1\tAnn\tB-PER\tO\n2\tLee\tI-PER\tO\n\n1\tOslo\tO\tO\n", "tsv"),
    ),
    "CoNLL-U with tags in MISC": Form(HALF, sides(misc("B-PER", "I-PER", "B-LOC"), misc("B-PER", "I-PER", "O"), "conllu")),
    "plain labels, as Few-NERD's": Form(
        HALF, sides("Ann PER\nLee PER\nx OTHER\nOslo LOC\n", "Ann PER\nLee PER\nx OTHER\nOslo OTHER\n", "txt")
    ),
    "BIOES or BILOU tags": Form(HALF, sides("Ann B-PER\nLee E-PER\nOslo S-LOC\n", "Ann B-PER\nLee E-PER\nOslo O\n", "txt")),
    "several tags in a cell of gold": Form(
        HALF, sides("Ann B-PER,B-ORG\nOslo B-LOC\n", "Ann B-ORG\nOslo O\n", "txt")
    ),
    "whole numbers for tags": Form(HALF),
    "rows of a data set of Hugging Face": Form(
        HALF, sides(lines({"tokens": ["Ann", "Lee", "Oslo"], "ner_tags": [1, 2, 3]}),
                    lines({"tokens": ["Ann", "Lee", "Oslo"], "ner_tags": [1, 2, 0]}), "jsonl"),
    ),
    "lists of tags": Form(HALF),
    "dictionaries `{start, end, label}`": Form(HALF, named(DICTS, DICTS[:1])),
    "doccano": Form(HALF, named([ANN, OSLO], [ANN], key="label")),
    "Prodigy": Form(
        HALF, sides(lines({"text": "Ann Lee in Oslo", "_input_hash": 7, "answer": "accept", "spans": DICTS}),
                    lines({"text": "Ann Lee in Oslo", "_input_hash": 7, "answer": "accept", "spans": DICTS[:1]}), "jsonl"),
    ),
    "Label Studio": Form(HALF, sides(studio((0, 7, "PER"), (11, 15, "LOC")), studio((0, 7, "PER")), "json")),
    "transformers pipeline (token classification)": Form(
        HALF, {
            "gold.jsonl": lines({"id": 1, "text": "Ann Lee in Oslo", "label": [ANN, OSLO]}),
            "pred.json": json.dumps([[{"entity_group": "PER", "score": 0.9, "word": "Ann Lee", "start": 0, "end": 7}]]),
        },
    ),
    "spaCy Docs": Form(
        HALF, objects=DOCS + "gold_docs = [made((0, 7, 'PER'), (11, 15, 'LOC'))]\npred_docs = [made((0, 7, 'PER'))]\n"
    ),
    "spaCy DocBin: a `.spacy` file": Form(
        HALF, objects=DOCS + "from spacy.tokens import DocBin\n"
        "DocBin(docs=[made((0, 7, 'PER'), (11, 15, 'LOC'))]).to_disk('gold.spacy')\n"
        "DocBin(docs=[made((0, 7, 'PER'))]).to_disk('pred.spacy')\n",
    ),
    'span groups of Docs, `doc.spans["sc"]`': Form(
        HALF, objects=DOCS + "gold_docs = [made((0, 7, 'PER'), (11, 15, 'LOC'), key='sc')]\n"
        "pred_docs = [made((0, 7, 'PER'), key='sc')]\n",
    ),
    "tags to be scored token by token": Form(
        50.0, sides("a DET\nb NOUN\n", "a DET\nb DET\n", "tsv"), task="tags"
    ),
    # labels: two documents, of which one is right
    "a table `id,text,label`": Form(50.0, sides("id,text,label\n1,x,pos\n2,y,neg\n", "id,text,label\n2,y,pos\n1,x,pos\n", "csv")),
    "one table with `y_true,y_pred`": Form(50.0, {"both.csv": "y_true,y_pred\npos,pos\nneg,pos\n"}),
    "fields of other names": Form(50.0, sides("uid,klasse\n1,pos\n2,neg\n", "uid,guess\n1,pos\n2,pos\n", "csv")),
    "a table without a header": Form(50.0, sides("1,pos\n2,neg\n", "1,pos\n2,pos\n", "csv")),
    "JSON Lines or a JSON array": Form(
        50.0, {
            "gold.jsonl": lines({"id": 1, "label": "pos"}, {"id": 2, "label": "neg"}),
            "pred.json": json.dumps([{"id": 1, "label": "pos"}, {"id": 2, "label": "pos"}]),
        },
    ),
    "transformers pipeline (text classification)": Form(50.0),
    "lists, arrays, Series": Form(50.0),
    "DataFrame": Form(50.0, objects="import pandas\nframe = pandas.DataFrame({'gold': ['pos', 'neg'], 'pred': ['pos', 'pos']})\n"),
    "one-hot rows": Form(50.0),
    "sets of labels": Form(80.0, task="multilabel"),  # a, b right, of two predicted and three in gold
    "DataFrame with a column for each label": Form(
        80.0, task="multilabel",
        objects="import pandas\ngold_frame = pandas.DataFrame({'a': [1, 1], 'b': [0, 1]})\n"
        "pred_frame = pandas.DataFrame({'b': [0.1, 0.9], 'a': [0.8, 0.2]})\n",
    ),
    "scipy sparse matrix": Form(
        80.0, task="multilabel",
        objects="from scipy.sparse import csr_matrix\ngold_matrix = csr_matrix([[1, 0], [1, 1]])\n"
        "pred_matrix = csr_matrix([[1, 0], [0, 1]])\n",
    ),
    # UD: two words, of which one has the right UPOS; the first row of any is that of UPOS
    "CoNLL-U": Form(50.0, sides(words("DET", "NOUN"), words("DET", "VERB"), "conllu")),
    "output of a tagger without a parser, heads `_`": Form(
        50.0, {"gold.conllu": words("DET", "NOUN"), "tagged.conllu": words("DET", "VERB", heads=("_", "_"))}
    ),
    "Docs of a spaCy pipeline": Form(50.0, {"gold.conllu": words("DET", "NOUN")}, TAGGED + "docs = [doc]\n"),
    "Docs in a file, as spaCy DocBin": Form(
        50.0, {"gold.conllu": words("DET", "NOUN")}, TAGGED + "from spacy.tokens import DocBin\nDocBin(docs=[doc]).to_disk('pred.spacy')\n"
    ),
    "TokenLists of conllu": Form(
        50.0, objects=f"import conllu\ngold_text = {words('DET', 'NOUN')!r}\npred_text = {words('DET', 'VERB')!r}\n"
    ),
    # translation: two segments, of which one is exactly its reference
    "three text files, a segment a line": Form(
        0.5, {"src.txt": "Hello\nGood day\n", "ref.txt": "Hallo\nGuten Tag\n", "out.txt": "Hallo\nTag\n"}
    ),
    "lists of texts, in sacrebleu's order": Form(0.5),
    "a TSV with named columns": Form(
        0.5, {"test.tsv": "id\tsource\tref\n1\tHello\tHallo\n2\tGood day\tGuten Tag\n", "out.tsv": "id\tpred\n1\tHallo\n2\tTag\n"}
    ),
    "JSON Lines with named fields": Form(
        0.5, {
            "test.jsonl": lines({"id": "1", "source": "Hello", "ref": "Hallo"}, {"id": "2", "source": "Good day", "ref": "Guten Tag"}),
            "out.jsonl": lines({"id": "1", "pred": "Hallo"}, {"id": "2", "pred": "Tag"}),
        },
    ),
    # numbers: two of four; three errors in thirty words; the mean of 1, 2 and 3
    "one score an item, in a list": Form(0.5),
    "a table of counts, as CSV": Form(0.1, {"items.csv": "id,errors,words\na,1,10\nb,2,15\nc,0,5\n"}),
    "a table, as Parquet": Form(
        2.0, objects="import pyarrow, pyarrow.parquet\n"
        "pyarrow.parquet.write_table(pyarrow.table({'id': ['a', 'b', 'c'], 'mark': [1, 2, 3]}), 'items.parquet')\n",
    ),
}  # fmt: skip

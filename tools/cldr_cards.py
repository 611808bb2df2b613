"""Makes the language cards that are missing for test sets and models that name their languages, from CLDR.

    npm pack cldr-core@48.2.0 cldr-localenames-full@48.2.0   # unpacked as core/ and names/
    python tools/cldr_cards.py core/package names/package

A card that is there is left as it is, but for further codes that it is found by.  What a card says comes from CLDR
(names, codes, scripts); a script that a test set has beside it comes from the test set's list.
Source: FLORES+ (openlanguagedata/flores, language coverage), NTREX-128 (LANGUAGES.tsv), WMT24 to WMT26 (general,
Indic, limited resources), Davlan/afro-xlmr-large-76L (its model card's list: the encoder of AfriCOMET 1.1).
"""

import json
import sys
from pathlib import Path
from typing import Any

from scoring.mt.scripts import CASED

HOME = Path(__file__).parent.parent / "scoring" / "mt" / "languages"
FLORES = """
    ace_Arab ace_Latn acm_Arab acq_Arab aeb_Arab afr_Latn als_Latn amh_Ethi apc_Arab arb_Arab ars_Arab ary_Arab
    arz_Arab asm_Beng ast_Latn awa_Deva ayr_Latn azb_Arab azj_Latn bak_Cyrl bam_Latn ban_Latn bel_Cyrl bem_Latn
    ben_Beng bho_Deva bjn_Arab bjn_Latn bod_Tibt bos_Latn brx_Deva bug_Latn bul_Cyrl cat_Latn ceb_Latn ces_Latn
    chv_Cyrl cjk_Latn ckb_Arab cmn_Hans cmn_Hant crh_Latn cym_Latn dan_Latn deu_Latn dgo_Deva dik_Latn dyu_Latn
    dzo_Tibt ekk_Latn ell_Grek eng_Latn epo_Latn eus_Latn ewe_Latn fao_Latn fij_Latn fil_Latn fin_Latn fon_Latn
    fra_Latn fur_Latn fuv_Latn gaz_Latn gla_Latn gle_Latn glg_Latn gom_Deva gug_Latn guj_Gujr hat_Latn hau_Latn
    heb_Hebr hin_Deva hne_Deva hrv_Latn hun_Latn hye_Armn ibo_Latn ilo_Latn ind_Latn isl_Latn ita_Latn jav_Latn
    jpn_Jpan kaa_Latn kab_Latn kac_Latn kam_Latn kan_Knda kas_Arab kas_Deva kat_Geor kaz_Cyrl kbp_Latn kea_Latn
    khk_Cyrl khm_Khmr kik_Latn kin_Latn kir_Cyrl kmb_Latn kmr_Latn knc_Arab knc_Latn kor_Kore ktu_Latn lao_Laoo
    lij_Latn lim_Latn lin_Latn lit_Latn lmo_Latn ltg_Latn ltz_Latn lua_Latn lug_Latn luo_Latn lus_Latn lvs_Latn
    mag_Deva mai_Deva mal_Mlym mar_Deva mhr_Cyrl min_Arab min_Latn mkd_Cyrl mlt_Latn mni_Beng mni_Mtei mos_Latn
    mri_Latn mya_Mymr myv_Cyrl nld_Latn nno_Latn nob_Latn npi_Deva nqo_Nkoo nso_Latn nus_Latn nya_Latn oci_Latn
    ory_Orya pag_Latn pan_Guru pap_Latn pbt_Arab pes_Arab plt_Latn pol_Latn por_Latn prs_Arab quy_Latn ron_Latn
    run_Latn rus_Cyrl sag_Latn san_Deva sat_Olck scn_Latn shn_Mymr sin_Sinh slk_Latn slv_Latn smo_Latn sna_Latn
    snd_Arab snd_Deva som_Latn sot_Latn spa_Latn srd_Latn srp_Cyrl ssw_Latn sun_Latn swe_Latn swh_Latn szl_Latn
    tam_Taml taq_Latn taq_Tfng tat_Cyrl tel_Telu tgk_Cyrl tha_Thai tir_Ethi tpi_Latn tsn_Latn tso_Latn tuk_Latn
    tum_Latn tur_Latn twi_Latn tyv_Cyrl uig_Arab ukr_Cyrl umb_Latn urd_Arab uzn_Latn vec_Latn vie_Latn war_Latn
    wol_Latn xho_Latn ydd_Hebr yor_Latn yue_Hant zgh_Tfng zsm_Latn zul_Latn
"""
NTREX = "div fuc hmn mey nde shi tah ton ven"  # and no card by FLORES+
WMT = "arg dsb hsb kha lld mas njz trp"  # and no card by FLORES+
AFROXLMR = """
    amh som swa afr zul mlg hau sna arz nya ibo xho yor sot kin tir tso orm run nso ewe lin twi pcm gaa loz lug guw bem
    efi lue lua toi ven tum tll iso kqn zne umb mos tiv lub ful kwy bci rnd luo wal ssw lun wol nyk kua kik fon bam cjk
    dik dyu kab kam kbp knc kmb kon nus sag taq tzm nqo tsn
"""
AFRIMTE = "ary"  # of the African challenge set, and in no other list
CARDS = {  # codes of one card that CLDR does not bring together, or brings under another one
    "fuv": "ful", "fuc": "ful", "din": "dik", "kau": "knc", "pbt": "ps", "mhr": "mhr", "aka": "twi", "ak": "twi",
    "nor": "nob", "no": "nob", "prs": "prs", "fa-AF": "prs",
}  # fmt: skip
QUOTES = {"prs": "fa"}  # fa-AF in CLDR, which has its marks from fa
NAMED = {  # in the test set's list or the model's, and not in CLDR
    "acm": "Mesopotamian Arabic", "acq": "Ta\u02bdizzi-Adeni Arabic", "apc": "Levantine Arabic",
    "azb": "South Azerbaijani",
    "bci": "Baoulé", "cjk": "Chokwe", "guw": "Gun", "hne": "Chhattisgarhi", "iso": "Isoko", "kbp": "Kabiyè",
    "kqn": "Kaonde", "ktu": "Kituba", "kwy": "San Salvador Kongo", "lld": "Ladin", "lue": "Luvale", "lun": "Lunda",
    "mey": "Hassaniyya", "mhr": "Meadow Mari", "njz": "Nyishi", "nyk": "Nyaneka", "prs": "Dari",
    "quy": "Ayacucho Quechua", "rnd": "Ruund", "taq": "Tamasheq", "tll": "Tetela", "toi": "Tonga (Zambia)",
    "trp": "Kokborok", "zne": "Zande",
}  # fmt: skip
# The languages of XLM-R, on which COMET's models build; results for others "are unreliable" (Unbabel/COMET, README).
XLMR = """
    af sq am ar hy as az eu be bn bs br bg my ca zh hr cs da nl en eo et fil fi fr gl ka de el gu ha he hi hu is id ga
    it ja jv kn kk km ko ku ky lo la lv lt mk mg ms ml mr mn ne no nob nno nn nb or om ps fa pl pt pa ro ru sa gd sr sd
    si sk sl so es su sw sv ta te th tr uk ur ug uz vi cy fy xh yi
"""
TOKENIZER = {"yue": "zh"}  # Han characters without spaces: sacrebleu names none, and this one parts them
CLDR = "Unicode CLDR 48.2.0"
AFRICOMET = "masakhane/africomet-mtl"
MODEL = "MT scoring specification, §2.3 (the model)"
LISTED = f"{MODEL}; Davlan/afro-xlmr-large-76L, encoder of AfriCOMET 1.1 (the language)"
CHALLENGE = (
    "AfriMTE's description, African challenge set of the WMT 2024 metrics task (Wang et al. 2024, NAACL)"
)


class Cldr:
    """What CLDR says of a language."""

    def __init__(self, core: Path, names: Path) -> None:
        supplemental = core / "supplemental"
        self.aliases: dict[str, Any] = content(
            supplemental / "aliases.json", "metadata", "alias", "languageAlias"
        )
        self.data: dict[str, Any] = content(supplemental / "languageData.json", "languageData")
        self.likely: dict[str, str] = content(supplemental / "likelySubtags.json", "likelySubtags")
        document = json.loads((names / "main" / "en" / "languages.json").read_text("utf-8"))
        self.names: dict[str, str] = document["main"]["en"]["localeDisplayNames"]["languages"]
        self.quotes = set(json.loads((HOME / "quotes.json").read_text("utf-8"))["languages"])

    def short(self, code: str) -> str:
        """The code that CLDR uses: two letters where there are any."""
        other = self.aliases.get(code, {}).get("_replacement", code)
        return code if "-" in other else str(other)

    def codes(self, short: str) -> set[str]:
        """The codes that CLDR replaces by this one."""
        found = {code for code, one in self.aliases.items() if one["_replacement"] == short}
        return {code for code in found if code.isalpha() and len(code) == 3} | {short}

    def scripts(self, code: str, short: str) -> tuple[list[str], str]:
        """The scripts of a language, and which of CLDR's tables has them."""
        if own := self.data.get(short, {}).get("_scripts"):
            return list(own), f"{CLDR}, languageData"
        if likely := self.likely.get(short) or self.likely.get(code):
            return [likely.split("-")[1]], f"{CLDR}, likelySubtags"
        return [], ""


def content(path: Path, *keys: str) -> Any:  # noqa: ANN401 - JSON
    """A part of a supplemental file."""
    part = json.loads(path.read_text("utf-8"))["supplemental"]
    for key in keys:
        part = part[key]
    return part


def fact(source: str, checked: str = "read") -> dict[str, str]:
    """Where a field comes from."""
    return {"source": source, "checked": checked}


def card(code: str, short: str, scripts: list[str], cldr: Cldr) -> dict[str, Any]:
    """A new card."""
    own, source = cldr.scripts(code, short)
    beside = [name for name in scripts if name not in own]
    listed = "FLORES+, language coverage" if beside else ""
    made: dict[str, Any] = {
        "code": code,
        "name": NAMED.get(code) or cldr.names.get(short) or cldr.names[code],
    }
    made["names"] = sorted(cldr.codes(short) - {code})
    made["scripts"] = [*own, *beside]
    made["hasCase"] = bool(CASED & set(made["scripts"]))
    if marks := next((name for name in (QUOTES.get(code), short, code) if name in cldr.quotes), None):
        made["quotesOf"] = marks
    made["tokenizer"] = TOKENIZER.get(code, "13a")
    facts = {"scripts": fact("; ".join(filter(None, (source, listed))))}
    facts["hasCase"] = fact("Unicode Character Database 16.0, derived property Cased, by script", "secondary")
    if "Geor" in made["scripts"]:
        facts["hasCase"] = fact(
            "Unicode Standard 16.0, §7.7: no capitals at the beginning of words", "secondary"
        )
    facts["tokenizer"] = fact("sacrebleu 2.6, the tokenizer of its --language-pair")
    if code in TOKENIZER:
        facts["tokenizer"] = fact("sacrebleu 2.6 names none; its zh parts Han characters", "secondary")
    if not {short, code} & set(XLMR.split()):
        made["lowResource"] = True
        facts["lowResource"] = fact("Unbabel/COMET, README, Languages Covered: not among those of XLM-R")
    if code in AFROXLMR.split() or code in AFRIMTE.split():
        made["metricModelSupport"] = {"comet": AFRICOMET}
        facts["metricModelSupport"] = fact(*((CHALLENGE,) if code in AFRIMTE else (LISTED, "secondary")))
    if code in AFRIMTE:
        made["metricModelValidation"] = {"comet": [AFRICOMET]}
        facts["metricModelValidation"] = fact(CHALLENGE)
    return {**made, "facts": facts}


def main(core: Path, names: Path) -> None:
    """Writes the cards that are missing, and adds codes to those that are there."""
    cldr = Cldr(core, names)
    scripts: dict[str, list[str]] = {}
    codes: dict[str, set[str]] = {}
    folder = HOME / "cards"
    there = {path.stem: json.loads(path.read_text("utf-8")) for path in folder.glob("*.json")}
    known = {code: name for name, one in there.items() for code in (name, *one.get("names", ()))}
    african = AFROXLMR.split() + AFRIMTE.split()
    for item in [*FLORES.split(), *NTREX.split(), *WMT.split(), *african]:
        code, _, script = item.partition("_")
        short = cldr.short(code)
        target = (
            CARDS.get(code) or known.get(code) or known.get(short) or (code if code in african else short)
        )
        target = next((name for name in african if cldr.short(name) == target), target)
        scripts.setdefault(target, []).extend([script] if script else [])
        codes.setdefault(target, set()).update(
            {code, short} | {one for one, name in CARDS.items() if name == target}
        )
    for target, own in codes.items():
        if target not in there:
            made = card(target, cldr.short(target), scripts[target], cldr)
            made["names"] = sorted(({*made["names"]} | own) - {target})
        else:
            made = there[target]
            new = sorted(own - {target, *made.get("names", ())})
            if not new:
                continue
            made["names"] = [*made.get("names", ()), *new]
        text = json.dumps(made, ensure_ascii=False, indent=2)
        (folder / f"{target}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))

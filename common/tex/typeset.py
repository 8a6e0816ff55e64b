r"""One formula to MathML by math-core, or None where it cannot be typeset.

math-core parses by recursion and takes the process down when a formula nests too deep for the stack (some thousand
levels, some hundred in a thread), so length and nesting are capped before it sees one, and the depth of its answer
after. What it writes is checked against an allowlist: no style (the policy of our pages forbids it), no ids, no links,
no named entities (feeds are XML).
"""

import re
from html.entities import html5

from math_core import LatexError, LatexToMathML

from common.tex.accents import ACCENT, accented
from common.tex.macros import MACROS
from common.tex.symbols import words

LONGEST = 2_000
_SHORT = 120  # cannot nest deeper than any stack bears
DEEPEST = 60
LARGEST = 100_000

_ELEMENTS = words(
    "math mi mo mn mrow mspace msub msup msubsup mover munder munderover mtext mfrac msqrt mroot mtable "
    "mtr mtd mpadded mphantom merror menclose mmultiscripts mprescripts b i em code"
)
_ATTRIBUTES = words(
    "stretchy lspace rspace mathvariant accent width height depth voffset form minsize maxsize "
    "displaystyle scriptlevel linethickness accentunder movablelimits symmetric separator fence largeop "
    "display columnalign rowspacing columnspacing columnspan rowspan columnlines rowlines frame notation"
)
_TAG = re.compile(r"<(/?)([A-Za-z0-9]+)")
_ATTRIBUTE = re.compile(r' ([A-Za-z:-]+)="')
_STYLE = re.compile(r' style="[^"]*"')
_SPAN = re.compile(r"</?span[^>]*>")
_ENTITY = re.compile(r"&([A-Za-z0-9]+);")
_KEPT_ENTITIES = {"lt", "gt", "amp", "quot"}

_ENVIRONMENT = re.compile(
    r"\\(begin|end)\{(equation|displaymath|math|align|gather|multline|eqnarray|split|flalign)\*?\}"
)
_INSIDE = {"align": "aligned", "gather": "gathered", "multline": "gathered", "split": "aligned", "flalign": "aligned"}
_NESTING = re.compile(r"(?<!\\)(?:\{|(\}))|\\(?:left|begin|(right|end))(?![A-Za-z])")
_CHAIN = re.compile(r"(?:\\[A-Za-z]+\s*+[\w\s^_]{0,2}){60}")
_BOOKKEEPING = re.compile(
    r"\\(?:label|tag\*?|cite[pt]?|eqno|leqno)\s*\{[^{}]*\}|\\(?:nonumber|notag|eqno|leqno)(?![A-Za-z])"
)
_PERCENT = re.compile(r"(?<!\\)%")
_ACCENT = re.compile(ACCENT)
_TEXT_IN_MATH = re.compile(r"\\(text(?:it|bf|rm|tt|sf|sc)?|mbox|hbox|mathrm|rm|emph|it|bf)\s*\{([^{}]*)\}")

_NOT_IN_TEXT = re.compile(r"\$|\\[hv]skip[^a-z]{0,10}[a-z]{2}|\\boldmath")

_converter = LatexToMathML(macros=MACROS, fancy_error=False, max_expansions=200)


def mathml(tex: str, display: bool) -> str | None:
    """`<math>…</math>` for the body of a formula (no delimiters), or None."""
    if len(tex) > LONGEST or (len(tex) > _SHORT and _nests(tex)):
        return None
    if "%" in tex:
        tex = _PERCENT.sub(r"\\%", tex)
    if "\\begin{" in tex or "\\end{" in tex:
        tex = _ENVIRONMENT.sub(_inside, tex)
    try:
        markup = _converter.convert_with_local_state(tex, displaystyle=display)
    except LatexError:
        mended = _mended(tex)
        if mended == tex:
            return None
        try:
            markup = _converter.convert_with_local_state(mended, displaystyle=display)
        except LatexError:
            return None
    return _clean(markup)


def _nests(tex: str) -> bool:
    """Whether the formula nests too deep for math-core on the small stack of a thread."""
    if _CHAIN.search(tex):
        return True
    depth = 0
    for brace, word in _NESTING.findall(tex):
        depth += -1 if brace or word else 1
        if depth > DEEPEST:
            return True
    return False


def _inside(match: re.Match[str]) -> str:
    """Numbered environments give way to ones without numbers; the formula stands alone here."""
    name = match[2]
    if name == "eqnarray":
        return r"\begin{array}{rcl}" if match[1] == "begin" else r"\end{array}"
    return f"\\{match[1]}{{{_INSIDE[name]}}}" if name in _INSIDE else ""


def _mended(tex: str) -> str:
    """What authors get away with in TeX and math-core refuses, said so that it understands."""
    tex = _BOOKKEEPING.sub("", tex)
    tex = _ACCENT.sub(accented, tex)
    tex = _TEXT_IN_MATH.sub(_plain_text, tex)
    tex = tex.replace("\\left<", r"\left\langle ").replace("\\right>", r"\right\rangle ")
    tex = re.sub(r"(?<!\\)#", r"\\#", tex)
    if "&" in tex and "\\begin" not in tex:
        tex = re.sub(r"(?<!\\)&", r"\\&", tex)
    tex = re.sub(r"\\(?:[hv]skip|[hv]space\*?)\s*(?:\{[^{}]*\}|-?[\d.]+\s*(?:pt|em|ex|mm|cm|in|truein))", r"\\,", tex)
    tex = re.sub(r"\\(?:textgreater|textless)\{\}", lambda m: ">" if "g" in m[0] else "<", tex)
    tex = re.sub(r"\\(?:-|protect(?![A-Za-z]))", "", tex)
    tex = re.sub(r"\\limits(?![A-Za-z])", "", tex)
    opened = 0
    for brace in re.findall(r"(?<!\\)[{}]", tex):
        opened += 1 if brace == "{" else -1
    if opened > 0:
        tex += "}" * opened
    elif opened < 0:
        tex = "{" * -opened + tex
    return tex


def _plain_text(match: re.Match[str]) -> str:
    """Text inside a formula that holds a formula again, or a spacing command: say it without."""
    body = match[2]
    if "$" not in body and "\\" not in body:
        return match[0]
    return f"\\{match[1]}{{{_NOT_IN_TEXT.sub(' ', body)}}}"


def _clean(markup: str) -> str | None:
    if len(markup) > LARGEST:
        return None
    if " style=" in markup:
        markup = _STYLE.sub("", markup)
    if "<span" in markup:
        markup = _SPAN.sub("", markup)
    if "&" in markup:
        markup = _ENTITY.sub(_character, markup)
    depth = deepest = 0
    for closing, name in _TAG.findall(markup):
        if name not in _ELEMENTS:
            return None
        depth += -1 if closing else 1
        if depth > deepest:
            deepest = depth
    # Empty elements close themselves and are counted as open; they only make the bound stricter.
    deepest -= markup.count("/>")
    if deepest > DEEPEST or not _ATTRIBUTES.issuperset(_ATTRIBUTE.findall(markup)):
        return None
    return markup


def _character(match: re.Match[str]) -> str:
    name = match[1]
    return match[0] if name in _KEPT_ENTITIES else html5.get(f"{name};", match[0].replace("&", "&amp;"))

r"""Which TeX commands running text may hold, and what each does there."""

from common.tex.symbols import FUNCTIONS, words

EMPHASIS = {
    "emph": "em",
    "textit": "em",
    "textsl": "em",
    "textbf": "strong",
    "textsuperscript": "sup",
    "textsubscript": "sub",
}
SWITCHES = {"it": "em", "em": "em", "sl": "em", "itshape": "em", "bf": "strong", "bfseries": "strong"}
WORDLESS = words(
    "rm sc tt sf cal mit mathrm mathsf mathit mathbf mathcal mathtt mathfrak frak mathscr text textrm "
    "texttt textsf textsc textup textnormal textmd mbox hbox uppercase lowercase underline ensuremath "
    "noindent large Large LARGE small footnotesize scriptsize tiny normalsize huge Huge scshape ttfamily "
    "sffamily rmfamily upshape mdseries normalfont boldmath centerline left right limits displaystyle "
    "protect relax xspace par newline linebreak pagebreak hfill break smallskip medskip bigskip indent "
    "leavevmode null unboldmath maketitle newpage hss nobreak nolinebreak allowbreak"
)
BREAKS = words("par newline linebreak quad qquad space hfill break smallskip medskip bigskip thinspace enspace")
CITES = words("cite citep citet citealt citealp citeauthor citeyear Cite nocite onlinecite citenum")
SKIPPED = words("label vspace hspace thispagestyle pagestyle vskip hskip bibliographystyle")
NAMES = {
    "TeX": "TeX", "LaTeX": "LaTeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX", "ie": "i.e.", "eg": "e.g.",
    "etal": "et al.", "etc": "etc.", "cf": "cf.", "kms": "km/s", "msun": "M☉", "Msun": "M☉", "lsun": "L☉",
    "arcsec": "″", "arcmin": "′", "micron": "μm", "item": "•", "slash": "/",
}  # fmt: skip
SPELT = {",": " ", ";": " ", ":": " ", " ": " ", "\\": " ", "!": "", "-": "", "/": "", "@": "", "\n": " ", "|": "‖"}
MATH_ENVIRONMENTS = words("equation align eqnarray gather multline displaymath math flalign")
# Commands of formulas that also stand without their dollars.
BARE_MATH = FUNCTIONS | words(
    "frac tfrac dfrac binom sqrt mathbb Bbb bar hat tilde vec dot ddot overline widehat widetilde overrightarrow check "
    "breve over choose bmod mod not"
)

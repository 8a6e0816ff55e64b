r"""What TeX's symbol commands look like in Unicode, and the alphabets of superscripts, subscripts and `\mathbb`."""


def words(text: str) -> frozenset[str]:
    """The blank-separated words of a long constant."""
    return frozenset(text.split())


GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "varkappa": "ϰ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "omicron": "ο", "pi": "π", "varpi": "ϖ", "rho": "ρ", "varrho": "ϱ", "sigma": "σ", "varsigma": "ς",
    "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ",
    "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ",
    "Psi": "Ψ", "Omega": "Ω", "varGamma": "Γ", "varDelta": "Δ", "varTheta": "Θ", "varLambda": "Λ", "varXi": "Ξ",
    "varPi": "Π", "varSigma": "Σ", "varPhi": "Φ", "varPsi": "Ψ", "varOmega": "Ω", "digamma": "ϝ",
}  # fmt: skip

# Relations and arrows: set with a blank on both sides in running text.
RELATIONS = {
    "le": "≤", "leq": "≤", "leqslant": "⩽", "leqq": "≦", "ge": "≥", "geq": "≥", "geqslant": "⩾", "geqq": "≧",
    "ne": "≠", "neq": "≠", "ll": "≪", "gg": "≫", "lll": "⋘", "ggg": "⋙", "lt": "<", "gt": ">", "sim": "∼",
    "simeq": "≃", "approx": "≈", "cong": "≅", "equiv": "≡", "propto": "∝", "varpropto": "∝", "asymp": "≍",
    "doteq": "≐", "lesssim": "≲", "gtrsim": "≳", "lessapprox": "⪅", "gtrapprox": "⪆", "lessgtr": "≶",
    "gtrless": "≷", "nsim": "≁", "ncong": "≇", "in": "∈", "notin": "∉", "ni": "∋", "subset": "⊂", "supset": "⊃",
    "subseteq": "⊆", "supseteq": "⊇", "subsetneq": "⊊", "supsetneq": "⊋", "nsubseteq": "⊈", "sqsubset": "⊏",
    "sqsubseteq": "⊑", "sqsupseteq": "⊒", "prec": "≺", "succ": "≻", "preceq": "⪯", "succeq": "⪰",
    "preccurlyeq": "≼", "succcurlyeq": "≽", "mid": "∣", "nmid": "∤", "parallel": "∥", "nparallel": "∦",
    "perp": "⊥", "vdash": "⊢", "dashv": "⊣", "models": "⊨", "vDash": "⊨", "Vdash": "⊩", "to": "→",
    "rightarrow": "→", "longrightarrow": "→", "leftarrow": "←", "gets": "←", "longleftarrow": "←",
    "leftrightarrow": "↔", "longleftrightarrow": "↔", "Rightarrow": "⇒", "Longrightarrow": "⇒", "implies": "⇒",
    "Leftarrow": "⇐", "Longleftarrow": "⇐", "impliedby": "⇐", "Leftrightarrow": "⇔", "Longleftrightarrow": "⇔",
    "iff": "⇔", "mapsto": "↦", "longmapsto": "↦", "hookrightarrow": "↪", "hookleftarrow": "↩",
    "rightharpoonup": "⇀", "leftharpoonup": "↼", "rightleftharpoons": "⇌", "rightleftarrows": "⇄",
    "leftrightarrows": "⇆", "rightrightarrows": "⇉", "twoheadrightarrow": "↠", "rightarrowtail": "↣",
    "rightsquigarrow": "⇝", "leadsto": "⇝", "dashrightarrow": "⇢", "nearrow": "↗", "searrow": "↘",
    "coloneqq": "≔", "triangleq": "≜", "eqsim": "≂", "backsim": "∽", "bowtie": "⋈", "trianglelefteq": "⊴",
    "ntrianglelefteq": "⋬", "vartriangleleft": "⊲", "nrightarrow": "↛", "nleq": "≰", "ngeq": "≱", "nless": "≮",
    "ngtr": "≯", "thicksim": "∼", "thickapprox": "≈", "approxeq": "≊",
}  # fmt: skip

SIGNS = {
    "pm": "±", "mp": "∓", "times": "×", "div": "÷", "cdot": "⋅", "ast": "∗", "star": "⋆", "circ": "∘",
    "bullet": "•", "oplus": "⊕", "ominus": "⊖", "otimes": "⊗", "oslash": "⊘", "odot": "⊙", "boxtimes": "⊠",
    "boxplus": "⊞", "boxdot": "⊡", "wedge": "∧", "land": "∧", "vee": "∨", "lor": "∨", "cap": "∩", "cup": "∪",
    "sqcap": "⊓", "sqcup": "⊔", "uplus": "⊎", "setminus": "∖", "smallsetminus": "∖", "backslash": "\\",
    "dagger": "†", "dag": "†", "ddagger": "‡", "ddag": "‡", "amalg": "⨿", "wr": "≀", "ltimes": "⋉",
    "rtimes": "⋊", "diamond": "⋄", "triangle": "△", "bigtriangleup": "△", "triangledown": "▽",
    "bigtriangledown": "▽", "triangleleft": "◁", "triangleright": "▷", "square": "□", "Box": "□",
    "blacksquare": "■", "Diamond": "◇", "lozenge": "◊", "bigstar": "★", "bigcirc": "◯", "infty": "∞",
    "partial": "∂", "nabla": "∇", "forall": "∀", "exists": "∃", "nexists": "∄", "emptyset": "∅",
    "varnothing": "∅", "neg": "¬", "lnot": "¬", "top": "⊤", "bot": "⊥", "angle": "∠", "prime": "′",
    "hbar": "ħ", "hslash": "ℏ", "ell": "ℓ", "wp": "℘", "Re": "ℜ", "Im": "ℑ", "aleph": "ℵ", "beth": "ℶ",
    "imath": "ı", "jmath": "ȷ", "eth": "ð", "mho": "℧", "sum": "∑", "prod": "∏", "coprod": "∐", "int": "∫",
    "iint": "∬", "iiint": "∭", "oint": "∮", "bigcup": "⋃", "bigcap": "⋂", "bigoplus": "⨁", "bigotimes": "⨂",
    "bigwedge": "⋀", "bigvee": "⋁", "bigsqcup": "⨆", "biguplus": "⨄", "langle": "⟨", "rangle": "⟩",
    "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "lbrace": "{", "rbrace": "}", "lbrack": "[",
    "rbrack": "]", "vert": "|", "lvert": "|", "rvert": "|", "Vert": "‖", "lVert": "‖", "rVert": "‖",
    "uparrow": "↑", "downarrow": "↓", "updownarrow": "↕", "Uparrow": "⇑", "Downarrow": "⇓", "ldots": "…",
    "dots": "…", "cdots": "⋯", "dotsc": "…", "dotsb": "⋯", "hdots": "…", "vdots": "⋮", "ddots": "⋱",
    "degree": "°", "deg": "°", "textdegree": "°", "celsius": "°C", "sun": "☉", "astrosun": "☉", "earth": "⊕",
    "male": "♂", "female": "♀", "sharp": "♯", "flat": "♭", "natural": "♮", "clubsuit": "♣", "diamondsuit": "♢",
    "heartsuit": "♡", "spadesuit": "♠", "checkmark": "✓", "copyright": "©", "circledR": "®", "pounds": "£",
    "S": "§", "P": "¶", "complement": "∁", "therefore": "∴", "because": "∵", "surd": "√", "colon": ":",
    "textmu": "µ", "textperiodcentered": "·", "textbullet": "•", "textregistered": "®", "texttrademark": "™",
    "textcopyright": "©", "euro": "€", "texteuro": "€", "textellipsis": "…", "textendash": "–",
    "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’", "textquotedblleft": "“",
    "textquotedblright": "”", "textless": "<", "textgreater": ">", "textbar": "|", "textbackslash": "\\",
    "textasciitilde": "~", "textasciicircum": "^", "textunderscore": "_", "textasciigrave": "`",
    "textquotesingle": "'", "textdollar": "$", "textsterling": "£", "textexclamdown": "¡",
    "textquestiondown": "¿", "guillemotleft": "«", "guillemotright": "»", "guillemetleft": "«",
    "guillemetright": "»", "lq": "‘", "rq": "’", "textordfeminine": "ª", "textordmasculine": "º",
    "textpm": "±", "texttimes": "×", "textonehalf": "½", "textonequarter": "¼", "textnumero": "№",
}  # fmt: skip

FUNCTIONS = words(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf injlim ker lg lim liminf "
    "limsup ln log max min mod Pr projlim sec sech sgn sin sinh sup tan tanh Tr tr Hom Ext Aut End Spec "
    "rank Res"
)

SUPERSCRIPTS = dict(
    zip("0123456789+-−=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True)
) | {
    "α": "ᵅ", "β": "ᵝ", "γ": "ᵞ", "δ": "ᵟ", "θ": "ᶿ", "N": "ᴺ", "T": "ᵀ", "M": "ᴹ", "D": "ᴰ", "R": "ᴿ",
}  # fmt: skip
SUBSCRIPTS = dict(zip("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)) | {
    "β": "ᵦ", "γ": "ᵧ", "ρ": "ᵨ", "φ": "ᵩ", "χ": "ᵪ",
}  # fmt: skip

# Signs that stand raised by themselves: a superscript of them needs no mark.
RAISED = {"∘": "°", "°": "°", "′": "′", "†": "†", "‡": "‡", "*": "*", "∗": "*", "⋆": "⋆", "™": "™", "®": "®"}

DOUBLE_STRUCK = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ1k", "𝔸𝔹ℂ𝔻𝔼𝔽𝔾ℍ𝕀𝕁𝕂𝕃𝕄ℕ𝕆ℙℚℝ𝕊𝕋𝕌𝕍𝕎𝕏𝕐ℤ𝟙𝕜", strict=True))

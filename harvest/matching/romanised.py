"""Given names in Latin letters from Chinese or Korean, where a name that begins another is a different name; pure."""

import re


def is_romanised(word: str, family: str) -> bool:
    """Whether a folded given name is made of Chinese syllables, or of Korean ones with a Korean family name."""
    return bool(_PINYIN.fullmatch(word)) or (family in _KOREAN_FAMILIES and bool(_KOREAN.fullmatch(word)))


_PINYIN = re.compile(
    "(?:"
    "[bpm](?:ai|an|ang|ao|a|ei|en|eng|ian|iao|ie|in|ing|iu|i|o|ou|u)|f(?:an|ang|a|ei|en|eng|ou|o|u)"
    "|[dt](?:ai|an|ang|ao|a|ei|eng|en|e|ian|iao|ia|ie|ing|iu|i|ong|ou|uan|ui|un|uo|u)"
    "|[nl](?:ai|an|ang|ao|a|ei|en|eng|e|iang|ian|iao|ia|ie|ing|in|iu|i|ong|ou|uan|ue|un|uo|u|v)"
    "|[gkh](?:ai|ang|an|ao|a|eng|en|ei|e|ong|ou|uang|uan|uai|ua|ui|un|uo|u)"
    "|[jqx](?:iang|iong|ian|iao|ia|ie|ing|in|iu|i|uan|ue|un|u)"
    "|(?:zh|ch|sh|r)(?:ai|ang|an|ao|a|eng|en|ei|e|i|ong|ou|uang|uan|uai|ua|ui|un|uo|u)"
    "|[zcs](?:ai|ang|an|ao|a|eng|en|ei|e|i|ong|ou|uan|ui|un|uo|u)"
    "|w(?:ai|ang|an|a|eng|en|ei|o|u)|y(?:ang|an|ao|a|e|ing|in|i|ong|ou|uan|ue|un|u)|ang|ai|an|ao|a|en|er|e|ou"
    ")+"
)
_KOREAN = re.compile(
    "(?:(?:kk|tt|pp|ss|jj|ch|sh|[gkndtrlmbpsjchyw])?(?:yeo|yae|yoo|yu|ya|yo|ye|eo|eu|ae|oo|ee|ui|wa|wo|we|wi|a|e|i|o|u)"
    "(?:ng|ck|[nmlkpbtgh])?)+"
)
_KOREAN_FAMILIES_TEXT = """
    kim lee yi rhee park pak bak choi choe jung jeong chung chong kang cho jo yoon yun jang chang lim im han oh seo suh
    shin sin kwon hwang ahn an song ryu yoo you hong jeon jun chun ko koh go moon mun yang bae baek paik heo hur huh nam
    noh roh ha shim sim woo cha joo ju koo gu min kwak
"""
_KOREAN_FAMILIES = frozenset(_KOREAN_FAMILIES_TEXT.split())

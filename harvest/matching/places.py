"""Countries and regions as affiliations name them; pure. Names of countries beyond those that ROR itself uses."""

from institutions.names import words


def _codes(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ALSO = {
    "US": "USA|US|U.S.A.|United States of America|Etats-Unis|Estados Unidos|EE.UU.|EUA",
    "GB": "UK|U.K.|Great Britain|England|Scotland|Wales|Northern Ireland|Inglaterra|Royaume-Uni|United Kingdom",
    "CN": "PR China|People's Republic of China|PRC|Peoples R China|P R China|Chine|Mainland China|CHN",
    "KR": "Korea|South Korea|Republic of Korea|ROK|Korea South|KOR",
    "KP": "North Korea|Democratic People's Republic of Korea",
    "DE": "Germany|Deutschland|Allemagne|Federal Republic of Germany|FRG|BRD|GDR|Alemania|DEU",
    "RU": "Russia|Russian Federation|USSR|Rusia|Russie",
    "TW": "Taiwan|Taiwan ROC|Taiwan R.O.C.|Republic of China|R.O.C.|ROC|Taiwan Province of China",
    "IR": "Iran|Islamic Republic of Iran|I.R. Iran|IRN",
    "BR": "Brazil|Brasil|BRA",
    "ES": "Spain|España|Espagne|Espanya|ESP",
    "IT": "Italy|Italia|Italie|ITA",
    "NL": "Netherlands|The Netherlands|Holland|Nederland|Pays-Bas|NLD",
    "FR": "France|FRA|Francia",
    "JP": "Japan|Japon|JPN",
    "CH": "Switzerland|Schweiz|Suisse|Svizzera|CHE",
    "AT": "Austria|Österreich|AUT",
    "BE": "Belgium|Belgique|België|BEL",
    "MX": "Mexico|México|Méx.|MEX",
    "CA": "Canada|CAN",
    "AU": "Australia|AUS",
    "IN": "India|IND",
    "TR": "Turkey|Türkiye|Turkiye|TUR",
    "CZ": "Czech Republic|Czechia|Czechoslovakia|CZE",
    "PL": "Poland|Polska|POL",
    "PT": "Portugal|PRT",
    "SE": "Sweden|Sverige|SWE",
    "NO": "Norway|Norge|NOR",
    "DK": "Denmark|Danmark|DNK",
    "FI": "Finland|Suomi|FIN",
    "GR": "Greece|Hellas|GRC",
    "HU": "Hungary|Magyarország|HUN",
    "IE": "Ireland|Republic of Ireland|Eire|IRL",
    "IL": "Israel|ISR",
    "SA": "Saudi Arabia|Kingdom of Saudi Arabia|KSA",
    "AE": "United Arab Emirates|UAE|U.A.E.",
    "EG": "Egypt|Arab Republic of Egypt",
    "VN": "Vietnam|Viet Nam|Socialist Republic of Vietnam",
    "SG": "Singapore|Republic of Singapore",
    "MY": "Malaysia",
    "HK": "Hong Kong|Hong Kong SAR|HKSAR",
    "MO": "Macau|Macao|Macao SAR|Macau SAR",
    "ZA": "South Africa|Republic of South Africa|RSA",
    "MK": "North Macedonia|Macedonia|FYROM",
    "MD": "Moldova|Republic of Moldova",
    "SY": "Syria|Syrian Arab Republic",
    "VE": "Venezuela",
    "BO": "Bolivia",
    "TZ": "Tanzania|United Republic of Tanzania",
    "CI": "Ivory Coast|Côte d'Ivoire",
    "CD": "Democratic Republic of the Congo|DR Congo|DRC",
    "LA": "Laos|Lao PDR",
    "BN": "Brunei|Brunei Darussalam",
    "RS": "Serbia|Republic of Serbia|Yugoslavia",
    "NZ": "New Zealand|NZL",
    "RO": "Romania|România|Roumanie",
    "BG": "Bulgaria",
    "UA": "Ukraine",
    "BY": "Belarus|Republic of Belarus",
    "GE": "Georgia|Republic of Georgia",
    "AM": "Armenia",
    "CU": "Cuba",
    "PR": "Puerto Rico",
    "PS": "Palestine|State of Palestine|Palestinian Territories",
}  # fmt: skip

US_STATES = _codes(
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA"
    " RI SC SD TN TX UT VT VA WA WV WI WY DC"
)
CANADIAN_PROVINCES = _codes("AB BC MB NB NL NS NT ON PE QC SK YT")
AUSTRALIAN_STATES = _codes("NSW VIC QLD TAS ACT")

# Institutions of the left are printed with the right country too; not the other way round.
PRINTED_WITH = {
    "HK": "CN", "MO": "CN", "TW": "CN", "PR": "US", "GU": "US", "GP": "FR", "RE": "FR", "MQ": "FR", "GF": "FR",
    "NC": "FR", "PF": "FR", "GL": "DK", "FO": "DK", "PS": "IL", "GG": "GB", "JE": "GB", "IM": "GB", "XK": "RS",
}  # fmt: skip

COUNTRIES: dict[str, set[str]] = {}
for _code, _names in _ALSO.items():
    for _name in _names.split("|"):
        COUNTRIES.setdefault(" ".join(words(_name)), set()).add(_code)

"""Records in the layout of arXiv's snapshot, and how arXiv's servers write them as XML.

A record is a dict as in the snapshot: id, submitter, authors, title, comments, journal-ref, doi, report-no, categories,
license, abstract, versions [{version, created, size?, source_type?}], update_date. Keys beginning with an underscore
are this server's: `_deleted` makes an OAI header with that status, `_xml` stands for the whole metadata element.
"""

from xml.sax.saxutils import escape

from papers.taxonomy import CATEGORY_BY_CODE

FIRST_DAY = "2005-09-16"
_TEXT_BEFORE_VERSIONS = ("id", "submitter")
_TEXT_AFTER_VERSIONS = (
    *("title", "authors", "categories", "comments", "proxy", "report-no", "acm-class", "msc-class", "journal-ref"),
    *("doi", "license", "abstract"),
)


def record(arxiv_id, **facts):
    """A complete record with what is given and plausible values for the rest; a key's `_` stands for its `-`."""
    day = facts.pop("update_date", "2024-01-03")
    made = {
        "id": arxiv_id,
        "submitter": "Ada Example",
        "authors": "Ada Example and Bob Sample",
        "title": f"On the paper {arxiv_id}",
        "categories": "cs.DL",
        "license": "http://arxiv.org/licenses/nonexclusive-distrib/1.0/",
        "abstract": "  We show that a paper needs an abstract, and give one\nas an example.\n",
        "versions": [{"version": "v1", "created": "Mon, 1 Jan 2024 12:00:00 GMT", "size": "12kb"}],
        "update_date": day,
    }
    made.update({key if key.startswith("_") else key.replace("_", "-"): value for key, value in facts.items()})
    return made


def identifier(record):
    return f"oai:arXiv.org:{record['id']}"


def set_specs(record):
    """`group:archive:CATEGORY` of each category, as the server of 2025 writes it; aliases bring their twin."""
    codes = []
    for code in (record.get("categories") or "").split():
        twins = [code]
        if code in CATEGORY_BY_CODE:
            alias_of = CATEGORY_BY_CODE[code].alias_of
            twins += [alias_of] if alias_of else []
            twins += [other.code for other in CATEGORY_BY_CODE.values() if other.alias_of == code and not other.retired]
        codes += [twin for twin in twins if twin in CATEGORY_BY_CODE]
    return list(dict.fromkeys(_set_spec(code) for code in codes))


def oai_header(record):
    status = ' status="deleted"' if record.get("_deleted") else ""
    sets = "".join(f"            <setSpec>{spec}</setSpec>\n" for spec in set_specs(record))
    return (
        f"                <header{status}>\n        <identifier>{escape(identifier(record))}</identifier>\n"
        f"        <datestamp>{record['update_date']}</datestamp>\n{sets}    </header>\n"
    )


def oai_record(record):
    if record.get("_deleted"):
        return f"                    <record>\n{oai_header(record)}        </record>\n"
    return (
        f"                    <record>\n{oai_header(record)}\n            <metadata>\n"
        f"{record.get('_xml') or _arxiv_raw(record)}\n            </metadata>\n        </record>\n"
    )


def atom_entry(record, version=None):
    """The entry of the query API: dates of the first version and of the one shown."""
    versions = record["versions"]
    shown = version or len(versions)
    codes = record["categories"].split()
    categories = "".join(f'    <category term="{code}" scheme="http://arxiv.org/schemas/atom"/>\n' for code in codes)
    authors = "".join(
        f"    <author>\n      <name>{_text(name)}</name>\n    </author>\n"
        for name in record["authors"].replace(" and ", ", ").split(", ")
    )
    optional = "".join(
        f"    <arxiv:{name}>{_text(record[key])}</arxiv:{name}>\n"
        for name, key in (("comment", "comments"), ("journal_ref", "journal-ref"), ("doi", "doi"))
        if record.get(key)
    )
    return (
        f"  <entry>\n    <id>http://arxiv.org/abs/{record['id']}v{shown}</id>\n"
        f"    <title>{_text(record['title'])}</title>\n"
        f"    <updated>{_iso(versions[shown - 1]['created'])}</updated>\n"
        f"    <summary>{_text(record['abstract'])}</summary>\n{categories}"
        f"    <published>{_iso(versions[0]['created'])}</published>\n{optional}"
        f'    <arxiv:primary_category term="{codes[0]}"/>\n{authors}  </entry>\n'
    )


def _arxiv_raw(record):
    lines = [
        '                        <arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/" xmlns:xsi="http://www.w3.org/2001/'
        'XMLSchema-instance" xsi:schemaLocation="http://arxiv.org/OAI/arXivRaw/ https://oaipmh.arxiv.org/OAI/'
        'arXivRaw.xsd">'
    ]
    lines += [_element(record, name, "        ") for name in _TEXT_BEFORE_VERSIONS]
    for version in record.get("versions") or ():
        lines.append(f'            <version version="{version["version"]}">')
        lines.append(f"                <date>{version['created']}</date>")
        lines += [
            f"                <{name}>{version[name]}</{name}>" for name in ("size", "source_type") if version.get(name)
        ]
        lines.append("            </version>")
    lines += [_element(record, name, "        ") for name in _TEXT_AFTER_VERSIONS]
    return "\n".join(line for line in [*lines, "    </arXivRaw>"] if line)


def _element(record, name, indent):
    value = record.get(name)
    return f"{indent}<{name}>{_text(value)}</{name}>" if value is not None else ""


def _text(value):
    return escape(value, {"'": "&#39;", '"': "&#34;"})


def _set_spec(code):
    category = CATEGORY_BY_CODE[code]
    parent = f"{category.group}:{category.archive}"
    return f"{parent}:{code.partition('.')[2]}" if "." in code else parent


def _iso(mail_date):
    _, day, month, year, clock, _ = mail_date.split()
    number = "JanFebMarAprMayJunJulAugSepOctNovDec".index(month) // 3 + 1
    return f"{year}-{number:02}-{int(day):02}T{clock}Z"

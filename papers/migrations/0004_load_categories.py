"""The rows of Category from `papers.taxonomy`: archives, categories, aliases. Going back leaves them."""

from datetime import date

from django.db import migrations

from papers import taxonomy


def load(apps, schema_editor):
    Category = apps.get_model("papers", "Category")
    rows = {}
    for archive in taxonomy.ARCHIVES:
        rows[archive.code] = Category(
            code=archive.code,
            name=archive.name,
            archive=archive.code,
            group=archive.group,
            is_archive=True,
            retired_on=_first_of(archive.ended),
        )
    aliases = {}
    for category in taxonomy.CATEGORIES:
        row = rows.setdefault(
            category.code,
            Category(code=category.code, name=category.name, archive=category.archive, group=category.group),
        )
        if not row.is_archive:  # bare astro-ph is closed to new papers, its archive is not
            row.retired_on = _first_of(category.retired)
        if category.alias_of:
            aliases[category.code] = category.alias_of
    Category.objects.bulk_create(
        rows.values(),
        update_conflicts=True,
        unique_fields=["code"],
        update_fields=["name", "archive", "group", "is_archive", "retired_on"],
    )
    for code, canonical in aliases.items():
        Category.objects.filter(code=code).update(alias_of=canonical)


def _first_of(month):
    return date.fromisoformat(f"{month}-01") if month else None


class Migration(migrations.Migration):
    dependencies = [("papers", "0003_source_detail_and_removal_on_request")]
    operations = [migrations.RunPython(load, migrations.RunPython.noop)]

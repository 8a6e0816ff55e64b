"""Affiliations keep the institution that was read in them where a merge leads to another."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("institutions", "0003_summaries"),
        ("papers", "0008_index_of_dois_and_age_of_similar_papers"),
    ]

    operations = [
        migrations.AddField(
            model_name="affiliation",
            name="read_as",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                help_text="The institution found, where it leads to another: merged, or parted from it by a curator.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="institutions.institution",
            ),
        ),
        migrations.AddIndex(
            model_name="affiliation",
            index=models.Index(
                models.F("read_as"),
                condition=models.Q(("read_as__isnull", False)),
                name="affiliation_read_as",
            ),
        ),
    ]

"""When each profile is to be asked for by itself; those claimed already are due at once."""

import django.db.models.deletion
from django.db import migrations, models

EXPECT = """
    INSERT INTO harvest_profileasked (source, profile_id, newest_paper_at, due_at)
    SELECT claim.source, claim.profile_id, max(paper.first_submitted_at), now() FROM papers_claim claim
    JOIN papers_authorship slot ON slot.id = claim.authorship_id JOIN papers_paper paper ON paper.id = slot.paper_id
    GROUP BY 1, 2 ORDER BY 2 ON CONFLICT DO NOTHING
"""


class Migration(migrations.Migration):
    dependencies = [
        ("harvest", "0006_totals"),
        ("papers", "0009_affiliation_as_it_was_read"),
        ("researchers", "0003_stays_and_what_tells_apart"),
    ]

    operations = [
        migrations.CreateModel(
            name="ProfileAsked",
            fields=[
                (
                    "profile",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="researchers.profile",
                    ),
                ),
                ("source", models.CharField(max_length=20)),
                (
                    "newest_paper_at",
                    models.DateTimeField(help_text="First version of the newest paper that it was claimed on."),
                ),
                ("asked_at", models.DateTimeField(blank=True, null=True)),
                ("due_at", models.DateTimeField(help_text="When to ask, or ask again.")),
            ],
            options={
                "indexes": [models.Index(fields=["source", "due_at"], name="profile_asked_due")],
            },
        ),
        migrations.RunSQL(EXPECT, migrations.RunSQL.noop),
    ]

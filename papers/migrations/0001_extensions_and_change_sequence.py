"""Extensions, the text search configuration of the stand-in search, and the change sequence that followers read."""

from django.contrib.postgres.operations import TrigramExtension, UnaccentExtension
from django.db import migrations
from pgvector.django import VectorExtension


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        VectorExtension(),
        TrigramExtension(),
        UnaccentExtension(),
        migrations.RunSQL(
            "CREATE SEQUENCE public.change_seq AS bigint",
            "DROP SEQUENCE public.change_seq",
        ),
        migrations.RunSQL(
            """
            CREATE TEXT SEARCH CONFIGURATION public.wovepaper (COPY = pg_catalog.english);
            ALTER TEXT SEARCH CONFIGURATION public.wovepaper
                ALTER MAPPING FOR hword, hword_part, word WITH public.unaccent, pg_catalog.english_stem;
            """,
            "DROP TEXT SEARCH CONFIGURATION public.wovepaper",
        ),
    ]

"""One HNSW index over all vectors gives way to one for each recipe, made by `search.vector_index` for later recipes.

Made CONCURRENTLY, so the code before and its readers go on meanwhile; the old index is dropped last.
"""

import hashlib

from django.db import migrations
from psycopg import sql


def index_each(apps, schema_editor):
    recipes = apps.get_model("search", "Recipe").objects.values_list("name", flat=True)
    with schema_editor.connection.cursor() as cursor:
        for recipe in recipes:
            name = f"embedding_nearest_{hashlib.blake2b(recipe.encode(), digest_size=5).hexdigest()}"
            cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")  # what a try before left broken
            cursor.execute(
                sql.SQL(
                    f"CREATE INDEX CONCURRENTLY {name} ON search_embedding USING hnsw (vector halfvec_cosine_ops) "
                    "WITH (m = 16, ef_construction = 64) WHERE recipe = {recipe}"
                ).format(recipe=sql.Literal(recipe))
            )


def drop_each(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() "
            "AND tablename = 'search_embedding' AND indexname LIKE 'embedding\\_nearest\\_%'"
        )
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("search", "0001_embeddings")]

    operations = [
        migrations.RunPython(index_each, drop_each),
        migrations.RemoveIndex(model_name="embedding", name="embedding_nearest"),
    ]

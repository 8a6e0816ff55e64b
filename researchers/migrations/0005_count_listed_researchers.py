from django.db import migrations, models


class Migration(migrations.Migration):
    """The API counts listed researchers, all or of a field or country, from this index alone."""

    dependencies = [("researchers", "0004_when_profiles_were_read")]

    operations = [
        migrations.AddIndex(
            model_name="researcher",
            index=models.Index(
                "main_category",
                "country_code",
                condition=models.Q(("hidden_at", None), ("merged_into", None), ("paper_count__gt", 0)),
                name="researcher_listed",
            ),
        ),
    ]

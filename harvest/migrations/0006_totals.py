from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("harvest", "0005_summaries_followed")]

    operations = [
        migrations.CreateModel(
            name="Totals",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("numbers", models.JSONField(default=dict)),
                ("counted_at", models.DateTimeField()),
                ("changed_at", models.DateTimeField(help_text="When counting last gave other numbers.")),
                ("seconds", models.FloatField(help_text="What counting took: dear counts are made seldom.")),
            ],
        ),
    ]

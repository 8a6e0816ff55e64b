"""Papers that have a new version, the newest first: for feeds of a site that held all of them in one day."""

from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):

    dependencies = [
        ('papers', '0012_indexes_of_sitemaps'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='paper',
            index=models.Index(F('latest_submitted_at').desc(), name='paper_replaced', condition=Q(removed_at=None, latest_version__gt=1)),
        ),
    ]

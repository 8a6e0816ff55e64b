"""When only the reading of a profile changed, which sitemaps do not tell."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('researchers', '0003_stays_and_what_tells_apart'),
    ]

    operations = [
        migrations.AddField(
            model_name='researcher',
            name='recounted_at',
            field=models.DateTimeField(blank=True, help_text='When only counts or the day of reading last changed; no news to sitemaps.', null=True),
        ),
    ]

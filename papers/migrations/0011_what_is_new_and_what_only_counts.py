"""When versions and citations were first held here, for feeds; when only counts changed, which sitemaps do not tell."""

from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Now


class Migration(migrations.Migration):

    dependencies = [
        ('papers', '0010_orcid_given_on_the_paper'),
    ]

    operations = [
        migrations.AddField(
            model_name='paper',
            name='recounted_at',
            field=models.DateTimeField(blank=True, help_text='When only counts beside its facts last changed; no news to sitemaps.', null=True),
        ),
        migrations.AddIndex(
            model_name='paper',
            index=models.Index('recounted_at', name='paper_recounted', condition=Q(recounted_at__isnull=False)),
        ),
        migrations.AddField(
            model_name='version',
            name='first_held_at',
            field=models.DateTimeField(db_default=Now(), help_text='When this site first held it.'),
        ),
        migrations.AddIndex(
            model_name='version',
            index=models.Index('first_held_at', name='version_replacing', condition=Q(number__gt=1)),
        ),
        migrations.AddField(
            model_name='citation',
            name='first_told_at',
            field=models.DateTimeField(db_default=Now(), help_text='When its source first told it here.'),
        ),
        migrations.AddIndex(
            model_name='citation',
            index=models.Index('cited', F('first_told_at').desc(), 'citing', name='citation_newest'),
        ),
    ]

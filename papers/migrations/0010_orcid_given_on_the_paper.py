"""Slots keep the ORCID that a source's record of the paper gives, so that no link goes against it."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('papers', '0009_affiliation_as_it_was_read'),
    ]

    operations = [
        migrations.AddField(
            model_name='authorship',
            name='orcid',
            field=models.CharField(blank=True, db_default='', help_text="As OpenAlex's record of this paper gives it, by itself.", max_length=19),
        ),
    ]

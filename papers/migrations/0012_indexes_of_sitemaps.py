"""What sitemaps read at each visit, without the wide rows of papers; and when the count of a month last changed."""

from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Now


class Migration(migrations.Migration):

    dependencies = [
        ('papers', '0011_what_is_new_and_what_only_counts'),
    ]

    operations = [
        migrations.AddField(
            model_name='monthcount',
            name='changed_at',
            field=models.DateTimeField(db_default=Now(), help_text='When the count last changed.'),
        ),
        migrations.RemoveIndex(model_name='paper', name='paper_newest'),
        migrations.AddIndex(
            model_name='paper',
            index=models.Index(F('first_submitted_at').desc(), F('id').desc(), name='paper_newest', condition=Q(removed_at=None), include=['first_held_at']),
        ),
        migrations.AddIndex(
            model_name='paper',
            index=models.Index('id', name='paper_mapped', condition=Q(removed_at=None) & ~Q(title=''), include=['changed_at']),
        ),
        migrations.AddIndex(
            model_name='paper',
            index=models.Index('id', name='paper_not_mapped', condition=Q(removed_at__isnull=False) | Q(title=''), include=['changed_at']),
        ),
    ]

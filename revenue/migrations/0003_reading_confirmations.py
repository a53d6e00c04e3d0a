"""Who signed each reading of the law: rows that only grow."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from revenue.web.append_only import append_only


class Migration(migrations.Migration):

    dependencies = [
        ('revenue', '0002_append_only'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ReadingConfirmation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reading', models.CharField(max_length=40, verbose_name='lectura')),
                ('value', models.JSONField(verbose_name='valor')),
                ('confirmed_at', models.DateTimeField(verbose_name='confirmada el')),
                ('confirmed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='confirmada por')),
            ],
            options={
                'verbose_name': 'confirmación de una lectura',
                'ordering': ('pk',),
            },
        ),
        append_only("revenue_readingconfirmation"),
    ]

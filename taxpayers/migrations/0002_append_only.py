"""The audit only grows."""

from django.db import migrations

from revenue.web.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("taxpayers", "0001_initial")]
    operations = [append_only("taxpayers_auditentry")]

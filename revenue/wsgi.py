"""WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "revenue.settings")
application = get_wsgi_application()

from receipts import pdf  # noqa: E402 - only once Django is ready

# Each web worker imports this module before it takes a request, and no command does: here the fonts of the paper cost
# the start of a worker about two seconds, and anywhere else the first payer of each worker would wait for them.
pdf.warm_up()

"""The two dates of a question: as of which day, and as known on which day (rule C11)."""

from django import forms
from django.utils.translation import gettext_lazy as _

from revenue.web.fields import DateField


class AsOfForm(forms.Form):
    """Both dates may be left empty: today, and all that is known."""

    al = DateField(label=_("Al día"), required=False)
    conocido = DateField(label=_("Según lo conocido el"), required=False)

"""The words that the audit uses for what this application does."""

from django.utils.translation import gettext_lazy as _

ACTIONS = {
    "drawer.opened": _("Caja abierta"),
    "cobro.confirmed": _("Cobro recibido"),
    "declaration.filed": _("Declaración radicada"),
    "table_row.entered": _("Renglón de tabla entrado"),
    "table_row.approved": _("Renglón de tabla aprobado"),
    "reading.confirmed": _("Lectura de la ley confirmada"),
    "municipality.set": _("Datos del municipio cambiados"),
}

DETAILS = {
    "float_cents": _("fondo en centavos"),
    "total_cents": _("total en centavos"),
    "accounts": _("cuentas"),
    "told_digest": _("huella de lo dicho al pagador"),
    "taxpayer": _("contribuyente"),
    "fiscal_year": _("año fiscal"),
    "filed_on": _("radicada el"),
    "volume_cents": _("volumen en centavos"),
    "tax_cents": _("patente en centavos"),
    "debts": _("deudas"),
    "reading": _("lectura"),
    "value": _("valor"),
}

"""What the counter refuses, one class for each thing that can be refused."""

from django.utils.translation import gettext as _

from revenue.rules.errors import DomainError
from revenue.rules.money import display_cents


class DrawerNotOpen(DomainError):
    """A collector takes money only with a drawer opened today."""

    def __init__(self) -> None:
        super().__init__("drawer_not_open", _("Abra su caja de hoy, con el fondo contado, antes de cobrar."))


class DrawerAlreadyOpen(DomainError):
    """One drawer a day: the float is counted once."""

    def __init__(self) -> None:
        super().__init__("drawer_already_open", _("Su caja de hoy ya está abierta: puede cobrar."))


class CollectorNotAppointed(DomainError):
    """Only a collector whose appointment is in force that day may collect (S3 sec. 13(1))."""

    def __init__(self) -> None:
        super().__init__(
            "collector_not_appointed",
            _("Hoy no tiene un nombramiento de Recaudador en vigor: pida al administrador que lo registre."),
        )


class DistributionChanged(DomainError):
    """The debts changed between telling the payer and confirming (rule A1): nothing is taken."""

    def __init__(self) -> None:
        super().__init__(
            "distribution_changed",
            _(
                "La cuenta cambió mientras cobraba. No se tomó nada: lea al pagador la nueva distribución y confirme."
            ),
        )


class TaxpayerNotFound(DomainError):
    """An account is added to a visit by its taxpayer's number."""

    def __init__(self, number: str) -> None:
        super().__init__(
            "taxpayer_not_found",
            _(
                "No hay un contribuyente %(number)s: revise el número o búsquelo por su nombre en el mostrador."
            )
            % {"number": number},
        )


class TaxpayerAlreadyHere(DomainError):
    """The accounts of a taxpayer are on the page once."""

    def __init__(self, name: str) -> None:
        super().__init__(
            "taxpayer_already_here", _("Las cuentas de %(name)s ya están en este cobro.") % {"name": name}
        )


class NoAccountsToAdd(DomainError):
    """A taxpayer without accounts has nothing to be paid."""

    def __init__(self, name: str) -> None:
        super().__init__(
            "no_accounts_to_add",
            _("%(name)s todavía no tiene deudas: primero se registra su declaración.") % {"name": name},
        )


class RequestKeyReused(DomainError):
    """The same visit can't be recorded twice with different contents (V10)."""

    def __init__(self, receipt: object) -> None:
        super().__init__(
            "request_key_reused",
            _(
                "Este cobro ya se registró con el recibo %(receipt)s. Para cobrar otra cantidad, empiece un cobro nuevo."
            )
            % {"receipt": receipt},
            receipt=receipt,
        )


class TendersFallShort(DomainError):
    """What was handed over is less than what is to be paid."""

    def __init__(self, missing_cents: int) -> None:
        super().__init__(
            "tenders_fall_short",
            _("Faltan %(missing)s: añada otro medio de pago o baje la cantidad a pagar.")
            % {"missing": display_cents(missing_cents)},
        )


class ChangeOnlyFromCash(DomainError):
    """Change is given from cash only: the excess of a cheque becomes a credit, or the cheque is corrected."""

    def __init__(self, excess_cents: int) -> None:
        super().__init__(
            "change_only_from_cash",
            _(
                "Los medios de pago que no son efectivo pasan por %(excess)s de lo que se paga y de ellos no se da cambio: "
                "suba la cantidad a pagar (el exceso quedará como crédito) o corrija el medio de pago."
            )
            % {"excess": display_cents(excess_cents)},
        )


class CashNotNeeded(DomainError):
    """Cash that would all go back as change is not a means of payment."""

    def __init__(self, cash_cents: int) -> None:
        super().__init__(
            "cash_not_needed",
            _("Sin el efectivo ya alcanza: devuelva los %(cash)s o suba la cantidad a pagar.")
            % {"cash": display_cents(cash_cents)},
        )


class CreditNotConfirmed(DomainError):
    """Money beyond what is owed becomes a credit only after the payer says so."""

    def __init__(self, credit_cents: int) -> None:
        super().__init__(
            "credit_not_confirmed",
            _("Marque que el pagador acepta que %(credit)s quede como crédito, o baje la cantidad a pagar.")
            % {"credit": display_cents(credit_cents)},
        )


class NothingToPay(DomainError):
    """A cobro needs an amount for at least one account."""

    def __init__(self) -> None:
        super().__init__("nothing_to_pay", _("Escriba la cantidad a pagar de por lo menos una cuenta."))


class DiscountNotEarned(DomainError):
    """The full-payment discount needs the whole year paid (rule P4)."""

    def __init__(self, missing_cents: int) -> None:
        super().__init__(
            "discount_not_earned",
            _(
                "El descuento es por pagar el año completo: suba la cantidad a pagar en %(missing)s o quite el descuento."
            )
            % {"missing": display_cents(missing_cents)},
        )

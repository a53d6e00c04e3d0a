"""Every point that the texts leave open, as a named choice (the D of rules.md), with its default, its alternatives and why.

The readings of `SWITCHES` can be changed by dated policy (rules.md section 10); those of `RECORDED` have no switch yet and stand
as the rules say. `confirmed_by` is empty until the Director signs a reading. `Policies` carries the six that change a computed
balance; rule C9 picks the ones in force on each debt's due date (the component order: on the payment's day).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date
from itertools import permutations
from typing import Any, Protocol

from revenue.rules.days import display_date
from revenue.rules.errors import PolicyError

COMPONENTS = ("costs", "interest", "surcharge", "principal")
"""The four parts of a debt, in the order in which a payment covers them by default (rule C6)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value a reading can take, and what it means in Spanish."""

    value: Any
    label: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A point the law leaves open: the question, the choices (the default first), the reason, and who confirmed it."""

    id: str
    rule: str
    question: str
    choices: tuple[Choice, ...]
    why: str
    citation: str
    in_assess: bool = False
    free_value: bool = False
    confirmed_by: str = ""

    @property
    def default(self) -> Any:
        return self.choices[0].value

    @property
    def alternatives(self) -> tuple[Choice, ...]:
        return self.choices[1:]

    def label(self, value: Any) -> str:
        """The Spanish label of a value. Raises PolicyError when the reading cannot take it."""
        for choice in self.choices:
            if type(choice.value) is type(value) and choice.value == value:
                return choice.label
        raise _impossible(self.id, value)


class PolicySource(Protocol):
    """What answers which policies are in force on a date: a `Policies`, the same on every date, or a `PolicyHistory`."""

    def on(self, day: date) -> Policies: ...


@dataclass(frozen=True, slots=True)
class Policies:
    """The policies that change a computed balance, with their defaults. Raises PolicyError for an impossible value."""

    year_basis: int = 365
    license_tax_surcharge_clock: str = "prescribed_date"
    deficiency_surcharge_clock: str = "pay_by"
    personal_property_demand_gap: str = "literal"
    real_property_additions: str = "after_delinquency"
    component_order: tuple[str, ...] = COMPONENTS

    def __post_init__(self) -> None:
        for item in fields(self):
            SWITCHES[item.name].label(getattr(self, item.name))

    def on(self, day: date) -> Policies:
        return self


@dataclass(frozen=True)
class PolicyHistory:
    """Dated policies: each `Policies` is in force from its date until the next. Raises PolicyError on a repeated date."""

    rows: tuple[tuple[date, Policies], ...]
    _starts: list[date] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.rows, key=lambda row: row[0]))
        starts = [start for start, _ in ordered]
        if len(set(starts)) < len(starts):
            raise PolicyError("policy_repeated_date", "Hay dos políticas que rigen desde el mismo día. Deje una sola.")
        object.__setattr__(self, "rows", ordered)
        object.__setattr__(self, "_starts", starts)

    def on(self, day: date) -> Policies:
        """The policies in force on a date. Raises PolicyError when none had begun (rule C9: an error, never a guess)."""
        index = bisect_right(self._starts, day) - 1
        if index < 0:
            raise PolicyError("policy_no_row", f"Ninguna política rige el {display_date(day)}. Añada la fila con su cita.", day=day)
        return self.rows[index][1]


def policies_from(values: Mapping[str, Any]) -> Policies:
    """Policies from named values (a case of `assess`, a row of a table); what is not named keeps its default.

    Raises PolicyError naming an unknown policy, one that does not change balances, or a value that it cannot take.
    """
    known = {item.name for item in fields(Policies)}
    for name, value in values.items():
        if name not in known:
            raise PolicyError("policy_unknown", f"«{name}» no es una política del cómputo. Use una de: {', '.join(sorted(known))}.", name=name)
        SWITCHES[name].label(_frozen(value))
    return replace(Policies(), **{name: _frozen(value) for name, value in values.items()})


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _impossible(name: str, value: object) -> PolicyError:
    allowed = SWITCHES[name].choices if name in SWITCHES else ()
    listed = "; ".join(str(choice.value) for choice in allowed[:6])
    return PolicyError("policy_value", f"La política «{name}» no puede valer {value!r}. Valores posibles: {listed}.", name=name)


_ORDER_NAMES = {"costs": "costas", "interest": "intereses", "surcharge": "recargos", "principal": "principal"}
_ORDERS = (COMPONENTS, *(order for order in permutations(COMPONENTS) if order != COMPONENTS))

_SWITCHES = (
    Reading(
        id="year_basis",
        rule="C2",
        question="¿Entre cuántos días se divide el interés anual?",
        choices=(Choice(365, "365 días, también en año bisiesto"), Choice(360, "360 días (año comercial)")),
        why="«Por ciento anual» sin más es por año natural; un solo divisor hace que un día valga lo mismo en todo período.",
        citation="21 L.P.R.A. sec. 651x(a)(1): «al tipo del doce (12) por ciento anual»",
        in_assess=True,
    ),
    Reading(
        id="license_tax_surcharge_clock",
        rule="P8",
        question="¿Desde cuándo se cuentan los días de demora del recargo de la patente?",
        choices=(
            Choice("prescribed_date", "Desde la fecha prescrita para el pago"),
            Choice("semester_start", "Desde el primer día del semestre, que es el día 1; nada hasta la fecha prescrita"),
        ),
        why="No hay demora mientras se puede pagar a tiempo; la carta circular 002-2024 cuenta desde el primer día del semestre.",
        citation="21 L.P.R.A. sec. 651x(c): «por una demora en el pago»",
        in_assess=True,
    ),
    Reading(
        id="deficiency_surcharge_clock",
        rule="P9",
        question="¿Desde cuándo se cuentan los días de demora del recargo de una deficiencia?",
        choices=(
            Choice("pay_by", "Desde el último día para pagar que imprimió la notificación"),
            Choice("notice", "Desde la fecha de la notificación y requerimiento"),
        ),
        why="La demora empieza cuando terminan los diez días que la ley da para pagar.",
        citation="21 L.P.R.A. sec. 651x(b)-(c): «no se pagaren totalmente dentro de los diez (10) días siguientes»",
        in_assess=True,
    ),
    Reading(
        id="personal_property_demand_gap",
        rule="M1",
        question="¿Qué pasa con el interés en los diez días después del requerimiento de propiedad mueble?",
        choices=(
            Choice("literal", "Esos días no devengan interés"),
            Choice("free_if_paid", "No devengan si se paga todo a tiempo; si no, cuentan sobre lo que quedó sin pagar"),
            Choice("none", "El interés corre sin interrupción"),
        ),
        why="El texto cierra un período en el requerimiento y abre otro «a partir de diez (10) días» después.",
        citation="Reglamento de propiedad mueble, §1(a)-(b)",
        in_assess=True,
    ),
    Reading(
        id="real_property_additions",
        rule="I3",
        question="¿Desde cuándo se añaden intereses y recargos a la contribución de propiedad inmueble?",
        choices=(
            Choice(
                "after_delinquency",
                "Nada hasta el día 90; después el interés cuenta desde el vencimiento y los días del recargo desde el día 90",
            ),
            Choice("from_due_date", "Todo cuenta desde el vencimiento; el día 90 solo abre el embargo"),
            Choice("at_delinquency", "Nada hasta el día 90; después todo cuenta desde el vencimiento"),
        ),
        why=(
            "Las adiciones son «en adición a dicha contribución morosa»; así conservan sentido cada frase y los dos por cientos, "
            "concuerda con las fechas publicadas en 2009 y 2020 y es lo más benigno para quien paga."
        ),
        citation="Contribución sobre la propiedad inmueble, inciso (a)",
        in_assess=True,
    ),
    Reading(
        id="component_order",
        rule="C6",
        question="Dentro de una deuda, ¿qué cubre primero un pago?",
        choices=tuple(Choice(order, ", ".join(_ORDER_NAMES[part] for part in order)) for order in _ORDERS),
        why="Lo accesorio antes que lo principal, como cobra quien debe recuperar primero lo que gastó.",
        citation="21 L.P.R.A. sec. 651x: los intereses y recargos «se cobrarán como parte de la patente»",
        in_assess=True,
    ),
    Reading(
        id="january_prescribed_day",
        rule="P2",
        question="¿Cuál es la fecha prescrita del segundo semestre de la patente?",
        choices=(Choice(15, "15 de enero"), Choice(16, "16 de enero: los quince días se cuentan desde el 2")),
        why="«Dentro de los primeros quince días de cada semestre»; el semestre económico empieza el 1 de enero.",
        citation="Reglamento para la Administración Municipal de 2016, sec. 11",
    ),
    Reading(
        id="electronic_no_roll",
        rule="P3",
        question="Si el último día no es laborable y hay pago electrónico, ¿se mantiene la fecha?",
        choices=(Choice("off", "No: pasa al próximo día laborable"), Choice("on", "Sí, en el período que el municipio notificó")),
        why="Es una facultad del municipio que exige notificarla; sin notificación la fecha se extiende.",
        citation="Reglamento para la Administración Municipal de 2016, sec. 11",
    ),
    Reading(
        id="extension_on_non_working_day",
        rule="P6",
        question="¿Puede una prórroga vencer en un feriado o fin de semana?",
        choices=(Choice("off", "No: pasa al próximo día laborable"), Choice("on", "Sí, con pago electrónico")),
        why="El municipio se asegura de que el día sea laborable; con pago electrónico puede decidir otra cosa.",
        citation="Reglamento para la Administración Municipal de 2016, sec. 12",
    ),
    Reading(
        id="full_payment_discount",
        rule="P4",
        question="¿Qué descuento gana quien paga todo el año con la declaración?",
        choices=(Choice("5%", "5% de la patente del año, que cae si el pago es devuelto"), Choice("off", "Ninguno")),
        why="El Reglamento da el derecho a pagar la totalidad; el 5% viene de la ley.",
        citation="Reglamento para la Administración Municipal de 2016, sec. 11",
    ),
    Reading(
        id="uncertified_cheques",
        rule="sección 6",
        question="¿Se aceptan cheques sin certificar?",
        choices=(Choice("accepted", "Sí, con la identificación que pide el Reglamento"), Choice("not accepted", "No")),
        why="«Se podrán aceptar» deja la decisión al municipio.",
        citation="Reglamento para la Administración Municipal de 2016, sec. 13(1)",
    ),
    Reading(
        id="electronic_payments",
        rule="sección 6",
        question="¿Se aceptan pagos electrónicos?",
        choices=(Choice("accepted", "Sí, por cualquier importe"), Choice("not accepted", "No")),
        why="«Se podrán aceptar» deja la decisión al municipio.",
        citation="Reglamento para la Administración Municipal de 2016, sec. 13(1)",
    ),
    Reading(
        id="plans_for_personal_property",
        rule="A2",
        question="¿Puede haber planes de pago de propiedad mueble?",
        choices=(Choice("on", "Sí"), Choice("off", "No: solo de patente")),
        why="El Reglamento los nombra al hablar de la patente; nada los prohíbe para la propiedad mueble.",
        citation="Reglamento para la Administración Municipal de 2016, sec. 13(1)",
    ),
    Reading(
        id="filing_addition_base",
        rule="P10",
        question="¿Sobre qué se calcula la adición por declarar tarde?",
        choices=(Choice("whole tax", "Sobre toda la patente del año"), Choice("unpaid tax", "Sobre la patente sin pagar")),
        why="La adición castiga no declarar, se haya pagado o no.",
        citation="21 L.P.R.A. sec. 651u",
    ),
    Reading(
        id="returned_payment_fee",
        rule="A4",
        question="¿Se cobra un cargo por cheque devuelto?",
        choices=(Choice("none", "No"),),
        why="Ninguno de los textos lo impone: hace falta una ordenanza y su cita.",
        citation="Reglamento para la Administración Municipal de 2016, sec. 13(3)",
        free_value=True,
    ),
)

SWITCHES: Mapping[str, Reading] = {reading.id: reading for reading in _SWITCHES}
"""The readings of rules.md section 10, by id: each can be switched by dated policy."""

DEFAULT_POLICIES = Policies()

_RECORDED = (
    Reading(
        id="one_rounding",
        rule="C1",
        question="¿Cuándo se redondea un por ciento?",
        choices=(
            Choice("once", "Una vez por concepto, al final, medio centavo hacia arriba"),
            Choice("each_period", "En cada período o pago"),
        ),
        why="Redondear una vez hace que partir un período en dos no cambie la cuenta.",
        citation="Los textos no dicen cómo redondear",
    ),
    Reading(
        id="day_count",
        rule="C2",
        question="¿Cuentan el día prescrito y el día del pago?",
        choices=(
            Choice("start_out_end_in", "El prescrito no, el del pago sí"),
            Choice("both_in", "Cuentan los dos"),
        ),
        why="«Desde la fecha prescrita… hasta que la misma sea pagada»: quien paga en la fecha prescrita no debe interés.",
        citation="21 L.P.R.A. sec. 651x(a)(1)",
    ),
    Reading(
        id="day_thirty",
        rule="C3",
        question="¿El día 30 de demora lleva recargo de propiedad inmueble?",
        choices=(
            Choice("excluded", "No: «transcurridos treinta (30) días» empieza el día 31"),
            Choice("included", "Sí: el recargo empieza el día 30"),
        ),
        why="Se lee igual que «en exceso de treinta (30) días» de la patente y de la propiedad mueble.",
        citation="Contribución sobre la propiedad inmueble, inciso (a)(a)",
    ),
    Reading(
        id="payment_day_balance",
        rule="C4",
        question="¿Sobre qué balance corre el interés el día de un pago parcial?",
        choices=(Choice("old_balance", "Sobre el balance de antes del pago"), Choice("new_balance", "Sobre el de después")),
        why="El día del pago está dentro del período de la cantidad que se paga.",
        citation="21 L.P.R.A. sec. 651x(a)(1): «sobre la cantidad no pagada»",
    ),
    Reading(
        id="surcharge_follows_each_dollar",
        rule="C5",
        question="¿Cuál por ciento de recargo lleva lo que ya se pagó?",
        choices=(
            Choice("bracket_of_its_day", "El del día en que se pagó cada dólar"),
            Choice("bracket_of_today", "El que corresponda hoy a toda la deuda"),
        ),
        why="El recargo es «del monto no pagado»: lo pagado dejó de estarlo ese día. El 10% sustituye al 5%, no se suman.",
        citation="21 L.P.R.A. sec. 651x(c)",
    ),
    Reading(
        id="waived_principal_keeps_surcharge",
        rule="C5",
        question="¿Lleva recargo el principal que se condona?",
        choices=(
            Choice("as_paid", "Sí, el del día en que se condona, como si se pagara"),
            Choice("never", "No, como si no se hubiera debido"),
        ),
        why="Una condonación dice qué perdona: si debe alcanzar el recargo, lo dice.",
        citation="Los textos no hablan de condonaciones",
    ),
    Reading(
        id="no_interest_on_interest",
        rule="C7",
        question="¿Devengan interés los intereses y recargos sin pagar?",
        choices=(
            Choice("only_where_said", "Solo el interés de prórroga vencida y lo tasado en una deficiencia"),
            Choice("all", "Todos, porque se cobran como parte de la patente"),
        ),
        why="El interés sobre interés necesita un texto que lo diga.",
        citation="21 L.P.R.A. sec. 651x(a)(2) y (b)",
    ),
    Reading(
        id="law_of_the_day",
        rule="C9",
        question="Si la ley cambia mientras una deuda está viva, ¿qué valor se usa?",
        choices=(
            Choice("each_day", "El interés usa la tasa de cada día; los tramos del recargo, los del vencimiento"),
            Choice("due_date", "Todo usa la ley del vencimiento"),
        ),
        why="El interés nace cada día; el recargo es la consecuencia de un vencimiento.",
        citation="Los textos no hablan de cambios de ley",
    ),
    Reading(
        id="same_month_roll",
        rule="C10",
        question="¿Pasan al próximo día laborable los vencimientos de propiedad inmueble?",
        choices=(Choice("no", "No: el 1 de enero siempre es feriado"), Choice("yes", "Sí")),
        why="La fecha la fija la ley en un feriado; los noventa días de gracia la suavizan.",
        citation="Contribución sobre la propiedad inmueble, inciso (a); Código Político, art. 388",
    ),
    Reading(
        id="replay",
        rule="C11",
        question="¿Qué pasa con los pagos posteriores cuando un cheque anterior se devuelve?",
        choices=(
            Choice("replay", "La cuenta se recorre de nuevo como si ese valor nunca se hubiera entregado"),
            Choice("only_that_payment", "Solo se deshace lo que pagó ese valor"),
        ),
        why="«Seguirá siendo responsable del pago de la patente como si no hubiera entregado el cheque o valor.»",
        citation="Reglamento para la Administración Municipal de 2016, sec. 13(3)",
    ),
    Reading(
        id="extension_acts_from_prescribed_date",
        rule="P6",
        question="¿Desde cuándo actúa una prórroga concedida después de la fecha prescrita?",
        choices=(
            Choice("prescribed_date", "Desde la fecha prescrita, sea cual sea el día de la decisión"),
            Choice("decision", "Desde el día de la decisión"),
        ),
        why="El interés de prórroga corre «desde la fecha en que el pago debió hacerse de no haberse concedido la prórroga».",
        citation="Reglamento para la Administración Municipal de 2016, sec. 12(1)",
    ),
    Reading(
        id="extension_interest_ends_when_paid",
        rule="P6",
        question="¿Hasta cuándo corre el interés de prórroga?",
        choices=(
            Choice("payment", "Hasta el día del pago"),
            Choice("expiry", "Hasta el vencimiento de la prórroga, aunque se pague antes"),
        ),
        why="«Hasta la expiración» pone el máximo; nadie debe interés por días en que ya no debía.",
        citation="Reglamento para la Administración Municipal de 2016, sec. 12(1)",
    ),
    Reading(
        id="surcharge_clock_after_extension",
        rule="P8",
        question="¿Desde cuándo se cuentan los días del recargo después de una prórroga?",
        choices=(
            Choice("expiry", "Desde el vencimiento de la prórroga"),
            Choice("prescribed_date", "Desde la fecha prescrita original"),
        ),
        why="Durante la prórroga no hay demora: se podía pagar.",
        citation="21 L.P.R.A. sec. 651x(a)(2) y (c)",
    ),
    Reading(
        id="breached_personal_property_extension",
        rule="M2",
        question="Si una prórroga de propiedad mueble no se cumple, ¿qué lleva recargo?",
        choices=(
            Choice("paid_after", "Solo lo que se paga después de ella, con los días desde la fecha original"),
            Choice("everything", "Todo, también lo que se pagó dentro de ella"),
        ),
        why="Lo que se pagó dentro de la prórroga cumplió sus términos.",
        citation="Reglamento de propiedad mueble, §2: «y se cumpla con los términos de la misma»",
    ),
    Reading(
        id="surcharge_on_unpaid_part",
        rule="I3",
        question="¿El recargo de propiedad inmueble es del total de la contribución o de lo que falta?",
        choices=(Choice("unpaid", "De lo que falta por pagar"), Choice("whole", "De toda la contribución")),
        why="«Del monto de la contribución» morosa: lo pagado no está en mora.",
        citation="Contribución sobre la propiedad inmueble, inciso (a)(a)-(b)",
    ),
    Reading(
        id="legal_deferral",
        rule="I6",
        question="¿Qué se añade durante un aplazamiento concedido por ley?",
        choices=(
            Choice("nothing", "Nada hasta que termina; su fin es el día en que debe pagarse"),
            Choice("interest", "Interés desde el vencimiento"),
        ),
        why="La ley que aplaza queda en pie: «no se interpretará en el sentido de derogar, limitar o modificar» el aplazamiento.",
        citation="Contribución sobre la propiedad inmueble, último párrafo del inciso (a)",
    ),
    Reading(
        id="account_scope",
        rule="A1",
        question="¿Entre qué deudas se busca la más antigua?",
        choices=(
            Choice("tax", "Las de patente de la persona; las de mueble de la persona; las de cada inmueble"),
            Choice("person", "Todas las de la persona, de cualquier contribución"),
        ),
        why="Cada texto ordena el pago dentro de su propia contribución.",
        citation="Reglamento para la Administración Municipal de 2016, sec. 13(1); propiedad inmueble, inciso (a)",
    ),
    Reading(
        id="on_whose_behalf",
        rule="I5",
        question="Si paga un tercero, ¿a qué deudas va el dinero?",
        choices=(
            Choice("on_behalf_of", "A las de la persona por quien se paga"),
            Choice("payer", "A las de quien entrega el dinero"),
        ),
        why="El orden se aplica a las contribuciones «que dicha tercera persona viniere obligada a pagar».",
        citation="Contribución sobre la propiedad inmueble, inciso (a)",
    ),
)

RECORDED: Mapping[str, Reading] = {reading.id: reading for reading in _RECORDED}
"""Readings that stand without a switch: shown on the page of readings, to be confirmed by the Director like the others."""

"""What a cobro tells its receipt: every fact that is printed, as it was at that moment (V6)."""

import datetime as dt

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from revenue.collection.distribution import AccountDistribution, Distribution
from revenue.collection.intent import CobroIntent, TenderIntent
from revenue.collection.models import Tender
from revenue.municipality.selectors import municipality
from revenue.rules import RULES_VERSION
from revenue.web import clock
from taxpayers.models import User

MAX_NAMED = 3  # names beside the payer's; with more, the accounts below name them


def receipt_snapshot(
    intent: CobroIntent, distribution: Distribution, *, collector: User, title: str, at: dt.datetime
) -> dict[str, object]:
    """Return the draft of the receipt: plain JSON values, amounts in integer cents, dates in ISO form.

    Its words are the paper's, in Spanish, whatever language the collector reads the screen in.
    """
    with translation.override(settings.LANGUAGE_CODE):
        return _snapshot(intent, distribution, collector=collector, title=title, at=at)


def _snapshot(
    intent: CobroIntent, distribution: Distribution, *, collector: User, title: str, at: dt.datetime
) -> dict[str, object]:
    town = municipality()
    return {
        "municipality": {
            "name": town.name,
            "office": town.office,
            "address_lines": town.address_lines,
            "phone": town.phone,
            "seal": town.seal,
        },
        "received_on": clock.local_date(at).isoformat(),
        "payer": {"name": intent.payer_name, "on_behalf_of": _on_behalf_of(intent, distribution)},
        "accounts": [_account(line) for line in distribution.accounts],
        "tenders": [_tender(tender) for tender in intent.tenders],
        "received_cents": intent.handed_cents,
        "change_cents": distribution.change_cents,
        "total_cents": intent.total_cents,
        "oldest_first_sentence": distribution.sentence,
        "collector": {"name": str(collector), "title": title},
        "rules_version": RULES_VERSION,
    }


def _on_behalf_of(intent: CobroIntent, distribution: Distribution) -> str:
    holders = dict.fromkeys(line.account.taxpayer.display_name for line in distribution.accounts)
    others = [name for name in holders if name != intent.payer_name]
    if len(others) > MAX_NAMED:
        return _("los %(count)d contribuyentes de las cuentas de este recibo") % {"count": len(others)}
    return "; ".join(others)


def _account(line: AccountDistribution) -> dict[str, object]:
    return {
        "taxpayer_number": line.account.taxpayer.number,
        "taxpayer_name": line.account.taxpayer.display_name,
        "tax_label": str(line.account.get_tax_display()),
        "lines": [
            {
                "debt_label": item.debt.label,
                "due_on": item.debt.due_on.isoformat(),
                "principal_cents": item.taken.principal_cents,
                "interest_cents": item.taken.interest_cents,
                "surcharge_cents": item.taken.surcharge_cents,
                "costs_cents": item.taken.costs_cents,
            }
            for item in line.lines
        ],
        "remaining_cents": line.remaining_cents,
        "credit_cents": line.new_credit_cents,
        "discount_cents": line.discount.amount_cents if line.discount else 0,
    }


def _tender(tender: TenderIntent) -> dict[str, object]:
    bank = tender.instrument.bank_name if tender.instrument else ""
    return {
        "kind_label": str(Tender.Kind(tender.kind).label),
        "amount_cents": tender.handed_cents,
        "reference": " ".join(part for part in (tender.reference, bank) if part),
    }

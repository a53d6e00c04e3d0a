"""What a cobro tells its receipt: every fact that is printed, as it was at that moment (V6)."""

import datetime as dt

from django.conf import settings
from django.utils import translation

from revenue.collection.distribution import AccountDistribution, Distribution
from revenue.collection.intent import CobroIntent, TenderIntent
from revenue.collection.models import Tender
from revenue.municipality.selectors import municipality
from revenue.rules import RULES_VERSION
from revenue.web import clock
from taxpayers.models import User


def receipt_snapshot(
    intent: CobroIntent, distribution: Distribution, *, collector: User, title: str, at: dt.datetime
) -> dict[str, object]:
    """Return the draft of the receipt: plain JSON values, amounts in integer cents, dates in ISO form.

    A receipt speaks the language of the house, whatever the collector's screen speaks.
    """
    with translation.override(settings.LANGUAGE_CODE):
        return _draft(intent, distribution, collector, title, at)


def _draft(
    intent: CobroIntent, distribution: Distribution, collector: User, title: str, at: dt.datetime
) -> dict[str, object]:
    town = municipality()
    holders = dict.fromkeys(line.account.taxpayer.display_name for line in distribution.accounts)
    others = [name for name in holders if name != intent.payer_name]
    return {
        "municipality": {
            "name": town.name,
            "office": town.office,
            "address_lines": town.address_lines,
            "phone": town.phone,
            "seal": town.seal,
        },
        "received_on": clock.local_date(at).isoformat(),
        "payer": {"name": intent.payer_name, "on_behalf_of": "; ".join(others)},
        "accounts": [_account(line) for line in distribution.accounts],
        "tenders": [_tender(tender) for tender in intent.tenders],
        "received_cents": intent.handed_cents,
        "change_cents": distribution.change_cents,
        "total_cents": intent.total_cents,
        "oldest_first_sentence": distribution.sentence,
        "collector": {"name": str(collector), "title": title},
        "rules_version": RULES_VERSION,
    }


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
    }


def _tender(tender: TenderIntent) -> dict[str, object]:
    bank = tender.instrument.bank_name if tender.instrument else ""
    return {
        "kind_label": str(Tender.Kind(tender.kind).label),
        "amount_cents": tender.handed_cents,
        "reference": " ".join(part for part in (tender.reference, bank) if part),
    }

"""Businesses: opened, changed and ceased, each in one transaction with its audit entry."""

import datetime as dt
from dataclasses import asdict, dataclass

from django.db import transaction

from taxpayers.audit.services import record
from taxpayers.people import errors
from taxpayers.people.models import Address, Business, Taxpayer
from taxpayers.people.services import AddressData, changes, lock, refresh_search, save
from taxpayers.staff.models import User


@dataclass(frozen=True)
class BusinessData:
    """What is known of a business; `activity_code` is its NAICS code of two to six digits."""

    trade_name: str
    license_class: Business.LicenseClass
    activity_code: str
    activity: str
    started_on: dt.date
    address: AddressData

    @property
    def columns(self) -> dict[str, object]:
        """Return the columns of the business's own row."""
        return {name: value for name, value in vars(self).items() if name != "address"}


@transaction.atomic
def business_add(*, actor: User, taxpayer: Taxpayer, data: BusinessData, at: dt.datetime) -> Business:
    """Open a business of a taxpayer, who is found from now on by its trade name too."""
    taxpayer = lock(taxpayer)
    address = Address(taxpayer=taxpayer, kind=Address.Kind.BUSINESS, **asdict(data.address))
    save(address, actor=actor, at=at)
    business = Business(taxpayer=taxpayer, address=address, **data.columns)
    save(business, actor=actor, at=at)
    _refresh(taxpayer)
    details = {"business": data.trade_name, "started_on": data.started_on.isoformat()}
    record(actor=actor, action="business.added", subject=taxpayer, at=at, data=details)
    return business


@transaction.atomic
def business_edit(*, actor: User, business: Business, data: BusinessData, at: dt.datetime) -> Business:
    """Change what is known of a business. Raises BusinessError when it would start after it ceased."""
    taxpayer = lock(business.taxpayer)
    business = taxpayer.businesses.select_related("address").get(pk=business.pk)
    if business.ceased_on is not None and business.ceased_on < data.started_on:
        raise errors.ceased_before_start()
    changed = changes(business, data.columns)
    if changed:
        save(business, actor=actor, at=at)
        _refresh(taxpayer)
    if changes(business.address, asdict(data.address)):
        save(business.address, actor=actor, at=at)
        changed.append("address")
    if changed:
        details = {"business": business.trade_name, "changed": changed}
        record(actor=actor, action="business.changed", subject=taxpayer, at=at, data=details)
    return business


@transaction.atomic
def business_cease(
    *,
    actor: User,
    business: Business,
    ceased_on: dt.date,
    noticed_on: dt.date,
    today: dt.date,
    at: dt.datetime,
) -> Business:
    """Write the day a business ceased and the day its written notice came in (rule P11).

    A later notice corrects an earlier one. Raises BusinessError for a cessation before the start or a notice received
    after `today`.
    """
    taxpayer = lock(business.taxpayer)
    business = taxpayer.businesses.get(pk=business.pk)
    if ceased_on < business.started_on:
        raise errors.ceased_before_start()
    if noticed_on > today:
        raise errors.notice_in_the_future()
    if changes(business, {"ceased_on": ceased_on, "cessation_noticed_on": noticed_on}):
        save(business, actor=actor, at=at)
        details = {
            "business": business.trade_name,
            "ceased_on": ceased_on.isoformat(),
            "cessation_noticed_on": noticed_on.isoformat(),
        }
        record(actor=actor, action="business.ceased", subject=taxpayer, at=at, data=details)
    return business


def _refresh(taxpayer: Taxpayer) -> None:
    """Store the words by which the taxpayer is found; derived, so outside the history."""
    refresh_search(taxpayer)
    Taxpayer.objects.filter(pk=taxpayer.pk).update(search_text=taxpayer.search_text)

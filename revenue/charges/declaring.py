"""The declaration's page as one bundle: the year, a row for each business, and what it would owe while it is typed."""

import datetime as dt
from dataclasses import dataclass, field

from django.forms import BoundField
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from revenue.charges import selectors, services
from revenue.charges.computation import Computation
from revenue.charges.forms import DeclarationForm, FiscalYearForm, VolumeForm, initial_of
from revenue.charges.models import VolumeDeclaration
from revenue.rules.errors import DomainError
from revenue.rules.fiscal_years import fiscal_year_label
from taxpayers.models import Taxpayer, User


@dataclass
class DeclarationPage:
    """Forms and errors of a declaration being typed, and its computation once everything needed is right."""

    taxpayer: Taxpayer
    fiscal_year: int
    today: dt.date
    years: FiscalYearForm
    form: DeclarationForm
    volumes: list[VolumeForm]
    computation: Computation | None = None
    errors: list[str] = field(default_factory=list)

    @property
    def label(self) -> str:
        """Return the fiscal year as documents name it."""
        return fiscal_year_label(self.fiscal_year)

    @property
    def base_year(self) -> int:
        """Return the calendar year whose volume is declared (rule P1)."""
        return self.fiscal_year - 1

    @cached_property
    def earlier(self) -> VolumeDeclaration | None:
        """Return the year's declaration if it was filed already."""
        return selectors.declaration_of(self.taxpayer, self.fiscal_year)

    @property
    def field_errors(self) -> list[tuple[BoundField, str]]:
        """Return each field's errors beside it, to be listed and linked at the top; a row's say of which business."""
        own = [(bound, str(error)) for bound in self.form for error in bound.errors]
        rows = [(form.business, bound) for form in self.volumes for bound in form]
        named = [(bound, f"{business}: {error}") for business, bound in rows for error in bound.errors]
        return own + named if self.form.is_bound else []

    @property
    def has_errors(self) -> bool:
        """Tell whether something must be put right."""
        return bool(self.errors or self.field_errors)

    @property
    def is_untouched(self) -> bool:
        """Tell whether no volume was typed yet."""
        return not any(form["volume"].value() for form in self.volumes)

    @property
    def pending(self) -> str:
        """Return the first thing that keeps the computation from being shown."""
        needed = [(bound.name, error) for bound, error in self.field_errors]
        shown = (error for name, error in needed if name in ("filed_on", "volume", "license_class"))
        return next(iter([*self.errors, *shown]), "")

    def is_valid(self) -> bool:
        """Tell whether every field is right; the forms carry the errors."""
        return all([self.form.is_valid(), *(form.is_valid() for form in self.volumes)])

    def compute(self) -> Computation | None:
        """Compute what was typed; None, with the reasons on the page, when it can't be computed."""
        self.form.is_valid()
        filed_on = self.form.cleaned_data.get("filed_on")
        valid = [form.is_valid() for form in self.volumes]  # every row says what is wrong with it
        if not all(valid) or filed_on is None:
            return None
        try:
            self.computation = services.declaration_preview(
                taxpayer=self.taxpayer,
                fiscal_year=self.fiscal_year,
                volumes=[form.entry for form in self.volumes],
                filed_on=filed_on,
                today=self.today,
            )
        except DomainError as error:
            self.errors.append(str(error))
        return self.computation

    def file(self, *, actor: User, at: dt.datetime) -> VolumeDeclaration:
        """File what was typed. Raises what the service raises."""
        typed = self.form.cleaned_data
        return services.declaration_file(
            taxpayer=self.taxpayer,
            fiscal_year=self.fiscal_year,
            volumes=[form.entry for form in self.volumes],
            filed_on=typed["filed_on"],
            sworn_by=typed["sworn_by"],
            sworn_title=typed["sworn_title"],
            request_key=typed["request_key"],
            told_digest=typed["told_digest"],
            actor=actor,
            at=at,
        )


def page_for(request: HttpRequest, taxpayer: Taxpayer, today: dt.date) -> DeclarationPage:
    """Build the page of a taxpayer's declaration for the year in the address or the form; this year by default."""
    data = request.POST if request.method == "POST" else None
    choices = selectors.fiscal_years(today)
    years = FiscalYearForm(
        {"ano": (data or request.GET).get("ano", choices[0])},
        years=[(year, fiscal_year_label(year)) for year in choices],
    )
    fiscal_year = years.cleaned_data["ano"] if years.is_valid() else choices[0]
    sworn_by = taxpayer.display_name if taxpayer.is_individual else ""
    page = DeclarationPage(
        taxpayer=taxpayer,
        fiscal_year=fiscal_year,
        today=today,
        years=years,
        form=DeclarationForm(data, initial=initial_of(today, sworn_by)),
        volumes=[
            VolumeForm(data, business=one) for one in selectors.declaring_businesses(taxpayer, fiscal_year)
        ],
    )
    if not years.is_valid():
        page.errors.append(_("Ese año fiscal no se declara en ventanilla: elija uno de la lista."))
    return page

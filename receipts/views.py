"""Receipts on the screen: as issued, printed once, reprinted with a mark, found, and checked by anyone.

Reading changes nothing: the stored PDF is shown as issued. Printing is an act, recorded by POST: the first is the
original's, each later one is a numbered reprint that says so on every page.
"""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from receipts import selectors, services
from receipts.errors import PrintTakenError
from receipts.filters import ReceiptFilter
from receipts.forms import CodeForm, ReprintForm
from receipts.models import Receipt, ReceiptPrint
from revenue.web import clock
from taxpayers.staff.access import StaffRequest, staff_required
from taxpayers.staff.models import Role

PER_PAGE = 25

staff_who_see = staff_required(Role.COLLECTOR, readers=(Role.DIRECTOR, Role.AUDITOR))


def _receipt(series: str, number: int) -> Receipt:
    return get_object_or_404(selectors.receipts(), series__code=series, number=number)


def _pdf(content: bytes, name: str) -> HttpResponse:
    """Return a PDF to be shown in the page; nobody in between keeps it."""
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Cache-Control": "private, no-store"}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


@staff_who_see
@require_GET
def receipt_list(request: StaffRequest) -> HttpResponse:
    """List receipts, newest first, by number, day and collector."""
    search = ReceiptFilter(request.GET, queryset=selectors.receipts(), request=request)
    found = search.qs if search.is_valid() else Receipt.objects.none()
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "receipts/list.html", {"search": search, "page": page})


@staff_who_see
@require_GET
def receipt_detail(request: StaffRequest, series: str, number: int) -> HttpResponse:
    """Show a receipt: its PDF, its facts, its printings, and what comes next."""
    receipt = _receipt(series, number)
    return render(request, "receipts/detail.html", _shown(request, receipt))


def _shown(request: StaffRequest, receipt: Receipt) -> dict[str, object]:
    prints = list(receipt.prints.select_related("printed_by"))
    may_print = Role.COLLECTOR in request.roles
    return {"receipt": receipt, "snapshot": receipt.snapshot, "prints": prints, "may_print": may_print}


@staff_who_see
@require_GET
def receipt_pdf(request: StaffRequest, series: str, number: int) -> HttpResponse:
    """Show the stored PDF, as issued."""
    receipt = _receipt(series, number)
    return _pdf(bytes(services.document(receipt, at=clock.now()).content), receipt.label)


@staff_required(Role.COLLECTOR)
@require_POST
def receipt_print(request: StaffRequest, series: str, number: int) -> HttpResponse:
    """Record that the original and its copies go to the printer; from then on printing is reprinting."""
    receipt = _receipt(series, number)
    try:
        services.record_print(receipt=receipt, ordinal=services.ORIGINAL, user=request.user, at=clock.now())
    except PrintTakenError as error:
        messages.warning(request, error.message)
        return redirect("receipt_detail", series, number)
    if request.htmx:
        return render(request, "receipts/_printing.html", _shown(request, receipt))
    return redirect("receipt_pdf", series, number)


@staff_required(Role.COLLECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def receipt_reprint(request: StaffRequest, series: str, number: int) -> HttpResponse:
    """Ask once, then record a reprint and show it."""
    receipt = _receipt(series, number)
    following = receipt.prints.count()
    if following == services.ORIGINAL:
        return redirect("receipt_detail", series, number)
    form = ReprintForm(request.POST if request.method == "POST" else None, initial={"ordinal": following})
    if form.is_valid():
        try:
            row = services.record_print(
                receipt=receipt, ordinal=form.cleaned_data["ordinal"], user=request.user, at=clock.now()
            )
        except PrintTakenError as error:
            messages.warning(request, error.message)
            return redirect("receipt_detail", series, number)
        return redirect("receipt_reprint_pdf", series, number, row.ordinal)
    return render(request, "receipts/reprint.html", {"receipt": receipt, "form": form, "ordinal": following})


@staff_who_see
@require_GET
def receipt_reprint_pdf(request: StaffRequest, series: str, number: int, ordinal: int) -> HttpResponse:
    """Show a recorded reprint: the receipt as issued under the band that numbers it."""
    reprints = ReceiptPrint.objects.select_related("receipt").filter(ordinal__gt=services.ORIGINAL)
    row = get_object_or_404(reprints, receipt=_receipt(series, number), ordinal=ordinal)
    return _pdf(services.printed(row), f"{row.receipt.label}-reimpresion-{ordinal}")


@require_GET
def receipt_verify(request: HttpRequest) -> HttpResponse:
    """Ask anyone for the code of a receipt."""
    form = CodeForm(request.GET or None)
    if form.is_valid():
        return redirect("receipt_verify_code", form.cleaned_data["codigo"])
    return render(request, "receipts/verify.html", {"form": form})


@require_GET
def receipt_verify_code(request: HttpRequest, code: str) -> HttpResponse:
    """Tell anyone who has the code whether the receipt is genuine: number, date, total; nothing about a person."""
    receipt = selectors.receipt_by_code(code)
    form = CodeForm(initial={"codigo": code[:20]})
    context = {"receipt": receipt, "form": form, "missing": receipt is None}
    return render(request, "receipts/verify.html", context, status=200 if receipt else 404)

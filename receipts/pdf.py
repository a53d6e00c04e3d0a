"""Paper as PDF: the only module that imports the PDF engine (WeasyPrint) and the PDF editor (pikepdf).

A receipt is laid out once; its pages become drawings that three sets of pages share, each set under its own label
(original, first copy, second copy), so that the copies cannot differ. The same snapshot gives the same bytes: dates
come from the snapshot, the document's id from its content, and the font's timestamps are the font's own.

Nothing is ever read because a text says so: templates escape every text, and the one fetcher answers three
addresses of our own (font, seal, QR) and refuses everything else: files, network, data.

Fontconfig and Pango are not safe to share between threads: one lock lays out one document at a time in each process.
"""

import functools
import io
import threading
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote, unquote

import fontpkg_public_sans
import pikepdf
import segno
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from weasyprint import CSS, HTML, Document, __version__
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

PAPER = "receipts/paper"
STYLES = settings.BASE_DIR / "templates" / PAPER / "paper.css"
STATIC = settings.BASE_DIR / "static"
VARIABLE_FONT = Path(fontpkg_public_sans.__file__).parent / "files" / "PublicSans[wght].ttf"
ENGINE = f"WeasyPrint {__version__}"
FONTS = {"400": 400, "600": 600, "800": 800}
COPIES = ("original", "first_copy", "second_copy")
LANGUAGE = "es-pr"  # paper is in Spanish whatever language its collector reads the screen in

_layout_lock = threading.Lock()


class FetchRefusedError(ValueError):
    """A document asked for something that is not ours."""


class HouseFetcher(URLFetcher):
    """Answer `house:font/<weight>`, `house:seal/<path>` and `house:qr/<text>`; refuse every other address."""

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
        """Return what we ship under `url`.

        Raises:
            FetchRefusedError: for any address that is not one of the three.
        """
        kind, _, name = url.partition("/")
        if kind == "house:font" and name in FONTS:
            return URLFetcherResponse(url, font(FONTS[name]), {"Content-Type": "font/ttf"})
        if kind == "house:seal" and (seal := _shipped_seal(name)):
            return URLFetcherResponse(url, seal.read_bytes(), {"Content-Type": "image/svg+xml"})
        if kind == "house:qr":
            return URLFetcherResponse(url, qr(unquote(name)), {"Content-Type": "image/png"})
        raise FetchRefusedError(url[:100])


def _shipped_seal(name: str) -> Path | None:
    path = (STATIC / name).resolve()
    return path if path.parent == STATIC / "img" and path.suffix == ".svg" and path.is_file() else None


@functools.cache
def font(weight: int) -> bytes:
    """Return Public Sans fixed at `weight`.

    A variable font would be instantiated anew, with the time of day inside, for every document; a fixed one is only
    subset.
    """
    variable = TTFont(VARIABLE_FONT, recalcTimestamp=False)
    fixed = instantiateVariableFont(variable, {"wght": weight}, static=True, updateFontNames=True)
    content = io.BytesIO()
    fixed.save(content)
    return content.getvalue()


def qr(text: str) -> bytes:
    """Return a QR code of `text` as a PNG of one bit per dot, without its margin (the page gives it)."""
    content = io.BytesIO()
    segno.make(text, error="m", micro=False).save(content, kind="png", scale=4, border=0)
    return content.getvalue()


@functools.cache
def _engine() -> tuple[FontConfiguration, CSS, HouseFetcher]:
    fonts, fetcher = FontConfiguration(), HouseFetcher()
    return fonts, CSS(string=STYLES.read_text(), font_config=fonts, url_fetcher=fetcher), fetcher


def _lay_out(template: str, context: dict[str, object]) -> Document:
    fonts, styles, fetcher = _engine()
    with translation.override(LANGUAGE):
        html = render_to_string(f"{PAPER}/{template}", context)
    return HTML(string=html, url_fetcher=fetcher).render(font_config=fonts, stylesheets=[styles])


@functools.cache
def _labels() -> Document:
    return _lay_out("labels.html", {"copies": COPIES})


def receipt(context: dict[str, object]) -> bytes:
    """Return the PDF of a receipt: its pages three times over, labelled original, first copy and second copy."""
    with _layout_lock:
        body, labels = _lay_out("receipt.html", context), _labels()
        drawn = body.copy([*body.pages, *labels.pages]).write_pdf()
    with pikepdf.open(io.BytesIO(drawn)) as pdf:
        drawings = [(page, pdf.make_indirect(page.as_form_xobject())) for page in pdf.pages]
        pages, stamps = drawings[: len(body.pages)], drawings[len(body.pages) :]
        sheets = [_sheet(pdf, page, (drawing, stamp)) for _, stamp in stamps for page, drawing in pages]
        del pdf.pages[:]
        pdf.pages.extend(sheets)
        return _saved(pdf)


def stamped(issued: bytes, mark: str) -> bytes:
    """Return a copy of the PDF `issued` with `mark` in a band at the head of every page; nothing else changes."""
    with _layout_lock:
        band = _lay_out("mark.html", {"mark": mark}).write_pdf()
    with pikepdf.open(io.BytesIO(issued)) as pdf, pikepdf.open(io.BytesIO(band)) as marks:
        stamp = pdf.copy_foreign(marks.pages[0].as_form_xobject())
        sheets = [_sheet(pdf, page, (pdf.make_indirect(page.as_form_xobject()), stamp)) for page in pdf.pages]
        del pdf.pages[:]
        pdf.pages.extend(sheets)
        return _saved(pdf)


def _sheet(pdf: pikepdf.Pdf, like: pikepdf.Page, drawings: Iterable[pikepdf.Object]) -> pikepdf.Page:
    """Return a page of the size of `like` on which `drawings` are drawn one over the other."""
    named = {f"/Fx{index}": drawing for index, drawing in enumerate(drawings)}
    content = "\n".join(f"q {name} Do Q" for name in named)
    return pikepdf.Page(
        pdf.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.Page,
                MediaBox=like.mediabox,
                Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(named)),
                Contents=pdf.make_stream(content.encode()),
            )
        )
    )


def _saved(pdf: pikepdf.Pdf) -> bytes:
    pdf.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True, PrintScaling=pikepdf.Name("/None"))
    pdf.remove_unreferenced_resources()
    content = io.BytesIO()
    pdf.save(content, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return content.getvalue()


def warm_up() -> None:
    """Make fonts and styles ready (about two seconds, once per process): the first receipt does not wait for them."""
    with _layout_lock:
        _labels()


def seal_address(seal: str) -> str:
    """Return the address under which the fetcher serves a shipped seal."""
    return f"house:seal/{quote(seal)}"


def qr_address(text: str) -> str:
    """Return the address under which the fetcher draws `text` as a QR code."""
    return f"house:qr/{quote(text, safe='')}"

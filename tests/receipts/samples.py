"""A visit to the counter as the collection describes it, ready to be issued or bent by a test."""

import copy
from typing import Any

DRAFT: dict[str, Any] = {
    "version": 1,
    "municipality": {
        "name": "Municipio de Cayey",
        "office": "Oficina de Finanzas",
        "address_lines": ["Casa Alcaldía, Calle Núñez Romeu", "Cayey, Puerto Rico 00736"],
        "phone": "787-555-0100",
        "seal": "img/seal.svg",
    },
    "received_on": "2026-08-14",
    "payer": {"name": "María Ibáñez-Muñoz", "on_behalf_of": "Panadería La Ñapa, Inc."},
    "accounts": [
        {
            "taxpayer_number": "C-000123",
            "taxpayer_name": "Panadería La Ñapa, Inc.",
            "tax_label": "Patente municipal",
            "lines": [
                {
                    "debt_label": "Patente 2023-24, segundo plazo",
                    "due_on": "2024-01-15",
                    "principal_cents": 61_250,
                    "interest_cents": 18_992,
                    "surcharge_cents": 6_125,
                    "costs_cents": 2_500,
                },
                {
                    "debt_label": "Patente 2024-25, primer plazo",
                    "due_on": "2024-07-15",
                    "principal_cents": 20_000,
                    "interest_cents": 5_000,
                    "surcharge_cents": 2_000,
                    "costs_cents": 0,
                },
            ],
            "remaining_cents": 148_211,
            "credit_cents": 0,
        }
    ],
    "tenders": [
        {"kind_label": "Efectivo", "amount_cents": 70_000, "reference": ""},
        {
            "kind_label": "Cheque certificado",
            "amount_cents": 50_000,
            "reference": "Núm. 001482, Banco de Peñuelas",
        },
    ],
    "received_cents": 120_000,
    "change_cents": 4_133,
    "total_cents": 115_867,
    "oldest_first_sentence": "Su pago se aplica primero a la deuda más antigua de su cuenta: "
    "la patente 2023-24, segundo plazo, y lo que sobra a la patente 2024-25, primer plazo.",
    "collector": {"name": "Ana Núñez Rivera", "title": "Recaudadora Auxiliar"},
    "rules_version": "2026.1",
}


def draft(**changes: Any) -> dict[str, Any]:
    """Return a fresh draft with top-level `changes`."""
    return {**copy.deepcopy(DRAFT), **changes}


def draft_of_debts(count: int) -> dict[str, Any]:
    """Return a draft that pays `count` debts of one account, each with 4 different components."""
    visit = draft(change_cents=0)
    account = visit["accounts"][0]
    account["lines"] = [
        {
            "debt_label": f"Patente {1990 + index}-{(1991 + index) % 100:02d}, primer plazo",
            "due_on": f"{1990 + index}-07-15",
            "principal_cents": 100_000 + index,
            "interest_cents": 12_345,
            "surcharge_cents": 10_000,
            "costs_cents": 7_500,
        }
        for index in range(count)
    ]
    total = sum(
        sum(value for key, value in line.items() if key.endswith("_cents")) for line in account["lines"]
    )
    visit["tenders"] = [{"kind_label": "Cheque de gerente", "amount_cents": total, "reference": "Núm. 77"}]
    return {**visit, "received_cents": total, "total_cents": total}

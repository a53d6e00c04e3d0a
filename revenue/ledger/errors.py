"""What accounts refuse."""

from revenue.rules.errors import DomainError


class AccountNotLocked(DomainError):
    """A programmer forgot the transaction: nothing is written outside one."""

    def __init__(self) -> None:
        super().__init__(
            "account_not_locked", "Vuelva a intentarlo: la cuenta no estaba reservada para este trabajo."
        )

"""The ground that the other concurrency tests stand on: real locks between real connections."""

from django.contrib.auth import get_user_model
from django.db import OperationalError, transaction

User = get_user_model()


def test_a_locked_row_makes_a_second_transaction_wait_its_turn(at_once) -> None:
    counter = User.objects.create(username="contador", first_name="0")

    def add_one() -> None:
        with transaction.atomic():
            row = User.objects.select_for_update().get(pk=counter.pk)
            row.first_name = str(int(row.first_name) + 1)
            row.save(update_fields=["first_name"])

    assert at_once([add_one] * 20) == [None] * 20
    counter.refresh_from_db()
    assert counter.first_name == "20"


def test_what_one_of_them_raises_comes_back_in_its_place(at_once) -> None:
    def refuse() -> None:
        raise ValueError("no")

    first, second = at_once([refuse, lambda: 2])
    assert isinstance(first, ValueError)
    assert second == 2


def test_a_lock_taken_elsewhere_is_seen_as_taken(at_once) -> None:
    User.objects.create(username="fila")

    def look_at_it_without_waiting() -> None:
        with transaction.atomic():
            User.objects.select_for_update(nowait=True).get(username="fila")

    with transaction.atomic():
        User.objects.select_for_update().get(username="fila")
        [outcome] = at_once([look_at_it_without_waiting])
    assert isinstance(outcome, OperationalError)

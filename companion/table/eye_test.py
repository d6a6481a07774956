"""How well the eye reads this table's dice: rolls of which people say what lies there.

It lives in memory, and only while a page looks after it.
"""

from collections.abc import Callable, Sequence

from companion.log.readings import Reading
from companion.table.views import EyeTestView
from engine.core.refusals import NotNow
from vision.accuracy import RollResult, confusion_counts, summarise, wilson_interval
from vision.reading import can_play_unasked

LOOKED_AFTER_SECONDS = 15.0  # without a page that asks for it, the game gets its rolls again


class EyeTest:
    """A test of the eye: rolls come in, and people tell what they see.

    `reading` is the roll that nobody has told of yet. `now` is a monotonic clock in seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self.reading: Reading | None = None
        self.results: list[RollResult] = []
        self._now = now
        self._until = 0.0

    @property
    def is_on(self) -> bool:
        """Whether readings are the test's, and not the game's."""
        return self._now() < self._until

    def begin(self) -> None:
        """Begin anew."""
        self.results, self.reading = [], None
        self._until = self._now() + LOOKED_AFTER_SECONDS

    def keep_alive(self) -> None:
        """Let it go on, if it is on."""
        if self.is_on:
            self._until = self._now() + LOOKED_AFTER_SECONDS

    def end(self) -> None:
        """Let the game have its rolls again; what was found is still told."""
        self._until, self.reading = 0.0, None

    def take_reading(self, reading: Reading) -> None:
        """Take in a reading; dice that were only pushed, or are looked at again, are no roll.

        What may be none is asked about, for it may be what is hard to read, but never in the place
        of a roll that is asked about already.
        """
        if reading.thrown is False or reading.confirms is not None or not reading.dice:
            return
        if reading.thrown or self.reading is None:
            self.reading = reading

    def answer(self, number: int, faces: Sequence[str]) -> None:
        """Say that `faces` lay there at the reading `number`; none: it is not to count.

        Raises `NotNow` ``no_such_reading``.
        """
        reading = self.reading
        if reading is None or reading.number != number:
            raise NotNow("no_such_reading", "That roll has already been answered.")
        self.reading = None
        if faces:
            unasked = can_play_unasked(reading.dice, len(faces))
            self.results.append(
                RollResult(tuple(faces), reading.faces, unasked, reading.after_rest_ms)
            )

    def view(self) -> EyeTestView:
        """Return it as JSON."""
        view: EyeTestView = {"on": self.is_on, "throws": len(self.results)}
        if self.reading is not None and view["on"]:
            view["number"] = self.reading.number  # and not what was read: nobody is led to agree
        if self.results:
            sums, last = summarise(self.results), self.results[-1]
            low, high = wilson_interval(sums.right, sums.rolls)
            view["last"] = {"truth": sorted(last.truth), "read": sorted(last.read)}
            view["right"], view["asked"] = sums.right, sums.asked
            view["sure_and_wrong"], view["low"], view["high"] = sums.sure_and_wrong, low, high
            view["mistakes"] = [
                {"truth": true, "read": read, "count": count}
                for (true, read), count in confusion_counts(self.results).most_common()
                if true != read
            ]
        return view

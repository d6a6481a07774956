"""A test of how well the eye reads this table's dice: people enter the faces that the dice show.

It is kept in memory, and ends once no page shows it.
"""

from collections.abc import Callable, Sequence

from companion.log.readings import ReadingReport
from companion.table.views import EyeTestView
from engine.core.refusals import NotNow
from vision.accuracy import CheckedRoll, confusion_counts, summarise, wilson_interval
from vision.reading import can_play_unasked

UNWATCHED_SECONDS = 15.0  # after which a test that no page shows ends


class EyeTest:
    """A test of the eye; `reading` is the roll that nobody has answered yet.

    `now` is a monotonic clock in seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.forget()

    @property
    def is_on(self) -> bool:
        """Whether readings belong to the test, and not to the game."""
        return self._now() < self._until

    def forget(self) -> None:
        """End the test and forget its results, which are those of one camera."""
        self.reading: ReadingReport | None = None
        self.results: list[CheckedRoll] = []
        self._until = 0.0

    def begin(self) -> None:
        """Start a new test."""
        self.forget()
        self._until = self._now() + UNWATCHED_SECONDS

    def keep_alive(self) -> None:
        """Extend the test, if it is on."""
        if self.is_on:
            self._until = self._now() + UNWATCHED_SECONDS

    def end(self) -> None:
        """End the test; its results stay visible."""
        self._until, self.reading = 0.0, None

    def take_reading(self, reading: ReadingReport) -> None:
        """Ask about a reading, but not about pushed dice or a second look at the same dice.

        One that may be a roll is asked about, since it may be hard to read, but it never replaces
        an open question about a certain roll.
        """
        if reading.thrown is False or reading.confirms is not None or not reading.dice:
            return
        if reading.thrown or self.reading is None:
            self.reading = reading

    def answer(self, number: int, faces: Sequence[str]) -> None:
        """Enter the `faces` that lay there at reading `number`; none: it does not count.

        Raises `NotNow` ``no_such_reading``.
        """
        reading = self.reading
        if reading is None or reading.number != number:
            raise NotNow("no_such_reading", "That roll has already been answered.")
        self.reading = None
        if faces:
            unasked = can_play_unasked(reading.dice, len(faces))
            self.results.append(
                CheckedRoll(tuple(faces), reading.faces, unasked, reading.after_rest_ms)
            )

    def view(self) -> EyeTestView:
        """Return the test as JSON."""
        view: EyeTestView = {"on": self.is_on, "throws": len(self.results)}
        if self.reading is not None and view["on"]:
            view["number"] = self.reading.number  # not what was read, which would influence people
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

"""The live eye with taught dice."""

from tests.vision.dog_dice import dog_dice, dog_stills
from vision.cameras.demo import DemoCamera
from vision.events import Roll
from vision.eye import Eye
from vision.taught_reader import TaughtReader


def test_rolls_with_dogs_are_reported_as_they_lie() -> None:
    """Each of three rolls in the demo tray is reported once, with named dogs and body colours."""
    camera = DemoCamera(3, paced=False, looks=lambda _: dog_dice(0, (4, 5, 6)))
    eye = Eye(camera, TaughtReader({"dog": dog_stills(0, seed=40)}))
    reported = []
    for event in eye.events():
        if isinstance(event, Roll):
            truth = sorted("dog" if face > 3 else str(face) for face in camera.tray.lying_faces)
            reported.append(sorted(die.face for die in event.reading.dice) == truth)
            bodies = sorted(die.body for die in event.reading.dice)
            assert bodies == ["black", "black", "white", "white"]
            if len(reported) == 4:
                eye.close()
                break
            camera.roll()
    assert all(reported)

"""Dimensioned drawings on an A4 sheet, as PDF and SVG; all measures are in mm."""

from dataclasses import dataclass, field

WIDTH, HEIGHT = 297.0, 210.0  # A4, landscape
POINTS_PER_MM = 72 / 25.4
THIN, THICK = 0.13, 0.3
TEXT_SIZE = 3.0
TICK = 1.0


@dataclass
class Page:
    """A drawing, in mm from the sheet's upper left corner."""

    lines: list[tuple[float, float, float, float, float]] = field(default_factory=list)
    """Start x and y, end x and y, and width."""
    words: list[tuple[float, float, str]] = field(default_factory=list)

    def write_text(self, x: float, y: float, text: str) -> None:
        """Write lines of text on the page, one below the other."""
        for number, row in enumerate(text.splitlines()):
            self.words.append((x, y + 1.5 * TEXT_SIZE * number, row))

    def svg(self) -> str:
        """Return the page as SVG."""
        at = f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}" font-family="sans-serif" font-size="{TEXT_SIZE}"'
        drawn = [f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="#fff"/>']
        for x, y, to_x, to_y, wide in self.lines:
            path = f"M{x:.5g} {y:.5g}L{to_x:.5g} {to_y:.5g}"
            drawn.append(f'<path d="{path}" stroke="#222" stroke-width="{wide}"/>')
        drawn += [f'<text x="{x:g}" y="{y:g}">{words}</text>' for x, y, words in self.words]
        return f'<svg xmlns="http://www.w3.org/2000/svg" {at}>\n' + "\n".join([*drawn, "</svg>\n"])

    def pdf(self) -> bytes:
        """Return the page as a PDF (ISO 32000), to be printed at 100 %."""
        width, height = WIDTH * POINTS_PER_MM, HEIGHT * POINTS_PER_MM
        # The origin of a PDF is at the bottom: flip once, then everything counts from the top.
        drawn = [f"{POINTS_PER_MM:.6f} 0 0 {-POINTS_PER_MM:.6f} 0 {height:.3f} cm"]
        for x, y, to_x, to_y, wide in self.lines:
            drawn.append(f"{wide} w {x:.3f} {y:.3f} m {to_x:.3f} {to_y:.3f} l S")
        for x, y, words in self.words:
            drawn.append(f"0 g BT /F1 {TEXT_SIZE} Tf 1 0 0 -1 {x:.2f} {y:.2f} Tm ({words}) Tj ET")
        content = "\n".join(drawn)
        objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.2f} {height:.2f}]"
            " /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
            f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        ]
        written, places = "%PDF-1.4\n", ""
        for number, body in enumerate(objects, 1):
            places += f"{len(written):010d} 00000 n \n"
            written += f"{number} 0 obj\n{body}\nendobj\n"
        table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{places}"
        trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(written)}"
        return f"{written}{table}{trailer}\n%%EOF\n".encode("latin-1")


@dataclass(frozen=True)
class ScaledView:
    """A view on a page at `scale`; `left` and `bottom` are the position of its origin."""

    page: Page
    left: float
    bottom: float
    scale: float

    def draw_line(self, x: float, y: float, to_x: float, to_y: float, wide: float = THICK) -> None:
        """Draw a line."""
        self.page.lines.append((*self._at(x, y), *self._at(to_x, to_y), wide))

    def write_text(self, x: float, y: float, text: str) -> None:
        """Write text next to a point."""
        self.page.write_text(*self._at(x, y), text)

    def draw_width_dimension(self, x: float, to_x: float, y: float, words: str = "") -> None:
        """Draw a horizontal dimension line."""
        self._dimension(x, y, to_x, y)
        label = f"{to_x - x:g}{words}"
        left, bottom = self._at((x + to_x) / 2, y)
        self.page.write_text(left - 0.27 * TEXT_SIZE * len(label), bottom - 1, label)

    def draw_height_dimension(self, y: float, to_y: float, x: float, words: str = "") -> None:
        """Draw a vertical dimension line."""
        self._dimension(x, y, x, to_y)
        left, middle = self._at(x, (y + to_y) / 2)
        self.page.write_text(left + 1, middle + TEXT_SIZE / 3, f"{to_y - y:g}{words}")

    def _dimension(self, x: float, y: float, to_x: float, to_y: float) -> None:
        self.draw_line(x, y, to_x, to_y, THIN)
        for end in ((x, y), (to_x, to_y)):
            left, top = self._at(*end)
            self.page.lines.append((left - TICK, top + TICK, left + TICK, top - TICK, THICK))

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self.left + x * self.scale, self.bottom - y * self.scale

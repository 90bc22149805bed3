//! Boards as pictures: squares, and men drawn with a few strokes, so that no font decides what they look like.

use super::markup::escaped;

/// The side of a square.
const SQUARE: usize = 40;

/// The width of the margins with the names of files and ranks.
const MARGIN: usize = 16;

/// The men, each in a square of forty by forty, by the letter that FEN has for them.
const MEN: [(char, &str); 6] = [
    (
        'k',
        "M18.5 4.5h3v3h3v3h-3v4h-3v-4h-3v-3h3z M20 15.5C12 11 7 17 10 22.5L13 27.5H27L30 22.5C33 17 28 11 20 15.5z \
         M12 29h16v2.5H12z M10 32.5h20V36H10z",
    ),
    (
        'q',
        "M8 12.5L13 27.5H27L32 12.5L25.5 20.5L20 9L14.5 20.5z M20 4.5a2.3 2.3 0 1 0 .01 0z \
         M7.5 8a2.3 2.3 0 1 0 .01 0z M32.5 8a2.3 2.3 0 1 0 .01 0z M12 29h16v2.5H12z M10 32.5h20V36H10z",
    ),
    (
        'r',
        "M11 7h4.5v3.5H18V7h4v3.5h2.5V7H29v8l-3 3v9.5l2.5 3.5h-17L14 27.5V18l-3-3z M10 32.5h20V36H10z",
    ),
    (
        'b',
        "M20 4a2.4 2.4 0 1 0 .01 0z M20 9.5C12 15 11 22 15 27.5H25C29 22 28 15 20 9.5z M13 29h14v2.5H13z \
         M10 32.5h20V36H10z",
    ),
    (
        'n',
        "M13 31C13 25 18.5 22.5 19 18.5L13.5 21.5L9.5 18.5L14 11.5L15.5 6.5L19 9C27 10 30.5 18 29 31z \
         M10 32.5h20V36H10z",
    ),
    (
        'p',
        "M20 8a5.5 5.5 0 1 0 .01 0z M17 19.5h6C23.5 24 25 28 28 31H12C15 28 16.5 24 17 19.5z M10 32.5h20V36H10z",
    ),
];

/// The shapes of the men, once for the whole page.
pub(crate) fn men() -> String {
    format!(
        "<svg class=\"shapes\" aria-hidden=\"true\" width=\"0\" height=\"0\">\n{}</svg>\n",
        shapes()
    )
}

/// The shape of every man, to be used by its letter.
fn shapes() -> String {
    let shapes = MEN.map(|(letter, path)| {
        format!("<symbol id=\"man-{letter}\" viewBox=\"0 0 40 40\"><path d=\"{path}\"/></symbol>\n")
    });
    shapes.concat()
}

/// The board of a position in FEN, White below.
pub(crate) fn board(fen: &str, about: &str) -> String {
    let side = 8 * SQUARE;
    let whole = side + MARGIN;
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {whole} {whole}\" role=\"img\" aria-label=\"{}\">\n",
        escaped(&format!("{about}: {fen}"))
    );
    for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
        let shade = if (row + column) % 2 == 0 {
            "light"
        } else {
            "dark"
        };
        svg += &format!(
            "<rect class=\"{shade}\" x=\"{}\" y=\"{}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>",
            MARGIN + column * SQUARE,
            row * SQUARE
        );
    }
    svg += "\n";
    for line in 0..8 {
        let middle = line * SQUARE + SQUARE / 2;
        svg += &format!(
            "<text x=\"{}\" y=\"{}\">{}</text><text x=\"{}\" y=\"{}\">{}</text>",
            MARGIN / 2,
            middle + 4,
            8 - line,
            MARGIN + middle,
            whole - 4,
            char::from(b'a' + line as u8),
        );
    }
    svg += "\n";
    for (row, column, letter) in placed(fen) {
        let colour = if letter.is_ascii_uppercase() {
            "white"
        } else {
            "black"
        };
        svg += &format!(
            "<use class=\"{colour}\" href=\"#man-{}\" x=\"{}\" y=\"{}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>\n",
            letter.to_ascii_lowercase(),
            MARGIN + column * SQUARE,
            row * SQUARE
        );
    }
    svg + "</svg>\n"
}

/// The same as a picture that needs nothing around it.
pub fn board_picture(fen: &str) -> String {
    let opening = "<svg xmlns=\"http://www.w3.org/2000/svg\" ";
    let board = board(fen, "a board").replacen("<svg ", opening, 1);
    let (head, rest) = board.split_once('\n').unwrap_or((&board, ""));
    format!(
        "{head}\n<style>{PICTURE_STYLE}</style>\n<defs>\n{}</defs>\n{rest}",
        shapes()
    )
}

const PICTURE_STYLE: &str = ".light{fill:#eed9b6}.dark{fill:#b58863}\
use.white{fill:#fff;stroke:#222}use.black{fill:#222;stroke:#eee}\
text{font:12px sans-serif;text-anchor:middle;fill:#888}";

/// The men of a FEN with their rows, from the top, and columns, from the left.
fn placed(fen: &str) -> Vec<(usize, usize, char)> {
    let placement = fen.split(' ').next().unwrap_or_default();
    let mut men = Vec::new();
    for (row, rank) in placement.split('/').enumerate() {
        let mut column = 0;
        for letter in rank.chars() {
            match letter.to_digit(10) {
                Some(empty) => column += empty as usize,
                None => {
                    men.push((row, column, letter));
                    column += 1;
                }
            }
        }
    }
    men
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_stand_where_the_fen_says() {
        assert_eq!(
            placed("8/8/8/8/8/7K/k7/2R5 w - -"),
            [(5, 7, 'K'), (6, 0, 'k'), (7, 2, 'R')]
        );
    }

    #[test]
    fn a_board_has_all_squares_and_every_man() {
        let svg = board("8/8/8/8/8/7K/k7/2R5 w - -", "at the start");
        let count = |part: &str| svg.matches(part).count();
        assert_eq!((count("<rect"), count("<use"), count("<text")), (64, 3, 16));
        // c1 is the third column of the lowest row, and a dark square.
        assert!(svg.contains("class=\"white\" href=\"#man-r\" x=\"96\" y=\"280\""));
        assert!(svg.contains("<rect class=\"dark\" x=\"96\" y=\"280\""));
        let picture = board_picture("8/8/8/8/8/7K/k7/2R5 w - -");
        assert_eq!(picture.matches("<svg ").count(), 1);
        assert_eq!(picture.matches("<symbol ").count(), 6);
        assert_eq!(picture.matches("<use ").count(), 3);
    }
}

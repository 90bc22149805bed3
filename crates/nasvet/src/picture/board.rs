//! A chessboard: eight ranks with their coordinates, and whose move it is.

use super::{BLACK, Mark, Style, WHITE, painted};

/// Backgrounds on which black men and white men can both be read, whatever the colour of the terminal.
const LIGHT: u8 = 137;
const DARK: u8 = 94;

/// The lines of the picture; none if the text is no position.
pub(super) fn draw(position: &str, marks: &[(String, Mark)], style: Style) -> Option<Vec<String>> {
    let fen = chess::read_epd(position).ok()?.to_string();
    let mut fields = fen.split(' ');
    let men = men(fields.next()?);
    let to_move = match fields.next()? {
        "w" => "White to move",
        _ => "Black to move",
    };
    let seen = |idx: usize| if style.flipped { 7 - idx } else { idx };
    let mut lines = Vec::new();
    for row in 0..8 {
        let rank = seen(7 - row);
        let mut line = format!("{}{}", rank + 1, side_line(style));
        for file in (0..8).map(seen) {
            let name = square_name(file, rank);
            let mark = marks.iter().rev().find(|(place, _)| *place == name);
            let square = Square {
                man: men[rank][file],
                is_dark: (file + rank) % 2 == 0,
                mark: mark.map(|(_, mark)| *mark),
            };
            line.push_str(&square.draw(style));
        }
        lines.push(line);
    }
    if !style.colour {
        let (corner, dash) = if style.unicode {
            ('└', "─")
        } else {
            ('+', "-")
        };
        lines.push(format!("  {corner}{}", dash.repeat(24)));
    }
    let files: Vec<String> = (0..8).map(|idx| file_name(seen(idx)).to_string()).collect();
    let margin = if style.colour { "   " } else { "    " };
    lines.push(format!("{margin}{}", files.join("  ")));
    lines.push(format!("{margin}{to_move}"));
    Some(lines)
}

/// What stands between a rank's number and its squares: with colours the board needs no line.
fn side_line(style: Style) -> &'static str {
    match (style.colour, style.unicode) {
        (true, _) => " ",
        (false, true) => " │",
        (false, false) => " |",
    }
}

/// The letter of the man on each square, by rank and file from a1, from the first field of a correct FEN.
fn men(placement: &str) -> [[Option<char>; 8]; 8] {
    let mut men = [[None; 8]; 8];
    for (row, rank) in men.iter_mut().rev().zip(placement.split('/')) {
        let squares = rank.chars().flat_map(|ch| match ch.to_digit(10) {
            Some(n_empty) => vec![None; n_empty as usize],
            None => vec![Some(ch)],
        });
        for (square, man) in row.iter_mut().zip(squares) {
            *square = man;
        }
    }
    men
}

fn file_name(file: usize) -> char {
    char::from(b'a' + file as u8)
}

fn square_name(file: usize, rank: usize) -> String {
    format!("{}{}", file_name(file), rank + 1)
}

struct Square {
    /// The letter that FEN gives the man.
    man: Option<char>,
    is_dark: bool,
    mark: Option<Mark>,
}

impl Square {
    /// Three columns.
    fn draw(&self, style: Style) -> String {
        if style.colour {
            let background = match (self.mark, self.is_dark) {
                (Some(mark), _) => mark.background(),
                (None, true) => DARK,
                (None, false) => LIGHT,
            };
            let is_white = self.man.is_some_and(|man| man.is_ascii_uppercase());
            let foreground = if is_white { WHITE } else { BLACK };
            // The colour tells the sides apart, so both have the solid figure, which is easier to see.
            let man = match self.man {
                None => ' ',
                Some(man) if style.unicode => figurine(man.to_ascii_lowercase()),
                Some(man) => man,
            };
            return painted(&format!(" {man} "), foreground, background);
        }
        let man = match self.man {
            None if style.unicode => '·',
            None => '.',
            Some(man) if style.unicode => figurine(man),
            Some(man) => man,
        };
        let (open, close) = self.mark.map_or((' ', ' '), Mark::brackets);
        format!("{open}{man}{close}")
    }
}

/// The figure of a man: outlined for White, solid for Black.
fn figurine(man: char) -> char {
    match man {
        'K' => '♔',
        'Q' => '♕',
        'R' => '♖',
        'B' => '♗',
        'N' => '♘',
        'P' => '♙',
        'k' => '♚',
        'q' => '♛',
        'r' => '♜',
        'b' => '♝',
        'n' => '♞',
        'p' => '♟',
        other => other,
    }
}

//! Charts: how long games are beside the optimum, and how often each piece is played.

use crate::numbers::{grouped, share};
use crate::page::markup::escaped;
use crate::verification::{UseDocument, VerificationDocument};

/// The height of the tallest bar.
const HEIGHT: f64 = 200.0;

/// The room for the numbers at the left, and for those below.
const LEFT: f64 = 64.0;
const BELOW: f64 = 40.0;

/// The width of the columns together, unless each would be too thin.
const WIDTH: f64 = 640.0;
const THINNEST: f64 = 9.0;

/// What is drawn in one colour.
struct Series<'a> {
    class: &'static str,
    name: &'static str,
    histogram: &'a [u64],
}

/// How many games take how many moves, beside the shortest there are; nothing where we win no game.
pub(super) fn lengths(document: &VerificationDocument) -> Option<String> {
    let [strong, weak] = &document.modes[..] else {
        return None;
    };
    if strong.lengths.games + weak.lengths.games == 0 {
        return None;
    }
    let optimum = Series {
        class: "optimum",
        name: "the optimum",
        histogram: &document.optimum.histogram,
    };
    let series = if strong.lengths == weak.lengths {
        vec![
            optimum,
            Series {
                class: "strong",
                name: "the advice, in both modes",
                histogram: &strong.lengths.histogram,
            },
        ]
    } else {
        vec![
            optimum,
            Series {
                class: "strong",
                name: "the advice in strong mode",
                histogram: &strong.lengths.histogram,
            },
            Series {
                class: "weak",
                name: "the advice in weak mode",
                histogram: &weak.lengths.histogram,
            },
        ]
    };
    Some(legend(&series) + &columns(&series))
}

fn legend(series: &[Series<'_>]) -> String {
    let entries = series.iter().map(|of| {
        format!(
            "<span><i class=\"key {}\"></i>{}</span>\n",
            of.class, of.name
        )
    });
    format!("<p class=\"legend\">{}</p>\n", entries.collect::<String>())
}

fn columns(series: &[Series<'_>]) -> String {
    let counts = series.iter().flat_map(|of| of.histogram);
    let most = counts.copied().max().unwrap_or(1).max(1);
    let n_columns = series.iter().map(|of| of.histogram.len()).max();
    let n_columns = n_columns.unwrap_or(0).max(1);
    let column = (WIDTH / n_columns as f64).max(THINNEST);
    let width = LEFT + column * n_columns as f64 + 8.0;
    let (top, height) = (8.0, HEIGHT + BELOW + 8.0);
    let step = round_step(most);
    let scale = HEIGHT / most as f64;
    let mut svg = format!(
        "<div class=\"wide\"><svg class=\"chart\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
         aria-label=\"How many games take how many moves\">\n"
    );
    for line in 0..=most / step {
        let n = line * step;
        let y = top + HEIGHT - n as f64 * scale;
        svg += &format!(
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{:.0}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"left\" x=\"{:.0}\" y=\"{:.1}\">{}</text>\n",
            width - 8.0,
            LEFT - 8.0,
            y + 4.0,
            grouped(n)
        );
    }
    let bar = column * 0.8 / series.len() as f64;
    for moves in 0..n_columns {
        let x = LEFT + column * moves as f64;
        for (idx, of) in series.iter().enumerate() {
            let n = of.histogram.get(moves).copied().unwrap_or(0);
            if n > 0 {
                // What is there can be seen.
                let tall = (n as f64 * scale).max(1.0);
                svg += &format!(
                    "<rect class=\"{}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{bar:.1}\" height=\"{tall:.1}\">\
                     <title>{moves} moves, {}: {}</title></rect>\n",
                    of.class,
                    x + column * 0.1 + bar * idx as f64,
                    top + HEIGHT - tall,
                    of.name,
                    grouped(n)
                );
            }
        }
        if n_columns <= 20 || moves % 5 == 0 {
            svg += &format!(
                "<text x=\"{:.1}\" y=\"{:.0}\">{moves}</text>\n",
                x + column / 2.0,
                top + HEIGHT + 16.0
            );
        }
    }
    svg += &format!(
        "<text x=\"{:.0}\" y=\"{:.0}\">moves to mate</text>\n",
        LEFT + (width - LEFT) / 2.0,
        top + HEIGHT + 34.0
    );
    svg + "</svg></div>\n"
}

/// The distance of the lines behind the columns: 1, 2 or 5 with noughts, so that there are two to five of them.
fn round_step(most: u64) -> u64 {
    let mut step = 1;
    loop {
        for factor in [1, 2, 5] {
            if most / (step * factor) <= 5 {
                return step * factor;
            }
        }
        step *= 10;
    }
}

/// How often each piece is played, rule by rule.
pub(super) fn pieces(pieces: &[UseDocument], positions: u64) -> String {
    let most = pieces.iter().map(|of| of.positions).max().unwrap_or(1);
    let mut rows = String::new();
    let mut rule = None;
    for of in pieces {
        if rule != Some(&of.rule) {
            rule = Some(&of.rule);
            let heading = of.rule.as_deref().unwrap_or("never played");
            rows += &format!(
                "<tr class=\"rule\"><th colspan=\"4\">{}</th></tr>\n",
                escaped(heading)
            );
        }
        let says = of.says.as_deref().map(|says| {
            let says = escaped(says);
            format!("<br/><small>{says}</small>")
        });
        rows += &format!(
            "<tr><th scope=\"row\"><code>{}</code>{}</th><td class=\"n\">{}</td><td class=\"n share\">{}</td>\
             <td class=\"bars\"><svg class=\"bar\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" \
             aria-hidden=\"true\"><rect class=\"strong\" width=\"{:.2}\" height=\"10\"/></svg></td></tr>\n",
            escaped(&of.piece),
            says.unwrap_or_default(),
            grouped(of.positions),
            share(of.positions, positions),
            100.0 * of.positions as f64 / most.max(1) as f64,
        );
    }
    format!("<div class=\"wide\"><table class=\"pieces\">\n{rows}</table></div>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_few_and_round() {
        let check = |most, step| assert_eq!(round_step(most), step, "{most}");
        check(1, 1);
        check(5, 1);
        check(6, 2);
        check(29, 5);
        check(17_341, 5_000);
        check(30_000, 10_000);
    }

    #[test]
    fn a_share_is_neither_nothing_nor_all_by_rounding() {
        let check = |part, whole, expected| assert_eq!(share(part, whole), expected);
        check(0, 10, "–");
        check(1, 175_168, "under 0.1 %");
        check(175_167, 175_168, "over 99.9 %");
        check(10, 10, "100.0 %");
        check(1, 8, "12.5 %");
    }
}

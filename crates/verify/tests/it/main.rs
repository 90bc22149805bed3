//! Tables, and the judge that plays by them.

mod slow_judge;

mod tables;
mod five_men;
mod building;
mod bytes;
mod judge;
mod sets;
mod asking;

use nasvet_verify::Material;

fn material(text: &str) -> Material {
    text.parse().expect("the name of an ending")
}

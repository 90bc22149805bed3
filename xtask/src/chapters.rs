//! The shipped chapters and libraries, as `nasvet` itself judges them.

use std::path::Path;

use crate::command::{nasvet, run};
use crate::project::{entries, root, shown};

/// All are laid out in the common style.
pub(crate) fn check_layout() -> Result<(), String> {
    let help = |problem| format!("{problem}\n`nasvet fmt` lays them out");
    judge(&["fmt", "--check"]).map_err(help)
}

/// None has an error or a warning.
pub(crate) fn check_contents() -> Result<(), String> {
    judge(&["check", "--strict"])
}

fn judge(args: &[&str]) -> Result<(), String> {
    let mut command = nasvet(args)?;
    run(command.args(shipped()?))
}

/// The files of the shipped knowledge, from the root.
fn shipped() -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    for (folder, extension) in [("chapters", "md"), ("chapters/library", "advice")] {
        let has_extension =
            |path: &&std::path::PathBuf| path.extension().is_some_and(|found| found == extension);
        let paths = entries(&root().join(Path::new(folder)))?;
        files.extend(paths.iter().filter(has_extension).map(|path| shown(path)));
    }
    Ok(files)
}

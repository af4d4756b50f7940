//! The layers of each crate and of the page: a module uses its own layer and those below it.

use std::collections::BTreeSet;

use super::{File, Problem};

/// This file.
const HERE: &str = "xtask/src/tidy/layers.rs";

/// Each source folder, or folder in one, with its modules, the lowest layer first.
const LAYERS: &[(&str, &str)] = &[
    (
        "crates/beaufort/src/",
        "output failure stop text_file progress level output_file game_args picture commands",
    ),
    ("crates/draw/src/", "palette words canvas svg figurine diagram tile board heat_map guide"),
    (
        "crates/engine/src/",
        "params tune random limits score signal shared_memory info history correction eval time tt skill task \
search engine lazy_engine bench",
    ),
    ("crates/import/src/", "error betza game ini names report turns translate diagram export"),
    (
        "crates/lab/src/",
        "workers quiet setup players external matches plan row store selfplay learn tune train puzzles study",
    ),
    ("crates/protocol/src/", "words numbers lines overhead search_info notation uci cecp engine client"),
    ("crates/python/src/", "errors work convert game turn position engine record learn lab"),
    (
        "crates/reference/src/",
        "geometry base pieces rulesets board reflecting displace arrival handling taking latent relay promotion \
verdict text turn random cases larger_board",
    ),
    (
        "crates/server/src/",
        "aborts answers online block count_guard letter_texts files identity log_limit memory nats network public rating server_time \
session_name web_socket lane work_budget probe queue_budget metrics limits store workers client listen lock \
storage worker clients guard message rooms cluster gallery services accounts expiry carrier mail push room config lobby postman app \
flags public_games open_seats socket account_routes gallery_routes server starvation",
    ),
    (
        "crates/session/src/",
        "account error library mail_address push_subscription review seat_key seats worth session view assessment command companions import job trial \
tuning judgement level vacation clock describe event queue conversation card types durable",
    ),
    (
        "crates/session/src/conversation/",
        "hidden date refusal repeats rates owner mailboxes talk presence seats table limits openings listing effects \
handler names rights pace turn_list views weight by_mail claims chat edits reading import letters questions sight review experiments telling plans \
play ending engine opening offers seating saved",
    ),
    ("crates/wasm/src/", "lent_memory engine rooms host bench"),
    ("fuzz/src/", "own_games mutate"),
    (
        "web/src/",
        "style browser protocol session Icon translated language board entry learn transport offline push state views \
embed App start main site",
    ),
    ("xtask/bindgen/src/", "order"),
    ("xtask/load/src/", "script visitor attack report program postgres connection siege game nats"),
    (
        "xtask/src/",
        "tail step client markdown tidy browser atlas book python packages wasm site supply duel peers needs",
    ),
    (
        "crates/rules/src/",
        "vocabulary grammar travel powers language game position turn generate changes load_game own_game perft notation record \
openings help",
    ),
];

/// Uses of a higher layer, or of an item in the root of the crate, that are allowed: the source folder, the module, what
/// it uses, and the reason.
const EXEMPT: &[(&str, &str, &str, &str)] = &[
    (
        "crates/engine/src/",
        "params",
        "tune",
        "with the feature `tune` the table of parameters is made of its settable numbers",
    ),
    ("crates/wasm/src/", "engine", "to_json", "both hosts write JSON alike"),
    ("crates/wasm/src/", "rooms", "to_json", "both hosts write JSON alike"),
    ("xtask/load/src/", "game", "Options", "options of the command line"),
    ("xtask/load/src/", "game", "SECRET", "shared with the tests of the server"),
    ("xtask/load/src/", "program", "Options", "options of the command line"),
    ("xtask/load/src/", "program", "PATIENCE", "shared with the tests of the server"),
    ("xtask/load/src/", "report", "Attack", "shared with the tests of the server"),
    ("xtask/load/src/", "report", "Siege", "shared with the tests of the server"),
];

/// Returns the uses of a higher layer, the modules without a layer, and the entries of the tables that match nothing.
pub(super) fn problems(files: &[File]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut modules = BTreeSet::new();
    let mut exempt = BTreeSet::new();
    for file in files {
        let Some((source, path)) = source_path(file) else { continue };
        if !is_root(path) && !LAYERS.iter().any(|(folder, _)| *folder == source) {
            problems
                .push(file.problem(0, format!("the folder {source} has no place yet in LAYERS of {HERE}")));
        }
        let code = code(file);
        for &(folder, layers) in LAYERS {
            let Some(path) = file.path.strip_prefix(folder) else { continue };
            let module = path.split('/').next().unwrap_or(path).split('.').next().unwrap_or(path);
            let layers: Vec<&str> = layers.split(' ').collect();
            let layer = |name: &str| layers.iter().position(|layer| *layer == name);
            modules.insert((folder, module));
            if code.is_empty() || is_root(path) {
                continue;
            }
            let Some(own) = layer(module) else {
                let message = format!("the module {module} has no place yet in LAYERS of {HERE}");
                problems.push(file.problem(0, message));
                continue;
            };
            let root = folder[source.len()..].replace('/', "::");
            let uses =
                if path.ends_with(".rs") { rust_uses(&root, path, &code) } else { web_uses(path, &code) };
            for Use { at, name, is_certain } in uses {
                let message = match layer(&name) {
                    Some(other) if other <= own => continue,
                    Some(_) => {
                        format!("{module} may not use {name}, which stands above it: see LAYERS in {HERE}")
                    }
                    None if is_certain => {
                        format!("`crate::{root}{name}` hides a layer: name the module it is in")
                    }
                    None => continue,
                };
                let arrow =
                    EXEMPT.iter().position(|(of, from, to, _)| (*of, *from, *to) == (folder, module, &name));
                match arrow {
                    Some(arrow) => _ = exempt.insert(arrow),
                    None => problems.push(file.problem(1 + code[..at].matches('\n').count(), message)),
                }
            }
        }
    }
    problems.extend(stale(&modules, &exempt));
    problems
}

/// Returns the entries of the tables that match none of the modules found, or none of the uses.
fn stale(modules: &BTreeSet<(&str, &str)>, exempt: &BTreeSet<usize>) -> Vec<Problem> {
    let mut messages = Vec::new();
    for (folder, layers) in LAYERS {
        for module in layers.split(' ').filter(|module| !modules.contains(&(folder, module))) {
            messages.push(format!("there is no module {module} in {folder}: remove it from LAYERS"));
        }
    }
    for (at, (folder, from, to, _)) in EXEMPT.iter().enumerate() {
        if !exempt.contains(&at) {
            messages.push(format!("{from} in {folder} no longer uses {to}: remove it from EXEMPT"));
        }
    }
    let problem = |message| Problem { file: HERE.to_owned(), line: 0, message };
    messages.into_iter().map(problem).collect()
}

/// Returns the source folder of a file that is part of a layer, and the rest of its path.
fn source_path(file: &File) -> Option<(&str, &str)> {
    let at = file.path.find("src/")? + "src/".len();
    let (folder, path) = file.path.split_at(at);
    let is_source = path.ends_with(".rs") || folder == "web/src/";
    is_source.then_some((folder, path))
}

/// Returns `true` for the root module of a crate or a folder, which stands above all layers.
fn is_root(path: &str) -> bool {
    matches!(path, "lib.rs" | "main.rs" | "mod.rs")
}

/// Returns a file's code with comment lines blanked. Tests may use everything: they are left out.
fn code(file: &File) -> String {
    let path = &file.path;
    let is_test = path.ends_with("/tests.rs") || path.contains("/tests/") || path.contains(".test.ts");
    let lines = file.text.lines().filter(|_| !is_test).take_while(|line| !line.ends_with("mod tests {"));
    lines.flat_map(|line| [if line.trim_start().starts_with("//") { "" } else { line }, "\n"]).collect()
}

/// A use of another module.
struct Use {
    /// The offset in the code.
    at: usize,
    /// The module or the item.
    name: String,
    /// `false` if the path may start elsewhere than in the root: in a module inside a file, `super` is the file.
    is_certain: bool,
}

/// Returns the names that a Rust file takes from the root of its layers, the module `crate::{root}`, by its path or by `super::`.
fn rust_uses(root: &str, path: &str, code: &str) -> Vec<Use> {
    // As many `super` as lead to the root: the root file of a folder stands for the folder.
    let depth = path.trim_end_matches("/mod.rs").split('/').count();
    let mut uses = Vec::new();
    for (prefix, is_certain) in [(&*format!("crate::{root}"), true), (&*"super::".repeat(depth), false)] {
        for (at, _) in code.match_indices(prefix) {
            let is_start = !code[..at].ends_with(|c: char| is_word(c) || matches!(c, ':' | '`' | '"'));
            let names = first_names(&code[at + prefix.len()..]);
            let names = names.into_iter().filter(|name| is_start && *name != "super");
            uses.extend(names.map(|name| Use { at, name: name.to_owned(), is_certain }));
        }
    }
    uses
}

/// Returns the first name of a path, or of each path in braces.
fn first_names(text: &str) -> Vec<&str> {
    let first = |path: &'_ str| path.find(|c| !is_word(c)).unwrap_or(path.len());
    let Some(list) = text.strip_prefix('{') else {
        return vec![&text[..first(text)]];
    };
    let mut names = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                let path = list[start..at].trim_start();
                names.push(&path[..first(path)]);
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns the folders and top-level files that a file of the page imports by relative paths.
fn web_uses(path: &str, code: &str) -> Vec<Use> {
    let folders: Vec<&str> = path.split('/').collect();
    let mut uses = Vec::new();
    for (at, _) in code.match_indices("\".") {
        let text = code[at + 1..].split('"').next().unwrap_or_default();
        if !text.starts_with("./") && !text.starts_with("../") {
            continue;
        }
        let mut target = folders[..folders.len() - 1].to_vec();
        let mut is_inside = true;
        for part in text.split('/') {
            match part {
                "." => {}
                ".." => is_inside &= target.pop().is_some(),
                _ => target.push(part),
            }
        }
        if let Some(first) = target.first().filter(|_| is_inside) {
            let name = first.split(['.', '?']).next().unwrap_or(first).to_owned();
            uses.push(Use { at, name, is_certain: true });
        }
    }
    uses
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str) -> Vec<String> {
        let problems = problems(&[File { path: path.into(), text: text.into() }]);
        let of_file = problems.iter().filter(|problem| problem.file == path);
        of_file.map(Problem::to_string).collect()
    }

    #[test]
    fn lower_layers_and_tests_pass() {
        let text = "//! See [`crate::record`].\nuse crate::vocabulary::Square;\nuse super::game;\nuse my_crate::X;\n";
        assert_eq!(check("crates/rules/src/turn/mod.rs", text), [""; 0]);
        let text = "#[cfg(test)]\nmod tests {\n    use crate::builtin;\n}\n";
        assert_eq!(check("crates/rules/src/powers/x.rs", text), [""; 0]);
        assert_eq!(check("crates/rules/src/generate/tests.rs", "use crate::Position;\n"), [""; 0]);
        assert_eq!(check("crates/rules/src/lib.rs", "pub use crate::record;\n"), [""; 0]);
        assert_eq!(check("web/src/board/x.test.ts", "import \"../state/app\";\n"), [""; 0]);
        assert_eq!(
            check("web/src/views/play/x.tsx", "import \"../../state/app\";\nimport \"./y\";\n"),
            [""; 0]
        );
        assert_eq!(check("web/src/views/x.tsx", "import \"../../other/src\";\n"), [""; 0]);
    }

    #[test]
    fn higher_layers_fail() {
        let message = |line: usize, from: &str, to: &str| {
            format!("{line}: {from} may not use {to}, which stands above it: see LAYERS in {HERE}")
        };
        let game = message(2, "travel", "game");
        for (path, text) in [
            ("travel/x.rs", "\nuse crate::game::Class;\n"),
            ("travel/x.rs", "\nuse crate::{grammar, game::{self, Class}};\n"),
            ("travel/x.rs", "\nuse crate::{\n    game::Class,\n    grammar,\n};\n"),
            ("travel/x.rs", "\nuse super::super::game::Class;\n"),
            ("travel/mod.rs", "\nuse super::game::Class;\n"),
            ("travel.rs", "\nuse super::game::Class;\n"),
        ] {
            let path = format!("crates/rules/src/{path}");
            assert_eq!(check(&path, text), [format!("{path}:{game}")], "{text}");
        }
        let path = "crates/session/src/conversation/seats.rs";
        for text in ["use super::handler::Handler;\n", "use crate::conversation::handler::Handler;\n"] {
            assert_eq!(check(path, text), [format!("{path}:{}", message(1, "seats", "handler"))]);
        }
        let path = "web/src/board/marks/x.tsx";
        let text = "import {\n    y,\n} from \"../../state/app\";\n";
        assert_eq!(check(path, text), [format!("{path}:{}", message(3, "board", "state"))]);
        assert_eq!(
            check(path, "import(\"../../App\");\n"),
            [format!("{path}:{}", message(1, "board", "App"))]
        );
    }

    #[test]
    fn names_of_the_root_and_unknown_modules_fail() {
        let path = "crates/rules/src/perft.rs";
        let message = format!("{path}:1: `crate::Turn` hides a layer: name the module it is in");
        assert_eq!(check(path, "fn f(t: crate::Turn) {}\n"), [message]);
        assert!(check("crates/rules/src/new/mod.rs", "x")[0].contains("the module new has no place yet"));
        assert!(check("crates/new/src/x.rs", "x")[0].contains("the folder crates/new/src/ has no place yet"));
    }

    #[test]
    fn entries_that_match_nothing_fail() {
        let problems: Vec<String> = problems(&[]).iter().map(Problem::to_string).collect();
        let missing =
            format!("{HERE}: there is no module grammar in crates/rules/src/: remove it from LAYERS");
        assert!(problems.contains(&missing));
        let unused =
            format!("{HERE}: params in crates/engine/src/ no longer uses tune: remove it from EXEMPT");
        assert!(problems.contains(&unused));
    }
}

//! What other programs call the options and commands of this one.

/// An option of other programs.
pub struct OptionSynonym {
    /// Its names, separated by spaces.
    words: &'static str,
    /// The options and arguments here that do the same; a command has one of them, or none.
    pub here: &'static [&'static str],
    /// What to do in a command that has none of them; empty if there is nothing to say.
    pub otherwise: &'static str,
}

/// Returns what an option of another program is here. Several rows can have one name.
pub fn of_option(word: &str) -> impl Iterator<Item = &'static OptionSynonym> {
    OPTIONS.iter().filter(move |row| row.words.split(' ').any(|name| name == word))
}

/// Returns the command that does what a command of another program does, with its arguments if it needs some.
pub fn of_command(word: &str) -> Option<&'static str> {
    COMMANDS.iter().find(|(words, _)| words.split(' ').any(|name| name == word)).map(|(_, here)| *here)
}

const fn row(words: &'static str, here: &'static [&'static str], otherwise: &'static str) -> OptionSynonym {
    OptionSynonym { words, here, otherwise }
}

const OPTIONS: &[OptionSynonym] = &[
    row(
        "--playouts --rollouts --simulations --sims --iterations --iters --visits --nodes",
        &["playouts", "games", "work", "level"],
        "",
    ),
    row("-n -g --number --count --runs --trials --num-games --rounds", &["games", "depth", "plies"], ""),
    row(
        "-d --depth --max-depth --ply --plies --moves --length",
        &["depth", "plies", "max-plies", "after", "level"],
        "`boardwright perft GAME DEPTH` counts moves to a depth",
    ),
    row("-m --moves --play --line --sequence --history", &["after", "moves"], ""),
    row("-v -vv --verbose --debug --long", &["details", "divide"], ""),
    row("-q --quiet --silent", &[], "`2> /dev/null` leaves the messages out"),
    row(
        "-o --out --output --output-file --file --save --log",
        &["out", "records", "into"],
        "`> FILE` writes the output to a file",
    ),
    row(
        "-j -t --threads --thread --jobs --cores --workers --parallel",
        &["threads"],
        "a player can have threads as a setting, such as `mcts:threads=2`",
    ),
    row("-t --time --seconds --timeout --duration --movetime --time-limit", &["time", "seconds", "clock"], ""),
    row("--memory --mem --ram --hash", &["memory"], "a player can have memory as a setting, such as `mcts:memory=256`"),
    row("--json", &["format"], ""),
    row(
        "-s -p -D --size --boardsize --board-size --width --height --param --params --setting --settings --config --option --define",
        &["set"],
        "",
    ),
    row("--fen --sfen --pos --start --setup --state --from-position", &["position"], ""),
    row("-s --random-seed --rng --rng-seed", &["seed"], ""),
    row("-p --player --players --ai --bot --opponent", &["player", "side"], ""),
    row("--level --difficulty --strength --skill", &["level"], "a player can have a level, such as `best:level=3`"),
    row(
        "-w -i --write --in-place --inplace",
        &["fix"],
        "`fmt` writes the files, unless `--check` or `--diff` is given",
    ),
    row("--autofix --auto-fix --apply", &["fix"], ""),
    row("--check --dry-run", &["dry-run", "check"], ""),
    row("-u --update --bless --approve", &["accept"], ""),
    row("-k --only --test --name --match", &["filter"], ""),
    row("-c --command --expr --expression", &["eval"], ""),
    row("-w --watch", &["once"], "`boardwright watch FILE` checks, tests and plays a file whenever it is saved"),
    row("-f -y --force --overwrite --yes", &[], "an existing file is kept: remove it first, or choose another name"),
    row("--reason --explain", &["why"], "`boardwright explain CODE` explains the code of a report"),
    row("--resume", &["continue"], ""),
    row("--sheet --rulebook", &["rules"], "`boardwright show GAME --rules` prints the rule sheet"),
    row(
        "--from --cell --square --piece --at",
        &[],
        "`boardwright moves GAME | grep c8` lists the moves with a cell; `moves GAME --why MOVE` asks about one",
    ),
    row("--source --raw --rules-file --code --dsl", &[], "`boardwright show GAME --format file` prints the rule file"),
    row("--svg --png --image --picture", &["format"], "`boardwright show GAME --format svg` draws a picture"),
];

const COMMANDS: &[(&str, &str)] = &[
    ("simulate simulation sim rollout rollouts random", "playout"),
    ("run start launch game ai bot computer opponent hint advice suggest", "play"),
    ("lint validate verify build compile parse syntax", "check"),
    ("init create generate scaffold template", "new"),
    ("view display print draw render board info", "show"),
    ("sheet rules rulebook rulesheet describe doc docs manual", "show GAME --rules"),
    ("cat source dump export", "show GAME --format file"),
    ("svg picture image png diagram figure plot", "show GAME --format svg"),
    ("position fen state place setup", "show GAME --position LINE"),
    ("fix autofix repair lint-fix", "check GAME --fix"),
    ("best bestmove best-move analyze analyse analysis score assess", "judge"),
    ("uci usi gtp server serve", "engine"),
    ("solver prove mate", "solve"),
    ("evaluate eval shell console interactive debug", "repl"),
    ("benchmark benchmarks speed profile perf", "bench"),
    ("format formatter beautify pretty", "fmt"),
    ("tournament versus vs arena selfplay self-play elo", "match"),
    ("compare difference delta", "diff"),
    ("learn tune fit", "train"),
    ("count nodes divide", "perft"),
    ("legal move legalmoves legal-moves", "moves"),
    ("why", "moves GAME --why MOVE"),
    ("tests spec example examples verify-examples coverage", "test"),
    ("games ls index catalog", "list"),
    ("completion autocomplete", "completions"),
    ("language-server languageserver", "lsp"),
    ("codes error errors", "explain"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    #[test]
    fn the_tables_name_what_there_is() {
        let cli = crate::cli::Cli::command();
        let commands: BTreeSet<&str> = cli.get_subcommands().map(|command| command.get_name()).collect();
        let args = cli.get_subcommands().flat_map(|command| command.get_arguments());
        let names: BTreeSet<String> =
            args.map(|arg| arg.get_long().map_or_else(|| arg.get_id().to_string(), str::to_owned)).collect();
        for row in OPTIONS {
            let unknown: Vec<_> = row.here.iter().filter(|name| !names.contains(**name)).collect();
            assert!(unknown.is_empty(), "{unknown:?}");
        }
        let mut seen = BTreeSet::new();
        for (words, here) in COMMANDS {
            assert!(here.split(' ').next().is_some_and(|command| commands.contains(command)), "{here}");
            for word in words.split(' ') {
                assert!(!commands.contains(word) && seen.insert(word), "{word}");
            }
        }
    }
}

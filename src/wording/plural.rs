//! The plural of English nouns.
//!
//! A table has the irregular nouns that are likely names of pieces; crates for inflection bring a regex engine along.

/// Nouns that change, also at the end of a longer one: "swordsman", "werewolf".
const ENDINGS: [(&str, &str); 25] = [
    ("man", "men"),
    ("person", "people"),
    ("child", "children"),
    ("mouse", "mice"),
    ("foot", "feet"),
    ("tooth", "teeth"),
    ("wife", "wives"),
    ("knife", "knives"),
    ("life", "lives"),
    ("wolf", "wolves"),
    ("half", "halves"),
    ("calf", "calves"),
    ("elf", "elves"),
    ("thief", "thieves"),
    ("leaf", "leaves"),
    ("loaf", "loaves"),
    ("sheaf", "sheaves"),
    ("hoof", "hooves"),
    ("scarf", "scarves"),
    ("wharf", "wharves"),
    ("dwarf", "dwarves"),
    ("oasis", "oases"),
    ("axis", "axes"),
    ("basis", "bases"),
    ("crisis", "crises"),
];

/// Nouns that change only if they are the whole word: other ones end like them, such as "fox" and "mongoose".
const WHOLE: [(&str, &str); 5] =
    [("ox", "oxen"), ("goose", "geese"), ("louse", "lice"), ("die", "dice"), ("quiz", "quizzes")];

/// Nouns without another form, also at the end of a longer one: "reindeer", "swordfish".
const SAME: [&str; 10] =
    ["sheep", "fish", "deer", "moose", "swine", "bison", "craft", "samurai", "scissors", "barracks"];

/// Nouns that end like irregular ones, but are regular.
const REGULAR: [&str; 10] =
    ["human", "shaman", "talisman", "caiman", "cayman", "roman", "german", "norman", "ottoman", "brahman"];

/// Nouns in "-o" that get "-es".
const WITH_E: [&str; 12] = [
    "hero", "potato", "tomato", "echo", "torpedo", "mosquito", "buffalo", "domino", "volcano", "tornado", "mango",
    "embargo",
];

/// Nouns whose "-ch" is spoken as k.
const WITH_K: [&str; 6] = ["monarch", "patriarch", "matriarch", "tetrarch", "eunuch", "stomach"];

/// Returns the plural of a noun; of several words, the last one is the noun.
pub fn plural(words: &str) -> String {
    let lower = words.to_lowercase();
    let noun = lower.rsplit(' ').next().unwrap_or_default();
    let ends = |all: &[&str]| all.iter().any(|end| noun.ends_with(end));
    if ends(&SAME) {
        return words.to_owned();
    }
    let irregular = WHOLE.iter().find(|(one, _)| noun == *one);
    let irregular = irregular.or_else(|| ENDINGS.iter().find(|(one, _)| noun.ends_with(one)));
    if let Some((one, many)) = irregular.filter(|_| !ends(&REGULAR)) {
        // The letters before the first difference stay, large ones, too.
        let same = one.bytes().zip(many.bytes()).take_while(|(a, b)| a == b).count();
        let stem = words.get(..words.len() + same - one.len()).unwrap_or(words);
        return format!("{stem}{}", many.get(same..).unwrap_or_default());
    }
    let hisses = ends(&["s", "x", "z", "sh"]) || ends(&["ch"]) && !ends(&WITH_K);
    if hisses || ends(&WITH_E) {
        return format!("{words}es");
    }
    match words.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{words}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_have_their_plurals() {
        let nouns = "stone ply boy box brush witch fox bus sheep wolf werewolf knife thief goose mongoose mouse ox deer reindeer fish \
             man woman swordsman human shaman child foot tooth leaf half shelf hero potato die dwarf elf calf hoof monarch rook queen \
             Man Sheep chief reef roof cliff photo piano ninja oasis";
        let plurals = "stones plies boys boxes brushes witches foxes buses sheep wolves werewolves knives thieves geese mongooses mice \
             oxen deer reindeer fish men women swordsmen humans shamans children feet teeth leaves halves shelves heroes potatoes dice \
             dwarves elves calves hooves monarchs rooks queens Men Sheep chiefs reefs roofs cliffs photos pianos ninjas oases";
        let found: Vec<String> = nouns.split_whitespace().map(plural).collect();
        assert_eq!(found, plurals.split_whitespace().collect::<Vec<_>>());
        assert_eq!([plural("war ox"), plural("flying dragon")], ["war oxen", "flying dragons"]);
    }
}

//! What only play shows: one rule file for each such finding, with the report that its author reads as a snapshot.

mod common;

use boardwright::deep::{self, DeepPlan};
use boardwright::report;
use boardwright::source::Source;
use boardwright::threads::Threads;

#[test]
fn each_finding_of_play_has_its_report() {
    insta::glob!("deep/*.game", |path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let source = Source::new(name.clone(), std::fs::read_to_string(path).unwrap());
        let bases = common::Beside(path.parent().unwrap());
        let (plan, threads) = (DeepPlan { games: 400, seed: 1 }, Threads::new(2).unwrap());
        let checked = deep::look(&source, &bases, &[], plan, &threads, &|| 0.0, &mut |_| {}).checked;
        let code = name.split('-').next().unwrap();
        let codes: Vec<&str> = checked.diagnostics.iter().map(|finding| finding.code.name()).collect();
        assert!(codes.iter().all(|found| *found == code) && !codes.is_empty(), "{name} reports {codes:?}");
        let style = report::Style { color: false, unicode: true, width: 110 };
        let reports: Vec<String> =
            checked.diagnostics.iter().map(|finding| report::text(finding, &checked.sources, &style)).collect();
        insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(reports.join("\n")) });
    });
}

#[test]
fn play_does_not_depend_on_the_threads() {
    let source = boardwright::bundled::source("jostle").unwrap();
    let weakened = Source::new("weak.game", source.text.replace(" > value(p, own)", " >= value(p, own)"));
    let found = |threads: usize| {
        let (plan, threads) = (DeepPlan { games: 60, seed: 3 }, Threads::new(threads).unwrap());
        let deep = deep::look(&weakened, &boardwright::bundled::Bundled, &[], plan, &threads, &|| 0.0, &mut |_| {});
        let findings = deep.checked.diagnostics.iter().map(|one| format!("{} {:?}", one.message, one.labels));
        (findings.collect::<Vec<_>>(), deep.games, deep.positions)
    };
    assert_eq!(found(1), found(3));
    assert!(found(1).0.iter().any(|finding| finding.contains("very long")));
}

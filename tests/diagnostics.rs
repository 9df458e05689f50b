//! One rule file per mistake, with the report that its author reads as a snapshot: of the check, or for an `F` code of the
//! first fault of a few random games.

mod common;

use boardwright::check;
use boardwright::engine::Engine;
use boardwright::engine::reference::Reference;
use boardwright::outcome::Fault;
use boardwright::report;
use boardwright::rng::Rng;
use boardwright::source::Source;

/// The first fault of a few random games.
fn first_fault(engine: Reference) -> Fault {
    (0..20)
        .find_map(|seed| {
            let played = |mut position| engine.playout(&mut position, &mut Rng::new(seed), 200);
            engine.start().and_then(played).err()
        })
        .expect("the rules run into a fault")
}

#[test]
fn each_mistake_has_its_report() {
    insta::glob!("diagnostics/*.game", |path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).unwrap();
        let checked = check::check(Source::new(name.clone(), text), &common::Beside(path.parent().unwrap()), &[]);
        let code = name.split('-').next().unwrap();
        let style = report::Style { color: false, unicode: true, width: 110 };
        if code.starts_with('F') {
            let fault = first_fault(Reference::new(checked.game.unwrap()));
            assert_eq!(fault.code.name(), code, "{name}");
            let report = report::text(&fault.diagnostic(), &checked.sources, &style);
            insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(report) });
            return;
        }
        if code != "several" {
            let codes: Vec<&str> = checked.diagnostics.iter().map(|finding| finding.code.name()).collect();
            assert!(codes.iter().all(|found| *found == code) && !codes.is_empty(), "{name} reports {codes:?}");
        }
        assert_eq!(checked.game.is_none(), checked.diagnostics.iter().any(|finding| finding.is_error()), "{name}");
        let reports: Vec<String> =
            checked.diagnostics.iter().map(|finding| report::text(finding, &checked.sources, &style)).collect();
        insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(reports.join("\n")) });
    });
}

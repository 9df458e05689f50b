//! One rule file per mistake, with the report that its author reads as a snapshot.

mod common;

use boardwright::check;
use boardwright::report;
use boardwright::source::Source;

#[test]
fn each_mistake_has_its_report() {
    insta::glob!("diagnostics/*.game", |path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).unwrap();
        let checked = check::check(Source::new(name.clone(), text), &common::Beside(path.parent().unwrap()), &[]);
        let code = name.split('-').next().unwrap();
        if code != "several" {
            let codes: Vec<&str> = checked.diagnostics.iter().map(|finding| finding.code.name()).collect();
            assert!(codes.iter().all(|found| *found == code) && !codes.is_empty(), "{name} reports {codes:?}");
        }
        assert_eq!(checked.game.is_none(), checked.diagnostics.iter().any(|finding| finding.is_error()), "{name}");
        let style = report::Style { color: false, unicode: true, width: 110 };
        let reports: Vec<String> =
            checked.diagnostics.iter().map(|finding| report::text(finding, &checked.sources, &style)).collect();
        insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(reports.join("\n")) });
    });
}

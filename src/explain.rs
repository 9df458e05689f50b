//! The pages of `boardwright explain`: what each code means, with a wrong and a right rule file that the tests run.

use crate::diagnostic::Code;

macro_rules! pages {
    ($($code:ident)*) => {
        /// Returns the page about a code, as Markdown: a heading `# E10: wrong type`, prose, then rule files in blocks that are
        /// marked `game base NAME`, `game wrong` and `game right`.
        pub fn page(code: Code) -> &'static str {
            match code {
                $(Code::$code => include_str!(concat!("../docs/codes/", stringify!($code), ".md")),)*
            }
        }
    };
}

pages! {
    E01 E02 E03 E04 E05 E10 E11 E12 E13 E14 E15 E20 E21 E22 E30 E31 E32 E33 E34 E35 E36 E37 E41 E50 E51 E52 E53
    W01 W02 W03 W10 W11 W12 W13 W14 W15 W16 W20 W21 W22 W23 W24 W25 W26 W27 W28 W29 W30 W31 W40
    W50 W51 W52 W53 W54 W55 W56
    F01 F02 F03 F04 F05 F06 F07 F08 F09 F10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_about_its_code() {
        for code in Code::ALL {
            assert!(page(*code).starts_with(&format!("# {code}: {}\n", code.title())), "the heading of {code}");
        }
    }
}

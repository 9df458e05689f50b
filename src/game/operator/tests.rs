use super::*;
use crate::game::board::{Blueprint, Shape};
use crate::syntax::keywords::{is_cell, is_reserved};
use crate::types::Type;

#[test]
fn every_word_has_one_row() {
    for (n, row) in WORDS.iter().enumerate() {
        assert!(WORDS.iter().skip(n + 1).all(|other| other.name != row.name), "{} twice", row.name);
        assert!(row.written().all(|form| form.starts_with(row.name)), "{:?}", row.usages);
        assert!(row.usages.iter().all(|usage| !usage.doc.is_empty()), "{:?}", row.usages);
        assert!(!row.example.is_empty() && !row.phrase.is_empty(), "{}", row.name);
    }
}

#[test]
fn every_word_has_a_free_name_instead() {
    for row in WORDS.iter().filter(|row| !is_reserved(row.name)) {
        let name = row.instead;
        assert!(word(name).is_none() && !is_reserved(name) && !is_cell(name), "{}: `{name}`", row.name);
    }
}

#[test]
fn every_operator_answers_for_its_type() {
    let board = Blueprint::plain(Shape::Square(4, 4)).build().expect("a board");
    let ground = Ground { board: &board, players: &[], kinds: &[] };
    for op in Op::ALL {
        let form = op.form();
        let arg = |ty: Type| match ty {
            Type::Cells => Raw::<1>::Cells(board.all_cells()),
            Type::Ints => Raw::Ints(Ints::from_slice(&[1])),
            _ => Raw::Word(0),
        };
        let args: Vec<_> = form.params.iter().map(|param| arg(param.ty)).collect();
        match evaluate(*op, &ground, &args) {
            Ok(Raw::Cells(_)) => assert_eq!(form.result, Type::Cells, "{op:?}"),
            Ok(Raw::Ints(_)) => assert_eq!(form.result, Type::Ints, "{op:?}"),
            Ok(Raw::Word(_)) => assert!(!matches!(form.result, Type::Cells | Type::Ints), "{op:?}"),
            Err(fault) => assert!(form.may_fault, "{op:?}: {}", fault.message),
        }
    }
}

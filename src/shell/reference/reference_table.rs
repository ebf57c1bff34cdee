//! A reference: what is stated of it, and its rows.

use super::formula::Formula;
use super::statement::{Column, Statement};
use crate::output::table::Table;
use std::sync::OnceLock;

/// A reference: what is stated of it, and its values.
///
/// Columns of its [`table`](Self::table) are those of [`Statement::columns`]. Some are axes, numbers or words that say
/// where a row holds. The others are quantities `q`; the column `q_uncertainty` has the numerical uncertainty of `q`
/// (for the first quantity it is called `uncertainty`), `q_low` and `q_high` the band that inputs leave open which the
/// source does not state. All are in the unit of `q`.
#[derive(Debug, Clone)]
pub struct Reference {
    /// What is stated of it.
    pub statement: Statement,
    /// The entries of `validate` that use it; the first one states it.
    pub entries: Vec<String>,
    pub(super) formula: Option<&'static Formula>,
    rows: OnceLock<Table>,
}

impl Reference {
    /// A reference with the values of the formula or of the table (name and CSV text) that has its name.
    ///
    /// # Errors
    /// There is neither, or its columns are not those stated.
    pub fn of(
        statement: Statement,
        entry: &str,
        formulas: &'static [Formula],
        tables: &[(&str, &str)],
    ) -> Result<Self, String> {
        let name = statement.name.clone();
        let formula = formulas.iter().find(|formula| formula.name == name);
        let text = tables.iter().find(|(table, _)| *table == name).map(|(_, text)| *text);
        let rows = match (formula, text) {
            (Some(_), None) => OnceLock::new(),
            (None, Some(text)) => statement.read(text)?.into(),
            (None, None) => return Err(format!("the reference `{name}` has neither a formula nor a table")),
            (Some(_), Some(_)) => return Err(format!("the reference `{name}` has a formula and a table")),
        };
        if let Some(trajectory) = &statement.trajectory {
            trajectory
                .check(|name| statement.columns.iter().any(|column| column.name == name))
                .map_err(|why| format!("the trajectory of `{name}`: {why}"))?;
        }
        Ok(Self { statement, entries: vec![entry.to_owned()], formula, rows })
    }

    /// Its rows, as in `reference.csv`; those of a formula are computed when they are first asked for.
    pub fn table(&self) -> &Table {
        self.rows.get_or_init(|| self.formula.map_or_else(Table::default, |formula| self.statement.rows_of(formula)))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.statement.name
    }

    /// The axes, in the order of the columns.
    pub fn axes(&self) -> impl Iterator<Item = &Column> {
        self.statement.axes()
    }

    /// The quantities: neither axes, nor uncertainties or bands of others.
    pub fn quantities(&self) -> impl Iterator<Item = &Column> {
        self.statement.quantities()
    }

    /// Whether it has values at every place within its range, and not in its rows alone.
    pub fn is_formula(&self) -> bool {
        self.formula.is_some()
    }

    /// The cell of this axis that all rows have, so that the axis may be left out; `None` where they differ.
    pub fn only(&self, axis: &str) -> Option<&str> {
        let cells = self.table().text(axis).unwrap_or_default();
        cells.first().copied().filter(|first| cells.iter().all(|cell| cell == first))
    }
}

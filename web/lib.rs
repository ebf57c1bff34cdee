//! `wetbounce` in a browser: the bindings of the page `page.html`.
//!
//! The page holds the text of a case file and nothing else. Every function takes that text, reads it as the program
//! does, and answers in JSON: `{"answer": …}`, or `{"problems": […]}` with the words of the program, each with the key
//! that it is about. `cargo xtask web` builds the page.
//!
//! | file | contents |
//! |---|---|
//! | [`text`] | the case: read, with the key of each problem, and changed key by key |
//! | [`motion`] | a motion by theory or by the flow, followed step by step |
//! | [`record`] | a record that was dropped on the page, read and beside a motion |
//! | [`answer`] | what the page shows of motions: numbers, remarks, figures, rows |

pub mod text;
pub mod motion;
pub mod record;
pub mod answer;

use answer::{Answer, Progress, Reply, Words};
use motion::{Motion, Run};
use record::Dropped;
use text::{CaseText, Problem};
use wasm_bindgen::prelude::wasm_bindgen;

/// The words that the page offers in its lists, and the version of the program.
#[wasm_bindgen]
pub fn words() -> String {
    Reply::of(Ok(Words::default())).json()
}

/// The text of a case with other values: `changes` is a list of `[key, value]`, where `null` takes a key away.
#[wasm_bindgen]
pub fn edited(text: &str, changes: &str) -> String {
    Reply::of(text::edited(text, changes)).json()
}

/// The motion of a case by theory, with the record `bytes` of the file `name` beside it, if there is one.
#[wasm_bindgen]
pub fn theory(text: &str, name: &str, bytes: Vec<u8>) -> String {
    let answer = || {
        let case = CaseText { text, file: Dropped::of(name, bytes) };
        let motion = Motion::by_theory(case.by_theory()?)?;
        Answer::of(&case, &[("theory", &motion)])
    };
    Reply::of(answer()).json()
}

/// The rows of the motion by theory, as the program writes them to `trajectory.csv`.
#[wasm_bindgen]
pub fn trajectory(text: &str) -> String {
    let rows = || Ok(Motion::by_theory(CaseText { text, file: None }.by_theory()?)?.csv());
    Reply::of(rows()).json()
}

/// The computed flow of a case, a few steps at a time.
#[wasm_bindgen]
pub struct Flow {
    text: String,
    name: String,
    bytes: Vec<u8>,
    theory: Motion,
    run: Run,
}

#[wasm_bindgen]
impl Flow {
    /// The flow at the beginning of the motion.
    ///
    /// # Errors
    /// The case is wrong, or too large for a page; in JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str, name: &str, bytes: Vec<u8>) -> Result<Flow, String> {
        Self::begun(text, name, bytes).map_err(|problems| Reply::<()>::Problems(problems).json())
    }

    fn begun(text: &str, name: &str, bytes: Vec<u8>) -> Result<Self, Vec<Problem>> {
        let case = CaseText { text, file: Dropped::of(name, bytes.clone()) };
        let flow = case.by_flow()?;
        answer::affordable(&flow)?;
        let theory = Motion::by_theory(case.by_theory()?)?;
        Ok(Self { text: text.to_owned(), name: name.to_owned(), bytes, theory, run: Run::new(flow)? })
    }

    /// Takes at most so many steps, and says how far the motion is.
    pub fn advance(&mut self, steps: u32) -> String {
        let progress = |run: &mut Run| Ok(Progress::of(run.advance(steps)?, run));
        Reply::of(progress(&mut self.run)).json()
    }

    /// The points of a frame of the vorticity, row by row from the top, the right half alone.
    pub fn frame(&self, number: usize) -> Vec<u8> {
        self.run.frame(number)
    }

    /// The red, green and blue of each value of a point.
    pub fn palette(&self) -> Vec<u8> {
        self.run.palette()
    }

    /// The finished motion over that of theory.
    pub fn result(&self) -> String {
        let answer = || {
            let case = CaseText { text: &self.text, file: Dropped::of(&self.name, self.bytes.clone()) };
            Answer::of(&case, &[("theory", &self.theory), ("computed flow", &self.run.motion())])
        };
        Reply::of(answer()).json()
    }

    /// The rows of the motion, as the program writes them to `trajectory.csv`.
    pub fn trajectory(&self) -> String {
        Reply::of(Ok(self.run.motion().csv())).json()
    }
}

//! The program and its files: cases, runs, sweeps, figures, reports, exit codes and messages.

#[path = "../../examples/book_math.rs"]
mod book_math;
#[path = "../support/paraview.rs"]
mod paraview;
#[path = "../support/program.rs"]
mod program;
#[path = "../support/random.rs"]
#[allow(dead_code, reason = "the fuzzer of the readers uses more of it")]
mod random;
#[path = "../support/reading.rs"]
mod reading;
#[path = "../support/small_sweep.rs"]
mod small_sweep;
#[path = "../support/resumed.rs"]
mod resumed;
#[path = "../support/warm_film.rs"]
mod warm_film;

mod case_film_inputs;
mod case_groups;
mod case_obeyed;
mod case_quantity;
mod case_read;
mod case_reader;
mod case_shipped;
mod case_whole;
mod cli_new_check;
mod compare_cli;
mod directories;
mod docs_book;
mod film_band;
mod film_cli;
mod fit_cli;
mod front_door;
mod impact_cases;
mod law_cli;
mod led_by_record;
mod list_cli;
mod oblique_run;
mod measure_cli;
mod newcomer;
#[cfg(unix)]
mod odd_inputs;
mod open_liquid;
mod output_faults;
mod output_files;
mod output_trajectory;
mod pair_cases;
mod plate;
mod plot_cli;
mod plot_figures;
mod progress;
mod reference_cli;
mod remarks;
mod report_run;
mod run_extremes;
#[cfg(unix)]
mod run_killed;
mod run_rest;
mod schema_cli;
mod sweep_plan;
mod sweep_runs;
mod sweep_sample;
mod sweep_shipped;
mod theirs_cli;
mod motion_beside_reference;
mod theory_comparison;
mod theory_run;
mod validate_cli;

//! Work on several threads.

use std::sync::Mutex;

/// Does `work` on every item on `jobs` threads (at least one), begun in the order given; the results are in that order.
pub(super) fn side_by_side<T: Sync, R: Send>(items: &[T], jobs: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let waiting = Mutex::new(items.iter().enumerate());
    let done = Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().expect("no worker panicked").next();
                    let Some((place, item)) = next else { break };
                    let result = work(item);
                    done.lock().expect("no worker panicked").push((place, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no worker panicked");
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

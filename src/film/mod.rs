//! The elastohydrodynamic film: Reynolds' equation between elastic surfaces.

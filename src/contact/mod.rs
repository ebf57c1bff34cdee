//! Solid contact laws, one a file, and the dry impact of two spheres or a sphere and a plane.

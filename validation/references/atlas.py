"""The atlas that comes with the program, `src/shell/law/atlas.csv`, from its sweep on two grids.

    wetbounce sweep cases/sweeps/atlas.toml --out fine
    wetbounce sweep cases/sweeps/atlas.toml --set resolution.cells_per_diameter=24 --out coarse
    python3 validation/references/atlas.py VERSION fine/sweep.csv coarse/sweep.csv > src/shell/law/atlas.csv
"""
import csv
import sys

HEAD = """# Restitution of a smooth stiff sphere, 6 mm of steel on glass in a liquid of 965 kg/m3, at its terminal speed: nodes of the atlas.
# wetbounce {}: wetbounce sweep cases/sweeps/atlas.toml.
# Grid: 48 cells per diameter, else the defaults: 10 across the film, smallest gap 0.002 D; axisymmetric. Film: cut-off `elasticity`, cavitation at
# 100 kPa. restitution_error: size of the difference to the same run with 24 cells per diameter.
stokes,density_ratio,restitution_dry,restitution,restitution_error,bounces,loss_film,loss_contact"""


def rows(path):
    # Where the sphere does not come off again, there is no restitution at the contact: the plan has that of the solids.
    return {tuple(float(row[key]) for key in ("stokes", "density_ratio", "contact.restitution")): row for row in csv.DictReader(open(path))}


version, fine, coarse = sys.argv[1], rows(sys.argv[2]), rows(sys.argv[3])
print(HEAD.format(version))
for node in sorted(fine):
    row, other = fine[node], coarse[node]
    if row["status"] != "finished" or other["status"] != "finished":
        sys.exit(f"{row['name']}: {row['status']}, {other['status']}")
    here, there = (float(one["restitution"] or 0) for one in (row, other))
    losses = [f"{float(row[key]):.5f}" if row[key] else "" for key in ("loss_film", "loss_contact")]
    print(",".join([f"{one:g}" for one in node] + [f"{here:.5f}", f"{abs(here - there):.4f}", row["bounces"], *losses]))

#include <math.h>
#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif

static const double wb_gap[@COUNT@] = {
    @GAP@};
static const double wb_table[@COUNT@] = {
    @MISSING@};
static const double wb_sliding[@COUNT@] = {
    @FORCE@};
static const double wb_torque[@COUNT@] = {
    @TORQUE@};
static const double wb_rotation[@COUNT@] = {
    @ROTATION@};

// Missing force over 3 pi mu U D at x = gap/D; 0 beyond the law's range. x > 0.
double wb_missing(double x)
{
    const int n = @COUNT@;
    int k = 1;
    double way, low, high;
    if (x >= wb_gap[n - 1]) return 0.0;
    if (x <= wb_gap[0])
        return wb_table[0] + 0.5 * (1.0 / x - 1.0 / wb_gap[0]) + 0.2 * log(wb_gap[0] / x);
    while (k < n - 1 && wb_gap[k] <= x) k++;
    way = log(x / wb_gap[k - 1]) / log(wb_gap[k] / wb_gap[k - 1]);
    low = wb_table[k - 1] * wb_gap[k - 1];
    high = wb_table[k] * wb_gap[k];
    return (low + way * (high - low)) / x;
}

// The closed form of the same.
double wb_closed(double x)
{
    static const double c[@TERMS@] = {@COEFFICIENTS@};
    const double d = 2.0 * x, exact = 1.0 / d + 0.2 * log1p(1.0 / d) + 0.9713 + 0.0287 * d / (1.0 + d);
    const double t = log(@REACH@ / x);
    double sum = 0.0;
    int k;
    if (x < @LEAST@) return exact - @BELOW@;
    if (x >= @REACH@) return 0.0;
    for (k = @TERMS@ - 1; k >= 0; k--) sum = (sum + c[k]) * t;
    return exact * sum;
}

// Missing along the wall: force of translation over 3 pi mu U D, its torque over 2 pi mu U D^2, torque of rotation over pi mu Omega D^3.
void wb_parallel(double x, double missing[3])
{
    const double *const of[3] = {wb_sliding, wb_torque, wb_rotation};
    const int n = @COUNT@;
    int k = 1, which;
    double way;
    if (x >= wb_gap[n - 1] || n < 2) { missing[0] = missing[1] = missing[2] = 0.0; return; }
    while (k < n - 1 && wb_gap[k] <= x) k++;
    way = log(x / wb_gap[k - 1]) / log(wb_gap[k] / wb_gap[k - 1]);
    for (which = 0; which < 3; which++)
        missing[which] = of[which][k - 1] + way * (of[which][k] - of[which][k - 1]);
}

// The gap at which the film ends [m], of a sphere that comes with `speed` [m/s] onto solids of the effective modulus E* [Pa].
double wb_end(double diameter, double viscosity, double speed, double modulus, double roughness)
{
    const double length = pow(4.0 * viscosity * fabs(speed) * pow(0.5 * diameter, 1.5) / (M_PI * modulus), 0.4);
    return length > roughness ? length : roughness;
}

// The force to add [N], positive away from the wall, at `gap` [m] and `velocity` [m/s], positive away from it; `tension` [Pa] is that of the
// liquid before it tears (101325.0 is the default), 0 or less for one that never does; `end` [m] is that of the film.
double wb_film_force(double gap, double velocity, double diameter, double viscosity, double tension, double end)
{
    const double stokes = 3.0 * M_PI * viscosity * diameter * velocity;
    double force, onset, x, pull;
    if (gap <= end) return 0.0;
    force = -stokes * wb_missing(gap / diameter);
    if (velocity > 0.0 && tension > 0.0) {
        onset = sqrt(1.5 * viscosity * diameter * velocity / tension);
        x = gap / onset;
        if (x < 1.595856) {
            pull = 1.7320508075688772 - x * (0.7615 - x * (0.2806 - 0.1242 * x));
            if (x > 1.55) {
                const double part = (x - 1.55) / (1.595856 - 1.55);
                pull = (1.0 - part) * (1.7320508075688772 - 1.55 * (0.7615 - 1.55 * (0.2806 - 0.1242 * 1.55))) + part / 1.595856;
            }
            force += stokes * 0.5 * diameter / gap - M_PI * diameter * tension * onset * pull;
        }
    }
    return force;
}

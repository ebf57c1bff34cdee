module wetbounce_film
  implicit none
  private
  public :: wb_missing, wb_closed, wb_parallel, wb_end, wb_force
  integer, parameter :: dp = kind(1.0d0)
  real(dp), parameter :: pi = 3.14159265358979323846d0
  real(dp), parameter :: t_gap(@COUNT@) = [ &
    @GAP@]
  real(dp), parameter :: t_missing(@COUNT@) = [ &
    @MISSING@]
  real(dp), parameter :: t_force(@COUNT@) = [ &
    @FORCE@]
  real(dp), parameter :: t_torque(@COUNT@) = [ &
    @TORQUE@]
  real(dp), parameter :: t_rotation(@COUNT@) = [ &
    @ROTATION@]
  real(dp), parameter :: c(@TERMS@) = [ &
    @COEFFICIENTS@]
contains
  ! The node above x.
  pure integer function above(x) result(k)
    real(dp), intent(in) :: x
    k = 2
    do while (k < @COUNT@)
      if (t_gap(k) > x) exit
      k = k + 1
    end do
  end function

  ! Missing force over 3 pi mu U D at x = gap/D; 0 beyond the law's range. x > 0.
  pure real(dp) function wb_missing(x) result(missing)
    real(dp), intent(in) :: x
    real(dp) :: way, low, high
    integer :: k
    if (x >= t_gap(@COUNT@)) then
      missing = 0.0_dp
    else if (x <= t_gap(1)) then
      missing = t_missing(1) + 0.5_dp * (1.0_dp / x - 1.0_dp / t_gap(1)) + 0.2_dp * log(t_gap(1) / x)
    else
      k = above(x)
      way = log(x / t_gap(k - 1)) / log(t_gap(k) / t_gap(k - 1))
      low = t_missing(k - 1) * t_gap(k - 1)
      high = t_missing(k) * t_gap(k)
      missing = (low + way * (high - low)) / x
    end if
  end function

  ! The closed form of the same.
  pure real(dp) function wb_closed(x) result(missing)
    real(dp), intent(in) :: x
    real(dp) :: d, exact, t
    integer :: k
    d = 2.0_dp * x
    exact = 1.0_dp / d + 0.2_dp * log(1.0_dp + 1.0_dp / d) + 0.9713_dp + 0.0287_dp * d / (1.0_dp + d)
    t = log(@REACH@ / x)
    if (x < @LEAST@) then
      missing = exact - (@BELOW@)
    else if (x >= @REACH@) then
      missing = 0.0_dp
    else
      missing = 0.0_dp
      do k = @TERMS@, 1, -1
        missing = (missing + c(k)) * t
      end do
      missing = exact * missing
    end if
  end function

  ! Missing along the wall: force of translation over 3 pi mu U D, its torque over 2 pi mu U D^2,
  ! torque of rotation over pi mu Omega D^3.
  pure function wb_parallel(x) result(missing)
    real(dp), intent(in) :: x
    real(dp) :: missing(3), way
    integer :: k
    missing = 0.0_dp
    if (x >= t_gap(@COUNT@) .or. @COUNT@ < 2) return
    k = above(x)
    way = log(x / t_gap(k - 1)) / log(t_gap(k) / t_gap(k - 1))
    missing(1) = t_force(k - 1) + way * (t_force(k) - t_force(k - 1))
    missing(2) = t_torque(k - 1) + way * (t_torque(k) - t_torque(k - 1))
    missing(3) = t_rotation(k - 1) + way * (t_rotation(k) - t_rotation(k - 1))
  end function

  ! The gap at which the film ends [m], of a sphere that comes with speed [m/s] onto solids of the
  ! effective modulus E* [Pa].
  pure real(dp) function wb_end(diameter, viscosity, speed, modulus, roughness) result(length)
    real(dp), intent(in) :: diameter, viscosity, speed, modulus, roughness
    length = (4.0_dp * viscosity * abs(speed) * (0.5_dp * diameter)**1.5_dp / (pi * modulus))**0.4_dp
    length = max(length, roughness)
  end function

  ! The force to add [N], positive away from the wall, at gap [m] and velocity [m/s], positive away
  ! from it; tension [Pa] is that of the liquid before it tears (101325.0 is the default), 0 or less
  ! for one that never does; end_gap [m] is the end of the film.
  pure real(dp) function wb_force(gap, velocity, diameter, viscosity, tension, end_gap) result(force)
    real(dp), intent(in) :: gap, velocity, diameter, viscosity, tension, end_gap
    real(dp) :: stokes, onset, x, pull, part
    force = 0.0_dp
    if (gap <= end_gap) return
    stokes = 3.0_dp * pi * viscosity * diameter * velocity
    force = -stokes * wb_missing(gap / diameter)
    if (velocity > 0.0_dp .and. tension > 0.0_dp) then
      onset = sqrt(1.5_dp * viscosity * diameter * velocity / tension)
      x = gap / onset
      if (x < 1.595856_dp) then
        if (x <= 1.55_dp) then
          pull = cubic(x)
        else
          part = (x - 1.55_dp) / (1.595856_dp - 1.55_dp)
          pull = (1.0_dp - part) * cubic(1.55_dp) + part / 1.595856_dp
        end if
        force = force + stokes * 0.5_dp * diameter / gap - pi * diameter * tension * onset * pull
      end if
    end if
  end function

  pure real(dp) function cubic(x) result(pull)
    real(dp), intent(in) :: x
    pull = sqrt(3.0_dp) - x * (0.7615_dp - x * (0.2806_dp - 0.1242_dp * x))
  end function
end module

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/clock/align.h>
#include <math.h>
#include <stdlib.h>

/* Two clocks and a path between them, whose true times the test knows. */

enum
{
  N_EVENTS = 1000,
  SEED = 6905,
};

#define USEC G_GINT64_CONSTANT (1000)

typedef double (*DelayFunc) (GRand *rand);

/* A path: the delays of both ways, seconds, and the part of the exchanges that are lost. */
typedef struct
{
  const char *name;
  DelayFunc there;
  DelayFunc back;
  double lost;
  /* by how much the converted times of an event may miss the truth at most, seconds */
  double bar;
} Path;

typedef struct
{
  GRand *rand;
  const Path *path;
  GscopeClockAlign *align;
  gint64 now;
  double far;
  double drift;
} World;

static double
draw_exponential (GRand *rand, double mean)
{
  return -mean * log (1 - g_rand_double (rand));
}

static double
delay_loopback (GRand *rand)
{
  double late = g_rand_double (rand) < 0.02 ? g_rand_double_range (rand, 0, 5e-3) : 0;

  return g_rand_double_range (rand, 10e-6, 30e-6) + late;
}

static double
delay_far (GRand *rand)
{
  return 45e-3 + g_rand_double_range (rand, 0, 10e-3);
}

static double
delay_near (GRand *rand)
{
  return 100e-6 + draw_exponential (rand, 50e-6);
}

static double
delay_queued (GRand *rand)
{
  return 80e-3 + draw_exponential (rand, 20e-3);
}

static double
delay_short (GRand *rand)
{
  return 5e-3 + draw_exponential (rand, 1e-3);
}

static const Path paths[] = {
  { "loopback", delay_loopback, delay_loopback, 0, 100e-6 },
  { "loopback-loss", delay_loopback, delay_loopback, 0.3, 100e-6 },
  { "office", delay_near, delay_near, 0.05, 150e-6 },
  { "ocean", delay_far, delay_far, 0.05, 10e-3 },
  { "up", delay_queued, delay_short, 0.05, 60e-3 },
  { "down", delay_short, delay_queued, 0.05, 60e-3 },
};

static void
world_init (World *world, const Path *path, double drift)
{
  *world = (World){ g_rand_new_with_seed (SEED), path,    gscope_clock_align_new (),
                    1000 * GSCOPE_SEC,           86400e9, drift };
}

static void
world_clear (World *world)
{
  g_rand_free (world->rand);
  gscope_clock_align_free (world->align);
}

static gint64
get_far (World *world)
{
  return world->now + (gint64) world->far;
}

static void
pass (World *world, gint64 time)
{
  world->now += time;
  world->far += (double) time * world->drift;
}

static void
pass_seconds (World *world, double seconds)
{
  pass (world, (gint64) (seconds * 1e9));
}

static gint64
exchange (World *world)
{
  GscopeClockExchange e;

  e.sent = world->now;
  pass_seconds (world, world->path->there (world->rand));
  e.received = get_far (world);
  pass (world, 2 * USEC);
  e.answered = get_far (world);
  pass_seconds (world, world->path->back (world->rand));
  e.arrived = world->now;
  return g_rand_double (world->rand) < world->path->lost
             ? 0
             : gscope_clock_align_add (world->align, &e);
}

/* The first exchange may not be lost: there is nothing before it. */
static void
begin (World *world)
{
  do
    g_assert_cmpint (exchange (world), ==, 0);
  while (!gscope_clock_align_is_ready (world->align));
}

static gint64
get_miss (World *world)
{
  return llabs (gscope_clock_align_to_near (world->align, get_far (world)) - world->now);
}

static gboolean
is_covered (World *world)
{
  return get_miss (world) <= gscope_clock_align_get_error (world->align, get_far (world));
}

/* Events at any time between exchanges, one a second. */
static void
judge (World *world, guint n_burst, guint n_events)
{
  gint64 worst = 0, error = 0;
  guint n_covered = 0;
  double sum = 0;

  begin (world);
  for (guint i = 1; i < n_burst; i++)
    exchange (world);
  for (guint i = 0; i < n_events; i++)
    {
      gint64 part = g_rand_int_range (world->rand, 0, GSCOPE_SEC);

      pass (world, part);
      n_covered += is_covered (world);
      /* the drift is known from the second exchange on that is not lost */
      worst = MAX (worst, i < 10 ? 0 : get_miss (world));
      sum += (double) get_miss (world);
      error = gscope_clock_align_get_error (world->align, get_far (world));
      pass (world, GSCOPE_SEC - part);
      g_assert_cmpint (exchange (world), ==, 0);
    }
  g_test_message ("%s, %g ppm: mean %.1f us, worst %.1f us, last bound %.1f us, covered %u of %u, "
                  "drift %.3f ppm",
                  world->path->name, 1e6 * world->drift, sum / n_events / 1e3, (double) worst / 1e3,
                  (double) error / 1e3, n_covered, n_events,
                  1e6 * gscope_clock_align_get_drift (world->align));
  g_assert_cmpuint (n_covered, >=, n_events * 99 / 100);
  g_assert_cmpfloat ((double) worst, <=, 1e9 * world->path->bar);
}

static void
test_paths (void)
{
  static const double drifts[] = { 0, 50e-6, -50e-6, 300e-6 };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    for (guint j = 0; j < G_N_ELEMENTS (drifts); j++)
      {
        World world;

        world_init (&world, &paths[i], drifts[j]);
        judge (&world, 8, g_test_slow () ? N_EVENTS : N_EVENTS / 5);
        world_clear (&world);
      }
}

/* On a short path the drift is known within a part in a million, and the bound is the round trip's. */
static void
test_drift (void)
{
  World world;

  world_init (&world, &paths[0], 50e-6);
  judge (&world, 1, N_EVENTS);
  g_assert_cmpfloat_with_epsilon (gscope_clock_align_get_drift (world.align), 50e-6, 1e-6);
  g_assert_cmpint (gscope_clock_align_get_error (world.align, get_far (&world)), <=, 60 * USEC);
  g_assert_cmpint (
      llabs (gscope_clock_align_get_offset (world.align, get_far (&world)) - (gint64) world.far),
      <=, 30 * USEC);
  world_clear (&world);
}

/* A single exchange gives a conversion whose error grows by what clocks can drift. */
static void
test_cold_start (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      World world;
      gint64 error;

      world_init (&world, &paths[i], 400e-6);
      g_assert_false (gscope_clock_align_is_ready (world.align));
      begin (&world);
      g_assert_true (is_covered (&world));
      error = gscope_clock_align_get_error (world.align, get_far (&world));
      g_assert_cmpint (error, <=, 500 * GSCOPE_MSEC);
      pass (&world, 100 * GSCOPE_SEC);
      g_assert_true (is_covered (&world));
      g_assert_cmpint (gscope_clock_align_get_error (world.align, get_far (&world)), >,
                       error + 50 * GSCOPE_MSEC);
      world_clear (&world);
    }
}

/* A conversion never changes, later times are never converted to earlier ones, and every time can be converted back. */
static void
test_order (void)
{
  g_autofree gint64 *far = g_new (gint64, N_EVENTS);
  g_autofree gint64 *near = g_new (gint64, N_EVENTS);
  World world;

  world_init (&world, &paths[3], 50e-6);
  begin (&world);
  for (guint i = 0; i < N_EVENTS; i++)
    {
      pass (&world, 100 * GSCOPE_MSEC);
      far[i] = get_far (&world);
      near[i] = gscope_clock_align_to_near (world.align, far[i]);
      if (i % 10 == 9)
        exchange (&world);
    }
  for (gint64 time = far[0], last = G_MININT64; time < far[N_EVENTS - 1]; time += 10 * USEC * 997)
    {
      gint64 there = gscope_clock_align_to_near (world.align, time);

      g_assert_cmpint (there, >, last);
      g_assert_cmpint (llabs (gscope_clock_align_to_far (world.align, there) - time), <=, 1);
      last = there;
    }
  for (guint i = 0; i < N_EVENTS; i++)
    {
      GscopeSample sample = { far[i], 1 };

      g_assert_cmpint (gscope_clock_align_to_near (world.align, far[i]), ==, near[i]);
      gscope_clock_align_samples (world.align, &sample, 1);
      g_assert_cmpint (sample.time, ==, near[i]);
    }
  world_clear (&world);
}

/* A block of samples may reach over many corrections. */
static void
test_samples (void)
{
  g_autofree GscopeSample *samples = g_new (GscopeSample, N_EVENTS);
  g_autofree gint64 *near = g_new (gint64, N_EVENTS);
  World world;

  world_init (&world, &paths[3], 50e-6);
  begin (&world);
  for (guint i = 0; i < N_EVENTS; i++)
    {
      samples[i] = (GscopeSample){ get_far (&world) - 2 * GSCOPE_SEC, i };
      pass (&world, 100 * GSCOPE_MSEC);
      if (i % 10 == 9)
        exchange (&world);
    }
  for (guint i = 0; i < N_EVENTS; i++)
    near[i] = gscope_clock_align_to_near (world.align, samples[i].time);
  gscope_clock_align_samples (world.align, samples, N_EVENTS);
  for (guint i = 0; i < N_EVENTS; i++)
    {
      g_assert_cmpint (samples[i].time, ==, near[i]);
      g_assert_cmpfloat (samples[i].value, ==, i);
    }
  world_clear (&world);
}

/* Corrections change the rate by at most 500 ppm, though the first exchange was 40 ms off. */
static void
test_slewing (void)
{
  static const GscopeClockExchange first = { 0, 90 * GSCOPE_MSEC, 90 * GSCOPE_MSEC,
                                             90 * GSCOPE_MSEC };
  g_autoptr (GArray) misses = g_array_new (FALSE, FALSE, sizeof (gint64));
  GscopeClockAlign *align = gscope_clock_align_new ();
  gint64 last = 0;

  gscope_clock_align_add (align, &first);
  for (gint64 time = 100 * GSCOPE_MSEC; time < 300 * GSCOPE_SEC; time += 10 * GSCOPE_MSEC)
    {
      gint64 near = gscope_clock_align_to_near (align, time);
      GscopeClockExchange e = { time, time + 20 * USEC, time + 20 * USEC, time + 40 * USEC };

      if (time > 100 * GSCOPE_MSEC)
        g_assert_cmpint (llabs (near - last - 10 * GSCOPE_MSEC), <=, 10 * USEC);
      g_assert_cmpint (llabs (near - time), <=, gscope_clock_align_get_error (align, time));
      last = near;
      if (time % GSCOPE_SEC == 0)
        g_assert_cmpint (gscope_clock_align_add (align, &e), ==, 0);
    }
  g_assert_cmpint (llabs (last - 300 * GSCOPE_SEC), <, 11 * GSCOPE_MSEC);
  gscope_clock_align_free (align);
}

/* A clock whose frequency is corrected: the error covers it but for the second in which it changes. */
static void
test_frequency (void)
{
  guint n_covered = 0;
  World world;

  world_init (&world, &paths[0], 20e-6);
  begin (&world);
  for (guint i = 0; i < N_EVENTS; i++)
    {
      world.drift = i / 100 % 2 == 0 ? 20e-6 : 120e-6;
      pass (&world, GSCOPE_SEC / 2);
      n_covered += is_covered (&world);
      pass (&world, GSCOPE_SEC / 2);
      g_assert_cmpint (exchange (&world), ==, 0);
    }
  g_test_message ("covered %u of %d", n_covered, N_EVENTS);
  g_assert_cmpuint (n_covered, >=, N_EVENTS * 99 / 100);
  world_clear (&world);
}

/* An oscillator that wanders as cheap ones do in changing temperatures. */
static void
test_wander (void)
{
  guint n_covered = 0;
  gint64 worst = 0;
  World world;

  world_init (&world, &paths[0], 20e-6);
  begin (&world);
  for (guint i = 0; i < N_EVENTS; i++)
    {
      world.drift += 0.05e-6 * g_rand_double_range (world.rand, -1, 1);
      pass (&world, GSCOPE_SEC);
      n_covered += is_covered (&world);
      worst = MAX (worst, get_miss (&world));
      exchange (&world);
    }
  g_assert_cmpuint (n_covered, >=, N_EVENTS * 99 / 100);
  g_assert_cmpint (worst, <=, 100 * USEC);
  world_clear (&world);
}

/* The clock of a suspended machine waits: of the far one, or, for a negative time, of the near one. */
static void
suspend (World *world, gint64 time)
{
  world->now += MAX (time, 0);
  world->far -= (double) time;
}

static void
check_after_step (World *world)
{
  for (guint i = 0; i < 100; i++)
    {
      pass (world, GSCOPE_SEC);
      g_assert_true (is_covered (world));
      g_assert_cmpint (exchange (world), ==, 0);
    }
  g_assert_cmpint (get_miss (world), <=, (gint64) (1e9 * world->path->bar));
}

static void
run_until_step (World *world)
{
  begin (world);
  for (guint i = 0; i < 100; i++)
    {
      gscope_clock_align_to_near (world->align, get_far (world));
      pass (world, GSCOPE_SEC);
      exchange (world);
    }
}

/* The far machine was suspended, or this one, and only the exchanges show it. Times between two exchanges may
 * be before or after the step. */
static void
test_step (gconstpointer data)
{
  gint64 size = (gint64) GPOINTER_TO_INT (data) * GSCOPE_MSEC;

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      World world;
      gint64 found, before, between;

      world_init (&world, &paths[i], 50e-6);
      run_until_step (&world);
      before = get_far (&world) - GSCOPE_SEC;
      pass (&world, GSCOPE_SEC / 2);
      suspend (&world, size);
      between = get_far (&world);
      pass (&world, GSCOPE_SEC / 2);
      do
        found = exchange (&world);
      while (found == 0);
      /* a pause of this clock is measured by the far one, which drifts */
      g_assert_cmpfloat (fabs ((double) (found - size)), <=,
                         1e9 * 2 * paths[i].bar + 60e-6 * fabs ((double) size));
      g_assert_true (is_covered (&world));
      if (size > 0)
        g_assert_cmpint (gscope_clock_align_get_error (world.align, between), >=, size);
      g_assert_cmpint (gscope_clock_align_get_error (world.align, before - 10 * GSCOPE_SEC), <,
                       GSCOPE_SEC);
      check_after_step (&world);
      world_clear (&world);
    }
}

/* The other end reports a step, with the time of it and a size that is a little off. */
static void
test_reported_step (void)
{
  gint64 size = 3600 * GSCOPE_SEC;
  World world;
  gint64 at;

  world_init (&world, &paths[0], 50e-6);
  run_until_step (&world);
  pass (&world, GSCOPE_SEC / 3);
  at = get_far (&world);
  suspend (&world, size);
  gscope_clock_align_step (world.align, at, size);
  pass (&world, GSCOPE_MSEC);
  g_assert_true (is_covered (&world));
  g_assert_cmpint (get_miss (&world), <=, GSCOPE_MSEC);
  suspend (&world, GSCOPE_SEC / 4);
  g_assert_cmpint (exchange (&world), ==, 0);
  g_assert_cmpint (get_miss (&world), <=, 100 * USEC);
  g_assert_cmpint (gscope_clock_align_get_error (world.align, at - GSCOPE_SEC), <=, GSCOPE_MSEC);
  check_after_step (&world);
  world_clear (&world);
}

/* After a pause of the connection the conversion may be corrected at once. */
static void
test_resume (void)
{
  World world;

  world_init (&world, &paths[0], 50e-6);
  run_until_step (&world);
  gscope_clock_align_resume (world.align, get_far (&world));
  pass (&world, 3600 * GSCOPE_SEC);
  suspend (&world, 10 * GSCOPE_MSEC);
  g_assert_cmpint (exchange (&world), ==, 0);
  g_assert_cmpint (get_miss (&world), <=, 100 * USEC);
  check_after_step (&world);
  world_clear (&world);
}

/* Time-stamps from outside may be any numbers. */
static void
test_hostile (void)
{
  static const gint64 times[] = { G_MININT64, G_MININT64 / 2, -1,        0,
                                  1000,       G_MAXINT64 / 2, G_MAXINT64 };
  GscopeClockAlign *align = gscope_clock_align_new ();
  gint64 now = 0;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    for (guint j = 0; j < G_N_ELEMENTS (times); j++)
      for (guint k = 0; k < G_N_ELEMENTS (times); k++)
        {
          GscopeClockExchange e = { now, times[i], times[j], now + GSCOPE_MSEC };
          GscopeSample samples[] = { { times[k], 0 }, { times[i], 0 }, { times[j], 0 } };

          gscope_clock_align_add (align, &e);
          now += 2 * GSCOPE_MSEC;
          if (!gscope_clock_align_is_ready (align))
            continue;
          gscope_clock_align_samples (align, samples, G_N_ELEMENTS (samples));
          g_assert_cmpint (gscope_clock_align_get_error (align, times[k]), >=, 0);
          gscope_clock_align_to_far (align, times[k]);
          gscope_clock_align_get_offset (align, times[k]);
          if (k == 3)
            gscope_clock_align_step (align, times[i], times[j]);
        }
  g_assert_true (gscope_clock_align_is_ready (align));
  gscope_clock_align_free (align);
}

/* Hours of corrections take bounded memory, and old times are still converted. */
static void
test_hours (void)
{
  guint n_seconds = g_test_slow () ? 24 * 3600 : 9000;
  World world;
  gint64 first;

  world_init (&world, &paths[0], 50e-6);
  begin (&world);
  first = get_far (&world);
  for (guint i = 0; i < n_seconds; i++)
    {
      gscope_clock_align_to_near (world.align, get_far (&world));
      pass (&world, GSCOPE_SEC);
      exchange (&world);
    }
  g_assert_true (is_covered (&world));
  g_assert_cmpint (llabs (gscope_clock_align_to_near (world.align, first) - 1000 * GSCOPE_SEC), <=,
                   gscope_clock_align_get_error (world.align, first));
  world_clear (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock-align/paths", test_paths);
  g_test_add_func ("/clock-align/drift", test_drift);
  g_test_add_func ("/clock-align/cold-start", test_cold_start);
  g_test_add_func ("/clock-align/order", test_order);
  g_test_add_func ("/clock-align/samples", test_samples);
  g_test_add_func ("/clock-align/slewing", test_slewing);
  g_test_add_func ("/clock-align/frequency", test_frequency);
  g_test_add_func ("/clock-align/wander", test_wander);
  g_test_add_data_func ("/clock-align/step/hour", GINT_TO_POINTER (3600 * 1000), test_step);
  g_test_add_data_func ("/clock-align/step/hour-back", GINT_TO_POINTER (-3600 * 1000), test_step);
  g_test_add_data_func ("/clock-align/step/second", GINT_TO_POINTER (1000), test_step);
  g_test_add_func ("/clock-align/step/reported", test_reported_step);
  g_test_add_func ("/clock-align/resume", test_resume);
  g_test_add_func ("/clock-align/hostile", test_hostile);
  g_test_add_func ("/clock-align/hours", test_hours);
  return g_test_run ();
}

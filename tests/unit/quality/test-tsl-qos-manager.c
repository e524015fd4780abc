/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <string.h>
#include <tsl/tsl.h>

#define MSEC G_GINT64_CONSTANT (1000000)
#define TIMEOUT (100 * MSEC)

/* An application that answers as it is told to. */
typedef struct
{
  TslQosApplication *application;
  gboolean is_silent;
  const char *refusal;
  guint n_calls;
  double asked;
} Player;

typedef struct
{
  TslQosManager *manager;
  Player players[4];
  TslQosRequest requests[4];
  guint n;
  gint64 now;
  gint64 next;
} Bed;

static void
on_upcall (TslQosApplication *application, double level, gpointer user_data)
{
  Player *self = user_data;

  self->n_calls++;
  self->asked = level;
  if (self->is_silent)
    return;
  if (self->refusal)
    tsl_qos_application_refuse (application, self->refusal);
  else
    tsl_qos_application_accept (application);
}

static void
open_bed (Bed *bed, const char *policy)
{
  *bed = (Bed){ .manager = tsl_qos_manager_new (1) };
  tsl_qos_manager_set_timeout (bed->manager, TIMEOUT);
  tsl_qos_manager_set_policy (bed->manager, tsl_qos_find_policy (policy));
}

static void
assert_fits (Bed *bed, double available)
{
  double sum = 0;

  for (guint i = 0; i < bed->n; i++)
    if (bed->players[i].application)
      sum += tsl_qos_application_get_level (bed->players[i].application);
  g_assert_cmpfloat (sum, <=, available + 1e-9);
}

static void
step (Bed *bed)
{
  bed->next = tsl_qos_manager_step (bed->manager, bed->now);
  assert_fits (bed, TSL_ADMISSION_THRESHOLD);
}

static Player *
add (Bed *bed, double minimum, double desired, double increment, int importance)
{
  Player *player = &bed->players[bed->n++];
  TslQosRequest request = { .minimum = minimum,
                            .desired = desired,
                            .increment = increment,
                            .period = 40 * MSEC,
                            .importance = importance };
  g_autoptr (GError) error = NULL;

  player->application =
      tsl_qos_manager_add (bed->manager, "player", &request, on_upcall, player, &error);
  g_assert_no_error (error);
  return player;
}

static void
assert_levels (Bed *bed, double first, double second, double third)
{
  const double levels[] = { first, second, third };

  for (guint i = 0; i < bed->n; i++)
    g_assert_cmpfloat_with_epsilon (tsl_qos_application_get_level (bed->players[i].application),
                                    levels[i], 1e-6);
}

static void
close_bed (Bed *bed)
{
  tsl_qos_manager_free (bed->manager);
}

/* Three applications that want 120 % of a processor, of which 90 % may be reserved. */
static void
add_three (Bed *bed)
{
  add (bed, 0.1, 0.4, 0.1, 1);
  add (bed, 0.2, 0.4, 0.1, 3);
  add (bed, 0.1, 0.4, 0.1, 2);
  step (bed);
}

static void
test_enough (void)
{
  guint n;
  const TslQosPolicy *policies = tsl_qos_get_policies (&n);

  g_assert_cmpuint (n, ==, 4);
  for (guint i = 0; i < n; i++)
    {
      Bed bed;

      open_bed (&bed, policies[i].name);
      add (&bed, 0.1, 0.4, 0.1, 1);
      add (&bed, 0.1, 0.4, 0, 2);
      step (&bed);
      assert_levels (&bed, 0.4, 0.4, 0);
      g_assert_false (tsl_qos_manager_is_overloaded (bed.manager));
      g_assert_cmpint (bed.next, ==, G_MAXINT64);
      close_bed (&bed);
    }
}

static void
test_first_come (void)
{
  Bed bed;

  open_bed (&bed, "first-come");
  add_three (&bed);
  assert_levels (&bed, 0.4, 0.4, 0.1);
  g_assert_true (tsl_qos_manager_is_overloaded (bed.manager));
  close_bed (&bed);
}

static void
test_importance (void)
{
  Bed bed;

  open_bed (&bed, "importance");
  add_three (&bed);
  assert_levels (&bed, 0.1, 0.4, 0.4);
  close_bed (&bed);
}

static void
test_fair (void)
{
  Bed bed;

  open_bed (&bed, "fair");
  add_three (&bed);
  /* two thirds, a half and two thirds of their ranges */
  assert_levels (&bed, 0.3, 0.3, 0.3);
  close_bed (&bed);
}

/* The counter-example of Q-RAM (R:1274) with levels of a twentieth of a processor. */
static void
test_value (void)
{
  const TslUtilityPoint jumping[] = { { 0.05, 0.5 }, { 0.4, 4 }, { 0.4, 10 }, { 0.6, 12 } };
  const TslUtilityPoint saturated[] = { { 0.05, 1.5 }, { 0.2, 6 } };
  g_autoptr (TslUtility) first = tsl_utility_new (jumping, G_N_ELEMENTS (jumping));
  g_autoptr (TslUtility) second = tsl_utility_new (saturated, G_N_ELEMENTS (saturated));
  TslQosRequest request = { .minimum = 0.05, .increment = 0.05, .period = 10 * MSEC };
  Bed bed;

  open_bed (&bed, "value");
  tsl_qos_manager_set_threshold (bed.manager, 0.5);
  bed.n = 2;
  request.desired = 0.5;
  request.utility = first;
  bed.players[0].application =
      tsl_qos_manager_add (bed.manager, "jumping", &request, on_upcall, &bed.players[0], NULL);
  request.desired = 0.2;
  request.utility = second;
  bed.players[1].application =
      tsl_qos_manager_add (bed.manager, "saturated", &request, on_upcall, &bed.players[1], NULL);
  step (&bed);
  assert_levels (&bed, 0.4, 0.1, 0);
  g_assert_cmpfloat_with_epsilon (tsl_qos_manager_get_utility (bed.manager), 13, 1e-6);
  tsl_qos_manager_set_greedy (bed.manager, TRUE);
  step (&bed);
  assert_levels (&bed, 0.3, 0.2, 0);
  g_assert_cmpfloat_with_epsilon (tsl_qos_manager_get_utility (bed.manager), 9, 1e-6);
  close_bed (&bed);
}

/* A newcomer gets room from those that are there, and gives it back when it leaves. */
static void
test_newcomer (void)
{
  Bed bed;
  Player *old, *late;

  open_bed (&bed, "importance");
  old = add (&bed, 0.2, 0.8, 0.1, 1);
  step (&bed);
  assert_levels (&bed, 0.8, 0, 0);
  late = add (&bed, 0.3, 0.5, 0.1, 2);
  step (&bed);
  assert_levels (&bed, 0.4, 0.5, 0);
  g_assert_cmpuint (old->n_calls, ==, 2);
  g_assert_cmpuint (late->n_calls, ==, 1);
  tsl_qos_manager_remove (bed.manager, g_steal_pointer (&late->application));
  bed.n = 1;
  step (&bed);
  assert_levels (&bed, 0.8, 0, 0);
  close_bed (&bed);
}

/* Nobody gets more before somebody has accepted less. */
static void
test_order (void)
{
  Bed bed;
  Player *old, *late;

  open_bed (&bed, "importance");
  old = add (&bed, 0.2, 0.8, 0.1, 1);
  step (&bed);
  late = add (&bed, 0.3, 0.5, 0.1, 2);
  old->is_silent = TRUE;
  step (&bed);
  g_assert_cmpfloat_with_epsilon (old->asked, 0.4, 1e-6);
  g_assert_cmpuint (late->n_calls, ==, 0);
  g_assert_cmpint (bed.next, ==, TIMEOUT);
  tsl_qos_application_accept (old->application);
  step (&bed);
  assert_levels (&bed, 0.4, 0.5, 0);
  close_bed (&bed);
}

static void
test_refusal (void)
{
  Bed bed;
  Player *old, *late;

  open_bed (&bed, "importance");
  old = add (&bed, 0.2, 0.5, 0.1, 1);
  step (&bed);
  late = add (&bed, 0.1, 0.7, 0.1, 2);
  old->refusal = "a film is running";
  step (&bed);
  /* it keeps its level, and the newcomer gets the remainder */
  assert_levels (&bed, 0.5, 0.4, 0);
  g_assert_cmpuint (tsl_qos_application_get_refusals (old->application), ==, 1);
  g_assert_cmpstr (tsl_qos_application_get_refusal (old->application), ==, "a film is running");
  g_assert_cmpuint (tsl_qos_application_get_refusals (late->application), ==, 0);
  /* it is not asked again until something changes */
  step (&bed);
  g_assert_cmpuint (old->n_calls, ==, 2);
  old->refusal = NULL;
  tsl_qos_manager_set_policy (bed.manager, tsl_qos_find_policy ("importance"));
  step (&bed);
  assert_levels (&bed, 0.2, 0.7, 0);
  g_assert_null (tsl_qos_application_get_refusal (old->application));
  close_bed (&bed);
}

static void
test_silence (void)
{
  Bed bed;
  Player *old, *late;

  open_bed (&bed, "importance");
  old = add (&bed, 0.2, 0.8, 0.1, 1);
  step (&bed);
  late = add (&bed, 0.2, 0.5, 0.1, 2);
  old->is_silent = TRUE;
  step (&bed);
  bed.now = TIMEOUT - 1;
  step (&bed);
  g_assert_cmpuint (tsl_qos_application_get_refusals (old->application), ==, 0);
  bed.now = bed.next;
  step (&bed);
  g_assert_cmpuint (tsl_qos_application_get_refusals (old->application), ==, 1);
  g_assert_nonnull (strstr (tsl_qos_application_get_refusal (old->application), "100 ms"));
  /* its minimum does not fit beside the silent one */
  assert_levels (&bed, 0.8, 0, 0);
  g_assert_cmpuint (late->n_calls, ==, 0);
  /* an answer that is late has no effect */
  tsl_qos_application_accept (old->application);
  assert_levels (&bed, 0.8, 0, 0);
  close_bed (&bed);
}

/* Of applications whose minimums do not fit, the least important one stops. */
static void
test_stop (void)
{
  Bed bed;
  Player *first;

  open_bed (&bed, "importance");
  first = add (&bed, 0.5, 0.5, 0, 1);
  step (&bed);
  add (&bed, 0.5, 0.6, 0, 2);
  step (&bed);
  assert_levels (&bed, 0, 0.6, 0);
  g_assert_cmpuint (first->n_calls, ==, 2);
  g_assert_cmpfloat (tsl_qos_application_get_utility (first->application), ==, 0);
  close_bed (&bed);
}

static void
test_change (void)
{
  TslQosRequest request = {
    .minimum = 0.1, .desired = 0.3, .increment = 0.1, .period = 20 * MSEC, .importance = 1
  };
  g_autoptr (GError) error = NULL;
  Bed bed;
  Player *player;

  open_bed (&bed, "fair");
  player = add (&bed, 0.2, 0.8, 0.1, 1);
  step (&bed);
  g_assert_true (tsl_qos_application_change (player->application, &request, NULL));
  step (&bed);
  assert_levels (&bed, 0.3, 0, 0);
  request.minimum = 0.95;
  request.desired = 1;
  g_assert_false (tsl_qos_application_change (player->application, &request, &error));
  g_assert_error (error, TSL_ERROR, TSL_ERROR_REFUSED);
  step (&bed);
  assert_levels (&bed, 0.3, 0, 0);
  close_bed (&bed);
}

static void
test_invalid (void)
{
  const TslQosRequest wrong[] = {
    { .minimum = 0, .desired = 1, .period = MSEC },
    { .minimum = 0.5, .desired = 0.4, .period = MSEC },
    { .minimum = 0.1, .desired = 0.2 },
    { .minimum = 0.1, .desired = 0.2, .period = MSEC, .deadline = 2 * MSEC },
    { .minimum = 0.1, .desired = 0.2, .period = MSEC, .increment = -1 },
    { .minimum = 0.1, .desired = 0.2, .period = MSEC, .importance = -1 },
  };
  Bed bed;

  open_bed (&bed, "fair");
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (
          tsl_qos_manager_add (bed.manager, "wrong", &wrong[i], on_upcall, NULL, &error));
      g_assert_error (error, TSL_ERROR, TSL_ERROR_INVALID);
      g_assert_nonnull (strstr (error->message, "wrong"));
    }
  close_bed (&bed);
}

/* Registers an application that may be silent or refuse. */
static void
add_random (Bed *bed)
{
  TslQosRequest *request = &bed->requests[bed->n];
  Player *player = &bed->players[bed->n++];

  *request = (TslQosRequest){ .minimum = g_test_rand_double_range (0.01, 0.3),
                              .increment = g_test_rand_double_range (0, 0.2),
                              .period = g_test_rand_int_range (10, 200) * MSEC,
                              .importance = g_test_rand_int_range (0, 5) };
  request->desired = request->minimum + g_test_rand_double_range (0, 0.5);
  request->deadline = request->period * g_test_rand_double_range (0.7, 1);
  player->is_silent = g_test_rand_int_range (0, 4) == 0;
  player->refusal = g_test_rand_int_range (0, 4) == 0 ? "no" : NULL;
  player->application =
      tsl_qos_manager_add (bed->manager, "player", request, on_upcall, player, NULL);
  g_assert_nonnull (player->application);
}

/* Only applications that run count: the bound of Liu and Layland falls with their number. */
static void
assert_admitted (Bed *bed, const TslAdmissionTest *test)
{
  TslDemand demands[4];
  gint64 deadlines[4];
  guint n = 0;

  for (guint i = 0; i < bed->n; i++)
    {
      double level = tsl_qos_application_get_level (bed->players[i].application);

      if (level <= 0)
        continue;
      demands[n] = (TslDemand){ level * bed->requests[i].period, bed->requests[i].period };
      deadlines[n++] = bed->requests[i].deadline;
    }
  g_assert_true (test->judge (demands, deadlines, n, 1, TSL_ADMISSION_THRESHOLD, NULL));
}

/* Every test and policy: the levels that are admitted pass the test, at each moment. */
static void
test_random (void)
{
  guint n_tests, n_policies;
  const TslAdmissionTest *tests = tsl_admission_get_tests (&n_tests);
  const TslQosPolicy *policies = tsl_qos_get_policies (&n_policies);

  for (guint i = 0; i < 100; i++)
    {
      const TslAdmissionTest *test = &tests[i % n_tests];
      Bed bed;

      open_bed (&bed, policies[i / n_tests % n_policies].name);
      tsl_qos_manager_set_test (bed.manager, test);
      for (guint k = 0; k < G_N_ELEMENTS (bed.players); k++)
        {
          add_random (&bed);
          step (&bed);
          assert_admitted (&bed, test);
          bed.now = MIN (bed.next, bed.now + TIMEOUT);
          step (&bed);
          assert_admitted (&bed, test);
        }
      close_bed (&bed);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/qos-manager/enough", test_enough);
  g_test_add_func ("/tsl/qos-manager/first-come", test_first_come);
  g_test_add_func ("/tsl/qos-manager/importance", test_importance);
  g_test_add_func ("/tsl/qos-manager/fair", test_fair);
  g_test_add_func ("/tsl/qos-manager/value", test_value);
  g_test_add_func ("/tsl/qos-manager/newcomer", test_newcomer);
  g_test_add_func ("/tsl/qos-manager/order", test_order);
  g_test_add_func ("/tsl/qos-manager/refusal", test_refusal);
  g_test_add_func ("/tsl/qos-manager/silence", test_silence);
  g_test_add_func ("/tsl/qos-manager/stop", test_stop);
  g_test_add_func ("/tsl/qos-manager/change", test_change);
  g_test_add_func ("/tsl/qos-manager/invalid", test_invalid);
  g_test_add_func ("/tsl/qos-manager/random", test_random);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/quality/manager.h>

#include <glib/gi18n-lib.h>
#include <math.h>
#include <tsl/error.h>
#include <tsl/quality/policy-private.h>

/* Levels that differ less are the same. */
#define ROUNDING 1e-9

#define DEFAULT_TIMEOUT G_GINT64_CONSTANT (1000000000)
#define MSEC 1e6

struct _TslQosApplication
{
  TslQosManager *manager;
  char *name;
  TslQosRequest request;
  TslQosUpcall upcall;
  gpointer user_data;

  /* the level that the application accepted last */
  double level;
  /* the level of the division */
  double target;
  /* the level that the application was asked for; negative: no question is open */
  double asked;
  gint64 answer_until;
  /* it refused to change its level, until the next division for another reason */
  gboolean is_held;
  guint n_refusals;
  char *refusal;
};

struct _TslQosManager
{
  GPtrArray *applications;
  const TslQosPolicy *policy;
  const TslAdmissionTest *test;
  guint n_processors;
  double threshold;
  gboolean is_greedy;
  gint64 timeout;
  /* the processors have to be divided again */
  gboolean must_divide;
};

static void
application_free (TslQosApplication *self)
{
  g_free (self->name);
  g_free (self->refusal);
  g_free (self);
}

/**
 * tsl_qos_manager_new:
 * @n_processors: number of processors
 *
 * Creates a manager without applications. It divides by the policy `importance`, admits by earliest
 * deadline first up to %TSL_ADMISSION_THRESHOLD, and waits a second for answers.
 *
 * Returns: (transfer full): a manager
 *
 * Since: 1.0
 */
TslQosManager *
tsl_qos_manager_new (guint n_processors)
{
  TslQosManager *self = g_new0 (TslQosManager, 1);

  self->applications = g_ptr_array_new_with_free_func ((GDestroyNotify) application_free);
  self->policy = tsl_qos_find_policy ("importance");
  self->test = tsl_admission_find_test ("edf");
  self->n_processors = n_processors;
  self->threshold = TSL_ADMISSION_THRESHOLD;
  self->timeout = DEFAULT_TIMEOUT;
  return self;
}

/**
 * tsl_qos_manager_free:
 * @self: (transfer full): a manager
 *
 * Frees a manager and its applications, without up-calls.
 *
 * Since: 1.0
 */
void
tsl_qos_manager_free (TslQosManager *self)
{
  g_return_if_fail (self);

  g_ptr_array_unref (self->applications);
  g_free (self);
}

/* Divides again with every application, even if it refused before. */
static void
begin_division (TslQosManager *self)
{
  for (guint i = 0; i < self->applications->len; i++)
    ((TslQosApplication *) self->applications->pdata[i])->is_held = FALSE;
  self->must_divide = TRUE;
}

/**
 * tsl_qos_manager_set_policy:
 * @self: a manager
 * @policy: a row of [func@qos_get_policies]
 *
 * Sets the policy from the next step on.
 *
 * Since: 1.0
 */
void
tsl_qos_manager_set_policy (TslQosManager *self, const TslQosPolicy *policy)
{
  g_return_if_fail (self && policy);

  self->policy = policy;
  begin_division (self);
}

/**
 * tsl_qos_manager_set_test:
 * @self: a manager
 * @test: a row of [func@admission_get_tests]
 *
 * Sets the admission test from the next step on.
 *
 * Since: 1.0
 */
void
tsl_qos_manager_set_test (TslQosManager *self, const TslAdmissionTest *test)
{
  g_return_if_fail (self && test);

  self->test = test;
  begin_division (self);
}

/**
 * tsl_qos_manager_set_threshold:
 * @self: a manager
 * @threshold: the share of each processor that may be reserved, up to 1
 *
 * Sets how much there is to divide from the next step on.
 *
 * Since: 1.0
 */
void
tsl_qos_manager_set_threshold (TslQosManager *self, double threshold)
{
  g_return_if_fail (self && threshold > 0 && threshold <= 1);

  self->threshold = threshold;
  begin_division (self);
}

/**
 * tsl_qos_manager_set_greedy:
 * @self: a manager
 * @is_greedy: whether the policy `value` uses [func@qram_greedy] instead of [func@qram_exact]
 *
 * Sets the algorithm of the policy `value` from the next step on.
 *
 * Since: 1.0
 */
void
tsl_qos_manager_set_greedy (TslQosManager *self, gboolean is_greedy)
{
  g_return_if_fail (self);

  self->is_greedy = is_greedy;
  begin_division (self);
}

/**
 * tsl_qos_manager_set_timeout:
 * @self: a manager
 * @timeout: nanoseconds
 *
 * Sets how long an application may take to answer an up-call.
 *
 * Since: 1.0
 */
void
tsl_qos_manager_set_timeout (TslQosManager *self, gint64 timeout)
{
  g_return_if_fail (self && timeout > 0);

  self->timeout = timeout;
}

/* Applications. */

static gboolean
is_valid (TslQosManager *self, const char *name, const TslQosRequest *request, GError **error)
{
  TslDemand minimum = { (gint64) (request->minimum * request->period), request->period };
  gint64 deadline = request->deadline;

  if (!(request->minimum > 0) || !(request->desired >= request->minimum)
      || !(request->increment >= 0) || request->importance < 0 || request->period <= 0
      || deadline < 0 || deadline > request->period)
    {
      g_set_error (error, TSL_ERROR, TSL_ERROR_INVALID,
                   _ ("cannot register “%s”: choose a minimum above 0, a desired level that is not "
                      "below it, and a deadline within the period"),
                   name);
      return FALSE;
    }
  if (deadline == 0)
    deadline = request->period;
  if (!self->test->judge (&minimum, &deadline, 1, self->n_processors, self->threshold, error))
    {
      g_prefix_error (error, _ ("cannot register “%s”: "), name);
      return FALSE;
    }
  return TRUE;
}

/**
 * tsl_qos_manager_add:
 * @self: a manager
 * @name: the application's name for users
 * @request: its levels
 * @upcall: (scope forever): asks the application to change its level
 * @user_data: data for the up-call
 * @error: reason why the application is refused
 *
 * Registers an application. Its level is 0 until the up-call of a later step asks for another one,
 * and it has accepted.
 *
 * Returns: (transfer none) (nullable): the application; %NULL if its request is invalid, or its
 *   minimum would not even be admitted alone
 *
 * Since: 1.0
 */
TslQosApplication *
tsl_qos_manager_add (TslQosManager *self, const char *name, const TslQosRequest *request,
                     TslQosUpcall upcall, gpointer user_data, GError **error)
{
  TslQosApplication *application;

  g_return_val_if_fail (self && name && request && upcall, NULL);

  if (!is_valid (self, name, request, error))
    return NULL;
  application = g_new0 (TslQosApplication, 1);
  application->manager = self;
  application->name = g_strdup (name);
  application->request = *request;
  application->upcall = upcall;
  application->user_data = user_data;
  application->asked = -1;
  g_ptr_array_add (self->applications, application);
  begin_division (self);
  return application;
}

/**
 * tsl_qos_manager_remove:
 * @self: a manager
 * @application: (transfer full): one of its applications
 *
 * Ends an application without an up-call. Others get its processor time in the next step.
 *
 * Since: 1.0
 */
void
tsl_qos_manager_remove (TslQosManager *self, TslQosApplication *application)
{
  g_return_if_fail (self && application);

  g_ptr_array_remove (self->applications, application);
  begin_division (self);
}

/**
 * tsl_qos_application_change:
 * @self: an application
 * @request: the new levels
 * @error: reason why they are refused
 *
 * Changes the levels of an application. A refused change has no effect.
 *
 * Returns: %TRUE if the levels are valid
 *
 * Since: 1.0
 */
gboolean
tsl_qos_application_change (TslQosApplication *self, const TslQosRequest *request, GError **error)
{
  g_return_val_if_fail (self && request, FALSE);

  if (!is_valid (self->manager, self->name, request, error))
    return FALSE;
  self->request = *request;
  begin_division (self->manager);
  return TRUE;
}

/**
 * tsl_qos_application_accept:
 * @self: an application
 *
 * Answers the up-call: the application works at the new level now. Without an open question it has
 * no effect.
 *
 * Since: 1.0
 */
void
tsl_qos_application_accept (TslQosApplication *self)
{
  g_return_if_fail (self);

  if (self->asked < 0)
    return;
  self->level = self->asked;
  self->asked = -1;
  g_clear_pointer (&self->refusal, g_free);
}

/* Holds the application at its level, and divides the remainder again. */
static void
hold (TslQosApplication *self, char *reason)
{
  self->asked = -1;
  self->is_held = TRUE;
  self->n_refusals++;
  g_free (self->refusal);
  self->refusal = reason;
  self->manager->must_divide = TRUE;
}

/**
 * tsl_qos_application_refuse:
 * @self: an application
 * @reason: the reason, for users
 *
 * Answers the up-call: the application keeps its level. The others share the remainder, until an
 * application comes, goes or changes. Without an open question it has no effect.
 *
 * Since: 1.0
 */
void
tsl_qos_application_refuse (TslQosApplication *self, const char *reason)
{
  g_return_if_fail (self && reason);

  if (self->asked >= 0)
    hold (self, g_strdup (reason));
}

/* Steps. */

static void
expire (TslQosManager *self, gint64 now)
{
  for (guint i = 0; i < self->applications->len; i++)
    {
      TslQosApplication *application = self->applications->pdata[i];

      if (application->asked >= 0 && now >= application->answer_until)
        hold (application, g_strdup_printf (_ ("no answer within %.6g ms"), self->timeout / MSEC));
    }
}

/* An application counts with the greater of its level and the one that it may accept. */
static double
get_used (const TslQosApplication *self)
{
  return MAX (self->level, self->asked);
}

static void
describe_share (const TslQosApplication *self, TslQosShare *share)
{
  const TslQosRequest *request = &self->request;

  *share = (TslQosShare){
    .minimum = request->minimum,
    .desired = request->desired,
    .increment = request->increment,
    .importance = request->importance,
    .period = request->period,
    .deadline = request->deadline ? request->deadline : request->period,
    .utility = request->utility,
    .held = self->is_held ? self->level : -1,
    .level = self->is_held ? self->level : 0,
  };
}

static void
begin (TslQosManager *self, TslQosDivision *division)
{
  guint n = self->applications->len;

  *division = (TslQosDivision){ .shares = g_new0 (TslQosShare, n),
                                .n = n,
                                .test = self->test,
                                .n_processors = self->n_processors,
                                .threshold = self->threshold,
                                .is_greedy = self->is_greedy,
                                .demands = g_new0 (TslDemand, n),
                                .deadlines = g_new0 (gint64, n) };
  for (guint i = 0; i < n; i++)
    describe_share (self->applications->pdata[i], &division->shares[i]);
}

static void
end (TslQosDivision *division)
{
  g_free (division->shares);
  g_free (division->demands);
  g_free (division->deadlines);
}

static void
divide (TslQosManager *self)
{
  TslQosDivision division;

  begin (self, &division);
  self->policy->divide (&division);
  for (guint i = 0; i < division.n; i++)
    ((TslQosApplication *) self->applications->pdata[i])->target = division.shares[i].level;
  end (&division);
  self->must_divide = FALSE;
}

static gboolean
may_grow (TslQosManager *self, TslQosApplication *which)
{
  TslQosDivision division;
  gboolean fits;

  begin (self, &division);
  for (guint i = 0; i < division.n; i++)
    {
      TslQosApplication *application = self->applications->pdata[i];

      division.shares[i].level =
          application == which ? application->target : get_used (application);
    }
  fits = tsl_qos_division_fits (&division, NULL);
  end (&division);
  return fits;
}

static void
ask (TslQosApplication *self, gint64 now)
{
  self->asked = self->target;
  self->answer_until = now + self->manager->timeout;
  self->upcall (self, self->asked, self->user_data);
}

/* Asks the applications that have to shrink, or may grow if there is room. Returns whether any was asked. */
static gboolean
ask_all (TslQosManager *self, gint64 now, gboolean to_grow)
{
  gboolean is_any = FALSE;

  for (guint i = 0; i < self->applications->len && !self->must_divide; i++)
    {
      TslQosApplication *application = self->applications->pdata[i];
      double more = application->target - application->level;

      if (application->asked >= 0 || fabs (more) <= ROUNDING || (more > 0) != to_grow
          || (to_grow && !may_grow (self, application)))
        continue;
      ask (application, now);
      is_any = TRUE;
    }
  return is_any;
}

/* An answer to a question that the new division does not ask any more is not awaited. */
static void
withdraw (TslQosManager *self)
{
  for (guint i = 0; i < self->applications->len; i++)
    {
      TslQosApplication *application = self->applications->pdata[i];

      if (application->asked >= 0 && fabs (application->asked - application->target) > ROUNDING)
        application->asked = -1;
    }
}

/**
 * tsl_qos_manager_step:
 * @self: a manager
 * @now: the time in nanoseconds on any clock that does not go back
 *
 * Divides the processors if something has changed, asks applications to change their levels, and
 * gives up waiting for answers that are late.
 *
 * Returns: the time of the next step, on the same clock; %G_MAXINT64 if it waits for nothing; call
 *   it earlier after a change or an answer
 *
 * Since: 1.0
 */
gint64
tsl_qos_manager_step (TslQosManager *self, gint64 now)
{
  gint64 next = G_MAXINT64;

  g_return_val_if_fail (self, now);

  expire (self, now);
  /* ends, because each turn gets answers, of which each refusal holds one more application */
  do
    if (self->must_divide)
      {
        divide (self);
        withdraw (self);
      }
  while (ask_all (self, now, FALSE) || ask_all (self, now, TRUE) || self->must_divide);
  for (guint i = 0; i < self->applications->len; i++)
    if (((TslQosApplication *) self->applications->pdata[i])->asked >= 0)
      next = MIN (next, ((TslQosApplication *) self->applications->pdata[i])->answer_until);
  return next;
}

/* The cells for users. */

/**
 * tsl_qos_manager_is_overloaded:
 * @self: a manager
 *
 * Returns whether some application works below its desired level.
 *
 * Returns: %TRUE in an overload
 *
 * Since: 1.0
 */
gboolean
tsl_qos_manager_is_overloaded (TslQosManager *self)
{
  g_return_val_if_fail (self, FALSE);

  for (guint i = 0; i < self->applications->len; i++)
    {
      TslQosApplication *application = self->applications->pdata[i];

      if (application->level < application->request.desired - ROUNDING)
        return TRUE;
    }
  return FALSE;
}

/**
 * tsl_qos_manager_get_utility:
 * @self: a manager
 *
 * Gets the utility of all applications at their levels.
 *
 * Returns: the sum of the utilities
 *
 * Since: 1.0
 */
double
tsl_qos_manager_get_utility (TslQosManager *self)
{
  double sum = 0;

  g_return_val_if_fail (self, 0);

  for (guint i = 0; i < self->applications->len; i++)
    sum += tsl_qos_application_get_utility (self->applications->pdata[i]);
  return sum;
}

/**
 * tsl_qos_application_get_level:
 * @self: an application
 *
 * Gets the level that the application accepted last.
 *
 * Returns: processors; 0 while the application waits
 *
 * Since: 1.0
 */
double
tsl_qos_application_get_level (TslQosApplication *self)
{
  g_return_val_if_fail (self, 0);

  return self->level;
}

/**
 * tsl_qos_application_get_utility:
 * @self: an application
 *
 * Gets the utility of the level that the application accepted last.
 *
 * Returns: the utility
 *
 * Since: 1.0
 */
double
tsl_qos_application_get_utility (TslQosApplication *self)
{
  TslQosShare share;

  g_return_val_if_fail (self, 0);

  describe_share (self, &share);
  return tsl_qos_share_get_utility (&share, self->level);
}

/**
 * tsl_qos_application_get_refusals:
 * @self: an application
 *
 * Gets how many up-calls the application has refused or not answered.
 *
 * Returns: number of refusals
 *
 * Since: 1.0
 */
guint
tsl_qos_application_get_refusals (TslQosApplication *self)
{
  g_return_val_if_fail (self, 0);

  return self->n_refusals;
}

/**
 * tsl_qos_application_get_refusal:
 * @self: an application
 *
 * Gets the reason of the last refusal.
 *
 * Returns: (transfer none) (nullable): the reason; %NULL if the last up-call was accepted
 *
 * Since: 1.0
 */
const char *
tsl_qos_application_get_refusal (TslQosApplication *self)
{
  g_return_val_if_fail (self, NULL);

  return self->refusal;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/kinds.h"
#include "threads/clock.h"
#include "threads/elastic.h"

#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>
#include <string.h>

#define PERCENT 100.0
#define MAX_TIMEOUT 10000

/* Three applications that change their levels of quality, steered by a QoS manager: a player of
 * audio and video, whose frame rate follows its level, and two periodic tasks. Each has a reserve of
 * the level that it accepted. */
G_DECLARE_FINAL_TYPE (WorkloadQos, workload_qos, WORKLOAD, QOS, GscopeSource)

/* How the utility grows from the minimum to the desired level. */
typedef enum
{
  CURVE_LINEAR,
  CURVE_EARLY,
  CURVE_LATE,
  N_CURVES
} Curve;

static const char *const curve_nicks[] = { "linear", "early", "late", NULL };
static const char *const curve_titles[] = { N_ ("Linear"), N_ ("Early"), N_ ("Late, in a jump"),
                                            NULL };

#define N_POINTS 4

/* The points of each curve: part of the range of levels, part of the importance. */
static const TslUtilityPoint curves[N_CURVES][N_POINTS] = {
  [CURVE_LINEAR] = { { 0, 0.25 }, { 0.5, 0.625 }, { 0.75, 0.8125 }, { 1, 1 } },
  [CURVE_EARLY] = { { 0, 0.5 }, { 0.25, 0.85 }, { 0.5, 0.95 }, { 1, 1 } },
  [CURVE_LATE] = { { 0, 0.1 }, { 0.6, 0.2 }, { 0.6, 0.8 }, { 1, 1 } },
};

typedef enum
{
  ANSWER_ACCEPT,
  ANSWER_REFUSE,
  ANSWER_NOTHING
} Answer;

static const char *const answer_nicks[] = { "accept", "refuse", "nothing", NULL };
static const char *const answer_titles[] = { N_ ("Accepts"), N_ ("Refuses"), N_ ("Is silent"),
                                             NULL };

static const char *const allocation_nicks[] = { "exact", "greedy", NULL };
static const char *const allocation_titles[] = { N_ ("Exact"), N_ ("Greedy"), NULL };

typedef enum
{
  LEVEL_MINIMUM,
  LEVEL_DESIRED,
  LEVEL_INCREMENT,
  N_LEVELS
} Level;

/* The levels that an application wants, in % of a processor. */
typedef struct
{
  double levels[N_LEVELS];
  int importance;
  Curve curve;
} Wish;

/* The applications. */
static const struct
{
  const char *name;
  const char *title;
  gint64 period;
  Wish wish;
} table[] = {
  { "player", N_ ("Player"), 40 * GSCOPE_MSEC, { { 20, 60, 10 }, 3, CURVE_EARLY } },
  { "stream", N_ ("Stream"), 25 * GSCOPE_MSEC, { { 10, 40, 5 }, 2, CURVE_LATE } },
  { "phone", N_ ("Phone"), 10 * GSCOPE_MSEC, { { 5, 15, 5 }, 5, CURVE_LINEAR } },
};

#define N_APPLICATIONS G_N_ELEMENTS (table)
/* The index of the player. */
#define PLAYER 0

/* The values of an application that the poller shows. */
typedef struct
{
  double level;
  double utility;
  double refusals;
} State;

typedef struct
{
  WorkloadQos *source;
  TslQosApplication *application;
  /* in force; the values of the parameters follow later */
  Wish wish;
  TslUtility *utility;
  WorkloadElastic *elastic;
  /* protected by the source's lock */
  State state;

  /* values of the parameters */
  double levels[N_LEVELS];
  gint64 importance;
  int curve;
  int answer;
  gboolean takes_part;

  /* used by the poller alone */
  gint64 base_time;
  gint64 base_used;
  double allocated;
  gint64 rate_time;
  gint64 rate_jobs;
  double rate;
  double usage;
  double worth;
  double refusals;
  double misses;
} Shown;

struct _WorkloadQos
{
  GscopeSource parent_instance;

  Shown shown[N_APPLICATIONS];
  TslQosManager *manager;
  guint timer;
  TslPage *page;
  gboolean is_in_trouble;
  /* protected by the lock */
  gboolean is_running;
  double whole_utility;
  gboolean is_overloaded;
  /* protects the states, which the main thread changes and the poller reads */
  TslLock lock;

  /* values of the parameters */
  int policy;
  int test;
  int allocation;
  double capacity;
  double timeout;
  /* names and titles of the policies and tests, for the enumerations */
  GPtrArray *texts;

  /* used by the poller alone */
  double total;
  double utility;
  double overload;
};

G_DEFINE_FINAL_TYPE (WorkloadQos, workload_qos, GSCOPE_TYPE_SOURCE)

/* Functions of the poller's thread. */

static void
measure_usage (Shown *self, const WorkloadTaskCounts *counts, gint64 time)
{
  gint64 period = table[self - self->source->shown].period;
  gint64 periods = (100 * GSCOPE_MSEC + period - 1) / period;

  /* a new thread counts from 0 */
  if (counts->used < self->base_used)
    self->base_time = 0;
  if (time - self->base_time < periods * period)
    return;
  if (self->base_time > 0)
    self->usage = PERCENT * (counts->used - self->base_used) / (time - self->base_time);
  self->base_time = time;
  self->base_used = counts->used;
}

static void
measure_rate (Shown *self, const WorkloadTaskCounts *counts, gint64 time)
{
  if (counts->jobs < self->rate_jobs)
    self->rate_time = 0;
  if (time - self->rate_time < GSCOPE_SEC)
    return;
  if (self->rate_time > 0)
    self->rate = (counts->jobs - self->rate_jobs) * (double) GSCOPE_SEC / (time - self->rate_time);
  self->rate_time = time;
  self->rate_jobs = counts->jobs;
}

static void
measure (Shown *self, gint64 time)
{
  WorkloadTaskCounts counts = { 0 };

  self->allocated = PERCENT * self->state.level;
  self->worth = self->state.utility;
  self->refusals = self->state.refusals;
  if (workload_elastic_count (self->elastic, &counts))
    {
      measure_usage (self, &counts, time);
      measure_rate (self, &counts, time);
    }
  else
    self->usage = self->rate = 0;
  self->misses = counts.misses;
}

static void
pause_shown (Shown *self)
{
  self->allocated = self->usage = self->rate = self->worth = self->refusals = self->misses =
      gscope_gap_value (GSCOPE_GAP_STOPPED);
  self->base_time = self->rate_time = 0;
}

static void
pause_all (WorkloadQos *self)
{
  self->total = self->utility = self->overload = gscope_gap_value (GSCOPE_GAP_STOPPED);
  for (guint i = 0; i < N_APPLICATIONS; i++)
    pause_shown (&self->shown[i]);
}

static void
measure_all (WorkloadQos *self, gint64 time)
{
  self->total = 0;
  self->utility = self->whole_utility;
  self->overload = self->is_overloaded;
  for (guint i = 0; i < N_APPLICATIONS; i++)
    {
      measure (&self->shown[i], time);
      self->total += self->shown[i].allocated;
    }
}

static void
workload_qos_poll (GscopeSource *source, gint64 time)
{
  WorkloadQos *self = WORKLOAD_QOS (source);

  tsl_lock_take (&self->lock);
  if (self->is_running)
    measure_all (self, time);
  else
    pause_all (self);
  tsl_lock_release (&self->lock);
}

/* Functions of the main thread. */

/* The status shows the first application that does not take the level that it was asked for. */
static void
show_refusal (WorkloadQos *self)
{
  GscopeSource *source = GSCOPE_SOURCE (self);

  for (guint i = 0; i < N_APPLICATIONS; i++)
    {
      TslQosApplication *application = self->shown[i].application;
      const char *reason = application ? tsl_qos_application_get_refusal (application) : NULL;
      g_autofree char *text = NULL;

      if (!reason)
        continue;
      text = g_strdup_printf (_ ("%s keeps its level: %s"), _ (table[i].title), reason);
      gscope_source_set_status (source, GSCOPE_SOURCE_TROUBLE, text);
      self->is_in_trouble = TRUE;
      return;
    }
  if (self->is_in_trouble)
    gscope_source_set_status (source, GSCOPE_SOURCE_RUNNING, NULL);
  self->is_in_trouble = FALSE;
}

static void
on_upcall (TslQosApplication *application, double level, gpointer user_data)
{
  Shown *self = user_data;
  g_autoptr (GError) error = NULL;

  if (self->answer == ANSWER_NOTHING)
    return;
  if (self->answer == ANSWER_REFUSE)
    tsl_qos_application_refuse (application, _ ("the parameter “answer” is set to refuse"));
  else if (workload_elastic_set_level (self->elastic, level, &error))
    tsl_qos_application_accept (application);
  else
    {
      tsl_qos_application_refuse (application, error->message);
      gscope_source_set_locked (GSCOPE_SOURCE (self->source),
                                g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE));
    }
}

static void
publish (WorkloadQos *self)
{
  tsl_lock_take (&self->lock);
  self->is_running = TRUE;
  self->whole_utility = tsl_qos_manager_get_utility (self->manager);
  self->is_overloaded = tsl_qos_manager_is_overloaded (self->manager);
  for (guint i = 0; i < N_APPLICATIONS; i++)
    {
      Shown *shown = &self->shown[i];

      shown->state = (State){ 0 };
      if (!shown->application)
        continue;
      shown->state = (State){ tsl_qos_application_get_level (shown->application),
                              tsl_qos_application_get_utility (shown->application),
                              tsl_qos_application_get_refusals (shown->application) };
    }
  tsl_lock_release (&self->lock);
}

static gboolean step (gpointer data);

/* Steps, and again when the manager gives up waiting for an answer. */
static void
run_manager (WorkloadQos *self)
{
  gint64 now = workload_clock_read (CLOCK_MONOTONIC);
  gint64 next = tsl_qos_manager_step (self->manager, now);

  publish (self);
  show_refusal (self);
  g_clear_handle_id (&self->timer, g_source_remove);
  if (next < G_MAXINT64)
    self->timer = g_timeout_add ((next - now) / GSCOPE_MSEC + 1, step, self);
}

static gboolean
step (gpointer data)
{
  WorkloadQos *self = data;

  self->timer = 0;
  run_manager (self);
  return G_SOURCE_REMOVE;
}

/* Builds the request of a wish; the utility belongs to the caller. */
static void
make_request (guint i, const Wish *wish, TslQosRequest *request, TslUtility **utility)
{
  double minimum = wish->levels[LEVEL_MINIMUM] / PERCENT;
  double desired = wish->levels[LEVEL_DESIRED] / PERCENT;
  TslUtilityPoint points[N_POINTS];

  for (guint k = 0; k < N_POINTS; k++)
    {
      const TslUtilityPoint *part = &curves[wish->curve][k];

      points[k] = (TslUtilityPoint){ minimum + part->resource * (desired - minimum),
                                     wish->importance * part->utility };
    }
  *utility = tsl_utility_new (points, N_POINTS);
  *request = (TslQosRequest){ .minimum = minimum,
                              .desired = desired,
                              .increment = wish->levels[LEVEL_INCREMENT] / PERCENT,
                              .period = table[i].period,
                              .importance = wish->importance,
                              .utility = *utility };
}

static gboolean
register_application (Shown *self, GError **error)
{
  guint i = self - self->source->shown;
  TslQosRequest request;

  memcpy (self->wish.levels, self->levels, sizeof self->levels);
  self->wish.importance = self->importance;
  self->wish.curve = self->curve;
  make_request (i, &self->wish, &request, &self->utility);
  self->application = tsl_qos_manager_add (self->source->manager, _ (table[i].title), &request,
                                           on_upcall, self, error);
  if (!self->application)
    g_clear_pointer (&self->utility, tsl_utility_free);
  return self->application != NULL;
}

static void
remove_application (Shown *self)
{
  tsl_qos_manager_remove (self->source->manager, g_steal_pointer (&self->application));
  workload_elastic_set_level (self->elastic, 0, NULL);
  g_clear_pointer (&self->utility, tsl_utility_free);
}

static void
stop_all (WorkloadQos *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  tsl_lock_take (&self->lock);
  self->is_running = FALSE;
  tsl_lock_release (&self->lock);
  for (guint i = 0; i < N_APPLICATIONS; i++)
    if (self->shown[i].application)
      remove_application (&self->shown[i]);
  g_clear_pointer (&self->manager, tsl_qos_manager_free);
  self->is_in_trouble = FALSE;
}

static const TslQosPolicy *
get_policy (guint i)
{
  guint n;

  return &tsl_qos_get_policies (&n)[i];
}

static const TslAdmissionTest *
get_test (guint i)
{
  guint n;

  return &tsl_admission_get_tests (&n)[i];
}

static gboolean
workload_qos_start (GscopeSource *source, GError **error)
{
  WorkloadQos *self = WORKLOAD_QOS (source);

  self->manager = tsl_qos_manager_new (1);
  tsl_qos_manager_set_policy (self->manager, get_policy (self->policy));
  tsl_qos_manager_set_test (self->manager, get_test (self->test));
  tsl_qos_manager_set_greedy (self->manager, self->allocation);
  tsl_qos_manager_set_threshold (self->manager, self->capacity / PERCENT);
  tsl_qos_manager_set_timeout (self->manager, self->timeout * GSCOPE_MSEC);
  for (guint i = 0; i < N_APPLICATIONS; i++)
    if (self->shown[i].takes_part && !register_application (&self->shown[i], error))
      {
        stop_all (self);
        return FALSE;
      }
  run_manager (self);
  return TRUE;
}

static void
workload_qos_stop (GscopeSource *source)
{
  stop_all (WORKLOAD_QOS (source));
}

/* Parameters of the manager. */

static GVariant *
apply_setting (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadQos *self = data;
  const char *name = gscope_parameter_get_name (parameter);

  if (!self->manager)
    return g_variant_ref (value);
  if (g_str_equal (name, "policy"))
    tsl_qos_manager_set_policy (self->manager,
                                tsl_qos_find_policy (g_variant_get_string (value, NULL)));
  else if (g_str_equal (name, "test"))
    tsl_qos_manager_set_test (self->manager,
                              tsl_admission_find_test (g_variant_get_string (value, NULL)));
  else if (g_str_equal (name, "allocation"))
    tsl_qos_manager_set_greedy (self->manager,
                                g_str_equal (g_variant_get_string (value, NULL), "greedy"));
  else if (g_str_equal (name, "capacity"))
    tsl_qos_manager_set_threshold (self->manager, g_variant_get_double (value) / PERCENT);
  else
    tsl_qos_manager_set_timeout (self->manager, g_variant_get_double (value) * GSCOPE_MSEC);
  run_manager (self);
  return g_variant_ref (value);
}

#define WORD(member) G_STRUCT_OFFSET (WorkloadQos, member)

static const char *const steered[] = { "allocated", "usage", "utility", NULL };

static const GscopeSourceParameter policy_row = {
  "policy",
  N_ ("Policy"),
  NULL,
  N_ ("How a processor is divided among applications that together want more than there is"),
  GSCOPE_PARAMETER_ENUMERATION,
  WORD (policy),
  .steered = steered,
  .apply = apply_setting
};

static const GscopeSourceParameter test_row = {
  "test",
  N_ ("Admission"),
  NULL,
  N_ ("The admission test that every division passes"),
  GSCOPE_PARAMETER_ENUMERATION,
  WORD (test),
  .steered = steered,
  .apply = apply_setting
};

static const GscopeSourceParameter parameters[] = {
  { "allocation", N_ ("Allocation"), NULL,
    N_ ("The algorithm of the policy “Value”: the maximum of the utilities, or the steepest step "
        "first"),
    GSCOPE_PARAMETER_ENUMERATION, WORD (allocation), .nicks = allocation_nicks,
    .titles = allocation_titles, .steered = steered, .apply = apply_setting },
  { "capacity", N_ ("Capacity"), "%", N_ ("The part of one processor that is divided"),
    GSCOPE_PARAMETER_DOUBLE, WORD (capacity), 20, PERCENT *TSL_ADMISSION_THRESHOLD,
    PERCENT *TSL_ADMISSION_THRESHOLD, .steered = steered, .apply = apply_setting },
  { "timeout", N_ ("Timeout"), "ms", N_ ("How long an application may take to answer an up-call"),
    GSCOPE_PARAMETER_DOUBLE, WORD (timeout), 10, MAX_TIMEOUT, 500, .logarithmic = TRUE,
    .apply = apply_setting },
  { .name = NULL },
};

static const GscopeSourceSignal signals[] = {
  { "total", N_ ("total"), "%", N_ ("Sum of the levels of all applications"), GSCOPE_SIGNAL_DOUBLE,
    WORD (total), .max = 100, .line_mode = GSCOPE_LINE_STEPS },
  { "utility", N_ ("utility"), NULL, N_ ("Sum of the utilities of all applications"),
    GSCOPE_SIGNAL_DOUBLE, WORD (utility), .max = 10, .line_mode = GSCOPE_LINE_STEPS },
  { "overload", N_ ("overload"), NULL, N_ ("1 while an application is below its desired level"),
    GSCOPE_SIGNAL_DOUBLE, WORD (overload), .max = 1, .line_mode = GSCOPE_LINE_STEPS },
  { .name = NULL },
};

#undef WORD

/* Parameters of an application. */

/* Returns the value, or NULL if the manager refuses the wish. */
static GVariant *
apply_wish (Shown *self, const Wish *wish, GVariant *value, GError **error)
{
  TslQosRequest request;
  g_autoptr (TslUtility) utility = NULL;

  if (!self->application)
    return g_variant_ref (value);
  make_request (self - self->source->shown, wish, &request, &utility);
  if (!tsl_qos_application_change (self->application, &request, error))
    return NULL;
  g_clear_pointer (&self->utility, tsl_utility_free);
  self->utility = g_steal_pointer (&utility);
  self->wish = *wish;
  run_manager (self->source);
  return g_variant_ref (value);
}

static GVariant *
apply_level (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  static const char *const names[N_LEVELS] = { "minimum", "desired", "increment" };
  Shown *self = data;
  Wish wish = self->wish;
  Level level = 0;

  while (!g_str_equal (names[level], gscope_parameter_get_name (parameter)))
    level++;
  wish.levels[level] = g_variant_get_double (value);
  return apply_wish (self, &wish, value, error);
}

static GVariant *
apply_importance (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  Shown *self = data;
  Wish wish = self->wish;

  wish.importance = g_variant_get_int64 (value);
  return apply_wish (self, &wish, value, error);
}

static GVariant *
apply_curve (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  Shown *self = data;
  Wish wish = self->wish;

  wish.curve = 0;
  while (!g_str_equal (curve_nicks[wish.curve], g_variant_get_string (value, NULL)))
    wish.curve++;
  return apply_wish (self, &wish, value, error);
}

static GVariant *
apply_takes_part (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  Shown *self = data;
  gboolean takes_part = g_variant_get_boolean (value);

  if (!self->source->manager || takes_part == (self->application != NULL))
    return g_variant_ref (value);
  if (!takes_part)
    remove_application (self);
  else if (!register_application (self, error))
    return NULL;
  run_manager (self->source);
  return g_variant_ref (value);
}

#define WORD(member) G_STRUCT_OFFSET (Shown, member)

static const GscopeSourceSignal shown_signals[] = {
  { "allocated", N_ ("level"), "%", N_ ("Level that the application accepted: its reserve"),
    GSCOPE_SIGNAL_DOUBLE, WORD (allocated), .max = 100, .line_mode = GSCOPE_LINE_STEPS,
    .role = "limit" },
  { "usage", N_ ("usage"), "%",
    N_ ("Share of a processor that the application used over the last periods"),
    GSCOPE_SIGNAL_DOUBLE, WORD (usage), .max = 100, .role = "usage" },
  { "rate", N_ ("rate"), "/s", N_ ("Completed jobs, or frames that were shown, in the last second"),
    GSCOPE_SIGNAL_DOUBLE, WORD (rate), .max = 100, .line_mode = GSCOPE_LINE_STEPS },
  { "utility", N_ ("utility"), NULL, N_ ("Utility of the level"), GSCOPE_SIGNAL_DOUBLE,
    WORD (worth), .max = 10, .line_mode = GSCOPE_LINE_STEPS },
  { "refusals", N_ ("refusals"), NULL,
    N_ ("Number of up-calls that the application refused or did not answer since the start"),
    GSCOPE_SIGNAL_DOUBLE, WORD (refusals), .max = 10, .line_mode = GSCOPE_LINE_STEPS },
  { "misses", N_ ("misses"), "jobs", N_ ("Number of missed deadlines at the present reserve"),
    GSCOPE_SIGNAL_DOUBLE, WORD (misses), .max = 100 },
};

static const GscopeSourceParameter shown_parameters[] = {
  { "minimum", N_ ("minimum"), "%", N_ ("Level below which the application cannot run"),
    GSCOPE_PARAMETER_DOUBLE, WORD (levels[LEVEL_MINIMUM]), 1, 90, .steered = steered,
    .apply = apply_level },
  { "desired", N_ ("desired"), "%", N_ ("Highest level that is of use"), GSCOPE_PARAMETER_DOUBLE,
    WORD (levels[LEVEL_DESIRED]), 1, 90, .steered = steered, .apply = apply_level },
  { "increment", N_ ("increment"), "%", N_ ("Difference between two levels"),
    GSCOPE_PARAMETER_DOUBLE, WORD (levels[LEVEL_INCREMENT]), 1, 50, .apply = apply_level },
  { "importance", N_ ("importance"), NULL,
    N_ ("Greater is more important; also the utility of the desired level"),
    GSCOPE_PARAMETER_INTEGER, WORD (importance), 0, 10, .steered = steered,
    .apply = apply_importance },
  { "curve", N_ ("curve"), NULL, N_ ("How the utility grows from the minimum to the desired level"),
    GSCOPE_PARAMETER_ENUMERATION, WORD (curve), .nicks = curve_nicks, .titles = curve_titles,
    .steered = steered, .apply = apply_curve },
  { "answer", N_ ("answer"), NULL, N_ ("How the application answers an up-call"),
    GSCOPE_PARAMETER_ENUMERATION, WORD (answer), .nicks = answer_nicks, .titles = answer_titles },
  { "takes-part", N_ ("takes part"), NULL,
    N_ ("The application runs; if not, the others get its part of the processor"),
    GSCOPE_PARAMETER_BOOLEAN, WORD (takes_part), .steered = steered, .apply = apply_takes_part },
};

static void
declare_application (WorkloadQos *self, guint i)
{
  const Wish *wish = &table[i].wish;
  const double initial[] = { wish->levels[LEVEL_MINIMUM],
                             wish->levels[LEVEL_DESIRED],
                             wish->levels[LEVEL_INCREMENT],
                             wish->importance,
                             wish->curve,
                             ANSWER_ACCEPT,
                             TRUE };
  GscopeSource *source = GSCOPE_SOURCE (self);
  Shown *shown = &self->shown[i];

  G_STATIC_ASSERT (G_N_ELEMENTS (initial) == G_N_ELEMENTS (shown_parameters));
  shown->source = self;
  shown->elastic = i == PLAYER ? workload_elastic_new_player (self->page, table[i].period,
                                                              wish->levels[LEVEL_DESIRED] / PERCENT)
                               : workload_elastic_new (self->page, table[i].name, table[i].period);
  pause_shown (shown);
  for (guint k = 0; k < G_N_ELEMENTS (shown_signals); k++)
    gscope_source_declare_signal (source, &shown_signals[k], table[i].name, _ (table[i].title),
                                  shown);
  for (guint k = 0; k < G_N_ELEMENTS (shown_parameters); k++)
    {
      GscopeSourceParameter row = shown_parameters[k];

      row.initial = initial[k];
      gscope_source_declare_parameter (source, &row, table[i].name, _ (table[i].title), shown);
    }
}

/* Declares an enumeration of the rows of a table of libtsl. */
static void
declare_choice (WorkloadQos *self, const GscopeSourceParameter *base, GPtrArray *nicks,
                GPtrArray *titles, guint initial)
{
  GscopeSourceParameter row = *base;

  g_ptr_array_add (nicks, NULL);
  g_ptr_array_add (titles, NULL);
  row.nicks = (const char *const *) nicks->pdata;
  row.titles = (const char *const *) titles->pdata;
  row.initial = initial;
  gscope_source_declare_parameter (GSCOPE_SOURCE (self), &row, NULL, NULL, self);
  g_ptr_array_add (self->texts, nicks);
  g_ptr_array_add (self->texts, titles);
}

static void
declare_policies (WorkloadQos *self)
{
  GPtrArray *nicks = g_ptr_array_new (), *titles = g_ptr_array_new ();
  guint n, initial = 0;
  const TslQosPolicy *policies = tsl_qos_get_policies (&n);

  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (nicks, (char *) policies[i].name);
      g_ptr_array_add (titles, (char *) policies[i].title);
      if (g_str_equal (policies[i].name, "importance"))
        initial = i;
    }
  declare_choice (self, &policy_row, nicks, titles, initial);
}

static void
declare_tests (WorkloadQos *self)
{
  GPtrArray *nicks = g_ptr_array_new (), *titles = g_ptr_array_new ();
  guint n;
  const TslAdmissionTest *tests = tsl_admission_get_tests (&n);

  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (nicks, (char *) tests[i].name);
      g_ptr_array_add (titles, (char *) tests[i].title);
    }
  declare_choice (self, &test_row, nicks, titles, 0);
}

static void
workload_qos_constructed (GObject *object)
{
  WorkloadQos *self = WORKLOAD_QOS (object);

  G_OBJECT_CLASS (workload_qos_parent_class)->constructed (object);
  declare_policies (self);
  declare_tests (self);
  for (guint i = 0; i < N_APPLICATIONS; i++)
    declare_application (self, i);
}

static void
workload_qos_finalize (GObject *object)
{
  WorkloadQos *self = WORKLOAD_QOS (object);
  g_autoptr (GPtrArray) texts = self->texts;

  stop_all (self);
  for (guint i = 0; i < N_APPLICATIONS; i++)
    workload_elastic_free (self->shown[i].elastic);
  tsl_page_unref (self->page);
  tsl_lock_clear (&self->lock);
  /* the parameters have the texts until the end */
  G_OBJECT_CLASS (workload_qos_parent_class)->finalize (object);
}

static void
workload_qos_class_init (WorkloadQosClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = workload_qos_constructed;
  object_class->finalize = workload_qos_finalize;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->signals = signals;
  source_class->parameters = parameters;
  source_class->start = workload_qos_start;
  source_class->stop = workload_qos_stop;
  source_class->poll = workload_qos_poll;
}

static void
workload_qos_init (WorkloadQos *self)
{
  tsl_lock_init (&self->lock);
  self->page = tsl_page_new (WORKLOAD_PAGE, NULL);
  if (!self->page)
    self->page = tsl_page_new_unpublished ();
  self->texts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/kinds.h"
#include "kinds/roster.h"
#include "kinds/wish.h"

#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>
#include <kernel-clock.h>
#include <main-source.h>
#include <math.h>
#include <string.h>

#define PERCENT 100.0

/* Milliseconds between two looks for applications and answers. */
#define INTERVAL 50

/* An application answers with a level of a page, which has rounding errors. */
#define ROUNDING 1e-6

/* The policy of the levels that the user sets, which is none of libtsl's. */
#define HAND "hand"

/* A QoS manager of applications that run as other sources: the player of audio and video, mxtraf's
 * stream and the phone. They register their ranges of levels in their pages; the manager divides a
 * processor among them, and offers each a level, which a parameter of its source takes or refuses.
 */
G_DECLARE_FINAL_TYPE (WorkloadQos, workload_qos, WORKLOAD, QOS, GscopeSource)

static const char *const allocation_nicks[] = { "exact", "greedy", NULL };
static const char *const allocation_titles[] = { N_ ("Exact"), N_ ("Greedy"), NULL };

/* The applications, by the names under which they register. */
static const struct
{
  const char *name;
  const char *title;
  WorkloadWish wish;
} table[] = {
  { "player", N_ ("Player"), { { 20, 60, 10, 20 }, 3, 1, TRUE } },
  { "stream", N_ ("Stream"), { { 10, 40, 5, 10 }, 2, 2, TRUE } },
  { "phone", N_ ("Phone"), { { 5, 15, 5, 5 }, 5, 0, TRUE } },
};

#define N_APPLICATIONS G_N_ELEMENTS (table)

/* The values of an application that the poller shows: shares in % of a processor, the period in
 * milliseconds. */
typedef struct
{
  double level;
  double offer;
  double period;
  double utility;
  double refusals;
} State;

typedef struct
{
  WorkloadQos *source;
  const char *name;
  const char *title;
  /* in force; the values of the parameters follow later */
  WorkloadWish wish;
  /* as it has registered */
  gboolean is_there;
  TslQosRange range;
  /* NULL while it does not take part; the request in force */
  TslQosApplication *application;
  TslUtility *utility;
  /* why it cannot take part */
  char *obstacle;
  /* the newest offer, in processors, and the number of refusals before it */
  gboolean is_asked;
  double asked;
  guint n_refusals;
  /* protected by the source's lock */
  State state;

  /* values of the parameters */
  double levels[WORKLOAD_WISH_N_LEVELS];
  gint64 importance;
  int curve;
  gboolean takes_part;

  /* used by the poller alone */
  State words;
} Shown;

struct _WorkloadQos
{
  GscopeSource parent_instance;

  Shown shown[N_APPLICATIONS];
  /* NULL while it is stopped */
  WorkloadRoster *roster;
  TslQosManager *manager;
  gboolean is_by_hand;
  GSource *timer;
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
  /* names and titles of libtsl's rows, for the enumerations */
  GPtrArray *texts;

  /* used by the poller alone */
  double total;
  double utility;
  double overload;
};

G_DEFINE_FINAL_TYPE (WorkloadQos, workload_qos, GSCOPE_TYPE_SOURCE)

/* Functions of the poller's thread. */

static void
pause_all (WorkloadQos *self)
{
  double gap = gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);

  self->total = self->utility = self->overload = gap;
  for (guint i = 0; i < N_APPLICATIONS; i++)
    self->shown[i].words = (State){ gap, gap, gap, gap, gap };
}

static void
measure_all (WorkloadQos *self)
{
  self->total = 0;
  self->utility = self->whole_utility;
  self->overload = self->is_overloaded;
  for (guint i = 0; i < N_APPLICATIONS; i++)
    {
      self->shown[i].words = self->shown[i].state;
      self->total += self->shown[i].words.level;
    }
}

static void
workload_qos_poll (GscopeSource *source, gint64 time)
{
  WorkloadQos *self = WORKLOAD_QOS (source);

  tsl_lock_take (&self->lock);
  if (self->is_running)
    measure_all (self);
  else
    pause_all (self);
  tsl_lock_release (&self->lock);
}

/* Functions of the main thread. */

static char *
describe_trouble (const Shown *self)
{
  const char *reason =
      self->application ? tsl_qos_application_get_refusal (self->application) : NULL;

  if (reason)
    return g_strdup_printf (_ ("%s keeps its level: %s"), self->title, reason);
  return g_strdup (self->obstacle);
}

/* The status shows the first application that does not take the level that it was offered, or
 * cannot take part; otherwise those that have not registered. */
static void
show_status (WorkloadQos *self)
{
  g_autoptr (GString) missing = g_string_new (NULL);

  for (guint i = 0; i < N_APPLICATIONS; i++)
    {
      const Shown *shown = &self->shown[i];
      g_autofree char *trouble = describe_trouble (shown);

      if (trouble)
        {
          gscope_source_set_status (GSCOPE_SOURCE (self), GSCOPE_SOURCE_STATE_TROUBLE, trouble);
          return;
        }
      if (shown->wish.takes_part && !shown->is_there)
        g_string_append_printf (missing, "%s%s", missing->len > 0 ? ", " : "", shown->title);
    }
  if (missing->len > 0)
    {
      g_string_prepend (missing, _ ("waits for applications to register: "));
      gscope_source_set_status (GSCOPE_SOURCE (self), GSCOPE_SOURCE_STATE_RUNNING, missing->str);
    }
  else
    gscope_source_set_status (GSCOPE_SOURCE (self), GSCOPE_SOURCE_STATE_RUNNING, NULL);
}

static void
on_upcall (TslQosApplication *application, double level, gpointer user_data)
{
  Shown *self = user_data;
  g_autoptr (GError) error = NULL;

  self->asked = level;
  self->n_refusals = tsl_qos_application_get_refusals (application);
  self->is_asked = workload_roster_offer (self->source->roster, self->name, level, &error);
  if (!self->is_asked)
    tsl_qos_application_refuse (application, error->message);
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
      shown->state = (State){
        PERCENT * tsl_qos_application_get_level (shown->application),
        PERCENT * shown->asked,
        shown->range.period / (double) GSCOPE_MSEC,
        tsl_qos_application_get_utility (shown->application),
        tsl_qos_application_get_refusals (shown->application),
      };
    }
  tsl_lock_release (&self->lock);
}

static void
run_manager (WorkloadQos *self)
{
  tsl_qos_manager_step (self->manager, kernel_clock_read (CLOCK_MONOTONIC));
  publish (self);
  show_status (self);
}

/* Applications. */

static void
remove_application (Shown *self)
{
  if (!self->application)
    return;
  tsl_qos_manager_remove (self->source->manager, g_steal_pointer (&self->application));
  g_clear_pointer (&self->utility, tsl_utility_free);
  self->is_asked = FALSE;
  self->asked = 0;
  if (self->is_there)
    workload_roster_offer (self->source->roster, self->name, 0, NULL);
}

/* Registers the application, or changes its request. Returns FALSE without a change if the manager
 * refuses the wish. */
static gboolean
request (Shown *self, const WorkloadWish *wish, GError **error)
{
  TslQosManager *manager = self->source->manager;
  TslQosRequest request;
  g_autoptr (TslUtility) utility = NULL;
  gboolean is_taken;

  if (!workload_wish_request (wish, self->title, &self->range, self->source->is_by_hand, &request,
                              &utility, error))
    return FALSE;
  if (self->application)
    is_taken = tsl_qos_application_change (self->application, &request, error);
  else
    {
      self->application =
          tsl_qos_manager_add (manager, self->title, &request, on_upcall, self, error);
      is_taken = self->application != NULL;
    }
  if (!is_taken)
    return FALSE;
  g_clear_pointer (&self->utility, tsl_utility_free);
  self->utility = g_steal_pointer (&utility);
  return TRUE;
}

/* Has the application take part as the user wishes, if it is there. */
static gboolean
use_wish (Shown *self, const WorkloadWish *wish, GError **error)
{
  gboolean takes_part = wish->takes_part && self->is_there
                        && (!self->source->is_by_hand || wish->levels[WORKLOAD_WISH_HAND] > 0);

  if (takes_part && !request (self, wish, error))
    return FALSE;
  if (!takes_part)
    remove_application (self);
  g_clear_pointer (&self->obstacle, g_free);
  self->wish = *wish;
  return TRUE;
}

/* Uses the wish in force again, after a change of something else. */
static void
renew (Shown *self)
{
  const WorkloadWish wish = self->wish;
  g_autoptr (GError) error = NULL;

  if (use_wish (self, &wish, &error))
    return;
  remove_application (self);
  g_free (self->obstacle);
  self->obstacle = g_strdup (error->message);
}

/* The manager has counted a late answer as a refusal: the application goes back to the level that
 * the manager knows, and is asked again. */
static void
ask_again (Shown *self)
{
  workload_roster_offer (self->source->roster, self->name,
                         tsl_qos_application_get_level (self->application), NULL);
  renew (self);
}

static void
take_answer (Shown *self)
{
  g_autofree char *reason = NULL;
  WorkloadOffer offer = WORKLOAD_OFFER_VOID;
  double level;

  if (!self->is_asked)
    return;
  offer = workload_roster_get_answer (self->source->roster, self->name, &level);
  if (offer == WORKLOAD_OFFER_OPEN)
    return;
  self->is_asked = FALSE;
  if (offer == WORKLOAD_OFFER_VOID)
    return;
  if (tsl_qos_application_get_refusals (self->application) != self->n_refusals)
    ask_again (self);
  else if (fabs (level - self->asked) <= ROUNDING)
    tsl_qos_application_accept (self->application);
  else
    {
      reason = g_strdup_printf (_ ("it was offered %.3g %% and works at %.3g %%; its parameter "
                                   "“level” has the reason"),
                                PERCENT * self->asked, PERCENT * level);
      tsl_qos_application_refuse (self->application, reason);
    }
}

static void
look (Shown *self)
{
  TslQosRange range = { 0 };
  gboolean is_there = workload_roster_find (self->source->roster, self->name, &range);

  if (is_there == self->is_there && memcmp (&range, &self->range, sizeof range) == 0)
    return;
  self->is_there = is_there;
  self->range = range;
  renew (self);
}

static gboolean
on_timer (gpointer data)
{
  WorkloadQos *self = data;

  workload_roster_look (self->roster, kernel_clock_read (CLOCK_MONOTONIC));
  for (guint i = 0; i < N_APPLICATIONS; i++)
    {
      look (&self->shown[i]);
      take_answer (&self->shown[i]);
    }
  run_manager (self);
  return G_SOURCE_CONTINUE;
}

static void
stop_all (WorkloadQos *self)
{
  g_clear_pointer (&self->timer, main_source_drop);
  tsl_lock_take (&self->lock);
  self->is_running = FALSE;
  tsl_lock_release (&self->lock);
  for (guint i = 0; i < N_APPLICATIONS; i++)
    {
      remove_application (&self->shown[i]);
      self->shown[i].is_there = FALSE;
      self->shown[i].range = (TslQosRange){ 0 };
      g_clear_pointer (&self->shown[i].obstacle, g_free);
    }
  g_clear_pointer (&self->manager, tsl_qos_manager_free);
  g_clear_pointer (&self->roster, workload_roster_free);
}

static void
set_policy (WorkloadQos *self, const char *name)
{
  self->is_by_hand = g_str_equal (name, HAND);
  tsl_qos_manager_set_policy (self->manager,
                              tsl_qos_find_policy (self->is_by_hand ? "importance" : name));
}

static gboolean
workload_qos_start (GscopeSource *source, GError **error)
{
  WorkloadQos *self = WORKLOAD_QOS (source);
  g_autoptr (GVariant) policy =
      g_variant_ref (gscope_parameter_get_value (gscope_source_find_parameter (source, "policy")));
  guint n;

  self->roster = workload_roster_new ();
  self->manager = tsl_qos_manager_new (1);
  set_policy (self, g_variant_get_string (policy, NULL));
  tsl_qos_manager_set_test (self->manager, &tsl_admission_get_tests (&n)[self->test]);
  tsl_qos_manager_set_greedy (self->manager, self->allocation);
  tsl_qos_manager_set_threshold (self->manager, self->capacity / PERCENT);
  tsl_qos_manager_set_timeout (self->manager, self->timeout * GSCOPE_MSEC);
  self->timer = g_timeout_source_new (INTERVAL);
  g_source_set_static_name (self->timer, "[workload] qos");
  g_source_set_callback (self->timer, on_timer, self, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
  on_timer (self);
  return TRUE;
}

static void
workload_qos_stop (GscopeSource *source)
{
  stop_all (WORKLOAD_QOS (source));
}

/* Parameters of the manager. */

static GVariant *
apply_policy (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadQos *self = data;

  if (!self->manager)
    return g_variant_ref (value);
  set_policy (self, g_variant_get_string (value, NULL));
  for (guint i = 0; i < N_APPLICATIONS; i++)
    renew (&self->shown[i]);
  run_manager (self);
  return g_variant_ref (value);
}

static GVariant *
apply_setting (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadQos *self = data;
  const char *name = gscope_parameter_get_name (parameter);

  if (!self->manager)
    return g_variant_ref (value);
  if (g_str_equal (name, "test"))
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
#define STEPS .line_mode = GSCOPE_LINE_MODE_STEPS

static const char *const steered[] = { "allocated", "utility", NULL };

static const GscopeSourceParameter policy_row = {
  "policy",
  N_ ("Policy"),
  NULL,
  N_ ("How a processor is divided among applications that together want more than there is"),
  GSCOPE_PARAMETER_TYPE_ENUMERATION,
  WORD (policy),
  .role = "policy",
  .steered = steered,
  .apply = apply_policy
};

static const GscopeSourceParameter test_row = {
  "test",
  N_ ("Admission"),
  NULL,
  N_ ("The admission test that every division passes"),
  GSCOPE_PARAMETER_TYPE_ENUMERATION,
  WORD (test),
  .steered = steered,
  .apply = apply_setting
};

static const GscopeSourceParameter parameters[] = {
  { "allocation", N_ ("Allocation"), NULL,
    N_ ("The algorithm of the policy “Value (Q-RAM)”: the maximum of the utilities, or the "
        "steepest step first"),
    GSCOPE_PARAMETER_TYPE_ENUMERATION, WORD (allocation), .nicks = allocation_nicks,
    .titles = allocation_titles, .steered = steered, .apply = apply_setting },
  { "capacity", N_ ("Capacity"), "%", N_ ("The part of one processor that is divided"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (capacity), 20, PERCENT *TSL_ADMISSION_THRESHOLD,
    PERCENT *TSL_ADMISSION_THRESHOLD, .role = "capacity", .steered = steered,
    .apply = apply_setting },
  { "timeout", N_ ("Timeout"), "ms", N_ ("How long an application may take to answer an up-call"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (timeout), 200, 10e3, 500, .logarithmic = TRUE,
    .apply = apply_setting },
  { .name = NULL },
};

static const GscopeSourceSignal signals[] = {
  { "total", N_ ("total"), "%", N_ ("Sum of the levels of all applications"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (total), .max = 100, STEPS },
  { "utility", N_ ("utility"), NULL, N_ ("Sum of the utilities of all applications"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (utility), .max = 10, STEPS },
  { "overload", N_ ("overload"), NULL, N_ ("1 while an application is below its desired level"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (overload), .max = 1, STEPS },
  { .name = NULL },
};

#undef WORD

/* Parameters of an application. */

/* Returns the value, or NULL if the manager refuses the wish. */
static GVariant *
apply_wish (Shown *self, const WorkloadWish *wish, GVariant *value, GError **error)
{
  if (!self->source->manager)
    self->wish = *wish;
  else if (!use_wish (self, wish, error))
    return NULL;
  else
    run_manager (self->source);
  return g_variant_ref (value);
}

static GVariant *
apply_level (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  static const char *const names[WORKLOAD_WISH_N_LEVELS] = { "minimum", "desired", "increment",
                                                             "level" };
  Shown *self = data;
  WorkloadWish wish = self->wish;
  guint level = 0;

  while (!g_str_equal (names[level], gscope_parameter_get_name (parameter)))
    level++;
  wish.levels[level] = g_variant_get_double (value);
  return apply_wish (self, &wish, value, error);
}

static GVariant *
apply_importance (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  Shown *self = data;
  WorkloadWish wish = self->wish;

  wish.importance = g_variant_get_int64 (value);
  return apply_wish (self, &wish, value, error);
}

static GVariant *
apply_curve (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  Shown *self = data;
  WorkloadWish wish = self->wish;
  guint n;

  wish.curve =
      tsl_utility_find_shape (g_variant_get_string (value, NULL)) - tsl_utility_get_shapes (&n);
  return apply_wish (self, &wish, value, error);
}

static GVariant *
apply_takes_part (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  Shown *self = data;
  WorkloadWish wish = self->wish;

  wish.takes_part = g_variant_get_boolean (value);
  return apply_wish (self, &wish, value, error);
}

#define WORD(member) G_STRUCT_OFFSET (Shown, member)

static const GscopeSourceSignal shown_signals[] = {
  { "allocated", N_ ("level"), "%", N_ ("Level that the application accepted: its reserve"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (words.level), .max = 100, STEPS, .role = "limit" },
  { "offer", N_ ("offer"), "%", N_ ("Level that the manager offered last"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (words.offer), .max = 100, STEPS },
  { "period", N_ ("period"), "ms", N_ ("Period of the reserve, as the application registered it"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (words.period), .max = 100, STEPS, .role = "period" },
  { "utility", N_ ("utility"), NULL, N_ ("Utility of the level"), GSCOPE_SIGNAL_KIND_DOUBLE,
    WORD (words.utility), .max = 10, STEPS },
  { "refusals", N_ ("refusals"), NULL,
    N_ ("Number of offers that the application refused or did not answer since the start"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (words.refusals), .max = 10, STEPS },
};

static const GscopeSourceParameter curve_row = {
  "curve",
  N_ ("curve"),
  NULL,
  N_ ("How the utility grows from the minimum to the desired level"),
  GSCOPE_PARAMETER_TYPE_ENUMERATION,
  WORD (curve),
  .role = "curve",
  .steered = steered,
  .apply = apply_curve
};

static const GscopeSourceParameter shown_parameters[] = {
  { "minimum", N_ ("minimum"), "%", N_ ("Least level that the application is to have"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (levels[WORKLOAD_WISH_MINIMUM]), 1, 90, .role = "minimum",
    .steered = steered, .apply = apply_level },
  { "desired", N_ ("desired"), "%", N_ ("Highest level that is of use"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (levels[WORKLOAD_WISH_DESIRED]), 1, 90, .role = "desired",
    .steered = steered, .apply = apply_level },
  { "increment", N_ ("increment"), "%", N_ ("Difference between two levels"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (levels[WORKLOAD_WISH_INCREMENT]), 1, 50,
    .apply = apply_level },
  { "level", N_ ("level by hand"), "%",
    N_ ("Level under the policy “By hand”; 0: the application takes no part"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (levels[WORKLOAD_WISH_HAND]), 0, 90, .role = "level",
    .steered = steered, .apply = apply_level },
  { "importance", N_ ("importance"), NULL,
    N_ ("Greater is more important; also the utility of the desired level"),
    GSCOPE_PARAMETER_TYPE_INTEGER, WORD (importance), 0, 10, .role = "importance",
    .steered = steered, .apply = apply_importance },
  { "takes-part", N_ ("takes part"), NULL,
    N_ ("The manager steers the application; if not, it uses its own settings, and the others get "
        "its part of the processor"),
    GSCOPE_PARAMETER_TYPE_BOOLEAN, WORD (takes_part), .role = "takes-part", .steered = steered,
    .apply = apply_takes_part },
};

/* Declares an enumeration of the rows of a table of libtsl, whose arrays end with NULL. */
static void
declare_choice (WorkloadQos *self, GscopeSourceParameter *row, GPtrArray *nicks, GPtrArray *titles,
                const Shown *shown)
{
  g_ptr_array_add (nicks, NULL);
  g_ptr_array_add (titles, NULL);
  row->nicks = (const char *const *) nicks->pdata;
  row->titles = (const char *const *) titles->pdata;
  gscope_source_declare_parameter (GSCOPE_SOURCE (self), row, shown ? shown->name : NULL,
                                   shown ? shown->title : NULL, shown ? (gpointer) shown : self);
  g_ptr_array_add (self->texts, nicks);
  g_ptr_array_add (self->texts, titles);
}

static void
declare_curves (Shown *self)
{
  GPtrArray *nicks = g_ptr_array_new (), *titles = g_ptr_array_new ();
  GscopeSourceParameter row = curve_row;
  guint n;
  const TslUtilityShape *shapes = tsl_utility_get_shapes (&n);

  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (nicks, (char *) shapes[i].name);
      g_ptr_array_add (titles, (char *) shapes[i].title);
    }
  row.initial = self->wish.curve;
  declare_choice (self->source, &row, nicks, titles, self);
}

static void
declare_application (WorkloadQos *self, guint i)
{
  const WorkloadWish *wish = &table[i].wish;
  const double initial[] = { wish->levels[WORKLOAD_WISH_MINIMUM],
                             wish->levels[WORKLOAD_WISH_DESIRED],
                             wish->levels[WORKLOAD_WISH_INCREMENT],
                             wish->levels[WORKLOAD_WISH_HAND],
                             wish->importance,
                             TRUE };
  GscopeSource *source = GSCOPE_SOURCE (self);
  Shown *shown = &self->shown[i];

  G_STATIC_ASSERT (G_N_ELEMENTS (initial) == G_N_ELEMENTS (shown_parameters));
  shown->source = self;
  shown->name = table[i].name;
  shown->title = _ (table[i].title);
  shown->wish = *wish;
  for (guint k = 0; k < G_N_ELEMENTS (shown_signals); k++)
    gscope_source_declare_signal (source, &shown_signals[k], shown->name, shown->title, shown);
  for (guint k = 0; k < G_N_ELEMENTS (shown_parameters); k++)
    {
      GscopeSourceParameter row = shown_parameters[k];

      row.initial = initial[k];
      gscope_source_declare_parameter (source, &row, shown->name, shown->title, shown);
    }
  declare_curves (shown);
}

static void
declare_policies (WorkloadQos *self)
{
  GPtrArray *nicks = g_ptr_array_new (), *titles = g_ptr_array_new ();
  GscopeSourceParameter row = policy_row;
  guint n;
  const TslQosPolicy *policies = tsl_qos_get_policies (&n);

  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (nicks, (char *) policies[i].name);
      g_ptr_array_add (titles, (char *) policies[i].title);
      if (g_str_equal (policies[i].name, "importance"))
        row.initial = i;
    }
  g_ptr_array_add (nicks, (char *) HAND);
  g_ptr_array_add (titles, (char *) N_ ("By hand"));
  declare_choice (self, &row, nicks, titles, NULL);
}

static void
declare_tests (WorkloadQos *self)
{
  GPtrArray *nicks = g_ptr_array_new (), *titles = g_ptr_array_new ();
  GscopeSourceParameter row = test_row;
  guint n;
  const TslAdmissionTest *tests = tsl_admission_get_tests (&n);

  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (nicks, (char *) tests[i].name);
      g_ptr_array_add (titles, (char *) tests[i].title);
    }
  declare_choice (self, &row, nicks, titles, NULL);
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
  pause_all (self);
}

static void
workload_qos_finalize (GObject *object)
{
  WorkloadQos *self = WORKLOAD_QOS (object);
  g_autoptr (GPtrArray) texts = self->texts;

  stop_all (self);
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
  self->texts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
}

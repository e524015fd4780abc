/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/publish/mmv.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/publish/mmv-file.h>
#include <main-source.h>
#include <math.h>
#include <property.h>
#include <string.h>

enum
{
  /* of a metric, without what makes it unique */
  MAX_NAME = 200,
};

/* A scope without consumers has new samples that often. */
#define INTERVAL (GSCOPE_SEC / 4)

/**
 * GscopeMmv:
 *
 * The newest values of signals for Performance Co-Pilot, in a file of memory-mapped values (mmv(5), version 2).
 *
 * `pmdammv` reads such files in `/var/lib/pcp/tmp/mmv`: a signal `demo/sine` is the metric `mmv.gscope.demo.sine` if
 * the file is called `gscope` there. If a name is taken, the metric gets a number: beside `lab/fan/speed`, whose group
 * has the name `lab.fan`, the signal `lab/fan` is `mmv.gscope.lab.fan_2`. Values are a quarter of a second old at most.
 * A signal without a value is not-a-number. The file is removed with the object, and readers ignore it once the process
 * has ended.
 *
 * Since: 1.0
 */
struct _GscopeMmv
{
  GObject parent_instance;

  char *path;
  GPtrArray *scopes;
  /* GscopeSignal, in the order of the metrics of the file; both are NULL before there is one */
  GPtrArray *signals;
  GscopeMmvFile *file;
  /* the numbers of metrics by their names */
  GHashTable *items;
  guint32 last_item;
  /* whether the file lacks signals, or has some that are gone */
  gboolean is_outdated;
  char *problem;
  GSource *timer;
};

G_DEFINE_FINAL_TYPE (GscopeMmv, gscope_mmv, G_TYPE_OBJECT)

static void
set_problem (GscopeMmv *self, const char *problem)
{
  if (g_strcmp0 (self->problem, problem) == 0)
    return;
  g_free (self->problem);
  self->problem = g_strdup (problem);
  g_object_notify (G_OBJECT (self), "problem");
}

/* Metrics. */

static void
metric_clear (gpointer data)
{
  GscopeMmvMetric *metric = data;

  g_free (metric->name);
  g_free (metric->unit);
  g_free (metric->title);
  g_free (metric->help);
}

/* Returns words that begin with a letter, of letters, digits and “_”, with points between them. */
static char *
make_name (const char *full_name)
{
  GString *name = g_string_new (NULL);

  for (const char *c = full_name; *c && name->len < MAX_NAME; c++)
    {
      gboolean is_first = name->len == 0 || name->str[name->len - 1] == '.';

      if (*c == '/' || *c == '.')
        {
          if (!is_first)
            g_string_append_c (name, '.');
          continue;
        }
      if (is_first && !g_ascii_isalpha (*c))
        g_string_append_c (name, 'n');
      g_string_append_c (name, g_ascii_isalnum (*c) ? *c : '_');
    }
  if (g_str_has_suffix (name->str, "."))
    g_string_truncate (name, name->len - 1);
  if (name->len == 0)
    g_string_append_c (name, 'n');
  return g_string_free (name, FALSE);
}

/* The part of a name before a point is the name of a group, which no metric can have. */
static void
add_groups (GHashTable *taken, const char *name)
{
  for (const char *end = strchr (name, '.'); end; end = strchr (end + 1, '.'))
    g_hash_table_add (taken, g_strndup (name, (gsize) (end - name)));
}

/* Changes names that are taken. */
static void
make_all_unique (GArray *metrics)
{
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < metrics->len; i++)
    add_groups (taken, g_array_index (metrics, GscopeMmvMetric, i).name);
  for (guint i = 0; i < metrics->len; i++)
    {
      GscopeMmvMetric *metric = &g_array_index (metrics, GscopeMmvMetric, i);
      g_autofree char *base = g_strdup (metric->name);

      for (guint k = 2; g_hash_table_contains (taken, metric->name); k++)
        {
          g_free (metric->name);
          metric->name = g_strdup_printf ("%s_%u", base, k);
        }
      g_hash_table_add (taken, g_strdup (metric->name));
    }
}

/* When all numbers are used, number_all () begins again with the first. */
static guint32
get_item (GscopeMmv *self, const char *name)
{
  gpointer item;

  if (g_hash_table_lookup_extended (self->items, name, NULL, &item))
    return GPOINTER_TO_UINT (item);
  g_hash_table_insert (self->items, g_strdup (name), GUINT_TO_POINTER (++self->last_item));
  return self->last_item;
}

static void
number_all (GscopeMmv *self, GArray *metrics)
{
  guint n_new = 0;

  for (guint i = 0; i < metrics->len; i++)
    n_new += !g_hash_table_contains (self->items, g_array_index (metrics, GscopeMmvMetric, i).name);
  if (self->last_item + n_new > GSCOPE_MMV_MAX_ITEM)
    {
      g_hash_table_remove_all (self->items);
      self->last_item = 0;
    }
  for (guint i = 0; i < metrics->len; i++)
    {
      GscopeMmvMetric *metric = &g_array_index (metrics, GscopeMmvMetric, i);

      metric->item = get_item (self, metric->name);
    }
}

static void
add_metric (GscopeMmv *self, GscopeSignal *signal, GArray *metrics)
{
  const char *help = gscope_signal_get_description (signal);
  GscopeMmvMetric metric = {
    .name = make_name (gscope_signal_get_full_name (signal)),
    .unit = g_strdup (gscope_signal_get_unit (signal) ? gscope_signal_get_unit (signal) : ""),
    .title = g_strdup (gscope_signal_get_title (signal)),
    .help = g_strdup (help && help[0] ? help : gscope_signal_get_title (signal)),
  };

  g_array_append_val (metrics, metric);
  g_ptr_array_add (self->signals, g_object_ref (signal));
}

/* Returns how many signals there was no room for. */
static guint
collect (GscopeMmv *self, GArray *metrics)
{
  guint n_left_out = 0;

  g_ptr_array_set_size (self->signals, 0);
  for (guint i = 0; i < self->scopes->len; i++)
    {
      GListModel *signals = gscope_scope_get_signals (self->scopes->pdata[i]);

      for (guint k = 0; k < g_list_model_get_n_items (signals); k++)
        {
          g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, k);

          if (metrics->len < GSCOPE_MMV_MAX_METRICS)
            add_metric (self, signal, metrics);
          else
            n_left_out++;
        }
    }
  make_all_unique (metrics);
  return n_left_out;
}

static gboolean
renew (GscopeMmv *self, GError **error)
{
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (GscopeMmvMetric));
  guint n_left_out = collect (self, metrics);
  g_autofree char *problem = NULL;
  GscopeMmvFile *file;

  g_array_set_clear_func (metrics, metric_clear);
  number_all (self, metrics);
  file = gscope_mmv_file_new (self->path, (GscopeMmvMetric *) (void *) metrics->data, metrics->len,
                              error);
  /* the values of the former one would stay as they are */
  if (!file)
    {
      g_clear_pointer (&self->file, gscope_mmv_file_free);
      return FALSE;
    }
  if (self->file)
    {
      gscope_mmv_file_retire (self->file);
      gscope_mmv_file_free (self->file);
    }
  self->file = file;
  self->is_outdated = FALSE;
  if (n_left_out > 0)
    problem = g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE,
                     "%u signal is not offered to Performance Co-Pilot, which can have %d of a "
                     "program",
                     "%u signals are not offered to Performance Co-Pilot, which can have %d of a "
                     "program",
                     n_left_out),
        n_left_out, GSCOPE_MMV_MAX_METRICS);
  set_problem (self, problem);
  return TRUE;
}

static void
write_values (GscopeMmv *self)
{
  for (guint i = 0; i < self->signals->len; i++)
    {
      GscopeSignal *signal = self->signals->pdata[i];
      GscopeSample latest;
      gboolean is_known = !gscope_signal_get_ended (signal)
                          && gscope_signal_get_latest (signal, &latest) && isfinite (latest.value);

      gscope_mmv_file_set (self->file, i, is_known ? latest.value : NAN);
    }
}

static gboolean
on_timer (gpointer data)
{
  GscopeMmv *self = data;
  g_autoptr (GError) error = NULL;

  if (self->is_outdated && !renew (self, &error))
    set_problem (self, error->message);
  if (!self->is_outdated)
    write_values (self);
  return G_SOURCE_CONTINUE;
}

static void
on_signals_changed (GscopeMmv *self)
{
  self->is_outdated = TRUE;
}

/* The object. */

static void
gscope_mmv_finalize (GObject *object)
{
  GscopeMmv *self = GSCOPE_MMV (object);

  g_clear_pointer (&self->timer, main_source_drop);
  g_clear_pointer (&self->file, gscope_mmv_file_free);
  g_ptr_array_unref (self->scopes);
  g_ptr_array_unref (self->signals);
  g_hash_table_unref (self->items);
  g_free (self->problem);
  g_free (self->path);
  G_OBJECT_CLASS (gscope_mmv_parent_class)->finalize (object);
}

static void
gscope_mmv_class_init (GscopeMmvClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gscope_mmv_finalize;
  /**
   * GscopeMmv:problem: (getter get_problem)
   *
   * Why signals are not in the file; %NULL if all are.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "problem", gscope_mmv_get_problem, NULL, NULL);
}

static void
gscope_mmv_init (GscopeMmv *self)
{
  self->scopes = g_ptr_array_new_with_free_func (g_object_unref);
  self->signals = g_ptr_array_new_with_free_func (g_object_unref);
  self->items = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static gboolean
is_name (const char *name)
{
  return g_ascii_isalpha (name[0])
         && strspn (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_") == strlen (name);
}

/**
 * gscope_mmv_new:
 * @path: the file, such as `/var/lib/pcp/tmp/mmv/gscope`, whose name begins with a letter and consists of letters, digits
 *   and “_”
 * @error: why it cannot be written
 *
 * Creates a file without signals, in the place of one that is there.
 *
 * Returns: (transfer full): the file; %NULL with an error
 *
 * Since: 1.0
 */
GscopeMmv *
gscope_mmv_new (const char *path, GError **error)
{
  g_autoptr (GscopeMmv) self = g_object_new (GSCOPE_TYPE_MMV, NULL);
  g_autofree char *name = g_path_get_basename (path);

  if (!is_name (name))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("%s: metrics cannot be named after this file; use letters, digits and “_”"),
                   path);
      return NULL;
    }
  self->path = g_strdup (path);
  return renew (self, error) ? g_steal_pointer (&self) : NULL;
}

static void
start_timer (GscopeMmv *self, GscopeClock *clock)
{
  self->timer = gscope_clock_create_beat (clock, INTERVAL);
  g_source_set_callback (self->timer, on_timer, self, NULL);
  g_source_set_static_name (self->timer, "[gscope] values for PCP");
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

/**
 * gscope_mmv_add_scope:
 * @self: a file
 * @scope: a scope
 *
 * Adds the signals of a scope, also those that come later. The clock of the first scope says when values are written.
 *
 * Since: 1.0
 */
void
gscope_mmv_add_scope (GscopeMmv *self, GscopeScope *scope)
{
  g_return_if_fail (GSCOPE_IS_MMV (self));
  g_return_if_fail (GSCOPE_IS_SCOPE (scope));

  g_ptr_array_add (self->scopes, g_object_ref (scope));
  g_signal_connect_object (gscope_scope_get_signals (scope), "items-changed",
                           G_CALLBACK (on_signals_changed), self, G_CONNECT_SWAPPED);
  self->is_outdated = TRUE;
  if (!self->timer)
    start_timer (self, gscope_scope_get_clock (scope));
}

/**
 * gscope_mmv_get_problem: (get-property problem)
 * @self: a file
 *
 * Gets why signals are not in the file: there are more than 1000, or it could not be written again and is removed until
 * it can be.
 *
 * Returns: (transfer none) (nullable): a sentence; %NULL if all is well
 *
 * Since: 1.0
 */
const char *
gscope_mmv_get_problem (GscopeMmv *self)
{
  g_return_val_if_fail (GSCOPE_IS_MMV (self), NULL);

  return self->problem;
}

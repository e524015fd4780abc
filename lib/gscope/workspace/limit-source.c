/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/workspace/limit-source.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>

/* How often the counts are read, nanoseconds: as often as a scope drains that nobody looks at. */
#define PERIOD (250 * GSCOPE_MSEC)

/**
 * GscopeLimitSource:
 *
 * The outcome of the limits of a workspace as signals, for viewers and recordings.
 *
 * Each signal that has a limit is a group, whose name is the full name of the signal, and whose title also has the bounds. In
 * it are `margin`, `failures`, `failed`, `passed` and `missed`, and for a mask `margin-time`, `captures` and `failed-captures`:
 * numbers as of [struct@LimitResult], four times a second. So the smallest margin of the signal `tcp/latency` is the signal
 * `limits/tcp/latency/margin`, with the unit of `tcp/latency`. As long as no source has a signal, its counts are 0.
 *
 * The source belongs to a scope that polls, such as the scope of an agent.
 *
 * Since: 1.0
 */
struct _GscopeLimitSource
{
  GscopeSource parent_instance;

  GscopeWorkspace *workspace;
  /* of Offer, by the full name of the signal with the limit */
  GHashTable *offers;
};

G_DEFINE_FINAL_TYPE (GscopeLimitSource, gscope_limit_source, GSCOPE_TYPE_SOURCE)

/* The signals about a limit, which hold it; NULL as long as there is none. */
typedef struct
{
  const GscopeLimit *limit;
  GPtrArray *signals;
} Offer;

/* A number of a signal. */
typedef struct
{
  const GscopeLimitNumber *number;
  GscopeLimit *limit;
} Reading;

static void
offer_free (gpointer data)
{
  Offer *self = data;

  g_ptr_array_unref (self->signals);
  g_free (self);
}

static void
reading_free (gpointer data)
{
  Reading *self = data;

  g_clear_object (&self->limit);
  g_free (self);
}

static double
read_number (gpointer data)
{
  const Reading *self = data;
  GscopeLimitResult nothing;

  if (self->limit)
    return gscope_limit_result_get_number (gscope_limit_get_result (self->limit), self->number);
  gscope_limit_result_init (&nothing, GSCOPE_LIMIT_KIND_BETWEEN);
  return gscope_limit_result_get_number (&nothing, self->number);
}

static GscopeSignal *
create_signal (const GscopeLimitNumber *number, GscopeLimit *limit)
{
  Reading *reading = g_new0 (Reading, 1);
  GscopeSignal *signal;

  reading->number = number;
  g_set_object (&reading->limit, limit);
  signal = gscope_signal_new_func (number->name, read_number, reading, reading_free);
  gscope_signal_set_title (signal, g_dgettext (GETTEXT_PACKAGE, number->title));
  gscope_signal_set_description (signal, g_dgettext (GETTEXT_PACKAGE, number->description));
  gscope_signal_set_period (signal, PERIOD);
  if (number->unit)
    gscope_signal_set_unit (signal, number->unit);
  else if (limit)
    gscope_signal_set_unit (signal, gscope_signal_get_unit (gscope_limit_get_signal (limit)));
  return signal;
}

/* The name of a signal may leave no room for the name of the number. */
static void
add_signal (GscopeLimitSource *self, Offer *offered, GscopeSignal *signal, const char *name,
            const char *title)
{
  gscope_signal_set_group (signal, name);
  gscope_signal_set_group_title (signal, title);
  if (gscope_source_add_signal (GSCOPE_SOURCE (self), signal, NULL))
    g_ptr_array_add (offered->signals, g_object_ref (signal));
}

static char *
describe (const char *name, GscopeLimit *limit)
{
  g_autofree char *title = limit ? gscope_limit_dup_title (limit) : NULL;

  return limit ? g_strdup_printf ("%s, %s", name, title) : g_strdup (name);
}

static void
withdraw (GscopeLimitSource *self, const char *name)
{
  const Offer *offered = g_hash_table_lookup (self->offers, name);

  for (guint i = 0; offered && i < offered->signals->len; i++)
    gscope_source_remove_signal (GSCOPE_SOURCE (self), offered->signals->pdata[i]);
  g_hash_table_remove (self->offers, name);
}

/* Another limit has other signals. */
static void
offer (GscopeLimitSource *self, const char *name, GscopeLimit *limit)
{
  const GscopeLimitNumber *numbers = gscope_limit_result_list_numbers ();
  g_autofree char *title = describe (name, limit);
  Offer *offered = g_new0 (Offer, 1);
  GscopeLimitResult result;

  withdraw (self, name);
  gscope_limit_result_init (&result, limit ? gscope_limit_get_settings (limit)->kind
                                           : GSCOPE_LIMIT_KIND_BETWEEN);
  offered->limit = limit;
  offered->signals = g_ptr_array_new_with_free_func (g_object_unref);
  g_hash_table_insert (self->offers, g_strdup (name), offered);
  for (const GscopeLimitNumber *number = numbers; number->name; number++)
    if (gscope_limit_result_has_number (&result, number))
      {
        g_autoptr (GscopeSignal) signal = create_signal (number, limit);

        add_signal (self, offered, signal, name, title);
      }
}

static void
offer_limit (GscopeLimitSource *self, GscopeLimit *limit)
{
  offer (self, gscope_signal_get_full_name (gscope_limit_get_signal (limit)), limit);
}

/* Signals that have a limit, but are of no source, are offered without numbers. */
static void
offer_missing (GscopeLimitSource *self)
{
  g_auto (GStrv) names = gscope_workspace_list_limited (self->workspace);

  for (guint i = 0; names[i]; i++)
    if (!g_hash_table_contains (self->offers, names[i]))
      offer (self, names[i], NULL);
}

static void
withdraw_gone (GscopeLimitSource *self, GListModel *limits)
{
  g_autoptr (GHashTable) present = g_hash_table_new (NULL, NULL);
  g_autoptr (GList) names = g_hash_table_get_keys (self->offers);

  for (guint i = 0; i < g_list_model_get_n_items (limits); i++)
    {
      g_autoptr (GscopeLimit) limit = g_list_model_get_item (limits, i);

      g_hash_table_add (present, limit);
    }
  for (GList *link = names; link; link = link->next)
    {
      const Offer *offered = g_hash_table_lookup (self->offers, link->data);

      if (!g_hash_table_contains (present, offered->limit))
        withdraw (self, link->data);
    }
}

static void
on_limits_changed (GListModel *limits, guint position, guint n_removed, guint n_added,
                   GscopeLimitSource *self)
{
  if (!self->workspace)
    return;
  for (guint i = 0; i < n_added; i++)
    {
      g_autoptr (GscopeLimit) limit = g_list_model_get_item (limits, position + i);

      offer_limit (self, limit);
    }
  if (n_removed <= n_added)
    return;
  withdraw_gone (self, limits);
  offer_missing (self);
}

static void
gscope_limit_source_finalize (GObject *object)
{
  GscopeLimitSource *self = GSCOPE_LIMIT_SOURCE (object);

  g_clear_weak_pointer (&self->workspace);
  g_hash_table_unref (self->offers);
  G_OBJECT_CLASS (gscope_limit_source_parent_class)->finalize (object);
}

static void
gscope_limit_source_class_init (GscopeLimitSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_limit_source_finalize;
}

static void
gscope_limit_source_init (GscopeLimitSource *self)
{
  self->offers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, offer_free);
  gscope_source_set_title (GSCOPE_SOURCE (self), g_dgettext (GETTEXT_PACKAGE, N_ ("Limits")));
}

/**
 * gscope_limit_source_new:
 * @workspace: a workspace that was instantiated; it is not kept alive
 *
 * Makes a source of the outcome of the limits of a workspace.
 *
 * Returns: (transfer full): the source
 *
 * Since: 1.0
 */
GscopeLimitSource *
gscope_limit_source_new (GscopeWorkspace *workspace)
{
  GscopeLimitSource *self;
  GListModel *limits;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (workspace), NULL);

  self = g_object_new (GSCOPE_TYPE_LIMIT_SOURCE, "name", GSCOPE_LIMIT_SOURCE_NAME, NULL);
  g_set_weak_pointer (&self->workspace, workspace);
  limits = gscope_workspace_get_limits (workspace);
  g_signal_connect_object (limits, "items-changed", G_CALLBACK (on_limits_changed), self, 0);
  on_limits_changed (limits, 0, 0, g_list_model_get_n_items (limits), self);
  offer_missing (self);
  return self;
}

/* Returns the source of a scope that has the name of a source of limits; NULL if there is none. */
static GscopeSource *
find_source (GscopeScope *scope)
{
  GListModel *sources = gscope_scope_get_sources (scope);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (g_str_equal (gscope_source_get_name (source), GSCOPE_LIMIT_SOURCE_NAME))
        return source;
    }
  return NULL;
}

static gboolean
has_source (GscopeWorkspace *workspace)
{
  GListModel *scopes = gscope_workspace_get_scopes (workspace);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      if (find_source (scope))
        return TRUE;
    }
  return FALSE;
}

/**
 * gscope_limit_source_offer:
 * @workspace: a workspace that was instantiated
 * @scope: another scope that polls, which an agent offers beside the scopes of @workspace
 * @error: return location for an error
 *
 * Adds a source of the outcome of the limits of a workspace to a scope, and starts it. As long as no signal of the workspace
 * has a limit, or if the scope has that source already, this does nothing.
 *
 * Returns: %TRUE if the outcome is offered, or there is none; %FALSE if the workspace has a source of that name
 *
 * Since: 1.0
 */
gboolean
gscope_limit_source_offer (GscopeWorkspace *workspace, GscopeScope *scope, GError **error)
{
  g_autoptr (GscopeLimitSource) source = NULL;
  g_auto (GStrv) names = NULL;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (workspace), FALSE);
  g_return_val_if_fail (GSCOPE_IS_SCOPE (scope), FALSE);

  names = gscope_workspace_list_limited (workspace);
  if (!names[0] || find_source (scope))
    return TRUE;
  if (has_source (workspace))
    {
      g_set_error_literal (
          error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS,
          _ ("The workspace has a source “limits”, so the outcome of its limits is not "
             "offered. Rename that source."));
      return FALSE;
    }
  source = gscope_limit_source_new (workspace);
  gscope_scope_add_source (scope, GSCOPE_SOURCE (source));
  gscope_source_start_async (GSCOPE_SOURCE (source), NULL, NULL, NULL);
  return TRUE;
}

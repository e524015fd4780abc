/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/source/contents.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/parameter-owner.h>
#include <gscope/error.h>
#include <gscope/full-name.h>
#include <gscope/signal/private.h>
#include <gscope/source/declare.h>
#include <gscope/source/verbs.h>
#include <main-source.h>

/* The interval at which list changes are shown, microseconds. */
#define PUBLISH_INTERVAL (250 * G_TIME_SPAN_MILLISECOND)

/* Items of one kind: signals or parameters. */

static void
items_init (GscopeSourceItems *self, GType type)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->shown = g_list_store_new (type);
}

static void
items_remove_all (GscopeSourceItems *self)
{
  g_hash_table_remove_all (self->names);
  g_ptr_array_set_size (self->items, 0);
}

static void
items_clear (GscopeSourceItems *self)
{
  g_ptr_array_unref (self->items);
  g_hash_table_unref (self->names);
  g_object_unref (self->shown);
}

static gboolean
items_add (GscopeSourceItems *self, const char *full_name, gpointer item, GError **error)
{
  if (!gscope_full_name_check (full_name, error))
    return FALSE;
  if (g_hash_table_contains (self->names, full_name))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS,
                   _ ("there is already a “%s”; names are unique within a source"), full_name);
      return FALSE;
    }
  g_hash_table_insert (self->names, g_strdup (full_name), item);
  g_ptr_array_add (self->items, g_object_ref (item));
  return TRUE;
}

static gboolean
items_remove (GscopeSourceItems *self, const char *full_name, gpointer item)
{
  if (!g_ptr_array_remove (self->items, item))
    return FALSE;
  g_hash_table_remove (self->names, full_name);
  return TRUE;
}

static gpointer
items_find (GscopeSourceItems *self, const char *full_name)
{
  return g_hash_table_lookup (self->names, full_name);
}

static gboolean
is_shown_at (GscopeSourceItems *self, guint position, gpointer item)
{
  g_autoptr (GObject) other = g_list_model_get_item (G_LIST_MODEL (self->shown), position);

  return other == item;
}

/* Updates the list by one change, which covers only the range that differs. */
static void
items_show (GscopeSourceItems *self)
{
  GPtrArray *items = self->items;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->shown));
  guint most = MIN (n, items->len);
  guint begin = 0;
  guint tail = 0;

  while (begin < most && is_shown_at (self, begin, items->pdata[begin]))
    begin++;
  while (tail < most - begin
         && is_shown_at (self, n - 1 - tail, items->pdata[items->len - 1 - tail]))
    tail++;

  if (n != begin + tail || items->len != begin + tail)
    g_list_store_splice (self->shown, begin, n - begin - tail, items->pdata + begin,
                         items->len - begin - tail);
}

static void
stop_timeout (GscopeSourceContents *self)
{
  if (!self->timeout)
    return;
  g_clear_pointer (&self->timeout, main_source_drop);
}

void
gscope_source_contents_init (GscopeSourceContents *self)
{
  items_init (&self->signals, GSCOPE_TYPE_SIGNAL);
  items_init (&self->parameters, GSCOPE_TYPE_PARAMETER);
  self->context = g_main_context_ref_thread_default ();
}

void
gscope_source_contents_remove_all (GscopeSourceContents *self)
{
  stop_timeout (self);
  for (guint i = 0; i < self->signals.items->len; i++)
    gscope_signal_detach (self->signals.items->pdata[i]);
  for (guint i = 0; i < self->parameters.items->len; i++)
    gscope_source_release_parameter (self->parameters.items->pdata[i]);
  items_remove_all (&self->signals);
  items_remove_all (&self->parameters);
}

void
gscope_source_contents_clear (GscopeSourceContents *self)
{
  items_clear (&self->signals);
  items_clear (&self->parameters);
  g_main_context_unref (self->context);
}

GPtrArray *
gscope_source_get_all_parameters (GscopeSource *self)
{
  return gscope_source_get_contents (self)->parameters.items;
}

/* Showing changes. */

void
gscope_source_publish (GscopeSource *self)
{
  GscopeSourceContents *contents = gscope_source_get_contents (self);

  /* A signal handler may drop the last reference. */
  g_object_ref (self);
  stop_timeout (contents);
  contents->next_publish = g_get_monotonic_time () + PUBLISH_INTERVAL;
  items_show (&contents->signals);
  items_show (&contents->parameters);
  g_object_unref (self);
}

static gboolean
on_timeout (gpointer data)
{
  gscope_source_publish (data);
  return G_SOURCE_REMOVE;
}

static void
publish_soon (GscopeSource *self)
{
  GscopeSourceContents *contents = gscope_source_get_contents (self);
  gint64 wait = contents->next_publish - g_get_monotonic_time ();

  if (contents->timeout)
    return;
  if (wait <= 0)
    {
      gscope_source_publish (self);
      return;
    }
  contents->timeout = g_timeout_source_new (wait / G_TIME_SPAN_MILLISECOND + 1);
  g_source_set_static_name (contents->timeout, "[gscope] source publish");
  g_source_set_callback (contents->timeout, on_timeout, self, NULL);
  g_source_attach (contents->timeout, contents->context);
}

/* Comings and goings. */

void
gscope_source_set_acquirer (GscopeSource *self, GscopeSourceAcquire acquire, gpointer data)
{
  GscopeSourceContents *contents = gscope_source_get_contents (self);

  contents->acquire = acquire;
  contents->acquire_data = data;
  for (guint i = 0; acquire && i < contents->signals.items->len; i++)
    acquire (contents->signals.items->pdata[i], TRUE, data);
}

static gboolean
add_item (GscopeSource *self, GscopeSourceItems *items, const char *group, const char *name,
          gpointer item, GError **error)
{
  g_autofree char *full_name = gscope_full_name_new (gscope_source_get_name (self), group, name);

  return gscope_full_name_check (name, error) && items_add (items, full_name, item, error);
}

/**
 * gscope_source_get_signals:
 * @self: a source
 *
 * Gets its signals. The list changes at most four times a second.
 *
 * Returns: (transfer none): a list model of #GscopeSignal
 *
 * Since: 1.0
 */
GListModel *
gscope_source_get_signals (GscopeSource *self)
{
  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), NULL);

  return G_LIST_MODEL (gscope_source_get_contents (self)->signals.shown);
}

/**
 * gscope_source_get_parameters:
 * @self: a source
 *
 * Gets its parameters. The list changes at most four times a second.
 *
 * Returns: (transfer none): a list model of #GscopeParameter
 *
 * Since: 1.0
 */
GListModel *
gscope_source_get_parameters (GscopeSource *self)
{
  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), NULL);

  return G_LIST_MODEL (gscope_source_get_contents (self)->parameters.shown);
}

/**
 * gscope_source_add_signal:
 * @self: a source
 * @signal: (transfer none): a signal that no source has yet, with its group set
 * @error: what is wrong with its name
 *
 * Adds a signal. Its full name, `instance/group/name`, must be new to the source, valid UTF-8
 * without control characters, at most 255 bytes long, and neither begin nor end with a blank.
 *
 * Returns: %TRUE if it was added
 *
 * Since: 1.0
 */
gboolean
gscope_source_add_signal (GscopeSource *self, GscopeSignal *signal, GError **error)
{
  GscopeSourceContents *contents;

  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), FALSE);
  g_return_val_if_fail (GSCOPE_IS_SIGNAL (signal), FALSE);

  contents = gscope_source_get_contents (self);
  if (!add_item (self, &contents->signals, gscope_signal_get_group (signal),
                 gscope_signal_get_name (signal), signal, error))
    return FALSE;
  gscope_signal_set_instance (signal, gscope_source_get_name (self));
  if (contents->acquire)
    contents->acquire (signal, TRUE, contents->acquire_data);
  publish_soon (self);
  return TRUE;
}

/**
 * gscope_source_remove_signal:
 * @self: a source
 * @signal: one of its signals
 *
 * Removes a signal. When this returns, the signal's word is no longer read and its function no
 * longer called.
 *
 * Since: 1.0
 */
void
gscope_source_remove_signal (GscopeSource *self, GscopeSignal *signal)
{
  g_autoptr (GscopeSignal) kept = NULL;
  GscopeSourceContents *contents;

  g_return_if_fail (GSCOPE_IS_SOURCE (self));
  g_return_if_fail (GSCOPE_IS_SIGNAL (signal));

  contents = gscope_source_get_contents (self);
  kept = g_object_ref (signal);
  if (!items_remove (&contents->signals, gscope_signal_get_full_name (signal), signal))
    return;
  if (contents->acquire)
    contents->acquire (signal, FALSE, contents->acquire_data);
  gscope_signal_detach (signal);
  publish_soon (self);
}

/**
 * gscope_source_clear_signals:
 * @self: a source
 *
 * Removes all its signals, as gscope_source_remove_signal() does.
 *
 * Since: 1.0
 */
void
gscope_source_clear_signals (GscopeSource *self)
{
  GPtrArray *items;

  g_return_if_fail (GSCOPE_IS_SOURCE (self));

  items = gscope_source_get_contents (self)->signals.items;
  while (items->len > 0)
    gscope_source_remove_signal (self, items->pdata[items->len - 1]);
}

/**
 * gscope_source_add_parameter:
 * @self: a source
 * @parameter: (transfer none): a parameter that no source has yet, with its group set
 * @error: what is wrong with its name
 *
 * Adds a parameter; from then on the source applies its values. The rules of names are those of
 * gscope_source_add_signal(); a signal may have the same name.
 *
 * Returns: %TRUE if it was added
 *
 * Since: 1.0
 */
gboolean
gscope_source_add_parameter (GscopeSource *self, GscopeParameter *parameter, GError **error)
{
  GscopeSourceContents *contents;

  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), FALSE);
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (parameter), FALSE);

  contents = gscope_source_get_contents (self);
  if (gscope_parameter_has_owner (parameter))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS, _ ("%s: a source has it already"),
                   gscope_parameter_get_name (parameter));
      return FALSE;
    }
  if (!add_item (self, &contents->parameters, gscope_parameter_get_group (parameter),
                 gscope_parameter_get_name (parameter), parameter, error))
    return FALSE;
  gscope_parameter_set_owner (parameter, &gscope_source_parameter_owner, self,
                              gscope_source_get_name (self));
  publish_soon (self);
  return TRUE;
}

/**
 * gscope_source_remove_parameter:
 * @self: a source
 * @parameter: one of its parameters
 *
 * Removes a parameter. Pending writes of it fail.
 *
 * Since: 1.0
 */
void
gscope_source_remove_parameter (GscopeSource *self, GscopeParameter *parameter)
{
  g_autoptr (GscopeParameter) kept = NULL;
  g_autofree char *full_name = NULL;
  GscopeSourceContents *contents;

  g_return_if_fail (GSCOPE_IS_SOURCE (self));
  g_return_if_fail (GSCOPE_IS_PARAMETER (parameter));

  contents = gscope_source_get_contents (self);
  kept = g_object_ref (parameter);
  full_name = gscope_parameter_dup_full_name (parameter);
  if (!items_remove (&contents->parameters, full_name, parameter))
    return;
  gscope_source_release_parameter (parameter);
  publish_soon (self);
}

/**
 * gscope_source_find_parameter:
 * @self: a source
 * @name: a parameter's `name`, or `group/name` if it has a group
 *
 * Finds a parameter, even if the list does not have it yet.
 *
 * Returns: (nullable) (transfer none): the parameter
 *
 * Since: 1.0
 */
GscopeParameter *
gscope_source_find_parameter (GscopeSource *self, const char *name)
{
  g_autofree char *full_name = NULL;

  g_return_val_if_fail (GSCOPE_IS_SOURCE (self), NULL);
  g_return_val_if_fail (name, NULL);

  full_name = gscope_full_name_new (gscope_source_get_name (self), NULL, name);
  return items_find (&gscope_source_get_contents (self)->parameters, full_name);
}

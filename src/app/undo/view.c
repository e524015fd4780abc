/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/view.h"

#include <glib/gi18n.h>

/* The settings as the history knows them, kept with the settings themselves. */
#define KNOWN "app-known-settings"

/* A part of an object that may be gone: a property of a view or its settings, a signal of a view, or the note at
 * a time of a list of markers. The source of a signal may go and come back: the signal is known by its name. The
 * session outlives its history. */
typedef struct
{
  AppSession *session;
  GWeakRef object;
  GParamSpec *pspec;
  char *name;
  gint64 time;
} Part;

static Part *
part_new (AppSession *session, gpointer object)
{
  Part *self = g_new0 (Part, 1);

  self->session = session;
  g_weak_ref_init (&self->object, object);
  return self;
}

static void
part_free (gpointer data)
{
  Part *self = data;

  g_weak_ref_clear (&self->object);
  g_free (self->name);
  g_free (self);
}

/* Properties. The state is the value. */

void
app_value_free (gpointer data)
{
  g_boxed_free (G_TYPE_VALUE, data);
}

GValue *
app_value_take (gpointer object, GParamSpec *pspec)
{
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, pspec->value_type);
  g_object_get_property (object, pspec->name, &value);
  return g_boxed_copy (G_TYPE_VALUE, &value);
}

static gboolean
restore_value (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  Part *self = subject;
  g_autoptr (GObject) object = g_weak_ref_get (&self->object);

  if (object)
    g_object_set_property (object, self->pspec->name, to);
  else
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                         _ ("The view was not changed: it was closed"));
  return object != NULL;
}

static char *
describe_value (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  const Part *self = subject;

  return g_strdup (self->pspec->owner_type == GSCOPE_GTK_TYPE_VIEW ? _ ("Rename view")
                                                                   : _ ("View settings"));
}

static const AppMementoKind value_kind = {
  .restore = restore_value,
  .describe = describe_value,
  .free_state = app_value_free,
  .free_subject = part_free,
};

static AppMemento
make_value_memento (AppSession *session, gpointer object, GParamSpec *pspec, GValue *before,
                    GValue *after)
{
  Part *part = part_new (session, object);

  part->pspec = pspec;
  return (AppMemento){ .kind = &value_kind, .subject = part, .before = before, .after = after };
}

/* A setting is notified where it is set, also to the value that it had. */
static void
on_notify (GObject *settings, GParamSpec *pspec, AppSession *session)
{
  GObject *known = g_object_get_data (settings, KNOWN);
  AppMemento memento = make_value_memento (session, settings, pspec, app_value_take (known, pspec),
                                           app_value_take (settings, pspec));

  /* a drag moves the trigger by many steps */
  if (g_str_equal (pspec->name, "pre-trigger"))
    memento.gesture.object = settings;

  if (g_param_values_cmp (pspec, memento.before, memento.after) != 0)
    {
      g_object_set_property (known, pspec->name, memento.after);
      app_history_push (app_session_get_history (session), &memento);
    }
  else
    app_memento_clear (&memento);
}

void
app_view_rename (AppSession *session, GscopeGtkView *view, const char *title)
{
  GParamSpec *pspec = g_object_class_find_property (G_OBJECT_GET_CLASS (view), "title");
  GValue *before = app_value_take (view, pspec), *after = g_boxed_copy (G_TYPE_VALUE, before);
  AppMemento memento = make_value_memento (session, view, pspec, before, after);

  g_value_set_string (after, title);
  if (g_param_values_cmp (pspec, before, after) != 0)
    app_history_do (app_session_get_history (session), &memento);
  else
    app_memento_clear (&memento);
}

/* Notes. The state is the text. */

static gboolean
restore_note (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  Part *self = subject;
  g_autoptr (GscopeMarkerList) list = g_weak_ref_get (&self->object);

  if (list)
    gscope_marker_list_set_note (list, self->time, to);
  return TRUE;
}

static char *
describe_note (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  if (!before)
    return g_strdup_printf (_ ("Add note “%s”"), (const char *) after);
  if (!after)
    return g_strdup_printf (_ ("Remove note “%s”"), (const char *) before);
  return g_strdup_printf (_ ("Change note “%s”"), (const char *) before);
}

static const AppMementoKind note_kind = {
  .restore = restore_note,
  .describe = describe_note,
  .free_state = g_free,
  .free_subject = part_free,
};

static void
on_note_edited (GscopeGtkView *view, GscopeMarkerList *list, gint64 time, const char *before,
                const char *after, AppSession *session)
{
  Part *note = part_new (session, list);

  note->time = time;
  app_history_push (app_session_get_history (session), &(AppMemento){ .kind = &note_kind,
                                                                      .subject = note,
                                                                      .before = g_strdup (before),
                                                                      .after = g_strdup (after) });
}

void
app_view_log (AppSession *session, GscopeGtkView *view)
{
  GscopeViewSettings *settings = gscope_gtk_view_get_settings (view);
  GscopeViewSettings *known = gscope_view_settings_new ();

  gscope_view_settings_assign (known, settings);
  g_object_set_data_full (G_OBJECT (settings), KNOWN, known, g_object_unref);
  g_signal_connect_object (settings, "notify", G_CALLBACK (on_notify), session, 0);
  g_signal_connect_object (view, "note-edited", G_CALLBACK (on_note_edited), session, 0);
}

/* Signals. The state is the signal as the view shows it, with its looks. */

GscopeGtkViewSignal *
app_view_find_signal (GscopeGtkView *view, const char *name)
{
  GListModel *model = gscope_gtk_view_get_signals (view);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);
      GscopeSignal *shown = gscope_gtk_view_signal_get_signal (signal);

      if (g_str_equal (gscope_signal_get_full_name (shown), name))
        return signal;
    }
  return NULL;
}

/* A property that followed the signal does so again. */
static void
copy_property (GscopeGtkViewSignal *from, GscopeGtkViewSignal *to, const char *name)
{
  g_auto (GValue) value = G_VALUE_INIT;

  if (!gscope_gtk_view_signal_overrides (from, name))
    {
      gscope_gtk_view_signal_reset (to, name);
      return;
    }
  g_object_get_property (G_OBJECT (from), name, &value);
  g_object_set_property (G_OBJECT (to), name, &value);
}

static void
copy_looks (GscopeGtkViewSignal *from, GscopeGtkViewSignal *to)
{
  static const char *const names[] = { "title",      "color",    "line-mode", "hidden",
                                       "value-axis", "own-axis", "offset",    "magnification" };
  double min, max;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    copy_property (from, to, names[i]);
  gscope_gtk_view_signal_get_least_range (from, &min, &max);
  gscope_gtk_view_signal_set_least_range (to, min, max);
  gscope_gtk_view_signal_get_range (from, &min, &max);
  if (gscope_gtk_view_signal_get_auto_range (from))
    gscope_gtk_view_signal_set_auto_range (to);
  else
    gscope_gtk_view_signal_set_range (to, min, max);
}

static gpointer
take_signal (gconstpointer subject)
{
  const Part *self = subject;
  g_autoptr (GscopeGtkView) view = g_weak_ref_get ((GWeakRef *) &self->object);
  GscopeGtkViewSignal *signal = view ? app_view_find_signal (view, self->name) : NULL;

  return signal ? g_object_ref (signal) : NULL;
}

static gboolean
bring (Part *self, GscopeGtkView *view, GscopeGtkViewSignal *looks, GError **error)
{
  GscopeScope *scope;
  GscopeSignal *signal = app_session_find_signal (self->session, self->name, &scope);
  GscopeGtkViewSignal *again;

  if (!view || !signal)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, _ ("Cannot restore “%s”: %s"),
                   gscope_gtk_view_signal_get_title (looks),
                   view ? _ ("no source has it now") : _ ("its view was closed"));
      return FALSE;
    }
  gscope_gtk_view_add_signal (view, scope, signal);
  again = app_view_find_signal (view, self->name);
  copy_looks (looks, again);
  gscope_gtk_view_set_selected (view, again);
  return TRUE;
}

static gboolean
restore_signal (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  Part *self = subject;
  g_autoptr (GscopeGtkView) view = g_weak_ref_get (&self->object);
  GscopeGtkViewSignal *shown = view ? app_view_find_signal (view, self->name) : NULL;

  if (to)
    return bring (self, view, (GscopeGtkViewSignal *) to, error);
  if (shown)
    gscope_gtk_view_remove_signal (view, shown);
  return TRUE;
}

static char *
describe_signal (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  GscopeGtkViewSignal *signal = (GscopeGtkViewSignal *) (before ? before : after);

  return g_strdup_printf (before ? _ ("Remove “%s”") : _ ("Add “%s”"),
                          gscope_gtk_view_signal_get_title (signal));
}

static const AppMementoKind signal_kind = {
  .take = take_signal,
  .restore = restore_signal,
  .describe = describe_signal,
  .free_state = g_object_unref,
  .free_subject = part_free,
};

static Part *
make_subject (AppSession *session, GscopeGtkView *view, GscopeGtkViewSignal *signal)
{
  Part *self = part_new (session, view);

  self->name = g_strdup (gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (signal)));
  return self;
}

guint
app_view_remove_signal (AppSession *session, GscopeGtkView *view, GscopeGtkViewSignal *signal)
{
  return app_history_do (app_session_get_history (session),
                         &(AppMemento){ .kind = &signal_kind,
                                        .subject = make_subject (session, view, signal),
                                        .before = g_object_ref (signal) });
}

void
app_view_log_added (AppSession *session, GscopeGtkView *view, GscopeGtkViewSignal *signal)
{
  app_history_push (app_session_get_history (session),
                    &(AppMemento){ .kind = &signal_kind,
                                   .subject = make_subject (session, view, signal),
                                   .after = g_object_ref (signal) });
}

/* Several signals that come together. The state is a list of their full names. */

static void
show_signal (Part *self, GscopeGtkView *view, const char *name)
{
  GscopeScope *scope;
  GscopeSignal *signal = app_session_find_signal (self->session, name, &scope);

  if (signal && !app_view_find_signal (view, name))
    gscope_gtk_view_add_signal (view, scope, signal);
}

static void
hide_signal (GscopeGtkView *view, const char *name)
{
  GscopeGtkViewSignal *shown = app_view_find_signal (view, name);

  if (shown)
    gscope_gtk_view_remove_signal (view, shown);
}

static gboolean
restore_signals (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  Part *self = subject;
  g_autoptr (GscopeGtkView) view = g_weak_ref_get (&self->object);

  for (guint i = 0; view && from && ((char **) from)[i]; i++)
    hide_signal (view, ((char **) from)[i]);
  for (guint i = 0; view && to && ((char **) to)[i]; i++)
    show_signal (self, view, ((char **) to)[i]);
  return TRUE;
}

static char *
describe_signals (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  guint n = g_strv_length ((char **) after);

  return g_strdup_printf (ngettext ("Add %u signal", "Add %u signals", n), n);
}

static const AppMementoKind signals_kind = {
  .restore = restore_signals,
  .describe = describe_signals,
  .free_state = (GDestroyNotify) g_strfreev,
  .free_subject = part_free,
};

/* Makes a change of a kind with the built list of names. Returns the number of the entry; 0 if the list is empty. */
static guint
do_with_names (AppSession *session, GscopeGtkView *view, const AppMementoKind *kind,
               GStrvBuilder *builder)
{
  GStrv names = g_strv_builder_end (builder);

  if (!names[0])
    {
      g_strfreev (names);
      return 0;
    }
  return app_history_do (
      app_session_get_history (session),
      &(AppMemento){ .kind = kind, .subject = part_new (session, view), .after = names });
}

guint
app_view_add_signals (AppSession *session, GscopeGtkView *view, GPtrArray *names)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < names->len; i++)
    if (!app_view_find_signal (view, names->pdata[i]))
      g_strv_builder_add (builder, names->pdata[i]);
  return do_with_names (session, view, &signals_kind, builder);
}

/* Hidden signals that are shown together. The state is a list of their full names; NULL while they are hidden. */

static gboolean
restore_revealed (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  Part *self = subject;
  g_autoptr (GscopeGtkView) view = g_weak_ref_get (&self->object);
  char **names = (char **) (to ? to : from);

  for (guint i = 0; view && names[i]; i++)
    {
      GscopeGtkViewSignal *signal = app_view_find_signal (view, names[i]);

      if (signal)
        gscope_gtk_view_signal_set_hidden (signal, to == NULL);
    }
  return TRUE;
}

static char *
describe_revealed (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  guint n = g_strv_length ((char **) after);

  return g_strdup_printf (ngettext ("Show %u signal", "Show %u signals", n), n);
}

static const AppMementoKind revealed_kind = {
  .restore = restore_revealed,
  .describe = describe_revealed,
  .free_state = (GDestroyNotify) g_strfreev,
  .free_subject = part_free,
};

guint
app_view_reveal_signals (AppSession *session, GscopeGtkView *view, GPtrArray *names)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < names->len; i++)
    {
      GscopeGtkViewSignal *signal = app_view_find_signal (view, names->pdata[i]);

      if (signal && gscope_gtk_view_signal_get_hidden (signal))
        g_strv_builder_add (builder, names->pdata[i]);
    }
  return do_with_names (session, view, &revealed_kind, builder);
}

/* Measurements. The state is the list of all of a view. */

static gboolean
restore_measurements (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  Part *self = subject;
  g_autoptr (GscopeGtkView) view = g_weak_ref_get (&self->object);

  if (view)
    gscope_gtk_badge_list_assign (gscope_gtk_view_get_badges (view), (GPtrArray *) to);
  return TRUE;
}

/* Returns the measurement that one list has and the other has not. */
static const GscopeWorkspaceMeasurement *
find_more (const GPtrArray *more, const GPtrArray *fewer)
{
  guint i = 0;

  while (i < fewer->len && gscope_workspace_measurement_equal (more->pdata[i], fewer->pdata[i]))
    i++;
  return more->pdata[i];
}

static char *
describe_measurements (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  gboolean is_added = ((const GPtrArray *) after)->len > ((const GPtrArray *) before)->len;
  const GscopeWorkspaceMeasurement *measurement =
      is_added ? find_more (after, before) : find_more (before, after);

  return g_strdup_printf (is_added ? _ ("Add “%s”") : _ ("Remove “%s”"),
                          gscope_measurement_get_title (measurement->measurement));
}

static const AppMementoKind measurements_kind = {
  .restore = restore_measurements,
  .describe = describe_measurements,
  .free_state = (GDestroyNotify) g_ptr_array_unref,
  .free_subject = part_free,
};

static guint
change_measurements (AppSession *session, GscopeGtkView *view, GPtrArray *after)
{
  return app_history_do (
      app_session_get_history (session),
      &(AppMemento){ .kind = &measurements_kind,
                     .subject = part_new (session, view),
                     .before = gscope_gtk_badge_list_describe (gscope_gtk_view_get_badges (view)),
                     .after = after });
}

void
app_view_add_measurement (AppSession *session, GscopeGtkView *view,
                          const GscopeWorkspaceMeasurement *measurement)
{
  GPtrArray *after = gscope_gtk_badge_list_describe (gscope_gtk_view_get_badges (view));

  g_ptr_array_add (after, gscope_workspace_measurement_copy (measurement));
  change_measurements (session, view, after);
}

guint
app_view_remove_measurement (AppSession *session, GscopeGtkView *view,
                             const GscopeWorkspaceMeasurement *measurement)
{
  GPtrArray *after = gscope_gtk_badge_list_describe (gscope_gtk_view_get_badges (view));
  guint position = 0;

  while (position < after->len
         && !gscope_workspace_measurement_equal (after->pdata[position], measurement))
    position++;
  if (position < after->len)
    g_ptr_array_remove_index (after, position);
  return change_measurements (session, view, after);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gtkscope/private.h>
#include <main-source.h>

/* Polling and playback, recording, time or frequency, and the observed program. */

GscopeScope *
gtk_scope_get_current (GtkScope *self)
{
  return self->playback ? self->playback : self->scope;
}

GscopeTransport *
gtk_scope_get_transport (GtkScope *self)
{
  return self->player ? gscope_player_get_transport (self->player) : NULL;
}

void
gtk_scope_end_playback (GtkScope *self)
{
  if (!self->player)
    return;
  gscope_scope_remove_source (self->playback, GSCOPE_SOURCE (self->player));
  gscope_source_stop_async (GSCOPE_SOURCE (self->player), NULL, NULL, NULL);
  g_clear_object (&self->player);
  g_clear_object (&self->playback);
}

static void
set_period (GtkScope *self, double period)
{
  self->period = period;
  gscope_scope_set_period (gtk_scope_get_current (self), period * GSCOPE_MSEC);
  gtk_scope_update_span (self);
}

/**
 * gtk_scope_set_polling_mode:
 * @self: a scope
 * @period: milliseconds, at least 0.1
 *
 * Selects polling mode: once started, the scope polls the signals of the program each period. A
 * period is one pixel at zoom 1.
 *
 * Since: 1.0
 */
void
gtk_scope_set_polling_mode (GtkScope *self, double period)
{
  g_return_if_fail (GTK_IS_SCOPE (self));

  if (self->player)
    {
      gtk_scope_drop_view (self);
      gtk_scope_end_playback (self);
      gtk_scope_show_scope (self, self->scope);
      if (self->polling)
        gscope_scope_start (self->scope);
    }
  set_period (self, period);
}

static void
on_started (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GtkScope) self = data;
  g_autoptr (GError) error = NULL;
  gboolean started = gscope_source_start_finish (GSCOPE_SOURCE (source), result, &error);

  if (source != (GObject *) self->player)
    return;
  if (!started)
    gtk_scope_fail (self, error);
  else if (self->polling)
    gscope_scope_start (self->playback);
}

/**
 * gtk_scope_set_playback_mode:
 * @self: a scope
 * @file: a path: a recording in tuples, which may be compressed, or comma-separated values
 * @period: milliseconds, at least 0.1
 *
 * Selects playback mode: once started, the scope plays a recording. A period is one pixel at zoom
 * 1. The file is read in the background; #GtkScope::failed reports errors.
 *
 * Since: 1.0
 */
void
gtk_scope_set_playback_mode (GtkScope *self, const char *file, double period)
{
  g_autoptr (GFile) recording = g_file_new_for_path (file);
  GscopeSource *source;

  g_return_if_fail (GTK_IS_SCOPE (self));

  gtk_scope_stop_recording (self);
  gscope_scope_stop (self->scope);
  gtk_scope_drop_view (self);
  gtk_scope_end_playback (self);
  self->player = gscope_player_new ("", recording);
  self->playback = gscope_scope_new_with_clock (GSCOPE_CLOCK (gtk_scope_get_transport (self)));
  source = GSCOPE_SOURCE (self->player);
  gscope_scope_add_source (self->playback, source);
  gtk_scope_show_scope (self, self->playback);
  set_period (self, period);
  gscope_source_start_async (source, NULL, on_started, g_object_ref (self));
}

/**
 * gtk_scope_get_playback_mode:
 * @self: a scope
 *
 * Returns: whether it is in playback mode
 *
 * Since: 1.0
 */
gboolean
gtk_scope_get_playback_mode (GtkScope *self)
{
  g_return_val_if_fail (GTK_IS_SCOPE (self), FALSE);

  return self->player != NULL;
}

/**
 * gtk_scope_get_period:
 * @self: a scope
 *
 * Returns: the period of its mode, milliseconds
 *
 * Since: 1.0
 */
double
gtk_scope_get_period (GtkScope *self)
{
  g_return_val_if_fail (GTK_IS_SCOPE (self), 0);

  return self->period;
}

/**
 * gtk_scope_start_polling:
 * @self: a scope
 *
 * Starts to poll or, in playback mode, to play.
 *
 * Since: 1.0
 */
void
gtk_scope_start_polling (GtkScope *self)
{
  g_return_if_fail (GTK_IS_SCOPE (self));

  self->polling = TRUE;
  gscope_scope_start (gtk_scope_get_current (self));
}

/**
 * gtk_scope_stop_polling:
 * @self: a scope
 *
 * Stops polling or playing, which freezes the picture but not the program.
 *
 * Since: 1.0
 */
void
gtk_scope_stop_polling (GtkScope *self)
{
  g_return_if_fail (GTK_IS_SCOPE (self));

  self->polling = FALSE;
  gscope_scope_stop (gtk_scope_get_current (self));
}

/**
 * gtk_scope_get_polling:
 * @self: a scope
 *
 * Returns: whether it polls, or plays
 *
 * Since: 1.0
 */
gboolean
gtk_scope_get_polling (GtkScope *self)
{
  g_return_val_if_fail (GTK_IS_SCOPE (self), FALSE);

  return gscope_scope_get_running (gtk_scope_get_current (self));
}

/**
 * gtk_scope_start_recording:
 * @self: a scope in polling mode
 * @file: a path; an existing file is replaced
 * @error: return location for an error
 *
 * Starts to record all signals to a file of tuples.
 *
 * Returns: whether the file was created
 *
 * Since: 1.0
 */
gboolean
gtk_scope_start_recording (GtkScope *self, const char *file, GError **error)
{
  g_autoptr (GFile) recording = g_file_new_for_path (file);

  g_return_val_if_fail (GTK_IS_SCOPE (self), FALSE);
  g_return_val_if_fail (!self->player, FALSE);

  return gscope_recorder_start (self->recorder, recording, error);
}

/**
 * gtk_scope_stop_recording:
 * @self: a scope
 *
 * Ends the recording; its rest is written in the background. Without a recording this does nothing.
 *
 * Since: 1.0
 */
void
gtk_scope_stop_recording (GtkScope *self)
{
  g_return_if_fail (GTK_IS_SCOPE (self));

  if (self->recorder && gscope_recorder_get_active (self->recorder))
    gscope_recorder_stop_async (self->recorder, NULL, NULL);
}

/**
 * gtk_scope_get_recording:
 * @self: a scope
 *
 * Returns: whether it records; also while the rest is being written
 *
 * Since: 1.0
 */
gboolean
gtk_scope_get_recording (GtkScope *self)
{
  g_return_val_if_fail (GTK_IS_SCOPE (self), FALSE);

  return gscope_recorder_get_active (self->recorder);
}

/**
 * gtk_scope_get_delay:
 * @self: a scope
 *
 * Returns: the delay between a sample's time and its display, milliseconds
 *
 * Since: 1.0
 */
double
gtk_scope_get_delay (GtkScope *self)
{
  g_return_val_if_fail (GTK_IS_SCOPE (self), 0);

  return gscope_scope_get_delay (self->scope) / (double) GSCOPE_MSEC;
}

/**
 * gtk_scope_set_delay:
 * @self: a scope
 * @delay: milliseconds
 *
 * Sets the delay between a sample's time and its display; samples that are put into a buffer later
 * than this are dropped.
 *
 * Since: 1.0
 */
void
gtk_scope_set_delay (GtkScope *self, double delay)
{
  g_return_if_fail (GTK_IS_SCOPE (self));

  gscope_scope_set_delay (self->scope, delay * GSCOPE_MSEC);
}

/**
 * gtk_scope_get_frequency_mode:
 * @self: a scope
 *
 * Returns: whether it shows spectra instead of signals over time
 *
 * Since: 1.0
 */
gboolean
gtk_scope_get_frequency_mode (GtkScope *self)
{
  g_return_val_if_fail (GTK_IS_SCOPE (self), FALSE);

  return !gscope_view_settings_is_on (self->settings, "time");
}

/**
 * gtk_scope_set_frequency_mode:
 * @self: a scope
 * @frequency: whether to show spectra instead of signals over time
 *
 * Shows the spectra of the signals, or the signals over time, in polling and in playback mode.
 *
 * Since: 1.0
 */
void
gtk_scope_set_frequency_mode (GtkScope *self, gboolean frequency)
{
  g_return_if_fail (GTK_IS_SCOPE (self));

  /* the new part is turned on first, because one part must always be visible */
  gscope_view_settings_set_on (self->settings, frequency ? "spectrum" : "time", TRUE);
  gscope_view_settings_set_on (self->settings, frequency ? "time" : "spectrum", FALSE);
}

/**
 * gtk_scope_start_program:
 * @self: a scope
 * @period: milliseconds
 * @program: the function that is called each period, until it returns %FALSE
 * @user_data: its data
 *
 * Runs the observed program, a function, in the main loop. It replaces a running one.
 *
 * Since: 1.0
 */
void
gtk_scope_start_program (GtkScope *self, guint period, GSourceFunc program, gpointer user_data)
{
  g_return_if_fail (GTK_IS_SCOPE (self));

  gtk_scope_stop_program (self);
  self->program = g_timeout_source_new (period);
  g_source_set_callback (self->program, program, user_data, NULL);
  g_source_attach (self->program, NULL);
}

/**
 * gtk_scope_stop_program:
 * @self: a scope
 *
 * Stops the program. The scope continues.
 *
 * Since: 1.0
 */
void
gtk_scope_stop_program (GtkScope *self)
{
  g_return_if_fail (GTK_IS_SCOPE (self));

  g_clear_pointer (&self->program, main_source_drop);
}

/**
 * gtk_scope_get_program_running:
 * @self: a scope
 *
 * Returns: whether the program runs
 *
 * Since: 1.0
 */
gboolean
gtk_scope_get_program_running (GtkScope *self)
{
  g_return_val_if_fail (GTK_IS_SCOPE (self), FALSE);

  return self->program && !g_source_is_destroyed (self->program);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/options.h"

#include <glib/gi18n.h>
#include <stdio.h>

#define MAX_DURATION (31 * 86400.0)

static gboolean
fail (GError **error, const char *message)
{
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, message);
  return FALSE;
}

static gboolean
check_size (AppOptions *self)
{
  char rest;

  return !self->size
         || (sscanf (self->size, "%5dx%5d%c", &self->width, &self->height, &rest) == 2
             && self->width >= 360 && self->height >= 360);
}

static gboolean
check_times (AppOptions *self)
{
  static const char *const names[] = { "milliseconds", "seconds", "dates" };

  for (guint i = 0; self->csv_times && i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (self->csv_times, names[i]))
      {
        self->times = i;
        return TRUE;
      }
  return !self->csv_times;
}

static gboolean
check_export (AppOptions *self, GError **error)
{
  g_autoptr (GscopeRecordingFormat) format = NULL;

  if (self->export_file && (self->record || self->screenshot))
    return fail (error,
                 _ ("--export needs neither --record nor --screenshot: choose one of them."));
  if (self->export_file && !self->workspace)
    return fail (error,
                 _ ("--export needs a recording, such as gscope lab.tuples --export lab.csv."));
  if (self->read_as && self->select)
    return fail (error, _ ("--read-as needs no --select: choose one of them."));
  if (!check_times (self))
    return fail (error, _ ("--csv-times is milliseconds, seconds or dates."));
  format = self->read_as ? gscope_recording_format_new (self->read_as, error) : NULL;
  return !self->read_as || format != NULL;
}

/* A name without a scheme is a workspace or a file. */
static gboolean
is_address (const char *text)
{
  static const char *const schemes[] = { "nats://", "ssh://", "unix:", "ws://", "wss://" };

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (g_str_has_prefix (text, schemes[i]))
      return TRUE;
  return FALSE;
}

/* The arguments after the first experiment are further experiments. */
static gboolean
check_experiments (AppOptions *self, int argc, char *argv[], GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (self->workspace || self->record || self->export_file || self->screenshot || self->agent)
    return fail (error, _ ("--experiment names its workspace itself, and needs no window: leave "
                           "--workspace, --record, --export, --screenshot and --agent out."));
  g_strv_builder_addv (builder, (const char **) self->experiments);
  g_strv_builder_addv (builder, (const char **) argv + 1);
  g_strfreev (self->experiments);
  self->experiments = g_strv_builder_end (builder);
  return TRUE;
}

/* The argument after the first directory is the second directory. */
static gboolean
check_compared (AppOptions *self, int argc, char *argv[], GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (self->experiments || self->report || self->workspace || self->record || self->export_file
      || self->screenshot || self->agent)
    return fail (error, _ ("--compare-reports needs two directories and no other option."));
  g_strv_builder_addv (builder, (const char **) self->compared);
  g_strv_builder_addv (builder, (const char **) argv + 1);
  g_strfreev (self->compared);
  self->compared = g_strv_builder_end (builder);
  return g_strv_length (self->compared) == 2
         || fail (error, _ ("--compare-reports needs two directories of reports, such as gscope "
                            "--compare-reports first second."));
}

void
app_options_take_program (AppOptions *self, int *argc, char *argv[])
{
  for (int i = 1; i + 1 < *argc; i++)
    if (g_str_equal (argv[i], "--"))
      {
        self->program = g_strdupv (argv + i + 1);
        argv[i] = NULL;
        *argc = i;
        return;
      }
}

static gboolean
check_program (AppOptions *self, int argc, GError **error)
{
  if (argc > 1 || self->workspace || self->record || self->export_file || self->experiments
      || self->compared)
    return fail (error,
                 _ ("A program after “--” needs a window of its own: leave workspace, --record, "
                    "--export and --experiment out."));
  return TRUE;
}

/* The argument beside --workspace is a recording, which is compared with the limits of the workspace. */
static gboolean
take_argument (AppOptions *self, int argc, char *argv[], GError **error)
{
  gboolean has_recording = argc == 2 && self->workspace && self->check_limits;

  if (argc > 2 || (argc == 2 && self->workspace && !has_recording))
    return fail (error, _ ("One workspace can be opened at a time."));
  if (has_recording && self->record)
    return fail (error, _ ("--record needs sources that run: leave the recording out."));
  if (has_recording)
    self->recording = g_strdup (argv[1]);
  else if (argc == 2 && is_address (argv[1]))
    self->address = g_strdup (argv[1]);
  else if (argc == 2)
    self->workspace = g_strdup (argv[1]);
  return TRUE;
}

gboolean
app_options_check (AppOptions *self, int argc, char *argv[], GError **error)
{
  if (self->program && !check_program (self, argc, error))
    return FALSE;
  if (self->compared)
    return check_compared (self, argc, argv, error);
  if (self->experiments)
    return check_experiments (self, argc, argv, error);
  if (self->quick || self->report)
    return fail (error, _ ("--quick and --report need an --experiment."));
  if (self->json && !self->record && !self->check_limits)
    return fail (error, _ ("--json needs --record or --check-limits."));
  if (!take_argument (self, argc, argv, error))
    return FALSE;
  if (self->address && (self->record || self->export_file))
    return fail (error, _ ("An address of agents needs a window: gscopectl records without one."));
  if (g_strcmp0 (self->workspace, APP_STANDARD_INPUT) == 0
      && (self->record || self->export_file || self->check_limits))
    return fail (error, _ ("Standard input needs a window. Without one, write it to a file, such "
                           "as program >lab.tuples: that is a recording."));
  if (self->agent && (self->record || self->export_file))
    return fail (error, _ ("--agent needs a window: run gscoped to offer sources without one."));
  if (self->check_limits
      && (!self->workspace || self->screenshot || self->export_file || self->agent))
    return fail (error,
                 _ ("--check-limits needs a workspace and no window, such as gscope lab.json "
                    "--check-limits --duration 60."));
  if (self->record && self->screenshot)
    return fail (error, _ ("--record needs no window and --screenshot does: choose one of them."));
  if (!(self->duration >= 0 && self->duration <= MAX_DURATION))
    return fail (error, _ ("--duration is a number of seconds, such as 0.5, of at most 31 days."));
  if (!check_size (self))
    return fail (error, _ ("--size is width and height in pixels, such as 1440x900."));
  return check_export (self, error);
}

void
app_options_clear (AppOptions *self)
{
  g_free (self->workspace);
  g_free (self->recording);
  g_strfreev (self->program);
  g_free (self->agent);
  g_free (self->address);
  g_free (self->record);
  g_free (self->screenshot);
  g_free (self->size);
  g_free (self->export_file);
  g_free (self->csv_times);
  g_free (self->read_as);
  g_free (self->select);
  g_strfreev (self->experiments);
  g_free (self->report);
  g_strfreev (self->compared);
}

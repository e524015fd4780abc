/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>
#include <gtk/gtk.h>

/* Dialogs that ask for a file. */
typedef enum
{
  APP_CHOOSER_OPEN,
  APP_CHOOSER_SAVE,
  APP_CHOOSER_RECORD,
  APP_CHOOSER_PICTURE,
  APP_CHOOSER_DATA,
  APP_CHOOSER_CAPTURES,
  APP_CHOOSER_MEAN,
  APP_CHOOSER_TRANSFER,
  APP_CHOOSER_EXPERIMENT,
  APP_CHOOSER_COMPARE,
  APP_CHOOSER_BESIDE,
  APP_CHOOSER_KEEP,
} AppChooser;

/* The answer: the file; whether all signals, samples or captures are meant, not only those that a view shows or the user selected; the times of a table; the
 * limits of one file of a recording in bytes and nanoseconds, 0 for none. */
typedef struct
{
  GFile *file;
  gboolean all;
  GscopeExportTimes times;
  guint64 max_bytes;
  gint64 max_duration;
} AppChoice;

typedef void (*AppChooserFunc) (const AppChoice *choice, gpointer user_data);

/* Asks for a file and calls the function if the user chose one. A name without a suffix is suggested for a new
 * file; NULL suggests the time. */
void app_chooser_ask (AppChooser chooser, GtkWindow *parent, const char *name, AppChooserFunc func,
                      gpointer user_data);

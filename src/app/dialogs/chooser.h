/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>
#include <gtk/gtk.h>

/* Dialogs that ask for a file; the function is called if the user chose one. */
typedef void (*AppChooserFunc) (GFile *file, gpointer user_data);
/* all: not only what a view shows; times: of a table. */
typedef void (*AppChooserDataFunc) (GFile *file, gboolean all, GscopeExportTimes times,
                                    gpointer user_data);

/* The recorded signals, and the limits of one file: bytes and nanoseconds, 0 for none. */
typedef struct
{
  gboolean all;
  guint64 max_bytes;
  gint64 max_duration;
} AppRecording;

typedef void (*AppChooserRecordingFunc) (GFile *file, const AppRecording *recording,
                                         gpointer user_data);

void app_choose_workspace (GtkWindow *parent, AppChooserFunc func, gpointer user_data);
void app_choose_saved_workspace (GtkWindow *parent, const char *name, AppChooserFunc func,
                                 gpointer user_data);
void app_choose_recording (GtkWindow *parent, AppChooserRecordingFunc func, gpointer user_data);
void app_choose_data (GtkWindow *parent, AppChooserDataFunc func, gpointer user_data);
void app_choose_picture (GtkWindow *parent, AppChooserFunc func, gpointer user_data);

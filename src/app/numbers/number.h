/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

#include "session/session.h"

/* A number in a file as a source: its file, its place, and how it is shown. */
typedef struct
{
  char *path;
  GscopeNumberPlace *place;
  char *title;
  /* The unit of the number. A rate has this unit per second. */
  char *unit;
  double scale;
  gboolean is_rate;
  /* what the signal has besides, a{sv}; NULL for nothing */
  GVariant *others;
} AppNumber;

/* The type of the sources. */
#define APP_NUMBER_TYPE "proc"

void app_number_clear (AppNumber *self);
/* Reads the number of a source; FALSE if the source is another one, such as one of several numbers. */
gboolean app_number_read (AppNumber *self, AppSession *session, GscopeSource *source);
/* Returns the options of a source, a{sv}, floating. */
GVariant *app_number_make_options (const AppNumber *self);
/* Returns a name for a new source, from the title. */
char *app_number_dup_name (const AppNumber *self, AppSession *session);
/* Returns the unit of the signal. */
char *app_number_dup_signal_unit (const AppNumber *self);
/* Sets title, unit and scale to what the words beside a number in a text suggest. */
void app_number_suggest (AppNumber *self, const char *text, gsize offset);

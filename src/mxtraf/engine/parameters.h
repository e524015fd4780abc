/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/config.h"

#include <gscope/gscope.h>

/* The values of all parameters: the engine's configuration, and the values that only this program
 * uses. */
typedef struct
{
  MxtrafConfig config;

  /* Seconds: the latency threshold for blocks of the measured flow in signals and summary. */
  double latency_threshold;
} MxtrafSettings;

typedef enum
{
  MXTRAF_SECTION_TRAFFIC,
  MXTRAF_SECTION_LINK,
  MXTRAF_SECTION_RUN,
} MxtrafSection;

#define MXTRAF_N_SECTIONS (MXTRAF_SECTION_RUN + 1)

/* A parameter. min, max and step are in the base unit; initial is text as users type it. An
 * enumeration without nicks has the kernel's congestion controls as choices. */
typedef struct
{
  const char *name;
  const char *title;
  const char *description;
  const char *unit;
  GscopeParameterType type;
  gsize offset;
  double min;
  double max;
  double step;
  gboolean logarithmic;
  const char *initial;
  const char *const *nicks;
  const char *const *titles;
  MxtrafSection section;
  const char *placeholder;
  const char *const *steered;
} MxtrafRow;

/* The table of all parameters, which options, scripts and the summary use, too. */
guint mxtraf_rows_get_n (void);
const MxtrafRow *mxtraf_rows_get (guint i);
const MxtrafRow *mxtraf_rows_find (const char *name);

/* Returns whether the parameter belongs to the engine's configuration. */
gboolean mxtraf_row_is_of_engine (const MxtrafRow *row);
GscopeParameter *mxtraf_row_create_parameter (const MxtrafRow *row);
/* Parses a user's text; errors begin with the row's name. */
GVariant *mxtraf_row_parse (const MxtrafRow *row, const char *text, GError **error);
char *mxtraf_row_format (const MxtrafRow *row, GVariant *value);
GVariant *mxtraf_row_get (const MxtrafRow *row, const MxtrafSettings *settings);
void mxtraf_row_set (const MxtrafRow *row, MxtrafSettings *settings, GVariant *value);

void mxtraf_settings_init (MxtrafSettings *self);

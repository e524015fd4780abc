/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/config.h"

#include <gscope/gscope.h>

/* The parameters: the engine's numbers, and the numbers that only this program needs. */
typedef struct
{
  MxtrafConfig config;

  /* Seconds: the limit by which signals and summary count blocks of the measured flow. */
  double latency_threshold;
} MxtrafSettings;

typedef enum
{
  MXTRAF_SECTION_TRAFFIC,
  MXTRAF_SECTION_LINK,
  MXTRAF_SECTION_RUN,
  MXTRAF_N_SECTIONS,
} MxtrafSection;

/* A number of the settings. min, max and step are of the base unit; initial is as people type it.
 * An enumeration without nicks is one of the kernel's congestion controls. */
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

/* The one table that options, parameters, scripts and the summary read. */
guint mxtraf_rows_get_n (void);
const MxtrafRow *mxtraf_rows_get (guint i);
const MxtrafRow *mxtraf_rows_find (const char *name);

/* Returns whether the engine needs the parameter. */
gboolean mxtraf_row_is_of_engine (const MxtrafRow *row);
GscopeParameter *mxtraf_row_create_parameter (const MxtrafRow *row);
/* Reads what somebody typed; an error begins with the row's name. */
GVariant *mxtraf_row_parse (const MxtrafRow *row, const char *text, GError **error);
char *mxtraf_row_format (const MxtrafRow *row, GVariant *value);
GVariant *mxtraf_row_get (const MxtrafRow *row, const MxtrafSettings *settings);
void mxtraf_row_set (const MxtrafRow *row, MxtrafSettings *settings, GVariant *value);

void mxtraf_settings_init (MxtrafSettings *self);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "engine/parameters.h"

/* The options of the command line; zero if not given. */
typedef struct
{
  MxtrafSettings settings;
  double duration; /* seconds; 0: until interrupted */
  char *record;
  gboolean force;
  char *script;
  char *trace;
  gboolean check;
  int share_fd; /* -1 for none */
  gboolean version;
  gboolean help;
} MxtrafOptions;

/* Fails for wrong usage only. */
gboolean mxtraf_options_parse (MxtrafOptions *self, int argc, char *argv[], GError **error);
char *mxtraf_options_format_help (void);
void mxtraf_options_clear (MxtrafOptions *self);

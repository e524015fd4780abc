/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/text/number-place.h>

enum
{
  GSCOPE_NUMBER_MAX_TEXT = 255,
  GSCOPE_NUMBER_MAX_PATTERN = 1024,
};

/* Either pattern and regex are set, or line and field. */
struct _GscopeNumberPlace
{
  char *pattern;
  GRegex *regex;
  char *line;
  guint field;
  char *after;
  guint match;
};

/* Returns the number of matching lines that begin at or before a place in the text. */
guint
gscope_number_place_count_matches (GscopeNumberPlace *self, const char *text, const char *until);

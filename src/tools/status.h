/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* How the program ends, and the code of an error that ends it so. */
typedef enum
{
  TOOLS_DONE,
  TOOLS_FAILED,
  TOOLS_WRONG_USAGE,
  TOOLS_UNREACHED,
  /* it was done, but not all samples came */
  TOOLS_LOST,
  /* a signal was beyond its limit */
  TOOLS_BEYOND_LIMIT,
} ToolsStatus;

#define TOOLS_ERROR (tools_error_quark ())
GQuark tools_error_quark (void);

/* Returns the status with which an error ends the program; errors of other domains are failures. */
ToolsStatus tools_error_get_status (const GError *error);

/* Returns a text of an agent for a line of a terminal: control characters become question marks. */
char *tools_text_clean (const char *text);
/* Prints such a text to standard error. */
void tools_text_print (const char *text);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

typedef enum
{
  TOOLS_FACT_WHOLE,
  TOOLS_FACT_UNTRIED,
  TOOLS_FACT_PART,
  TOOLS_FACT_MISSING,
} ToolsFactState;

/* Something that a machine offers, or not. */
typedef struct
{
  const char *group;
  char *name;
  ToolsFactState state;
  char *value;
  /* the command or the step that changes it; NULL if the value says so itself, or if nothing is missing */
  char *remedy;
} ToolsFact;

ToolsFact *tools_fact_new (const char *group, const char *name, ToolsFactState state,
                           const char *value, const char *remedy);
void tools_fact_free (gpointer fact);

/* Adds facts about this machine: its kernel, and what this user may do there. */
void tools_fact_add_machine (GPtrArray *facts);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "app-bed.h"

/* A window, and an agent of this program with a demo that the window does not know. */
typedef struct
{
  AppBed bed;
  GscopeScope *scope;
  GscopeSource *served;
  GscopeAgent *agent;
  char *address;
} AgentsBed;

void agents_bed_set_up (AgentsBed *f, gconstpointer application);
void agents_bed_tear_down (AgentsBed *f, gconstpointer data);
/* Returns another agent for the demo, at the same address. */
GscopeAgent *agents_bed_start_agent (AgentsBed *f);

/* The dialog that adds sources of agents; NULL while it is closed. */
GtkWidget *agents_bed_get_dialog (void);
void agents_bed_open_dialog (AgentsBed *f);
gboolean agents_bed_shows_page (const char *name);
/* Types an address, and connects. */
void agents_bed_ask (const char *address);

/* Returns a source of the window; NULL if there is none. */
GscopeSource *agents_bed_find_source (AgentsBed *f, const char *name);
/* Returns whether a source runs and has started: an agent says that it runs before it describes its signals and
 * parameters. */
gboolean agents_bed_is_running (AgentsBed *f, const char *name);

/* For app_bed_find_match(): a visible button with a label, and a label with the begin of a text. */
gboolean agents_bed_is_mapped_match (GtkWidget *widget, gconstpointer label);
gboolean agents_bed_begins_with (GtkWidget *widget, gconstpointer text);

/* The test program. It has one bus for session and system, and no agent of the user. */
int agents_bed_run (int argc, char *argv[], void (*add_tests) (gconstpointer application));

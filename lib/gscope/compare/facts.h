/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/marker.h>

/* The values of the parameters of a run, by their full names. */

GHashTable *gscope_facts_new (void);
/* Takes values: a(sss) of full names, titles, and values with units. */
void gscope_facts_take_values (GHashTable *self, GVariant *parameters);
/* Takes a write of a parameter, which is later than all that were taken before; other markers are ignored. The former value is told
 * only of the step at which runs are aligned. */
void gscope_facts_take_marker (GHashTable *self, GscopeMarker *marker, gboolean is_step);
/* Returns the parameters whose values differ from those of any of the others, such as “Rate 30 Mbit/s, A 2 → 1”; NULL if none
 * does. A parameter that is in one run only does not differ. */
char *gscope_facts_tell_apart (GHashTable *self, GPtrArray *others);

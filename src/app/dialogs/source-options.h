/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope/gscope.h>

/* Adds a row for each option of a type of sources to a group, with the values that were given. */
void app_source_options_fill (AdwPreferencesGroup *group, GscopeRegistry *registry,
                              const char *type, GVariant *given);

/* Returns the values of the rows of that group, a{sv}, floating, without initial values that were
 * not given. */
GVariant *app_source_options_read (AdwPreferencesGroup *group);

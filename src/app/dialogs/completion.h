/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

/* A list of the names and functions that begin as the word that is typed in an entry for an expression. The focus stays in the entry:
 * up and down choose, Tab and a click take, Escape closes, Ctrl+Space opens. */
#define APP_TYPE_COMPLETION (app_completion_get_type ())
G_DECLARE_FINAL_TYPE (AppCompletion, app_completion, APP, COMPLETION, AdwBin)

/* Lists words of an entry's text. */
void app_completion_attach (AppCompletion *self, GtkEditable *entry);
/* Sets the full names of signals and parameters; functions are listed after them. */
void app_completion_set_names (AppCompletion *self, const char *const *names);

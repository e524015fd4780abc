/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* Workspaces of sources of the types "scripted", "words" (a signal and a parameter from the beginning) and "plain". */
GscopeRegistry *make_registry (void);
/* Reads a document. */
GscopeWorkspace *load (const char *json);
/* Makes the scopes of a document on a test clock. */
void instantiate (GscopeWorkspace *workspace);
/* Writes a workspace and reads it again. */
GscopeWorkspace *reload (GscopeWorkspace *workspace);
/* Asserts that both write the same document. */
void assert_same (GscopeWorkspace *a, GscopeWorkspace *b);

guint count_problems (GscopeWorkspace *workspace);
/* Finds the problem at a path and asserts that its message says something. */
void assert_problem (GscopeWorkspace *workspace, const char *path, const char *part);

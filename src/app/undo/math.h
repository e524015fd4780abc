/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* Changes to math signals of a session, as entries of the history. */

/* Returns the source for a new math signal of a scope: the last source of math signals, which can read all others. NULL if the
 * scope has none. */
GscopeSource *app_math_find_source (AppSession *session, guint scope);
/* Returns the expression of a signal; NULL if the source does not compute it. */
char *app_math_dup_expression (AppSession *session, GscopeSource *source, const char *name);
/* Adds a math signal, to a new source if the scope has none. Returns the full name, or NULL with an error. */
char *app_math_add (AppSession *session, guint scope, const char *name, const char *expression,
                    GError **error);
gboolean app_math_set_expression (AppSession *session, GscopeSource *source, const char *name,
                                  const char *expression, GError **error);
gboolean
app_math_remove (AppSession *session, GscopeSource *source, const char *name, GError **error);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* The choices for identifications that the workspace keeps, changed so that it can be undone. */

/* Returns the choices for a parameter, by its full name; NULL if there are none. */
const GscopeWorkspaceIdentification *
app_identification_find (AppSession *session, const char *parameter);
/* Keeps the choices as the latest ones. Changes for one parameter, one after the other, are one. */
void app_identification_keep (AppSession *session, GscopeParameter *parameter,
                              const GscopeWorkspaceIdentification *choices);

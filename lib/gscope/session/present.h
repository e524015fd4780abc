/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/message.h>
#include <gscope/session/session.h>

/* The present values of parameters and signals that somebody asks for by their full names. */

/* Most names of a call. */
#define GSCOPE_PRESENT_MAX_NAMES 64

/* Reads the values of the parameters and signals that a call names, which the principal has to be allowed to read: the
 * members “parameters” and “signals” of the answer. */
gboolean gscope_present_read (const GscopeSessionHost *host, const GscopePrincipal *principal,
                              JsonObject *call, GscopeAnswer *answer, GError **error);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* The losses and gaps of all scopes, and those between the traces and the recording. */
void app_losses_count (AppSession *session, GscopeTally *tally);
/* Such as “2 lost, 42 late”; empty if no sample is missing. */
char *app_losses_format (const GscopeTally *tally);

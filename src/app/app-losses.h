/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "app-session.h"

/* Samples that got lost, by what the user can do about it: late ones ask for a longer delay. */
typedef struct
{
  guint64 lost;
  guint64 late;
  guint64 gaps;
} AppLosses;

void app_losses_add_signal (AppLosses *self, GscopeSignal *signal);
void app_losses_count (AppLosses *self, AppSession *session);

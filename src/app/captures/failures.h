/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* The failures of all limits of a session: emits “failed” with the limit, the time and the value of the first failed sample, and
 * “more-failed” with the limit and the number of failures that it did not report. */
#define APP_TYPE_FAILURES (app_failures_get_type ())
G_DECLARE_FINAL_TYPE (AppFailures, app_failures, APP, FAILURES, GObject)

AppFailures *app_failures_new (AppSession *session);

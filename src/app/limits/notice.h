/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

/* Notifies the user of failures of limits of a session, if the limits say so: at most one notification of a signal in ten
 * seconds, in place of the one before. The session owns what does so. */
void app_limits_notify (AppSession *session);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/admission.h>
#include <tsl/cell.h>
#include <tsl/error.h>
#include <tsl/export.h>
#include <tsl/firm-costs.h>
#include <tsl/firm-timer.h>
#include <tsl/guard.h>
#include <tsl/latency.h>
#include <tsl/lock.h>
#include <tsl/low-water.h>
#include <tsl/minbuf-group.h>
#include <tsl/minbuf.h>
#include <tsl/overload.h>
#include <tsl/page-reader.h>
#include <tsl/page.h>
#include <tsl/progress.h>
#include <tsl/queue.h>
#include <tsl/quota.h>
#include <tsl/rate-clock.h>
#include <tsl/realrate-scheduler.h>
#include <tsl/realrate-thread.h>
#include <tsl/realrate.h>
#include <tsl/reserve.h>
#include <tsl/timer-interrupts.h>
#include <tsl/timer-slack.h>

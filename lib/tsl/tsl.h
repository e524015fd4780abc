/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/error.h>
#include <tsl/guard/guard.h>
#include <tsl/latency/latency.h>
#include <tsl/page/cell.h>
#include <tsl/page/lock.h>
#include <tsl/page/page.h>
#include <tsl/page/reader.h>
#include <tsl/quality/client.h>
#include <tsl/quality/manager.h>
#include <tsl/quality/policy.h>
#include <tsl/quality/qram.h>
#include <tsl/quality/utility.h>
#include <tsl/realrate/overload.h>
#include <tsl/realrate/progress.h>
#include <tsl/realrate/queue.h>
#include <tsl/realrate/realrate.h>
#include <tsl/realrate/scheduler.h>
#include <tsl/realrate/thread.h>
#include <tsl/sched/admission-test.h>
#include <tsl/sched/admission.h>
#include <tsl/sched/demand.h>
#include <tsl/sched/reserve.h>
#include <tsl/sched/service.h>
#include <tsl/tcp/low-water.h>
#include <tsl/tcp/minbuf.h>
#include <tsl/timer/firm-costs.h>
#include <tsl/timer/firm-timer.h>
#include <tsl/timer/interrupts.h>
#include <tsl/timer/rate-clock.h>
#include <tsl/timer/slack.h>
#include <tsl/version.h>

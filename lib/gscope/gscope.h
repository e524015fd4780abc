/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/marker-list.h>
#include <gscope/control/marker.h>
#include <gscope/control/parameter.h>
#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/export.h>
#include <gscope/scope/scope.h>
#include <gscope/scope/workspace-problem.h>
#include <gscope/scope/workspace-view.h>
#include <gscope/scope/workspace.h>
#include <gscope/share/remote.h>
#include <gscope/share/server.h>
#include <gscope/signal/aggregate.h>
#include <gscope/signal/clock.h>
#include <gscope/signal/gap.h>
#include <gscope/signal/line-mode.h>
#include <gscope/signal/loss.h>
#include <gscope/signal/producer.h>
#include <gscope/signal/sample.h>
#include <gscope/signal/signal.h>
#include <gscope/signal/test-clock.h>
#include <gscope/signal/trace.h>
#include <gscope/source/loader.h>
#include <gscope/source/registry.h>
#include <gscope/source/source.h>
#include <gscope/tuple/annotation.h>
#include <gscope/tuple/recorder.h>
#include <gscope/tuple/tuple.h>

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/analysis/analysis-view.h>
#include <gscope-gtk/analysis/experiment-picture.h>
#include <gscope-gtk/analysis/experiment-plot.h>
#include <gscope-gtk/analysis/experiment-report.h>
#include <gscope-gtk/analysis/histogram-view.h>
#include <gscope-gtk/analysis/step-response-view.h>
#include <gscope-gtk/analysis/xy-view.h>
#include <gscope-gtk/badge/badge-list.h>
#include <gscope-gtk/badge/badge.h>
#include <gscope-gtk/control/control.h>
#include <gscope-gtk/pane/group-table.h>
#include <gscope-gtk/pane/overview.h>
#include <gscope-gtk/pane/pane.h>
#include <gscope-gtk/pane/still.h>
#include <gscope-gtk/pane/time-link.h>
#include <gscope-gtk/plot/view-signal.h>
#include <gscope-gtk/plot/viewport.h>
#include <gscope-gtk/spectrum/frequency-view.h>
#include <gscope-gtk/spectrum/spectrogram-view.h>
#include <gscope-gtk/spectrum/spectrum-view.h>
#include <gscope-gtk/spectrum/transfer-view.h>
#include <gscope-gtk/tables/cursor-table.h>
#include <gscope-gtk/tables/label-factory.h>
#include <gscope-gtk/tables/measure-table.h>
#include <gscope-gtk/tables/statistics-table.h>
#include <gscope-gtk/tables/view-table.h>
#include <gscope-gtk/version.h>
#include <gscope-gtk/view/view.h>

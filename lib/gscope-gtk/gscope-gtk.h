/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/analysis/analysis-view.h>
#include <gscope-gtk/analysis/frequency-view.h>
#include <gscope-gtk/analysis/group-table.h>
#include <gscope-gtk/analysis/histogram-view.h>
#include <gscope-gtk/analysis/pane.h>
#include <gscope-gtk/analysis/spectrogram-view.h>
#include <gscope-gtk/analysis/spectrum-view.h>
#include <gscope-gtk/analysis/statistics-table.h>
#include <gscope-gtk/analysis/step-response-view.h>
#include <gscope-gtk/analysis/xy-view.h>
#include <gscope-gtk/control/control.h>
#include <gscope-gtk/export.h>
#include <gscope-gtk/plot/view-signal.h>
#include <gscope-gtk/plot/viewport.h>
#include <gscope-gtk/view/cursor-table.h>
#include <gscope-gtk/view/label-factory.h>
#include <gscope-gtk/view/measure-table.h>
#include <gscope-gtk/view/view.h>

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/analysis-view.h>
#include <gscope-gtk/control.h>
#include <gscope-gtk/cursor-table.h>
#include <gscope-gtk/export.h>
#include <gscope-gtk/frequency-view.h>
#include <gscope-gtk/group-table.h>
#include <gscope-gtk/histogram-view.h>
#include <gscope-gtk/label-factory.h>
#include <gscope-gtk/measure-table.h>
#include <gscope-gtk/pane.h>
#include <gscope-gtk/spectrogram-view.h>
#include <gscope-gtk/spectrum-view.h>
#include <gscope-gtk/statistics-table.h>
#include <gscope-gtk/step-response-view.h>
#include <gscope-gtk/view-signal.h>
#include <gscope-gtk/view.h>
#include <gscope-gtk/viewport.h>
#include <gscope-gtk/xy-view.h>

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* The signals of the pages: an input, its smoothed output, and the load of a motor, which follows the
 * parameter “power”. */
typedef struct _DemoBench DemoBench;

DemoBench *demo_bench_new (void);
void demo_bench_free (DemoBench *self);
/* Lets files of the builder name the objects of the bench: the parameters “power”, “switch”,
 * “choice” and “text”, the tracker “steps”, and the results of an experiment, “results”. */
void demo_bench_expose (DemoBench *self, GtkBuilder *builder);
/* Shows the signals in the widgets that were built. */
void demo_bench_connect (DemoBench *self, GtkBuilder *builder);

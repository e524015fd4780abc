/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/view-signal.h>

/* Keys and labels that tell the signals of a view apart. Lists are of GscopeGtkViewSignal. */

/* Gives keys from 1 on to signals that have none. */
void gscope_gtk_labels_add_keys (GListModel *signals);
/* Gives keys to all signals, in their order. */
void gscope_gtk_labels_renew_keys (GListModel *signals);
/* Returns the signal that has a key; NULL if none has. */
GscopeGtkViewSignal *gscope_gtk_labels_find_key (GListModel *signals, guint key);

/* Labels signals of the same title by their groups too. */
void gscope_gtk_labels_tell_apart (GListModel *signals);

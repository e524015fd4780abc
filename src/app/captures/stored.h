/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

#include "session/document.h"

/* The captures of a workspace, in files beside its own: one for each signal with a triggered display, such as
 * “lab.demo-sine.captures.tuples” beside “lab.json”. */

/* Writes the captures, or removes the file of earlier ones if there are none. The save of the document waits for that. */
void app_captures_store (AppDocument *document, GFile *workspace, const char *signal,
                         GscopeCaptureList *list);
/* Adds the captures of the file, if there is one; the callback takes the end. */
void app_captures_restore_async (GFile *workspace, const char *signal, GscopeCaptureList *list,
                                 GAsyncReadyCallback callback, gpointer data);
void app_captures_restore_finish (GscopeCaptureList *list, GAsyncResult *result);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "cli/script.h"

/* Writes a script's changes to a source's parameters when they are due, counted from when it was
 * made. Each is told on standard error. */
typedef struct _MxtrafPlayer MxtrafPlayer;

/* A change that the source refuses is passed on, in a sentence that names its line. */
typedef void (*MxtrafRefused) (const char *message, gpointer user_data);

/* The script outlives it. */
MxtrafPlayer *mxtraf_player_new (const MxtrafScript *script, GscopeSource *source,
                                 MxtrafRefused refused, gpointer user_data);
void mxtraf_player_free (MxtrafPlayer *self);

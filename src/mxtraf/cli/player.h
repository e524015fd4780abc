/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "cli/script.h"

/* Writes a script's changes to a source's parameters at their times, counted from the creation of
 * the player. Prints each change on standard error. */
typedef struct _MxtrafPlayer MxtrafPlayer;

/* Called when the source refuses a change, with a sentence that names the script's line. */
typedef void (*MxtrafRefused) (const char *message, gpointer user_data);

/* The script must outlive the player. */
MxtrafPlayer *mxtraf_player_new (const MxtrafScript *script, GscopeSource *source,
                                 MxtrafRefused refused, gpointer user_data);
void mxtraf_player_free (MxtrafPlayer *self);

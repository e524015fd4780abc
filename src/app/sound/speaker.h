/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The way to the sound card, for samples of one channel. */
typedef struct _AppSpeaker AppSpeaker;

/* Returns why no program of this build has a speaker, in a few translated words; NULL if they have one. */
const char *app_speaker_explain_lack (void);
/* May be called in any thread, and may take seconds. */
AppSpeaker *app_speaker_new (guint rate, GError **error);
void app_speaker_free (AppSpeaker *self);
/* Returns the number of samples that it needs now, so that it has some for the time until it is asked again. */
gsize app_speaker_count_wanted (AppSpeaker *self);
/* Takes samples: native floats from -1 to 1. Returns FALSE if the sound card has failed. */
gboolean app_speaker_take (AppSpeaker *self, float *samples, gsize n, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppSpeaker, app_speaker_free)

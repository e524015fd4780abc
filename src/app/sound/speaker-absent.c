/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Where this build has no GStreamer. */

#include "sound/speaker.h"

#include <glib/gi18n.h>
#include <gscope/gscope.h>

const char *
app_speaker_explain_lack (void)
{
  return _ ("needs GStreamer");
}

AppSpeaker *
app_speaker_new (guint rate, GError **error)
{
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED, app_speaker_explain_lack ());
  return NULL;
}

void
app_speaker_free (AppSpeaker *self)
{
}

gsize
app_speaker_count_wanted (AppSpeaker *self)
{
  return 0;
}

gboolean
app_speaker_take (AppSpeaker *self, float *samples, gsize n, GError **error)
{
  g_free (samples);
  return TRUE;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/document/document.h>

#include <glib/gi18n-lib.h>

/* A text without a translation stays. The translation of the empty text would be the head of the file of translations. */
static void
translate (char **text)
{
  char *translation;

  if (!*text || **text == '\0')
    return;
  translation = g_strdup (_ (*text));
  g_free (*text);
  *text = translation;
}

static void
translate_view (GscopeWorkspaceView *view)
{
  translate (&view->title);
  for (guint i = 0; i < view->signals->len; i++)
    translate (&((GscopeWorkspaceSignal *) view->signals->pdata[i])->title);
}

void
gscope_document_translate (GscopeDocument *self)
{
  translate (&self->title);
  translate (&self->description);
  for (guint i = 0; i < self->views->len; i++)
    translate_view (self->views->pdata[i]);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/share/framing.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/share/carrier.h>
#include <string.h>

gboolean
gscope_framing_check_length (guint64 length, GError **error)
{
  if (length <= GSCOPE_CARRIER_MAX_MESSAGE)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
               _ ("a message of %zu bytes was announced, but at most %d are allowed"),
               (gsize) length, GSCOPE_CARRIER_MAX_MESSAGE);
  return FALSE;
}

static gboolean
take (GscopeFraming *self, guint8 *data, gsize length, GscopeFrame *frame, GError **error)
{
  guint32 size;

  frame->size = sizeof size;
  if (length < sizeof size)
    return TRUE;
  memcpy (&size, data, sizeof size);
  size = GUINT32_FROM_LE (size);
  if (!gscope_framing_check_length (size, error))
    return FALSE;
  frame->size += size;
  if (length >= frame->size)
    frame->message = g_bytes_new (data + sizeof size, size);
  return TRUE;
}

static gboolean
is_within (GscopeFraming *self)
{
  return FALSE;
}

static gsize
wrap (GscopeFraming *self, GBytes **message, guint8 *header)
{
  guint32 size = GUINT32_TO_LE (g_bytes_get_size (*message));

  memcpy (header, &size, sizeof size);
  return sizeof size;
}

static GBytes *
create_farewell (GscopeFraming *self, const GError *error)
{
  return NULL;
}

static void
framing_free (GscopeFraming *self)
{
  g_free (self);
}

GscopeFraming *
gscope_framing_new (void)
{
  GscopeFraming *self = g_new (GscopeFraming, 1);

  *self = (GscopeFraming){ take, is_within, wrap, create_farewell, framing_free };
  return self;
}

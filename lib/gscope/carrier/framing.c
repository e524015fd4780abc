/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/carrier/framing.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/carrier.h>
#include <gscope/carrier/message.h>
#include <gscope/error.h>
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

/* A message that says why the connection ends. */
static GBytes *
create_farewell (GscopeFraming *self, const GError *error)
{
  g_autoptr (GBytes) message = error ? gscope_message_new_error (error) : NULL;
  guint8 header[GSCOPE_FRAMING_MAX_HEADER];
  g_autoptr (GByteArray) frame = NULL;

  if (!message)
    return NULL;
  frame = g_byte_array_new ();
  g_byte_array_append (frame, header, (guint) wrap (self, &message, header));
  g_byte_array_append (frame, g_bytes_get_data (message, NULL), (guint) g_bytes_get_size (message));
  return g_byte_array_free_to_bytes (g_steal_pointer (&frame));
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

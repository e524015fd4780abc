/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope/carrier/carrier.h>
#include <gscope/carrier/web-socket-framing.h>
#include <gscope/error.h>
#include <string.h>

/* An input is the bytes that one end of a WebSocket has received. The first byte says which end, and how many
 * bytes more are there at each attempt; 0xff means a socket, whose messages have their lengths in front. */

static gboolean
take (GscopeFraming *framing, GByteArray *received, gsize *n_messages, gboolean *has_ended)
{
  g_autoptr (GError) error = NULL;
  GscopeFrame frame = { 0 };
  gboolean is_valid = framing->take (framing, received->data, received->len, &frame, &error);
  gboolean is_taken = is_valid && frame.size <= received->len;

  g_assert_true (is_valid == (error == NULL));
  g_assert_true (is_valid || error->domain == GSCOPE_ERROR);
  g_assert_true (is_taken || (!frame.message && !frame.reply && !frame.cause && !frame.is_last));
  g_assert_cmpuint (frame.size, <=, GSCOPE_CARRIER_MAX_MESSAGE + GSCOPE_FRAMING_MAX_HEADER);
  g_assert_true (!is_taken || frame.size >= 2);
  if (frame.message)
    g_assert_cmpuint (g_bytes_get_size (frame.message), <=, GSCOPE_CARRIER_MAX_MESSAGE);
  if (frame.reply)
    g_assert_cmpuint (g_bytes_get_size (frame.reply), <=, 6 + 125);
  *n_messages += frame.message != NULL;
  g_clear_pointer (&frame.message, g_bytes_unref);
  g_clear_pointer (&frame.reply, g_bytes_unref);
  g_clear_error (&frame.cause);
  if (is_taken)
    g_byte_array_remove_range (received, 0, frame.size);
  *has_ended = !is_valid || frame.is_last;
  return is_taken && !*has_ended;
}

static GscopeFraming *
create_framing (uint8_t kind)
{
  if (kind == 0xff)
    return gscope_framing_new ();
  return gscope_web_socket_framing_new (kind & 1 ? GSCOPE_WEB_SOCKET_CLIENT
                                                 : GSCOPE_WEB_SOCKET_SERVER);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GByteArray) received = g_byte_array_new ();
  GscopeFraming *framing;
  g_autoptr (GBytes) farewell = NULL;
  gsize n_messages = 0;
  gboolean has_ended = FALSE;
  gsize step;

  if (size < 2)
    return 0;
  framing = create_framing (data[0]);
  step = 1 + data[0] / 2;
  for (gsize i = 1; i < size && !has_ended; i += step)
    {
      g_byte_array_append (received, data + i, MIN (step, size - i));
      while (received->len > 0 && take (framing, received, &n_messages, &has_ended))
        ;
    }
  g_assert_cmpuint (n_messages, <=, size / 2);
  farewell = framing->create_farewell (framing, NULL);
  framing->free (framing);
  return 0;
}

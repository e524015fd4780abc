/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* If GSCOPE_TEST_MESSAGES names a file, adds a line with each text message that this program sends and receives, for
 * tests/schema/test-messages.py: “>” or “<” and the message. The first line has the names of all kinds. Programs that are
 * compiled with this file need nothing else. */

#include <glib/gstdio.h>
#include <gscope/share/message.h>
#include <gscope/share/stream-carrier.h>
#include <string.h>

#define LOG "GSCOPE_TEST_MESSAGES"

static void (*send_message) (GscopeCarrier *carrier, GBytes *message);

static void
append_line (char mark, GBytes *message)
{
  gsize size;
  const char *data = g_bytes_get_data (message, &size);
  FILE *file = g_fopen (g_getenv (LOG), "ae");

  g_assert_nonnull (file);
  fprintf (file, "%c%.*s\n", mark, (int) size, data);
  fclose (file);
}

static void
log_message (char mark, GBytes *message)
{
  gsize size;
  const char *data = g_bytes_get_data (message, &size);

  if (size > 0 && data[0] == '{' && !memchr (data, '\n', size))
    append_line (mark, message);
}

static void
log_and_send (GscopeCarrier *carrier, GBytes *message)
{
  log_message ('>', message);
  send_message (carrier, message);
}

static gboolean
log_received (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  log_message ('<', g_value_get_boxed (&values[1]));
  return TRUE;
}

static void
log_kinds (void)
{
  g_autoptr (GString) text = g_string_new ("[");
  g_autoptr (GBytes) line = NULL;

  for (guint i = 0; i < GSCOPE_MESSAGE_N_KINDS; i++)
    {
      g_autoptr (GBytes) message = gscope_message_new (i, json_object_new ());
      g_auto (GStrv) parts = g_strsplit (g_bytes_get_data (message, NULL), "\"", 3);

      g_string_append_printf (text, "%s\"%s\"", i > 0 ? "," : "", parts[1]);
    }
  g_string_append_c (text, ']');
  line = g_bytes_new (text->str, text->len);
  append_line ('=', line);
}

__attribute__ ((constructor)) static void
begin_log (void)
{
  GscopeCarrierClass *klass;

  if (!g_getenv (LOG))
    return;
  log_kinds ();
  klass = g_type_class_ref (GSCOPE_TYPE_STREAM_CARRIER);
  send_message = klass->send;
  klass->send = log_and_send;
  g_signal_add_emission_hook (g_signal_lookup ("received", GSCOPE_TYPE_CARRIER), 0, log_received,
                              NULL, NULL);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Both ends take the examples in the chapter on messages of docs/protocol.md, one after the other. */

#include "support/share-bed.h"
#include "support/test-remote.h"

#include <gscope/carrier/message.h>
#include <string.h>

#define CHAPTER "\n## Messages\n"
#define CLIENT "From the client:"
#define SERVER "From the server:"

/* Adds a member that no end knows. */
static char *
add_member (const char *example)
{
  const char *inner = strstr (example, ": {") + strlen (": {");

  return g_strdup_printf ("%.*s\"novel\": {\"a\": [1]}%s%s", (int) (inner - example), example,
                          *inner == '}' ? "" : ", ", inner);
}

/* Returns the examples of an end, each as a line, with a member that no end knows if that is wanted. */
static GPtrArray *
find_examples (const char *from, gboolean is_novel)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "docs", "protocol.md", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  GPtrArray *examples = g_ptr_array_new_with_free_func (g_free);
  gboolean is_wanted = FALSE;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (strstr (text, CHAPTER) + strlen (CHAPTER), "\n", -1);
  for (guint i = 0; lines[i] && !g_str_has_prefix (lines[i], "## "); i++)
    if (g_str_equal (lines[i], CLIENT) || g_str_equal (lines[i], SERVER))
      is_wanted = g_str_equal (lines[i], from);
    else if (is_wanted && g_str_has_prefix (lines[i], "    {"))
      g_ptr_array_add (examples, is_novel ? add_member (lines[i] + 4) : g_strdup (lines[i] + 4));
  g_assert_cmpuint (examples->len, >, 8);
  return examples;
}

static gboolean
is_kind (const char *example, const char *kind)
{
  g_autofree char *begin = g_strdup_printf ("{\"%s\": ", kind);

  return g_str_has_prefix (example, begin);
}

static void
send_text (ShareBed *f, const char *text)
{
  guint32 length = GUINT32_TO_LE ((guint32) strlen (text));
  GOutputStream *output = g_io_stream_get_output_stream (f->raw);

  g_assert_true (g_output_stream_write_all (output, &length, sizeof length, NULL, NULL, NULL));
  g_assert_true (g_output_stream_write_all (output, text, strlen (text), NULL, NULL, NULL));
  run_pending ();
}

/* A server takes the messages of a client. Each hello begins a connection. */
static void
test_client (ShareBed *f, gconstpointer is_novel)
{
  g_autoptr (GPtrArray) examples = find_examples (CLIENT, is_novel != NULL);

  for (guint i = 0; i < examples->len; i++)
    {
      if (is_kind (examples->pdata[i], "hello"))
        {
          g_autoptr (GIOStream) stream = NULL;

          g_clear_object (&f->raw);
          make_stream_pair (&f->raw, &stream);
          share_bed_serve (f, stream);
          f->n_closed = 0;
        }
      send_text (f, examples->pdata[i]);
      g_assert_no_error (f->closed);
      g_assert_cmpuint (f->n_closed, ==, 0);
    }
  g_assert_cmpfloat (scripted_source_get_level (f->served), ==, 2.5);
  g_assert_cmpfloat (gscope_parameter_get_number (gscope_source_find_parameter (f->source, "gain")),
                     ==, 2);
}

static void
take_answer (const char *text)
{
  g_autoptr (GBytes) message = g_bytes_new (text, strlen (text));
  g_autoptr (JsonObject) object = NULL;
  g_autoptr (GError) refusal = NULL;
  g_autoptr (GError) error = NULL;
  GscopeMessageKind kind;
  GscopeAnswer answer;

  object = gscope_message_parse (message, &kind, &error);
  g_assert_no_error (error);
  gscope_message_read_answer (object, &answer, &refusal, &error);
  g_assert_no_error (error);
  g_assert_true (answer.value || refusal);
  g_clear_pointer (&answer.value, g_variant_unref);
}

/* A remote source takes the messages of a server, up to the error, which ends the connection. Answers are of calls that it
 * has not made, and the list of sources is for other clients. */
static void
test_server (ShareBed *f, gconstpointer is_novel)
{
  g_autoptr (GPtrArray) examples = find_examples (SERVER, is_novel != NULL);
  ShareAnswer started = { 0 };

  f->is_raw = TRUE;
  gscope_source_start_async (f->remote, NULL, share_answer_started, &started);
  run_pending ();
  for (guint i = 0; i < examples->len; i++)
    {
      const char *example = examples->pdata[i];

      if (is_kind (example, "answer"))
        take_answer (example);
      else if (!is_kind (example, "sources"))
        {
          g_assert_no_error (started.error);
          send_text (f, example);
        }
    }
  g_assert_nonnull (started.error);
  g_assert_nonnull (strstr (started.error->message, "token"));
  share_answer_clear (&started);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, data, func)                                                                      \
  g_test_add ("/message-examples/" name, ShareBed, data, share_bed_set_up, func,                   \
              share_bed_tear_down)
  ADD ("client", NULL, test_client);
  ADD ("client-novel", GINT_TO_POINTER (TRUE), test_client);
  ADD ("server", NULL, test_server);
  ADD ("server-novel", GINT_TO_POINTER (TRUE), test_server);
#undef ADD
  return g_test_run ();
}

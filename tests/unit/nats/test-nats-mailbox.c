/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/nats/mailbox.h>

static void
on_item (gpointer data, gpointer item)
{
  g_string_append (data, item);
  g_free (item);
}

/* Messages beyond the bound are dropped, and the reports about the connection are not: a connection that was lost would seem to be
 * there. */
static void
test_full (void)
{
  g_autoptr (GString) got = g_string_new (NULL);
  GscopeNatsMailbox *mailbox = gscope_nats_mailbox_new (1000, g_free, on_item, got);

  g_assert_true (gscope_nats_mailbox_put (mailbox, g_strdup ("a"), 600));
  g_assert_false (gscope_nats_mailbox_put (mailbox, g_strdup ("b"), 600));
  gscope_nats_mailbox_put_always (mailbox, g_strdup ("down "));
  gscope_nats_mailbox_put_always (mailbox, g_strdup ("up"));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpstr (got->str, ==, "adown up");
  g_assert_true (gscope_nats_mailbox_put (mailbox, g_strdup ("c"), 600));
  gscope_nats_mailbox_close (mailbox);
  gscope_nats_mailbox_put_always (mailbox, g_strdup ("late"));
  g_assert_cmpstr (got->str, ==, "adown up");
  gscope_nats_mailbox_unref (mailbox);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/nats-mailbox/full", test_full);
  return g_test_run ();
}

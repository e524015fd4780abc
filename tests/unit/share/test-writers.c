/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Several clients of one source that write the same parameter: revisions and leases. */

#include "support/fake-carrier.h"
#include "support/share-bed.h"

#include <gscope/carrier/message.h>
#include <gscope/share/server-private.h>
#include <string.h>

typedef struct
{
  FakeCarrier *carrier;
  GscopeServer *server;
} Client;

typedef struct
{
  ShareBed bed;
  GscopeParameter *gain;
  Client a;
  Client b;
} Fixture;

static void
receive (Client *client, const char *text)
{
  fake_carrier_receive (client->carrier, text, strlen (text));
  run_pending ();
}

/* Returns the messages that the client has been sent since the last call, a line each. */
static char *
take_all (Client *client)
{
  GString *text = g_string_new (NULL);
  GBytes *message;

  while ((message = fake_carrier_take (client->carrier)))
    {
      g_string_append_len (text, g_bytes_get_data (message, NULL), g_bytes_get_size (message));
      g_string_append_c (text, '\n');
      g_bytes_unref (message);
    }
  return g_string_free (text, FALSE);
}

static void
connect_client (Fixture *f, Client *client)
{
  client->carrier = fake_carrier_new ();
  client->server = gscope_server_new_for_carrier (f->bed.far, f->bed.source,
                                                  GSCOPE_CARRIER (client->carrier), NULL);
  receive (client, "{\"hello\":{\"version\":2,\"boot\":\"unknown\",\"clock\":\"unknown\","
                   "\"credit\":65536,\"period_ns\":10000000}}");
  g_free (take_all (client));
}

static void
disconnect_client (Client *client)
{
  if (client->server)
    gscope_server_close (client->server);
  g_clear_object (&client->server);
  g_clear_object (&client->carrier);
  run_pending ();
}

static void
set_up (Fixture *f, gconstpointer data)
{
  share_bed_set_up (&f->bed, NULL);
  f->gain = gscope_source_find_parameter (f->bed.source, "gain");
  connect_client (f, &f->a);
  connect_client (f, &f->b);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  disconnect_client (&f->a);
  disconnect_client (&f->b);
  share_bed_tear_down (&f->bed, NULL);
}

/* Writes gain, with further members of the call. */
static void
write_gain (Client *client, guint id, double value, const char *members)
{
  g_autofree char *text =
      g_strdup_printf ("{\"call\":{\"id\":%u,\"verb\":\"apply\",\"parameter\":\"gain\","
                       "\"value\":%g%s}}",
                       id, value, members);

  receive (client, text);
}

static void
assert_gain (Fixture *f, double value)
{
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, value);
}

static void
assert_answer (Client *client, const char *part)
{
  g_autofree char *text = take_all (client);

  if (!strstr (text, part))
    g_error ("“%s” is not in: %s", part, text);
}

/* Both see the same value and write; the second one waits for the source, and is judged when its turn comes. */
static void
test_same_revision (Fixture *f, gconstpointer data)
{
  scripted_source_hold (f->bed.served);
  write_gain (&f->a, 1, 2, ",\"revision\":1");
  write_gain (&f->b, 1, 3, ",\"revision\":1");
  g_assert_cmpuint (scripted_source_count (f->bed.served), ==, 1);
  scripted_source_accept (f->bed.served, NULL);
  run_pending ();
  g_assert_cmpuint (scripted_source_count (f->bed.served), ==, 0);
  assert_gain (f, 2);
  g_assert_cmpint (gscope_parameter_get_state (f->gain), ==, GSCOPE_PARAMETER_STATE_IN_SYNC);
  assert_answer (&f->a, "{\"answer\":{\"id\":1,\"value\":2.0");
  assert_answer (&f->b, "{\"id\":1,\"revision\":2,\"time_ns\":10000000000,\"error\":{\"code\":"
                        "\"superseded\",\"message\":\"somebody else has changed the value to 2");
}

/* If the write before it is refused, the value is still the one that the second writer saw. */
static void
test_refused_before (Fixture *f, gconstpointer data)
{
  scripted_source_hold (f->bed.served);
  write_gain (&f->a, 1, 2, ",\"revision\":1");
  write_gain (&f->b, 1, 3, ",\"revision\":1");
  scripted_source_refuse (f->bed.served, "too hot");
  run_pending ();
  scripted_source_accept (f->bed.served, NULL);
  run_pending ();
  assert_gain (f, 3);
}

static void
start_remote (Fixture *f)
{
  ShareAnswer answer = { 0 };

  gscope_source_start_async (f->bed.remote, NULL, share_answer_started, &answer);
  run_pending ();
  g_assert_no_error (answer.error);
}

/* A value that was changed and changed back in the time of a refused write has another revision, which the writer learns: the
 * next write is accepted. */
static void
test_there_and_back (Fixture *f, gconstpointer data)
{
  GscopeParameter *shown;

  start_remote (f);
  shown = gscope_source_find_parameter (f->bed.remote, "gain");
  scripted_source_hold (f->bed.served);
  gscope_parameter_write_async (shown, g_variant_new_double (2), "slider", NULL, NULL, NULL);
  run_pending ();
  gscope_parameter_notice (f->gain, g_variant_new_double (5), "sysctl");
  gscope_parameter_notice (f->gain, g_variant_new_double (1), "sysctl");
  scripted_source_refuse (f->bed.served, "too hot");
  run_pending ();
  gscope_parameter_write_async (shown, g_variant_new_double (2), "slider", NULL, NULL, NULL);
  run_pending ();
  g_assert_cmpuint (scripted_source_count (f->bed.served), ==, 1);
  scripted_source_accept (f->bed.served, NULL);
  run_pending ();
  assert_gain (f, 2);
  g_assert_cmpfloat (gscope_parameter_get_number (shown), ==, 2);
}

/* The value that somebody else has written between two leased writes is the one that comes back. */
static void
test_lease_after_other (Fixture *f, gconstpointer data)
{
  write_gain (&f->a, 1, 2, ",\"lease\":true");
  write_gain (&f->b, 1, 3, "");
  write_gain (&f->a, 2, 4, ",\"lease\":true");
  write_gain (&f->a, 3, 5, ",\"lease\":true");
  assert_gain (f, 5);
  disconnect_client (&f->a);
  assert_gain (f, 3);
}

/* The value of a write that was on its way when a leased one was sent is the one that comes back. */
static void
test_lease_behind_other (Fixture *f, gconstpointer data)
{
  scripted_source_hold (f->bed.served);
  write_gain (&f->b, 1, 3, "");
  write_gain (&f->a, 1, 4, ",\"lease\":true");
  scripted_source_accept (f->bed.served, NULL);
  run_pending ();
  scripted_source_accept (f->bed.served, NULL);
  run_pending ();
  assert_gain (f, 4);
  disconnect_client (&f->a);
  scripted_source_accept (f->bed.served, NULL);
  run_pending ();
  assert_gain (f, 3);
}

/* Two leased writes, of which the second one waits for the first, return to the value before both; also if the connection
 * ends meanwhile. */
static void
test_lease_twice (Fixture *f, gconstpointer data)
{
  gboolean is_late = GPOINTER_TO_INT (data);

  scripted_source_hold (f->bed.served);
  write_gain (&f->a, 1, 2, ",\"lease\":true");
  write_gain (&f->a, 2, 3, ",\"lease\":true");
  if (is_late)
    disconnect_client (&f->a);
  for (guint i = 0; i < 2; i++)
    {
      scripted_source_accept_late (f->bed.served, NULL);
      run_pending ();
    }
  if (!is_late)
    assert_gain (f, 3);
  if (!is_late)
    disconnect_client (&f->a);
  while (scripted_source_count (f->bed.served) > 0)
    {
      scripted_source_accept (f->bed.served, NULL);
      run_pending ();
    }
  assert_gain (f, 1);
}

/* A write that is on its way when a lease ends stands. */
static void
test_lease_ends_within (Fixture *f, gconstpointer data)
{
  write_gain (&f->a, 1, 2, ",\"lease\":true");
  scripted_source_hold (f->bed.served);
  write_gain (&f->b, 1, 3, "");
  disconnect_client (&f->a);
  scripted_source_accept (f->bed.served, NULL);
  run_pending ();
  g_assert_cmpuint (scripted_source_count (f->bed.served), ==, 0);
  assert_gain (f, 3);
}

/* If that write is refused, the value comes back. */
static void
test_lease_ends_before_refusal (Fixture *f, gconstpointer data)
{
  write_gain (&f->a, 1, 2, ",\"lease\":true");
  scripted_source_hold (f->bed.served);
  write_gain (&f->b, 1, 3, "");
  disconnect_client (&f->a);
  scripted_source_refuse (f->bed.served, "too hot");
  run_pending ();
  scripted_source_accept (f->bed.served, NULL);
  run_pending ();
  assert_gain (f, 1);
}

/* A value that somebody else has written since stands, also if it is the leased one. */
static void
test_lease_same_value (Fixture *f, gconstpointer data)
{
  write_gain (&f->a, 1, 2, ",\"lease\":true");
  write_gain (&f->b, 1, 2, "");
  disconnect_client (&f->a);
  assert_gain (f, 2);
}

/* The same with a write that is on its way when the lease ends. */
static void
test_lease_same_value_within (Fixture *f, gconstpointer data)
{
  write_gain (&f->a, 1, 2, ",\"lease\":true");
  scripted_source_hold (f->bed.served);
  write_gain (&f->b, 1, 2, "");
  disconnect_client (&f->a);
  scripted_source_accept (f->bed.served, NULL);
  run_pending ();
  g_assert_cmpuint (scripted_source_count (f->bed.served), ==, 0);
  assert_gain (f, 2);
}

/* The value of another writer between two leased writes comes back, also if it equals the first leased value. */
static void
test_lease_after_same_value (Fixture *f, gconstpointer data)
{
  write_gain (&f->a, 1, 2, ",\"lease\":true");
  write_gain (&f->b, 1, 2, "");
  write_gain (&f->a, 2, 4, ",\"lease\":true");
  disconnect_client (&f->a);
  assert_gain (f, 2);
}

/* A write that waits for a leased one stands, though the connection ends before that is answered. */
static void
test_lease_before_other (Fixture *f, gconstpointer data)
{
  scripted_source_hold (f->bed.served);
  write_gain (&f->a, 1, 2, ",\"lease\":true");
  write_gain (&f->b, 1, 2, "");
  disconnect_client (&f->a);
  for (guint i = 0; i < 2; i++)
    {
      scripted_source_accept_late (f->bed.served, NULL);
      run_pending ();
    }
  g_assert_cmpuint (scripted_source_count (f->bed.served), ==, 0);
  assert_gain (f, 2);
}

static void
add (const char *path, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add ("/writers/same-revision", test_same_revision);
  add ("/writers/refused-before", test_refused_before);
  add ("/writers/there-and-back", test_there_and_back);
  add ("/writers/lease-after-other", test_lease_after_other);
  add ("/writers/lease-behind-other", test_lease_behind_other);
  g_test_add ("/writers/lease-twice", Fixture, GINT_TO_POINTER (FALSE), set_up, test_lease_twice,
              tear_down);
  g_test_add ("/writers/lease-twice-late", Fixture, GINT_TO_POINTER (TRUE), set_up,
              test_lease_twice, tear_down);
  add ("/writers/lease-ends-within", test_lease_ends_within);
  add ("/writers/lease-ends-before-refusal", test_lease_ends_before_refusal);
  add ("/writers/lease-same-value", test_lease_same_value);
  add ("/writers/lease-same-value-within", test_lease_same_value_within);
  add ("/writers/lease-after-same-value", test_lease_after_same_value);
  add ("/writers/lease-before-other", test_lease_before_other);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/agent-bed.h"
#include "support/certificates.h"

#include <glib/gstdio.h>
#include <string.h>

/* An agent at wss://, whose certificate nobody knows at first. */

static void
set_up (AgentBed *bed, gconstpointer data)
{
  agent_bed_set_up (bed);
  agent_bed_certify (bed, "far");
  agent_bed_listen (bed, "wss://127.0.0.1:0");
}

static void
tear_down (AgentBed *bed, gconstpointer data)
{
  agent_bed_tear_down (bed);
}

static void
pin (AgentBed *bed)
{
  g_autofree char *fingerprint = gscope_agent_dup_fingerprint (bed->agent);

  agent_bed_configure (bed, "certificate", fingerprint);
}

static void
assert_starts (AgentBed *bed)
{
  g_autoptr (GError) error = agent_bed_start (bed);

  g_assert_no_error (error);
}

static void
assert_refused (AgentBed *bed, int code, const char *part)
{
  g_autoptr (GError) error = agent_bed_start (bed);

  g_assert_error (error, GSCOPE_ERROR, code);
  if (!strstr (error->message, part))
    g_error ("“%s” is not in “%s”", part, error->message);
}

static GscopeAgentRefusal
get_refusal (AgentBed *bed)
{
  return gscope_agent_source_get_refusal (GSCOPE_AGENT_SOURCE (bed->shown));
}

static void
test_pinned (AgentBed *bed, gconstpointer data)
{
  g_autofree char *reason = NULL;
  GscopeParameter *gain = gscope_source_find_parameter (bed->served, "gain");

  pin (bed);
  assert_starts (bed);
  g_assert_cmpstr (bed->credentials->address, ==, bed->address);
  g_assert_null (bed->credentials->fingerprint);
  reason = agent_bed_write (bed, 4);
  g_assert_null (reason);
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 4);
}

static void
test_unknown (AgentBed *bed, gconstpointer data)
{
  g_autofree char *fingerprint = gscope_agent_dup_fingerprint (bed->agent);

  assert_refused (bed, GSCOPE_ERROR_CERTIFICATE, fingerprint);
  g_assert_cmpstr (bed->credentials->fingerprint, ==, fingerprint);
  g_assert_cmpstr (gscope_agent_source_get_fingerprint (GSCOPE_AGENT_SOURCE (bed->shown)), ==,
                   fingerprint);
  g_assert_cmpint (get_refusal (bed), ==, GSCOPE_AGENT_REFUSAL_CERTIFICATE);
  bed->credentials->trusted = g_steal_pointer (&fingerprint);
  assert_starts (bed);
  g_assert_cmpint (get_refusal (bed), ==, GSCOPE_AGENT_REFUSAL_NONE);
}

/* A connection that was made before does not open the door for one with another pin. */
static void
test_wrong_pin (AgentBed *bed, gconstpointer data)
{
  g_autofree char *wrong = gscope_agent_dup_fingerprint (bed->agent);

  pin (bed);
  assert_starts (bed);
  agent_bed_stop (bed);
  wrong[0] = wrong[0] == '0' ? '1' : '0';
  agent_bed_configure (bed, "certificate", wrong);
  bed->credentials->trusted = gscope_agent_dup_fingerprint (bed->agent);
  assert_refused (bed, GSCOPE_ERROR_CERTIFICATE, "another certificate");
}

static void
test_read_only_principal (AgentBed *bed, gconstpointer data)
{
  g_autofree char *reason = NULL;

  g_free (bed->credentials->token);
  bed->credentials->token = g_strdup (WATCH_TOKEN);
  pin (bed);
  assert_starts (bed);
  reason = agent_bed_write (bed, 4);
  g_assert_nonnull (strstr (reason, "token:watch may not write “lab/gain”"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/agent-tls/pinned", AgentBed, NULL, set_up, test_pinned, tear_down);
  g_test_add ("/agent-tls/unknown", AgentBed, NULL, set_up, test_unknown, tear_down);
  g_test_add ("/agent-tls/wrong-pin", AgentBed, NULL, set_up, test_wrong_pin, tear_down);
  g_test_add ("/agent-tls/read-only-principal", AgentBed, NULL, set_up, test_read_only_principal,
              tear_down);
  return g_test_run ();
}

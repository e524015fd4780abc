/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* lab-agent ADDRESS [FOLDER ADDRESS…]: an agent whose source "lab" counts. Its signal "count" has the numbers 0, 1, 2 …,
 * and its parameter "panel/knob" says how many come in a millisecond. The folder has the files that further addresses need:
 * tokens, own.pem, own.key. It prints "ready" with all addresses and the
 * fingerprint of its certificate. It ends at SIGTERM, and prints how many numbers it counted and how many of them were
 * lost here. */

#include "support/scripted-source.h"

#include <glib-unix.h>
#include <gscope/gscope.h>
#include <signal.h>
#include <sys/prctl.h>

/* How many numbers may wait for a drain: fewer than a ring holds. */
#define MOST 4096

typedef struct
{
  GscopeScope *scope;
  GscopeSource *source;
  GscopeSignal *count;
  GscopeProducer *producer;
  gint64 time;
  guint64 next;
} Lab;

static gint64
get_rate (Lab *self)
{
  return (gint64) gscope_parameter_get_number (
      gscope_source_find_parameter (self->source, "panel/knob"));
}

/* Spreads the numbers since the last call over that time, or over a part of it that is not too late for the scope. */
static gboolean
on_tick (gpointer data)
{
  Lab *self = data;
  gint64 now = gscope_clock_get_time (gscope_scope_get_clock (self->scope));
  gint64 begin = MAX (self->time, now - 50 * GSCOPE_MSEC);
  gint64 n = (now - self->time) * get_rate (self) / GSCOPE_MSEC;

  if (n == 0)
    return G_SOURCE_CONTINUE;
  for (gint64 i = 1; i <= n; i++)
    {
      /* after a time in which other programs had the processor, there are many */
      if (i % MOST == 0)
        gscope_scope_drain (self->scope);
      gscope_producer_push (self->producer, begin + i * (now - begin) / n, (double) self->next++);
    }
  self->time = now;
  return G_SOURCE_CONTINUE;
}

static gboolean
on_end (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static void
set_up (Lab *self)
{
  GscopeParameter *knob;

  self->scope = gscope_scope_new ();
  gscope_scope_set_delay (self->scope, 100 * GSCOPE_MSEC);
  self->source = GSCOPE_SOURCE (scripted_source_new ("lab"));
  self->count = gscope_signal_new_buffered ("count");
  gscope_source_add_signal (self->source, self->count, NULL);
  self->producer = gscope_signal_create_producer (self->count);
  gscope_scope_add_source (self->scope, self->source);
  knob = gscope_source_find_parameter (self->source, "panel/knob");
  gscope_parameter_notice (knob, g_variant_new_int64 (1), NULL);
  gscope_scope_start (self->scope);
  self->time = gscope_clock_get_time (gscope_scope_get_clock (self->scope));
  g_timeout_add (1, on_tick, self);
}

static void
clear (Lab *self)
{
  gscope_producer_unref (self->producer);
  g_object_unref (self->count);
  gscope_scope_remove_source (self->scope, self->source);
  g_object_unref (self->source);
  g_object_unref (self->scope);
}

static char *
find_file (const char *folder, const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
listen_network (GscopeAgent *agent, const char *folder, char **addresses)
{
  g_autofree char *tokens = find_file (folder, "tokens");
  g_autofree char *certificate = find_file (folder, "own.pem");
  g_autofree char *key = find_file (folder, "own.key");
  g_autoptr (GError) error = NULL;

  gscope_agent_allow (agent, "token:lab", GSCOPE_ACCESS_READ, "*");
  gscope_agent_allow (agent, "token:lab", GSCOPE_ACCESS_WRITE, "*");
  gscope_agent_set_tokens_file (agent, tokens, &error);
  g_assert_no_error (error);
  gscope_agent_set_certificate_files (agent, certificate, key, &error);
  g_assert_no_error (error);
  for (char **address = addresses; *address; address++)
    {
      gscope_agent_listen (agent, *address, &error);
      g_assert_no_error (error);
    }
}

static void
say_ready (GscopeAgent *agent)
{
  g_auto (GStrv) addresses = gscope_agent_list_addresses (agent);
  g_autofree char *list = g_strjoinv (" ", addresses);
  g_autofree char *fingerprint = gscope_agent_dup_fingerprint (agent);

  g_print ("ready %s %s\n", list, fingerprint ? fingerprint : "-");
}

int
main (int argc, char *argv[])
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GscopeAgent) agent = NULL;
  g_autoptr (GError) error = NULL;
  Lab self = { 0 };

  g_assert_cmpint (argc, >=, 2);
  /* with the test */
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  set_up (&self);
  agent = gscope_agent_new (self.scope, argv[1], &error);
  g_assert_no_error (error);
  g_unix_signal_add (SIGTERM, on_end, loop);
  if (argc > 2)
    listen_network (agent, argv[2], argv + 3);
  say_ready (agent);
  g_main_loop_run (loop);
  g_clear_object (&agent);
  g_print ("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT "\n", self.next,
           gscope_signal_get_total_lost (self.count));
  clear (&self);
  return 0;
}

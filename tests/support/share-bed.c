/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/share-bed.h"

#include "support/test-remote.h"

void
share_answer_clear (ShareAnswer *answer)
{
  g_clear_error (&answer->error);
  g_clear_pointer (&answer->value, g_variant_unref);
  g_clear_pointer (&answer->verdict, g_free);
  answer->is_done = FALSE;
}

static void
on_closed (GscopeServer *server, const GError *error, ShareBed *f)
{
  f->n_closed++;
  g_clear_error (&f->closed);
  f->closed = error ? g_error_copy (error) : NULL;
}

void
share_bed_serve (ShareBed *f, GIOStream *stream)
{
  g_clear_object (&f->server);
  f->server = gscope_server_new (f->far, f->source, stream);
  g_signal_connect (f->server, "closed", G_CALLBACK (on_closed), f);
}

static GIOStream *
open_stream (gpointer data)
{
  ShareBed *f = data;
  g_autoptr (GIOStream) far = NULL;
  GIOStream *near;

  if (f->is_locked)
    return NULL;
  make_stream_pair (&near, &far);
  if (f->is_raw)
    g_set_object (&f->raw, far);
  else
    share_bed_serve (f, far);
  return near;
}

static void
set_up (ShareBed *f)
{
  f->far = gscope_scope_new_with_clock (f->far_clock);
  f->served = scripted_source_new ("there");
  f->source = GSCOPE_SOURCE (f->served);
  f->wave = gscope_signal_new_buffered ("wave");
  f->producer = gscope_signal_create_producer (f->wave);
  gscope_signal_set_group (f->wave, "panel");
  gscope_source_add_signal (f->source, f->wave, NULL);
  gscope_scope_add_source (f->far, f->source);

  f->near = gscope_scope_new_with_clock (f->clock);
  f->remote = test_remote_new ("here", open_stream, f);
  gscope_scope_add_source (f->near, f->remote);
}

void
share_bed_set_up (ShareBed *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (10 * GSCOPE_SEC);
  f->far_clock = g_object_ref (f->clock);
  set_up (f);
}

void
share_bed_set_up_apart (ShareBed *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (10 * GSCOPE_SEC);
  f->far_clock = gscope_test_clock_new (5000 * GSCOPE_SEC);
  set_up (f);
}

GscopeSource *
share_bed_add_twin (ShareBed *f)
{
  GscopeSource *twin = test_remote_new ("twin", open_stream, f);

  gscope_scope_add_source (f->near, twin);
  return twin;
}

void
share_bed_tear_down (ShareBed *f, gconstpointer data)
{
  g_clear_object (&f->raw);
  g_object_unref (f->wave);
  gscope_producer_unref (f->producer);
  gscope_scope_remove_source (f->near, f->remote);
  g_assert_finalize_object (f->remote);
  run_pending ();
  if (f->server)
    g_assert_finalize_object (f->server);
  gscope_scope_remove_source (f->far, f->source);
  g_assert_finalize_object (f->served);
  g_assert_finalize_object (f->near);
  g_assert_finalize_object (f->far);
  run_pending ();
  g_object_unref (f->far_clock);
  g_assert_finalize_object (f->clock);
  g_clear_error (&f->closed);
}

void
share_answer_started (GObject *object, GAsyncResult *result, gpointer data)
{
  ShareAnswer *answer = data;

  gscope_source_start_finish (GSCOPE_SOURCE (object), result, &answer->error);
  answer->is_done = TRUE;
}

void
share_bed_push (ShareBed *f, double value)
{
  g_assert_true (gscope_producer_push_now (f->producer, value));
}

/* Until what was pushed there is in the trace here. */
void
share_bed_settle (ShareBed *f)
{
  gscope_scope_drain (f->far);
  run_pending ();
  gscope_scope_drain (f->near);
}

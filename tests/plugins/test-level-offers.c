/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The offers of a QoS manager are written to a parameter of a source. */

#include "support/await.h"
#include "support/page-directory.h"
#include "support/scripted-source.h"

#include <tsl-source/level-offers.h>
#include <tsl/tsl.h>
#include <unistd.h>

typedef struct
{
  TslPage *page;
  TslPageReader *reader;
  GscopeScope *scope;
  ScriptedSource *source;
  GscopeParameter *gain;
  LevelOffers *offers;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  static const TslQosRange range = { 0.01, 0.1, 0.01, 40 * GSCOPE_MSEC };
  g_autoptr (GError) error = NULL;

  f->page = tsl_page_new ("test", &error);
  g_assert_no_error (error);
  f->scope = gscope_scope_new ();
  f->source = scripted_source_new ("lab");
  gscope_scope_add_source (f->scope, GSCOPE_SOURCE (f->source));
  /* nothing is held yet */
  gscope_source_start_async (GSCOPE_SOURCE (f->source), NULL, NULL, NULL);
  AWAIT (gscope_source_get_state (GSCOPE_SOURCE (f->source)) == GSCOPE_SOURCE_STATE_RUNNING);
  f->gain = gscope_source_find_parameter (GSCOPE_SOURCE (f->source), "gain");
  f->offers = level_offers_new (f->page, "player", &range, f->gain);
  f->reader = tsl_page_reader_new (getpid (), &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_clear_pointer (&f->offers, level_offers_free);
  tsl_page_reader_free (f->reader);
  gscope_source_stop_async (GSCOPE_SOURCE (f->source), NULL, NULL, NULL);
  if (scripted_source_count (f->source) > 0)
    scripted_source_accept (f->source, NULL);
  AWAIT (gscope_source_get_state (GSCOPE_SOURCE (f->source)) == GSCOPE_SOURCE_STATE_STOPPED);
  g_object_unref (f->source);
  g_object_unref (f->scope);
  tsl_page_unref (f->page);
}

static int
find_level (Fixture *f)
{
  g_assert_true (tsl_page_reader_update (f->reader, NULL));
  return tsl_page_reader_find (f->reader, TSL_QOS_MECHANISM, "player", "level");
}

/* Offers a level and waits until the source has it to judge. */
static void
offer (Fixture *f, double percent)
{
  g_autoptr (GError) error = NULL;

  scripted_source_hold (f->source);
  g_assert_true (tsl_page_reader_ask (f->reader, find_level (f), percent, &error));
  g_assert_no_error (error);
  AWAIT (scripted_source_count (f->source) > 0);
}

static gboolean
is_answered (Fixture *f)
{
  return tsl_page_reader_is_answered (f->reader, find_level (f));
}

static void
test_answers (Fixture *f, gconstpointer data)
{
  offer (f, 5);
  g_assert_false (is_answered (f));
  scripted_source_accept (f->source, NULL);
  run_pending ();
  g_assert_true (is_answered (f));
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, 5);

  offer (f, 7);
  scripted_source_refuse (f->source, "no room");
  run_pending ();
  g_assert_true (is_answered (f));
  g_assert_cmpfloat_with_epsilon (tsl_page_reader_get_value (f->reader, find_level (f)), 5, 1e-9);
}

/* The application is withdrawn while the source judges an offer: the offer has no effect afterwards. */
static void
test_withdrawn (Fixture *f, gconstpointer data)
{
  offer (f, 5);
  g_clear_pointer (&f->offers, level_offers_free);
  scripted_source_accept (f->source, NULL);
  run_pending ();
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/level-offers/answers", Fixture, NULL, set_up, test_answers, tear_down);
  g_test_add ("/level-offers/withdrawn", Fixture, NULL, set_up, test_withdrawn, tear_down);
  return page_directory_run ();
}

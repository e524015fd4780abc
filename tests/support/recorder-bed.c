/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/recorder-bed.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static const char *
get_nick (GType type, int value)
{
  g_autoptr (GEnumClass) choices = g_type_class_ref (type);

  return g_enum_get_value (choices, value)->value_nick;
}

void
recorder_bed_set_up (RecorderBed *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("gscope-XXXXXX", &f->path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  f->file = g_file_new_for_path (f->path);
  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->other = gscope_scope_new_with_clock (f->clock);
  gscope_scope_set_period (f->other, 20 * GSCOPE_MSEC);
  f->recorder = gscope_recorder_new (f->scope);
}

void
recorder_bed_tear_down (RecorderBed *f, gconstpointer data)
{
  g_assert_finalize_object (f->recorder);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->other);
  g_assert_finalize_object (f->clock);
  g_remove (f->path);
  g_free (f->path);
  g_object_unref (f->file);
  g_clear_error (&f->error);
}

void
recorder_bed_iterate (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

void
recorder_bed_advance (RecorderBed *f, gint64 milliseconds)
{
  for (; milliseconds > 0; milliseconds -= 10)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      recorder_bed_iterate ();
    }
}

void
recorder_bed_start (RecorderBed *f)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (gscope_recorder_start (f->recorder, f->file, &error));
  g_assert_no_error (error);
  g_assert_true (gscope_recorder_get_active (f->recorder));
}

void
recorder_bed_on_stopped (GObject *source, GAsyncResult *result, gpointer user_data)
{
  RecorderBed *f = user_data;

  g_clear_error (&f->error);
  gscope_recorder_stop_finish (GSCOPE_RECORDER (source), result, &f->error);
  f->is_stopped = TRUE;
}

void
recorder_bed_stop (RecorderBed *f)
{
  f->is_stopped = FALSE;
  gscope_recorder_stop_async (f->recorder, recorder_bed_on_stopped, f);
  while (!f->is_stopped)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (gscope_recorder_get_active (f->recorder));
}

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  RecorderContent *content = user_data;

  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpint (tuples[i].time, >=, content->last_time);
      content->last_time = tuples[i].time;
      g_string_append_printf (content->tuples, "%g %g %s\n", tuples[i].time / 1e6,
                              isnan (tuples[i].value) ? -1 : tuples[i].value,
                              gscope_tuple_parser_get_name (parser, tuples[i].name));
    }
}

static void
take_annotation (GscopeTupleParser *parser, guint64 line, GscopeAnnotation *annotation,
                 gpointer user_data)
{
  RecorderContent *content = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) signals = NULL;
  g_autoptr (GscopeMarker) marker = NULL;
  gint64 time, begin;
  static const char *const news_names[] = { "", " changed", " removed" };
  GscopeMarkerNews news;
  GscopeLossRecord loss;
  GscopeGapCause cause;
  const char *name;

  if (gscope_annotation_read_header (annotation, &time, &begin, &error))
    g_string_append_printf (content->objects, "%" G_GUINT64_FORMAT " start %g\n", line, time / 1e6);
  g_assert_no_error (error);
  signals = gscope_annotation_read_signals (annotation, &error);
  for (guint i = 0; signals != NULL && i < signals->len; i++, content->n_signals++)
    g_string_append_printf (content->objects, "signal %s\n",
                            gscope_signal_get_name (signals->pdata[i]));
  g_assert_no_error (error);
  if (gscope_annotation_read_gap (annotation, &name, &time, &cause, &error))
    g_string_append_printf (content->objects, "gap %g %s %s\n", time / 1e6, name,
                            get_nick (GSCOPE_TYPE_GAP_CAUSE, cause));
  g_assert_no_error (error);
  if (gscope_annotation_read_loss (annotation, &name, &loss, &error))
    g_string_append_printf (content->objects, "loss %s %s %" G_GUINT64_FORMAT "\n", name,
                            get_nick (GSCOPE_TYPE_LOSS, loss.cause), loss.count);
  g_assert_no_error (error);
  marker = gscope_annotation_read_marker (annotation, &news, &error);
  if (marker != NULL)
    g_string_append_printf (content->objects, "marker%s %g %d %s: %s, %s\n", news_names[news],
                            gscope_marker_get_time (marker) / 1e6, gscope_marker_get_kind (marker),
                            gscope_marker_get_subject (marker), gscope_marker_get_label (marker),
                            gscope_marker_get_detail (marker));
  g_assert_no_error (error);
}

RecorderContent
recorder_bed_read (RecorderBed *f)
{
  RecorderContent content = { g_string_new (NULL), g_string_new (NULL), G_MININT64, 0 };
  g_autoptr (GscopeTupleParser) parser = gscope_tuple_parser_new (take_tuples, &content, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize length;

  gscope_tuple_parser_set_annotation_func (parser, take_annotation, &content, NULL);
  g_file_get_contents (f->path, &text, &length, &error);
  g_assert_no_error (error);
  gscope_tuple_parser_feed (parser, text, length);
  gscope_tuple_parser_finish (parser);
  g_assert_cmpuint (gscope_tuple_parser_get_malformed (parser), ==, 0);
  return content;
}

void
recorder_content_clear (RecorderContent *content)
{
  g_string_free (content->tuples, TRUE);
  g_string_free (content->objects, TRUE);
}

void
recorder_bed_assert_content (RecorderBed *f, const char *tuples, const char *objects)
{
  RecorderContent content = recorder_bed_read (f);

  g_assert_cmpstr (content.tuples->str, ==, tuples);
  g_assert_cmpstr (content.objects->str, ==, objects);
  recorder_content_clear (&content);
}

void
recorder_bed_add_marker (RecorderBed *f, gint64 milliseconds, GscopeMarkerKind kind,
                         const char *label)
{
  g_autoptr (GscopeMarker) marker =
      gscope_marker_new (milliseconds * GSCOPE_MSEC, kind, "demo/x", label, "by\nhand");

  gscope_marker_list_add (gscope_scope_get_markers (f->scope), marker);
}

void
recorder_bed_use_part (RecorderBed *f, guint part)
{
  g_autofree char *path = part > 1 ? g_strdup_printf ("%s-%u", f->path, part) : NULL;

  if (path != NULL)
    g_assert_cmpint (g_rename (path, f->path), ==, 0);
}

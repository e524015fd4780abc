/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/session/past.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/record/ring-private.h>
#include <gscope/session/offer.h>
#include <math.h>

enum
{
  DEFAULT_COLUMNS = 256,
  DEFAULT_SECONDS = 10,
};

/* A signal that somebody asks for. */
typedef struct
{
  GscopeSignal *signal;
  GscopeScope *scope;
  /* by which it was asked for */
  char *name;
} Subject;

static void
subject_clear (gpointer data)
{
  Subject *self = data;

  g_object_unref (self->signal);
  g_object_unref (self->scope);
  g_free (self->name);
}

void
gscope_past_free (GscopePast *self)
{
  g_clear_object (&self->ring);
  g_array_unref (self->subjects);
  g_free (self->columns);
  g_free (self);
}

static GscopeSignal *
find_signal (const GscopeSessionHost *host, const GscopePrincipal *principal, const char *full_name,
             GscopeScope **scope)
{
  GscopeSource *source =
      gscope_offer_find_owner (host->scopes, host->rights, principal, full_name, scope);

  return source ? gscope_offer_find_signal (*scope, source, full_name) : NULL;
}

/* Samples of polled and of buffered signals that came until now are in the traces, except for those that may come as
 * late as the scope's delay. */
static gboolean
add_signal (GscopePast *self, GscopeSignal *signal, GscopeScope *scope, const char *name,
            GError **error)
{
  Subject subject = { signal, scope, NULL };

  if (!signal)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                   _ ("There is no signal “%s”. List the signals to see which there are."), name);
      return FALSE;
    }
  g_object_ref (signal);
  g_object_ref (scope);
  subject.name = g_strdup (name);
  g_array_append_val (self->subjects, subject);
  self->until = MIN (self->until, gscope_scope_get_pen (scope));
  gscope_scope_drain (scope);
  return TRUE;
}

GscopePast *
gscope_past_new (const GscopeSessionHost *host, const GscopePrincipal *principal,
                 const char *const *names, GError **error)
{
  g_autoptr (GscopePast) self = g_new0 (GscopePast, 1);
  guint n = g_strv_length ((GStrv) names);
  GscopeScope *scope = NULL;

  g_set_object (&self->ring, host->ring);
  self->subjects = g_array_new (FALSE, FALSE, sizeof (Subject));
  g_array_set_clear_func (self->subjects, subject_clear);
  self->until = G_MAXINT64;
  if (n == 0 || n > GSCOPE_PAST_MAX_SIGNALS)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   g_dngettext (GETTEXT_PACKAGE,
                                "The query has %u signal. Name 1 to %d by their full names.",
                                "The query has %u signals. Name 1 to %d by their full names.", n),
                   n, GSCOPE_PAST_MAX_SIGNALS);
      return NULL;
    }
  for (guint i = 0; i < n; i++)
    {
      GscopeSignal *signal = find_signal (host, principal, names[i], &scope);

      if (!add_signal (self, signal, scope, names[i], error))
        return NULL;
    }
  return g_steal_pointer (&self);
}

guint
gscope_past_count (GscopePast *self)
{
  return self->subjects->len;
}

const char *
gscope_past_get_name (GscopePast *self, guint i)
{
  return g_array_index (self->subjects, Subject, i).name;
}

GscopePastInterval
gscope_past_get_default_interval (GscopePast *self)
{
  return (GscopePastInterval){ .seconds = DEFAULT_SECONDS,
                               .to = self->until,
                               .columns = MIN (DEFAULT_COLUMNS,
                                               GSCOPE_PAST_MAX_COLUMNS / self->subjects->len) };
}

void
gscope_past_set_interval (GscopePast *self, const GscopePastInterval *interval)
{
  self->from = interval->has_from ? interval->from : interval->to - interval->seconds * GSCOPE_SEC;
  self->n = interval->columns;
  self->width = (interval->to - self->from - 1) / self->n + 1;
}

/* Reading. */

static void read_subjects (GscopePast *self);

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  static const GscopeColumn empty = { INFINITY, -INFINITY, NAN, NAN, 0 };
  GscopePast *self = data;
  g_autoptr (GscopeRecordRingAnswer) past = gscope_record_ring_query_finish (result, NULL);
  GscopeColumn *columns = self->columns + (self->next - 1) * self->n;

  for (gsize i = 0; past && i < past->n; i++)
    columns[i] = past->columns[i].count > 0 ? past->columns[i] : empty;
  read_subjects (self);
}

/* Goes on when a recording has been read. */
static void
read_subjects (GscopePast *self)
{
  while (self->next < self->subjects->len)
    {
      const Subject *subject = &g_array_index (self->subjects, Subject, self->next);
      GscopeColumn *columns = self->columns + self->next * self->n;
      GscopeTrace *trace = gscope_signal_get_trace (subject->signal);
      GscopeRecordRingQuestion question;
      gboolean has_past = self->ring
                          && gscope_record_ring_question_init (
                              &question, subject->signal, gscope_scope_get_pen (subject->scope),
                              self->from, self->width, self->n, &self->until);

      gscope_trace_get_columns (trace, self->from, self->width, (gsize) self->n, columns);
      self->next++;
      if (!has_past)
        continue;
      gscope_record_ring_query_async (self->ring, &question, NULL, on_read, self);
      return;
    }
  self->func (self->data);
}

void
gscope_past_read (GscopePast *self, void (*func) (gpointer data), gpointer data)
{
  self->func = func;
  self->data = data;
  self->columns = g_new0 (GscopeColumn, self->subjects->len * self->n);
  read_subjects (self);
}

/* JSON. */

static void
add_number (JsonArray *array, double value, gboolean is_known)
{
  if (is_known && isfinite (value))
    json_array_add_double_element (array, value);
  else
    json_array_add_null_element (array);
}

/* An array for each member of a column is a third as long as an object for each column. */
static JsonObject *
describe_columns (const Subject *subject, const GscopeColumn *columns, gint64 n)
{
  static const char *const members[] = { "min", "max", "first", "last", "count" };
  JsonObject *object = json_object_new ();
  JsonArray *arrays[G_N_ELEMENTS (members)];

  json_object_set_string_member (object, "full-name", subject->name);
  gscope_json_set_text (object, "unit", gscope_signal_get_unit (subject->signal), 255);
  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    arrays[i] = json_array_sized_new ((guint) n);
  for (gint64 i = 0; i < n; i++)
    {
      gboolean has_values = columns[i].min <= columns[i].max;

      add_number (arrays[0], columns[i].min, has_values);
      add_number (arrays[1], columns[i].max, has_values);
      add_number (arrays[2], columns[i].first, TRUE);
      add_number (arrays[3], columns[i].last, TRUE);
      json_array_add_int_element (arrays[4], (gint64) columns[i].count);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    json_object_set_array_member (object, members[i], arrays[i]);
  return object;
}

void
gscope_past_describe (GscopePast *self, JsonObject *object)
{
  JsonArray *signals = json_array_new ();

  json_object_set_int_member (object, "from_ns", self->from);
  json_object_set_int_member (object, "width_ns", self->width);
  json_object_set_int_member (object, "until_ns", self->until);
  for (guint i = 0; i < self->subjects->len; i++)
    json_array_add_object_element (signals,
                                   describe_columns (&g_array_index (self->subjects, Subject, i),
                                                     self->columns + i * self->n, self->n));
  json_object_set_array_member (object, "signals", signals);
}

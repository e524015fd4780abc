/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/document/document.h>

#include <gscope/trace/sample.h>
#include <string.h>

/* A period or a delay. */
#define SHORTEST_MSEC 0.1
#define LONGEST_MSEC 3600e3
#define MIB (1024 * 1024)

const GscopeField gscope_document_fields[] = {
  { "title", GSCOPE_FIELD_TYPE_TEXT, .offset = G_STRUCT_OFFSET (GscopeDocument, title),
    .text = "" },
  { "description", GSCOPE_FIELD_TYPE_TEXT, .offset = G_STRUCT_OFFSET (GscopeDocument, description),
    .text = "" },
  { .key = NULL },
};

const GscopeField gscope_document_scope_fields[] = {
  { "name", GSCOPE_FIELD_TYPE_TEXT, .offset = G_STRUCT_OFFSET (GscopeDocumentScope, name) },
  { "period-ms", GSCOPE_FIELD_TYPE_SCALED, .offset = G_STRUCT_OFFSET (GscopeDocumentScope, period),
    .scale = GSCOPE_MSEC, .min = SHORTEST_MSEC, .max = LONGEST_MSEC, .initial = -1 },
  { "delay-ms", GSCOPE_FIELD_TYPE_SCALED, .offset = G_STRUCT_OFFSET (GscopeDocumentScope, delay),
    .scale = GSCOPE_MSEC, .max = LONGEST_MSEC, .initial = -1 },
  { "budget-mb", GSCOPE_FIELD_TYPE_SCALED, .offset = G_STRUCT_OFFSET (GscopeDocumentScope, budget),
    .scale = MIB, .min = 1, .max = MIB, .initial = -1 },
  { .key = NULL },
};

const GscopeField gscope_document_source_fields[] = {
  { "type", GSCOPE_FIELD_TYPE_TEXT, .offset = G_STRUCT_OFFSET (GscopeDocumentSource, type) },
  { "name", GSCOPE_FIELD_TYPE_TEXT, .offset = G_STRUCT_OFFSET (GscopeDocumentSource, name) },
  { "options", GSCOPE_FIELD_TYPE_VALUES,
    .offset = G_STRUCT_OFFSET (GscopeDocumentSource, options) },
  { "parameters", GSCOPE_FIELD_TYPE_VALUES,
    .offset = G_STRUCT_OFFSET (GscopeDocumentSource, parameters) },
  { "steers", GSCOPE_FIELD_TYPE_NAMES, .offset = G_STRUCT_OFFSET (GscopeDocumentSource, steers) },
  { .key = NULL },
};

const GscopeField gscope_document_signal_fields[] = {
  { "name", GSCOPE_FIELD_TYPE_TEXT, .offset = G_STRUCT_OFFSET (GscopeDocumentSignal, name),
    .is_name = TRUE },
  { "period-ms", GSCOPE_FIELD_TYPE_SCALED, .offset = G_STRUCT_OFFSET (GscopeDocumentSignal, period),
    .scale = GSCOPE_MSEC, .min = SHORTEST_MSEC, .max = LONGEST_MSEC, .is_brief = TRUE },
  { .key = NULL },
};

GscopeDocumentSource *
gscope_document_source_new (const char *path)
{
  GscopeDocumentSource *self = g_new0 (GscopeDocumentSource, 1);

  gscope_fields_init (gscope_document_source_fields, self);
  self->path = g_strdup (path);
  return self;
}

GscopeDocumentSource *
gscope_document_source_copy (const GscopeDocumentSource *self, const char *path)
{
  GscopeDocumentSource *copy = gscope_document_source_new (path);

  gscope_fields_copy (gscope_document_source_fields, self, copy);
  return copy;
}

void
gscope_document_source_free (gpointer data)
{
  GscopeDocumentSource *self = data;

  gscope_fields_clear (gscope_document_source_fields, self);
  g_free (self->path);
  g_free (self);
}

static void
signal_free (gpointer data)
{
  GscopeDocumentSignal *self = data;

  gscope_fields_clear (gscope_document_signal_fields, self);
  gscope_trigger_settings_free (self->trigger);
  gscope_limit_settings_free (self->limit);
  g_free (self);
}

GscopeDocumentScope *
gscope_document_scope_new (const char *path)
{
  GscopeDocumentScope *self = g_new0 (GscopeDocumentScope, 1);

  gscope_fields_init (gscope_document_scope_fields, self);
  self->path = g_strdup (path);
  self->sources = g_ptr_array_new_with_free_func (gscope_document_source_free);
  self->signals = g_ptr_array_new_with_free_func (signal_free);
  return self;
}

void
gscope_document_scope_free (gpointer data)
{
  GscopeDocumentScope *self = data;

  gscope_fields_clear (gscope_document_scope_fields, self);
  g_ptr_array_unref (self->sources);
  g_ptr_array_unref (self->signals);
  g_free (self->path);
  g_free (self);
}

/* Returns whether there is an entry, and its position, or the one that it would have. */
static gboolean
find_signal (const GscopeDocumentScope *self, const char *name, guint *position)
{
  guint begin = 0, end = self->signals->len;

  while (begin < end)
    {
      guint middle = begin + (end - begin) / 2;
      const GscopeDocumentSignal *signal = self->signals->pdata[middle];
      int order = strcmp (signal->name, name);

      *position = middle;
      if (order == 0)
        return TRUE;
      if (order < 0)
        begin = middle + 1;
      else
        end = middle;
    }
  *position = begin;
  return FALSE;
}

GscopeDocumentSignal *
gscope_document_scope_find_signal (const GscopeDocumentScope *self, const char *name)
{
  guint position;

  return find_signal (self, name, &position) ? self->signals->pdata[position] : NULL;
}

GscopeDocumentSignal *
gscope_document_scope_get_signal (GscopeDocumentScope *self, const char *name)
{
  GscopeDocumentSignal *signal;
  guint position;

  if (find_signal (self, name, &position))
    return self->signals->pdata[position];
  signal = g_new0 (GscopeDocumentSignal, 1);
  gscope_fields_init (gscope_document_signal_fields, signal);
  signal->name = g_strdup (name);
  g_ptr_array_insert (self->signals, (int) position, signal);
  return signal;
}

static void
copy_signal (const GscopeDocumentSignal *signal, GscopeDocumentScope *to)
{
  GscopeDocumentSignal *copy = gscope_document_scope_get_signal (to, signal->name);

  gscope_fields_copy (gscope_document_signal_fields, signal, copy);
  gscope_document_signal_set_trigger (copy, signal->trigger);
  gscope_document_signal_set_limit (copy, signal->limit);
}

void
gscope_document_scope_copy_signals (const GscopeDocumentScope *self, GscopeDocumentScope *to)
{
  for (guint i = 0; i < self->signals->len; i++)
    copy_signal (self->signals->pdata[i], to);
}

void
gscope_document_scope_move_signals (GscopeDocumentScope *self, GscopeDocumentScope *to,
                                    const char *prefix)
{
  for (guint i = self->signals->len; i-- > 0;)
    {
      const GscopeDocumentSignal *signal = self->signals->pdata[i];

      if (!g_str_has_prefix (signal->name, prefix))
        continue;
      copy_signal (signal, to);
      g_ptr_array_remove_index (self->signals, i);
    }
}

void
gscope_document_signal_set_trigger (GscopeDocumentSignal *self,
                                    const GscopeTriggerSettings *settings)
{
  GscopeTriggerSettings *trigger = gscope_trigger_settings_copy (settings);

  gscope_trigger_settings_free (self->trigger);
  self->trigger = trigger;
}

void
gscope_document_signal_set_limit (GscopeDocumentSignal *self, const GscopeLimitSettings *settings)
{
  GscopeLimitSettings *limit = gscope_limit_settings_copy (settings);

  gscope_limit_settings_free (self->limit);
  self->limit = limit;
}

/* Makes a document that says nothing. */
void
gscope_document_init (GscopeDocument *self)
{
  gscope_fields_init (gscope_document_fields, self);
  self->comparisons =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_comparison_free);
  self->identifications =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_identification_free);
  self->scopes = g_ptr_array_new_with_free_func (gscope_document_scope_free);
  self->views = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_view_unref);
  self->windows = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_window_unref);
  self->problems = g_list_store_new (GSCOPE_TYPE_WORKSPACE_PROBLEM);
}

void
gscope_document_clear (GscopeDocument *self)
{
  gscope_fields_clear (gscope_document_fields, self);
  g_clear_pointer (&self->scopes, g_ptr_array_unref);
  g_clear_pointer (&self->views, g_ptr_array_unref);
  g_clear_pointer (&self->windows, g_ptr_array_unref);
  g_clear_pointer (&self->playback, gscope_workspace_playback_free);
  g_clear_pointer (&self->comparisons, g_ptr_array_unref);
  g_clear_pointer (&self->identifications, g_ptr_array_unref);
  g_clear_object (&self->problems);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "show.h"
#include "options.h"

#include <glib/gi18n-lib.h>

/* An item's signals. They read the words of the item, so this holds a reference. */
typedef struct
{
  ProcItem *item;
  GPtrArray *signals;
  gboolean has_ended;
} Shown;

struct _ProcShow
{
  GscopeSource *source;
  GPtrArray *shown;
  guint n_signals;
};

static void
shown_free (Shown *self)
{
  g_ptr_array_unref (self->signals);
  proc_item_unref (self->item);
  g_free (self);
}

ProcShow *
proc_show_new (GscopeSource *source)
{
  ProcShow *self = g_new0 (ProcShow, 1);

  self->source = source;
  self->shown = g_ptr_array_new_with_free_func ((GDestroyNotify) shown_free);
  return self;
}

void
proc_show_free (ProcShow *self)
{
  g_ptr_array_unref (self->shown);
  g_free (self);
}

static void
remove_at (ProcShow *self, guint i)
{
  Shown *shown = self->shown->pdata[i];

  for (guint k = 0; k < shown->signals->len; k++)
    gscope_source_remove_signal (self->source, shown->signals->pdata[k]);
  self->n_signals -= shown->signals->len;
  g_ptr_array_remove_index (self->shown, i);
}

void
proc_show_clear (ProcShow *self)
{
  while (self->shown->len > 0)
    remove_at (self, self->shown->len - 1);
}

/* Removes ended signals to make room: first signals of the same object, then the oldest. */
static void
make_room (ProcShow *self, ProcItem *item)
{
  for (guint i = self->shown->len; i-- > 0;)
    {
      Shown *shown = self->shown->pdata[i];

      if (shown->has_ended && shown->item->metrics == item->metrics
          && g_strcmp0 (shown->item->group, item->group) == 0)
        remove_at (self, i);
    }
  for (guint i = 0; i < self->shown->len && self->n_signals + item->n_values > PROC_MAX_SIGNALS;)
    if (((Shown *) self->shown->pdata[i])->has_ended)
      remove_at (self, i);
    else
      i++;
}

static GscopeSignal *
create_signal (ProcItem *item, guint i)
{
  const ProcMetric *metric = &item->metrics[i];
  GscopeSignal *signal = gscope_signal_new_double (metric->name, &item->values[i]);
  g_autofree char *title = g_strconcat (item->title, metric->title ? " " : NULL,
                                        metric->title ? _ (metric->title) : NULL, NULL);

  gscope_signal_set_group (signal, item->group);
  gscope_signal_set_title (signal, title);
  gscope_signal_set_role (signal, metric->name);
  gscope_signal_set_description (signal, _ (metric->description));
  gscope_signal_set_unit (signal, metric->unit);
  gscope_signal_set_range (signal, metric->min, metric->max);
  gscope_signal_set_hidden (signal, metric->hidden);
  if (metric->kind != PROC_ABSOLUTE)
    gscope_signal_set_line_mode (signal, GSCOPE_LINE_MODE_LINES);
  return signal;
}

gboolean
proc_show_add (ProcShow *self, ProcItem *item, GError **error)
{
  Shown *shown;

  make_room (self, item);
  shown = g_new0 (Shown, 1);
  shown->item = proc_item_ref (item);
  shown->signals = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (self->shown, shown);
  for (guint i = 0; i < item->n_values; i++)
    {
      g_autoptr (GscopeSignal) signal = create_signal (item, i);

      if (!gscope_source_add_signal (self->source, signal, error))
        return FALSE;
      g_ptr_array_add (shown->signals, g_steal_pointer (&signal));
      self->n_signals++;
    }
  return TRUE;
}

void
proc_show_end (ProcShow *self, ProcItem *item)
{
  for (guint i = 0; i < self->shown->len; i++)
    {
      Shown *shown = self->shown->pdata[i];

      if (shown->item != item)
        continue;
      for (guint k = 0; k < shown->signals->len; k++)
        gscope_signal_end (shown->signals->pdata[k]);
      shown->has_ended = TRUE;
    }
}

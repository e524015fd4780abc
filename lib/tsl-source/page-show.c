/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <tsl-source/page-show.h>

#include <gscope/error.h>
#include <math.h>

/* A shown group. Its signals read the words of the group, so it holds a reference. */
typedef struct
{
  PageGroup *group;
  char *name;
  GPtrArray *signals;
  gboolean has_ended;
} Shown;

struct _PageShow
{
  GscopeSource *source;
  const PageText *texts;
  GPtrArray *shown;
  GPtrArray *knobs;
};

static void
shown_free (Shown *self)
{
  g_ptr_array_unref (self->signals);
  page_group_unref (self->group);
  g_free (self->name);
  g_free (self);
}

typedef struct
{
  GTask *task;
  GVariant *value;
  GError *error;
} Answer;

static void
answer_free (gpointer data)
{
  Answer *self = data;

  g_object_unref (self->task);
  g_clear_pointer (&self->value, g_variant_unref);
  g_clear_error (&self->error);
  g_free (self);
}

static gboolean
give_answer (gpointer data)
{
  Answer *self = data;

  if (self->error)
    g_task_return_error (self->task, g_steal_pointer (&self->error));
  else
    g_task_return_pointer (self->task, g_steal_pointer (&self->value),
                           (GDestroyNotify) g_variant_unref);
  return G_SOURCE_REMOVE;
}

void
page_knob_answer (PageKnob *self, GVariant *value, GError *error)
{
  g_autoptr (GSource) idle = g_idle_source_new ();
  Answer *answer = g_new (Answer, 1);

  *answer =
      (Answer){ g_steal_pointer (&self->task), value ? g_variant_ref_sink (value) : NULL, error };
  g_source_set_static_name (idle, "[tsl] answer");
  g_source_set_priority (idle, G_PRIORITY_DEFAULT);
  g_source_set_callback (idle, give_answer, answer, answer_free);
  g_source_attach (idle, g_task_get_context (answer->task));
}

static void
knob_free (PageKnob *self)
{
  if (self->task)
    page_knob_answer (self, NULL,
                      g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                                   _ ("cannot set the knob of %s: process %u has ended"),
                                   self->group->process, self->group->pid));
  g_object_unref (self->parameter);
  page_group_unref (self->group);
  g_free (self);
}

PageShow *
page_show_new (GscopeSource *source, const PageText *texts)
{
  PageShow *self = g_new0 (PageShow, 1);

  self->source = source;
  self->texts = texts;
  self->shown = g_ptr_array_new_with_free_func ((GDestroyNotify) shown_free);
  self->knobs = g_ptr_array_new_with_free_func ((GDestroyNotify) knob_free);
  return self;
}

void
page_show_free (PageShow *self)
{
  g_ptr_array_unref (self->knobs);
  g_ptr_array_unref (self->shown);
  g_free (self);
}

/* Names. */

static void
clean (char *text)
{
  for (char *c = text; *c; c++)
    if (g_ascii_iscntrl (*c))
      *c = '?';
  g_strstrip (text);
}

static Shown *
find_name (PageShow *self, const char *name)
{
  for (guint i = 0; i < self->shown->len; i++)
    if (g_str_equal (((Shown *) self->shown->pdata[i])->name, name))
      return self->shown->pdata[i];
  return NULL;
}

static void
remove_shown (PageShow *self, Shown *shown)
{
  for (guint i = 0; i < shown->signals->len; i++)
    gscope_source_remove_signal (self->source, shown->signals->pdata[i]);
  g_ptr_array_remove (self->shown, shown);
}

/* A program's second run gets the names of its first, because workspaces refer to signals by
 * name. */
static char *
claim_name (PageShow *self, const PageGroup *group)
{
  char *name = g_strdup_printf ("%s %s", group->process, group->group);
  Shown *other;

  clean (name);
  other = find_name (self, name);
  if (other && other->has_ended)
    remove_shown (self, other);
  else if (other)
    {
      g_free (name);
      name = g_strdup_printf ("%s %s (%u)", group->process, group->group, group->pid);
      clean (name);
    }
  return name;
}

static const PageText *
find_text (PageShow *self, const char *name)
{
  for (const PageText *text = self->texts; text && text->name; text++)
    if (g_str_equal (text->name, name))
      return text;
  return NULL;
}

/* Signals and parameters. */

static void
add_signal (PageShow *self, Shown *shown, GscopeSignal *signal, const PageCell *cell)
{
  const PageText *text = find_text (self, cell->info.name);
  g_autofree char *title =
      g_strdup_printf ("%s: %s", shown->name, text ? _ (text->title) : cell->info.name);

  gscope_signal_set_group (signal, shown->name);
  gscope_signal_set_role (signal, gscope_signal_get_name (signal));
  gscope_signal_set_title (signal, title);
  if (text)
    gscope_signal_set_description (signal, _ (text->description));
  if (gscope_source_add_signal (self->source, signal, NULL))
    g_ptr_array_add (shown->signals, g_object_ref (signal));
}

static void
add_counter (PageShow *self, Shown *shown, PageCell *cell)
{
  const PageText *text = find_text (self, cell->info.name);
  g_autofree char *total_name = g_strconcat (cell->info.name, "-total", NULL);
  g_autoptr (GscopeSignal) rate = gscope_signal_new_double (cell->info.name, &cell->value);
  g_autoptr (GscopeSignal) total = gscope_signal_new_double (total_name, &cell->count);

  gscope_signal_set_unit (rate, "/s");
  gscope_signal_set_unit (total, "");
  add_signal (self, shown, rate, cell);
  if (text && text->with_total)
    add_signal (self, shown, total, cell);
}

static void
add_gauge (PageShow *self, Shown *shown, PageCell *cell)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_double (cell->info.name, &cell->value);

  gscope_signal_set_unit (signal, cell->info.unit);
  if (isfinite (cell->info.min) && isfinite (cell->info.max) && cell->info.min < cell->info.max)
    gscope_signal_set_range (signal, cell->info.min, cell->info.max);
  add_signal (self, shown, signal, cell);
}

GVariant *
page_knob_create_value (const PageKnob *self, double number)
{
  const char *const *nicks = gscope_parameter_get_nicks (self->parameter);

  switch (gscope_parameter_get_parameter_type (self->parameter))
    {
    case GSCOPE_PARAMETER_TYPE_BOOLEAN:
      return g_variant_new_boolean (number != 0);
    case GSCOPE_PARAMETER_TYPE_ENUMERATION:
      return g_variant_new_string (
          nicks[(guint) CLAMP (number, 0, g_strv_length ((GStrv) nicks) - 1)]);
    case GSCOPE_PARAMETER_TYPE_INTEGER:
    case GSCOPE_PARAMETER_TYPE_DOUBLE:
    case GSCOPE_PARAMETER_TYPE_STRING:
    default:
      return g_variant_new_double (number);
    }
}

double
page_knob_get_number (const PageKnob *self, GVariant *value)
{
  const char *const *nicks = gscope_parameter_get_nicks (self->parameter);
  guint i = 0;

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN))
    return g_variant_get_boolean (value);
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    return g_variant_get_double (value);
  while (nicks[i] && !g_str_equal (nicks[i], g_variant_get_string (value, NULL)))
    i++;
  return i;
}

static GscopeParameter *
create_choice (const PageText *text, const char *name, guint value)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) titles = NULL;

  for (guint i = 0; text->nicks[i]; i++)
    g_strv_builder_add (builder, _ (text->titles[i]));
  titles = g_strv_builder_end (builder);
  return gscope_parameter_new_enumeration (name, text->nicks, (const char *const *) titles,
                                           text->nicks[value]);
}

static GscopeParameter *
create_parameter (const PageText *text, const TslCellInfo *info, double value)
{
  GscopeParameter *parameter;

  if (text && text->is_switch)
    return gscope_parameter_new_boolean (info->name, value != 0);
  if (text && text->nicks)
    return create_choice (text, info->name, value);
  parameter = gscope_parameter_new_double (info->name, info->min, info->max, value);
  gscope_parameter_set_step (parameter, text ? text->step : 0);
  return parameter;
}

/* The page is not trusted: its range must be valid, and its choices must be known. */
static gboolean
is_sound (const PageText *text, const TslCellInfo *info)
{
  if (!isfinite (info->min) || !isfinite (info->max) || !(info->min < info->max))
    return FALSE;
  return !text || !text->nicks
         || (info->min == 0 && info->max < g_strv_length ((GStrv) text->nicks));
}

static void
add_knob (PageShow *self, Shown *shown, const PageCell *cell)
{
  const PageText *text = find_text (self, cell->info.name);
  double value = isfinite (page_cell_get (cell)) ? page_cell_get (cell) : cell->info.min;
  g_autoptr (GscopeParameter) parameter = NULL;
  g_autofree char *description =
      g_strdup_printf (_ ("%s of %s, process %u"), text ? _ (text->description) : cell->info.name,
                       shown->name, shown->group->pid);
  PageKnob *knob;

  if (!is_sound (text, &cell->info))
    return;
  parameter = create_parameter (text, &cell->info, CLAMP (value, cell->info.min, cell->info.max));
  gscope_parameter_set_group (parameter, shown->name);
  gscope_parameter_set_role (parameter, cell->info.name);
  gscope_parameter_set_title (parameter, text ? _ (text->title) : cell->info.name);
  gscope_parameter_set_description (parameter, description);
  gscope_parameter_set_unit (parameter, cell->info.unit);
  gscope_parameter_set_steered (parameter, text ? text->steered : NULL);
  if (!gscope_source_add_parameter (self->source, parameter, NULL))
    return;
  knob = g_new0 (PageKnob, 1);
  knob->group = page_group_ref (shown->group);
  knob->cell = cell;
  knob->parameter = g_steal_pointer (&parameter);
  g_ptr_array_add (self->knobs, knob);
}

static void
add_group (PageShow *self, PageGroup *group)
{
  Shown *shown = g_new0 (Shown, 1);

  shown->group = page_group_ref (group);
  shown->name = claim_name (self, group);
  shown->signals = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (self->shown, shown);
  for (guint i = 0; i < group->n_cells; i++)
    switch ((TslCellKind) group->cells[i].info.kind)
      {
      case TSL_CELL_KIND_COUNTER:
        add_counter (self, shown, &group->cells[i]);
        break;
      case TSL_CELL_KIND_GAUGE:
        add_gauge (self, shown, &group->cells[i]);
        break;
      case TSL_CELL_KIND_KNOB:
        add_knob (self, shown, &group->cells[i]);
        break;
      }
}

static gsize
find_place (PageShow *self, const PageGroup *group)
{
  gsize place = G_MAXSIZE;

  for (guint i = 0; i < group->n_cells; i++)
    {
      const PageText *text = find_text (self, group->cells[i].info.name);

      place = text ? MIN (place, (gsize) (text - self->texts)) : place;
    }
  return place;
}

static int
compare_places (gconstpointer a, gconstpointer b, gpointer self)
{
  gsize first = find_place (self, *(PageGroup *const *) a);
  gsize second = find_place (self, *(PageGroup *const *) b);

  return (first > second) - (first < second);
}

void
page_show_add (PageShow *self, GPtrArray *groups)
{
  g_ptr_array_sort_with_data (groups, compare_places, self);
  for (guint i = 0; i < groups->len; i++)
    add_group (self, groups->pdata[i]);
}

static void
remove_knobs (PageShow *self, const PageGroup *group)
{
  for (guint i = self->knobs->len; i-- > 0;)
    {
      PageKnob *knob = self->knobs->pdata[i];

      if (group && knob->group != group)
        continue;
      gscope_source_remove_parameter (self->source, knob->parameter);
      g_ptr_array_remove_index (self->knobs, i);
    }
}

/* Removes the groups that ended first. */
static void
limit_ended (PageShow *self)
{
  Shown *oldest = NULL;
  guint n = 0;

  for (guint i = self->shown->len; i-- > 0;)
    if (((Shown *) self->shown->pdata[i])->has_ended)
      {
        oldest = self->shown->pdata[i];
        n++;
      }
  if (n > PAGE_SHOW_MAX_ENDED)
    remove_shown (self, oldest);
}

void
page_show_end (PageShow *self, PageGroup *group)
{
  remove_knobs (self, group);
  for (guint i = 0; i < self->shown->len; i++)
    {
      Shown *shown = self->shown->pdata[i];

      if (shown->group != group)
        continue;
      for (guint k = 0; k < shown->signals->len; k++)
        gscope_signal_end (shown->signals->pdata[k]);
      shown->has_ended = TRUE;
    }
  limit_ended (self);
}

void
page_show_clear (PageShow *self)
{
  remove_knobs (self, NULL);
  while (self->shown->len > 0)
    remove_shown (self, self->shown->pdata[self->shown->len - 1]);
}

GPtrArray *
page_show_get_knobs (PageShow *self)
{
  return self->knobs;
}

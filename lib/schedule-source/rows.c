/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <schedule-source/rows.h>

#include <glib/gi18n-lib.h>
#include <unistd.h>

enum
{
  MAX_ENDED = 16,
  /* At 60,000 switches a second a ring holds those of half a second. */
  CAPACITY = 32768,
  N_COLORS = 16,
};

#define GREY 0xff9a9996

typedef struct
{
  const char *name;
  const char *title;
  const char *unit;
  const char *description;
  const char *role;
} Group;

static const Group processors = { "processors", N_ ("Processors"), "",
                                  N_ ("The thread that the processor runs (sched_switch)"), NULL };

static const Group threads = { "threads", N_ ("Threads"), "",
                               N_ ("The thread sleeps, waits for a processor or runs"), NULL };

static const Group budgets = {
  "budgets", N_ ("Budgets"), "ms",
  N_ ("Budget that the thread's reserve has left when the thread begins and stops to run"), "budget"
};

/* A thread that is or was shown. */
typedef struct
{
  ScheduleRow *row;
  char *name;
  GscopeSignal *states;
  GscopeSignal *budgets;
} Entry;

struct _ScheduleRows
{
  GscopeSource *source;
  GPtrArray *processors;
  /* the ended ones in the order in which they ended */
  GPtrArray *entries;
  GPtrArray *ended;
  /* of the processors' signals, by value */
  GscopeState states[GSCOPE_MAX_STATES];
};

static void
entry_free (gpointer data)
{
  Entry *self = data;

  schedule_row_unref (self->row);
  g_clear_object (&self->states);
  g_clear_object (&self->budgets);
  g_free (self->name);
  g_free (self);
}

static void
clear_names (ScheduleRows *self)
{
  for (guint i = SCHEDULE_FIRST_SLOT; i < GSCOPE_MAX_STATES; i++)
    g_clear_pointer ((char **) &self->states[i].name, g_free);
}

ScheduleRows *
schedule_rows_new (GscopeSource *source)
{
  ScheduleRows *self = g_new0 (ScheduleRows, 1);

  self->source = source;
  self->processors = g_ptr_array_new_with_free_func (g_object_unref);
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->ended = g_ptr_array_new_with_free_func (entry_free);
  return self;
}

void
schedule_rows_free (ScheduleRows *self)
{
  clear_names (self);
  g_ptr_array_unref (self->processors);
  g_ptr_array_unref (self->entries);
  g_ptr_array_unref (self->ended);
  g_free (self);
}

static guint
find_color (guint slot)
{
  return 1 + slot % N_COLORS;
}

/* Processors. */

static void
set_processor_states (ScheduleRows *self)
{
  GscopeState states[GSCOPE_MAX_STATES];
  gsize n = 0;

  for (guint i = 0; i < GSCOPE_MAX_STATES; i++)
    if (self->states[i].name)
      states[n++] = self->states[i];
  for (guint i = 0; i < self->processors->len; i++)
    gscope_signal_set_states (self->processors->pdata[i], states, n);
}

/* The title of a signal names the thread or processor alone: the title of its lane names the group. */
static GscopeSignal *
add_signal (ScheduleRows *self, const Group *group, const char *name, const char *title)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered (name);

  gscope_signal_set_title (signal, title);
  gscope_signal_set_group (signal, group->name);
  gscope_signal_set_group_title (signal, _ (group->title));
  gscope_signal_set_unit (signal, group->unit);
  gscope_signal_set_description (signal, _ (group->description));
  gscope_signal_set_role (signal, group->role);
  return gscope_source_add_signal (self->source, signal, NULL) ? g_steal_pointer (&signal) : NULL;
}

static GscopeProducer *
create_producer (GscopeSignal *signal)
{
  GscopeProducer *producer = gscope_signal_create_producer (signal);

  gscope_producer_set_capacity (producer, CAPACITY);
  return producer;
}

static void
add_processor (ScheduleRows *self, GArray *made, guint cpu)
{
  g_autofree char *name = g_strdup_printf ("cpu%u", cpu);
  g_autofree char *title = g_strdup_printf (_ ("CPU %u"), cpu);
  GscopeSignal *signal = add_signal (self, &processors, name, title);
  ScheduleProcessor processor = { .cpu = cpu };

  if (!signal)
    return;
  gscope_signal_set_color (signal, GREY);
  processor.producer = create_producer (signal);
  g_ptr_array_add (self->processors, signal);
  g_array_append_val (made, processor);
}

static void
remove_entry (ScheduleRows *self, GPtrArray *from, guint i)
{
  Entry *entry = from->pdata[i];

  gscope_source_remove_signal (self->source, entry->states);
  if (entry->budgets)
    gscope_source_remove_signal (self->source, entry->budgets);
  g_ptr_array_remove_index (from, i);
}

static void
remove_all (ScheduleRows *self)
{
  while (self->entries->len > 0)
    remove_entry (self, self->entries, 0);
  while (self->ended->len > 0)
    remove_entry (self, self->ended, 0);
  for (guint i = 0; i < self->processors->len; i++)
    gscope_source_remove_signal (self->source, self->processors->pdata[i]);
  g_ptr_array_set_size (self->processors, 0);
  clear_names (self);
}

GArray *
schedule_rows_reset (ScheduleRows *self, GArray *numbers)
{
  GArray *made = g_array_new (FALSE, FALSE, sizeof (ScheduleProcessor));

  remove_all (self);
  self->states[SCHEDULE_IDLE] =
      (GscopeState){ SCHEDULE_IDLE, GSCOPE_STATE_STYLE_THIN, 0, _ ("idle"), NULL };
  self->states[SCHEDULE_OTHER] =
      (GscopeState){ SCHEDULE_OTHER, GSCOPE_STATE_STYLE_FILLED, 0, _ ("another thread"), "" };
  for (guint i = 0; i < numbers->len; i++)
    add_processor (self, made, g_array_index (numbers, guint, i));
  set_processor_states (self);
  return made;
}

/* Threads. */

static Entry *
find_entry (ScheduleRows *self, const ScheduleRow *row)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (((Entry *) self->entries->pdata[i])->row == row)
      return self->entries->pdata[i];
  return NULL;
}

static gboolean
has_name (GPtrArray *entries, const char *name, guint *found)
{
  for (guint i = 0; i < entries->len; i++)
    if (g_str_equal (((Entry *) entries->pdata[i])->name, name))
      {
        *found = i;
        return TRUE;
      }
  return FALSE;
}

/* Replaces characters that are not allowed in a signal's name. */
static char *
make_valid (const ScheduleRow *row)
{
  g_autofree char *name = g_utf8_make_valid (row->name, -1);

  for (char *c = name; *c; c++)
    if (*c == '/' || g_ascii_iscntrl (*c))
      *c = '-';
  g_strstrip (name);
  return name[0] ? g_steal_pointer (&name) : g_strdup_printf ("%d", row->tid);
}

/* Threads with one name are told apart by their numbers. */
static char *
make_name (ScheduleRows *self, const ScheduleRow *row)
{
  g_autofree char *name = make_valid (row);
  guint i;

  return has_name (self->entries, name, &i) ? g_strdup_printf ("%s-%d", name, row->tid)
                                            : g_steal_pointer (&name);
}

static void
name_slot (ScheduleRows *self, const ScheduleRow *row, const char *name)
{
  GscopeState *state = &self->states[SCHEDULE_FIRST_SLOT + row->slot];

  g_free ((char *) state->name);
  *state = (GscopeState){ SCHEDULE_FIRST_SLOT + row->slot, GSCOPE_STATE_STYLE_FILLED,
                          find_color (row->slot), g_strdup (name), "" };
  set_processor_states (self);
}

static void
add_budgets (ScheduleRows *self, Entry *entry)
{
  g_autofree char *title =
      g_strdup_printf (_ ("%s budget"), gscope_signal_get_title (entry->states));

  entry->budgets = add_signal (self, &budgets, entry->name, title);
  if (!entry->budgets)
    return;
  gscope_signal_set_color (entry->budgets, find_color (entry->row->slot));
  gscope_signal_set_line_mode (entry->budgets, GSCOPE_LINE_MODE_FILLED);
  g_atomic_pointer_set (&entry->row->budgets, create_producer (entry->budgets));
}

/* The signals of a thread that has ended give their name to one that is there. */
static void
add_entry (ScheduleRows *self, ScheduleRow *row)
{
  g_autofree char *name = make_name (self, row);
  GscopeSignal *states;
  Entry *entry;
  guint i;

  if (has_name (self->ended, name, &i))
    remove_entry (self, self->ended, i);
  states = add_signal (self, &threads, name, name);
  if (!states)
    return;
  thread_state_declare (states, (guint) sysconf (_SC_NPROCESSORS_CONF));
  gscope_signal_set_color (states, find_color (row->slot));
  name_slot (self, row, name);
  entry = g_new0 (Entry, 1);
  entry->row = schedule_row_ref (row);
  entry->name = g_steal_pointer (&name);
  entry->states = states;
  g_ptr_array_add (self->entries, entry);
  /* from here on the worker pushes */
  g_atomic_pointer_set (&row->states, create_producer (states));
}

static void
add_row (ScheduleRows *self, ScheduleRow *row)
{
  Entry *entry;

  if (!find_entry (self, row))
    add_entry (self, row);
  entry = find_entry (self, row);
  if (entry && !entry->budgets && g_atomic_int_get (&row->has_budget))
    add_budgets (self, entry);
}

static void
end_row (ScheduleRows *self, ScheduleRow *row)
{
  Entry *entry = find_entry (self, row);
  guint i;

  if (!entry || !g_ptr_array_find (self->entries, entry, &i))
    return;
  gscope_signal_end (entry->states);
  if (entry->budgets)
    gscope_signal_end (entry->budgets);
  g_ptr_array_add (self->ended, g_ptr_array_steal_index (self->entries, i));
  if (self->ended->len > MAX_ENDED)
    remove_entry (self, self->ended, 0);
}

void
schedule_rows_show (ScheduleRows *self, GPtrArray *added, GPtrArray *ended)
{
  guint k;

  for (guint i = 0; i < ended->len; i++)
    {
      while (g_ptr_array_find (added, ended->pdata[i], &k))
        g_ptr_array_remove_index (added, k);
      end_row (self, ended->pdata[i]);
    }
  for (guint i = 0; i < added->len; i++)
    add_row (self, added->pdata[i]);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/history.h"

#define MAX_ENTRIES 1000

typedef struct
{
  guint id;
  char *title;
  AppMemento memento;
} Entry;

struct _AppHistory
{
  GObject parent_instance;

  /* the first n_done are done, the others undone */
  GPtrArray *entries;
  guint n_done;
  guint last_id;
  /* the gesture of the newest entry, while it may go on */
  AppGesture gesture;
  AppHistoryActivity activity;
  gboolean is_blocked;
};

G_DEFINE_FINAL_TYPE (AppHistory, app_history, G_TYPE_OBJECT)

enum
{
  CHANGED,
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
free_state (const AppMementoKind *kind, gpointer state)
{
  if (state)
    kind->free_state (state);
}

void
app_memento_clear (AppMemento *self)
{
  free_state (self->kind, self->before);
  free_state (self->kind, self->after);
  self->kind->free_subject (self->subject);
}

gboolean
app_memento_is_same_text (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (a, b) == 0;
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  app_memento_clear (&entry->memento);
  g_free (entry->title);
  g_free (entry);
}

static void
set_title (Entry *entry)
{
  const AppMemento *memento = &entry->memento;

  g_free (entry->title);
  entry->title = memento->kind->describe (memento->subject, memento->before, memento->after);
}

static Entry *
entry_new (guint id, const AppMemento *memento)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->id = id;
  entry->memento = *memento;
  set_title (entry);
  return entry;
}

static void
set_gesture (AppHistory *self, AppGesture gesture)
{
  g_set_object (&self->gesture.object, gesture.object);
  self->gesture.number = gesture.number;
}

static void
app_history_finalize (GObject *object)
{
  AppHistory *self = APP_HISTORY (object);

  set_gesture (self, (AppGesture){ NULL, 0 });
  g_ptr_array_unref (self->entries);
  G_OBJECT_CLASS (app_history_parent_class)->finalize (object);
}

static void
app_history_class_init (AppHistoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_history_finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
app_history_init (AppHistory *self)
{
  /* so that a number of another history is none of this one */
  self->last_id = (guint) g_random_int_range (1, G_MAXINT);
  self->entries = g_ptr_array_new_with_free_func (entry_free);
}

AppHistory *
app_history_new (void)
{
  return g_object_new (APP_TYPE_HISTORY, NULL);
}

static Entry *
get_entry (AppHistory *self, guint position)
{
  return self->entries->pdata[position];
}

static gboolean
is_change (const AppMemento *memento)
{
  if (!memento->before || !memento->after)
    return memento->before || memento->after;
  return !memento->kind->is_same || !memento->kind->is_same (memento->before, memento->after);
}

/* Returns the newest entry if the change goes on with its gesture. */
static Entry *
find_gesture (AppHistory *self, const AppMemento *memento)
{
  const AppGesture *gesture = &memento->gesture;
  Entry *newest = self->n_done > 0 ? get_entry (self, self->n_done - 1) : NULL;

  return newest && newest->memento.kind == memento->kind && gesture->object
                 && self->gesture.object == gesture->object
                 && self->gesture.number == gesture->number
             ? newest
             : NULL;
}

static void
merge (Entry *entry, const AppMemento *memento)
{
  AppMemento rest = *memento, *whole = &entry->memento;

  rest.after = whole->after;
  whole->after = memento->after;
  if (whole->kind->join)
    {
      gpointer before = whole->before;

      whole->before = whole->kind->join (before, memento->before);
      whole->after = whole->kind->join (memento->after, rest.after);
      whole->kind->free_state (before);
      whole->kind->free_state (memento->after);
    }
  set_title (entry);
  app_memento_clear (&rest);
}

static guint
add (AppHistory *self, const AppMemento *memento)
{
  Entry *entry = entry_new (++self->last_id, memento);

  g_ptr_array_set_size (self->entries, (int) self->n_done);
  if (self->entries->len == MAX_ENTRIES)
    g_ptr_array_remove_index (self->entries, 0);
  g_ptr_array_add (self->entries, entry);
  self->n_done = self->entries->len;
  set_gesture (self, memento->gesture);
  return entry->id;
}

guint
app_history_push (AppHistory *self, const AppMemento *memento)
{
  AppMemento taken = *memento;
  Entry *entry;
  guint id;

  if (self->activity != APP_HISTORY_IDLE || !is_change (memento))
    {
      app_memento_clear (&taken);
      return 0;
    }
  entry = find_gesture (self, memento);
  if (entry)
    merge (entry, memento);
  id = entry ? entry->id : add (self, memento);
  g_signal_emit (self, signals[CHANGED], 0);
  return id;
}

static gboolean
restore (AppHistory *self, AppHistoryActivity activity, AppMemento *memento, gconstpointer from,
         gconstpointer to)
{
  g_autoptr (GError) error = NULL;
  gboolean is_restored;

  self->activity = activity;
  is_restored = memento->kind->restore (memento->subject, from, to, &error);
  self->activity = APP_HISTORY_IDLE;
  if (!is_restored)
    g_signal_emit (self, signals[FAILED], 0, error->message);
  return is_restored;
}

guint
app_history_do (AppHistory *self, const AppMemento *memento)
{
  AppMemento taken = *memento;

  if (is_change (memento)
      && restore (self, APP_HISTORY_DOING, &taken, memento->before, memento->after))
    return app_history_push (self, memento);
  app_memento_clear (&taken);
  return 0;
}

/* A subject may have changed since then; it comes back as it was left. */
static void
take_again (AppMemento *memento, gpointer *state)
{
  gpointer now = *state && memento->kind->take ? memento->kind->take (memento->subject) : NULL;

  if (!now)
    return;
  free_state (memento->kind, *state);
  *state = now;
}

static void
undo (AppHistory *self, Entry *entry)
{
  AppMemento *memento = &entry->memento;

  set_gesture (self, (AppGesture){ NULL, 0 });
  take_again (memento, &memento->after);
  restore (self, APP_HISTORY_UNDOING, memento, memento->after, memento->before);
}

void
app_history_set_blocked (AppHistory *self, gboolean blocked)
{
  if (self->is_blocked == blocked)
    return;
  self->is_blocked = blocked;
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
app_history_get_blocked (AppHistory *self)
{
  return self->is_blocked;
}

void
app_history_undo (AppHistory *self)
{
  if (self->n_done == 0 || self->is_blocked)
    return;
  undo (self, get_entry (self, --self->n_done));
  g_signal_emit (self, signals[CHANGED], 0);
}

void
app_history_redo (AppHistory *self)
{
  AppMemento *memento;

  if (self->n_done == self->entries->len || self->is_blocked)
    return;
  memento = &get_entry (self, self->n_done++)->memento;
  set_gesture (self, (AppGesture){ NULL, 0 });
  take_again (memento, &memento->before);
  restore (self, APP_HISTORY_REDOING, memento, memento->before, memento->after);
  g_signal_emit (self, signals[CHANGED], 0);
}

AppHistoryActivity
app_history_get_activity (AppHistory *self)
{
  return self->activity;
}

gboolean
app_history_has_done (AppHistory *self, guint id)
{
  for (guint i = 0; i < self->n_done; i++)
    if (get_entry (self, i)->id == id)
      return TRUE;
  return FALSE;
}

void
app_history_undo_entry (AppHistory *self, guint id)
{
  if (self->is_blocked)
    return;
  for (guint i = 0; i + 1 < self->n_done; i++)
    {
      if (get_entry (self, i)->id != id)
        continue;
      undo (self, get_entry (self, i));
      self->n_done--;
      g_ptr_array_remove_index (self->entries, i);
      g_signal_emit (self, signals[CHANGED], 0);
      return;
    }
  if (self->n_done > 0 && get_entry (self, self->n_done - 1)->id == id)
    app_history_undo (self);
}

const char *
app_history_get_undo_title (AppHistory *self)
{
  return self->n_done > 0 && !self->is_blocked ? get_entry (self, self->n_done - 1)->title : NULL;
}

const char *
app_history_get_redo_title (AppHistory *self)
{
  return self->n_done < self->entries->len && !self->is_blocked
             ? get_entry (self, self->n_done)->title
             : NULL;
}

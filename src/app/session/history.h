/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

#define APP_TYPE_HISTORY (app_history_get_type ())
G_DECLARE_FINAL_TYPE (AppHistory, app_history, APP, HISTORY, GObject)

/* A kind of entry. A subject is a thing that can be found again after it went and came back; its states are
 * the kind's own, and NULL is the state of a subject that does not exist. */
typedef struct
{
  /* Returns the state of the subject now. NULL for a kind whose states are reported only. */
  gpointer (*take) (gconstpointer subject);
  /* Brings the subject from one state to the other. The error is a whole sentence. */
  gboolean (*restore) (gpointer subject, gconstpointer from, gconstpointer to, GError **error);
  /* Returns the title of an entry. */
  char *(*describe) (gconstpointer subject, gconstpointer before, gconstpointer after);
  /* Returns whether two states are the same. NULL for a kind that reports differences only. */
  gboolean (*is_same) (gconstpointer a, gconstpointer b);
  /* Merges two states of a gesture: of a thing that is in both, the first state is taken. NULL for a kind whose
   * states have the same contents. */
  gpointer (*join) (gconstpointer first, gconstpointer second);
  GDestroyNotify free_state;
  GDestroyNotify free_subject;
} AppMementoKind;

/* Changes of one kind, object and number are one entry, from the state before the first to that after
 * the last. An object is NULL where a change is an entry of its own. */
typedef struct
{
  GObject *object;
  guint number;
} AppGesture;

typedef struct
{
  const AppMementoKind *kind;
  gpointer subject;
  gpointer before;
  gpointer after;
  AppGesture gesture;
} AppMemento;

/* The present activity of the history. */
typedef enum
{
  APP_HISTORY_IDLE,
  APP_HISTORY_DOING,
  APP_HISTORY_UNDOING,
  APP_HISTORY_REDOING,
} AppHistoryActivity;

/* Frees the subject and the states. */
void app_memento_clear (AppMemento *self);
/* Compares states that are texts. */
gboolean app_memento_is_same_text (gconstpointer a, gconstpointer b);

/* The user's changes. It emits “changed”, and “failed” with a sentence where a state could not be
 * restored. */
AppHistory *app_history_new (void);

/* Both consume the memento and return the number of the entry; 0 if there is none. Changes that a state
 * brings with it while the history restores that are no entries. */
/* Adds a change that has been made. */
guint app_history_push (AppHistory *self, const AppMemento *memento);
/* Makes the change, and adds it if that succeeds. */
guint app_history_do (AppHistory *self, const AppMemento *memento);

/* While it is blocked, nothing is undone or redone. */
void app_history_set_blocked (AppHistory *self, gboolean blocked);
gboolean app_history_get_blocked (AppHistory *self);
void app_history_undo (AppHistory *self);
void app_history_redo (AppHistory *self);
AppHistoryActivity app_history_get_activity (AppHistory *self);
/* Returns whether an entry can be undone. */
gboolean app_history_has_done (AppHistory *self, guint id);
/* Undoes one entry alone, if it is done. Later changes stay; then this entry cannot be redone. */
void app_history_undo_entry (AppHistory *self, guint id);

/* NULL where there is nothing to undo or redo. */
const char *app_history_get_undo_title (AppHistory *self);
const char *app_history_get_redo_title (AppHistory *self);

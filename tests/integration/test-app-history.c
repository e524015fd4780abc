/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The history of changes, without a window: entries, gestures, undo and redo, and the values of parameters. */

#include "session/values.h"
#include "support/scripted-source.h"

/* Words that changes are made to. */
typedef struct
{
  AppHistory *history;
  GObject *objects[2];
  char *words[2];
  char *message;
  gboolean refuses;
  guint n_freed;
} Fixture;

/* The subject: one of the words. */
typedef struct
{
  Fixture *f;
  guint index;
} Word;

static gpointer
take (gconstpointer subject)
{
  const Word *word = subject;

  return g_strdup (word->f->words[word->index]);
}

static AppMemento make_memento (Fixture *f, guint index, const char *text);

/* A word brings a change of its own with it, which is no entry. */
static gboolean
restore (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  const Word *word = subject;
  AppMemento other = make_memento (word->f, 1 - word->index, "other");

  g_assert_cmpuint (app_history_push (word->f->history, &other), ==, 0);
  if (word->f->refuses)
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, "refused");
      return FALSE;
    }
  g_free (word->f->words[word->index]);
  word->f->words[word->index] = g_strdup (to);
  return TRUE;
}

static char *
describe (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  return g_strdup_printf ("%s to %s", (const char *) before, (const char *) after);
}

static void
word_free (gpointer data)
{
  Word *word = data;

  word->f->n_freed++;
  g_free (word);
}

static const AppMementoKind word_kind = {
  .take = take,
  .restore = restore,
  .describe = describe,
  .is_same = app_memento_is_same_text,
  .free_state = g_free,
  .free_subject = word_free,
};

/* Another kind with the same functions. */
static const AppMementoKind other_kind = {
  .restore = restore,
  .describe = describe,
  .free_state = g_free,
  .free_subject = word_free,
};

static AppMemento
make_memento (Fixture *f, guint index, const char *text)
{
  Word *word = g_new0 (Word, 1);

  *word = (Word){ f, index };
  return (AppMemento){
    .kind = &word_kind, .subject = word, .before = take (word), .after = g_strdup (text)
  };
}

static guint
set_word (Fixture *f, guint index, const char *text)
{
  AppMemento memento = make_memento (f, index, text);

  return app_history_do (f->history, &memento);
}

/* Reports a change as a part of a gesture. */
static guint
report (Fixture *f, const AppMementoKind *kind, guint object, guint number, const char *text)
{
  AppMemento memento = make_memento (f, 0, text);

  memento.kind = kind;
  memento.gesture = (AppGesture){ f->objects[object], number };
  g_free (f->words[0]);
  f->words[0] = g_strdup (text);
  return app_history_push (f->history, &memento);
}

static void
on_failed (AppHistory *history, const char *message, Fixture *f)
{
  g_free (f->message);
  f->message = g_strdup (message);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->history = app_history_new ();
  g_signal_connect (f->history, "failed", G_CALLBACK (on_failed), f);
  for (guint i = 0; i < G_N_ELEMENTS (f->words); i++)
    {
      f->words[i] = g_strdup ("a");
      f->objects[i] = g_object_new (G_TYPE_OBJECT, NULL);
    }
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->history);
  for (guint i = 0; i < G_N_ELEMENTS (f->words); i++)
    {
      g_free (f->words[i]);
      g_assert_finalize_object (f->objects[i]);
    }
  g_free (f->message);
}

static void
test_entries (Fixture *f, gconstpointer data)
{
  g_assert_null (app_history_get_undo_title (f->history));
  g_assert_cmpuint (set_word (f, 0, "a"), ==, 0);
  g_assert_null (app_history_get_undo_title (f->history));
  set_word (f, 0, "b");
  set_word (f, 1, "c");
  g_assert_cmpstr (app_history_get_undo_title (f->history), ==, "a to c");
  app_history_undo (f->history);
  app_history_undo (f->history);
  app_history_undo (f->history);
  g_assert_cmpstr (f->words[0], ==, "a");
  g_assert_cmpstr (f->words[1], ==, "a");
  g_assert_cmpstr (app_history_get_redo_title (f->history), ==, "a to b");
  app_history_redo (f->history);
  g_assert_cmpstr (f->words[0], ==, "b");
  /* a change ends what can be redone */
  set_word (f, 0, "d");
  g_assert_null (app_history_get_redo_title (f->history));
  app_history_redo (f->history);
  g_assert_cmpstr (f->words[0], ==, "d");
  g_assert_cmpstr (f->words[1], ==, "a");
}

/* A change that fails is no entry; an undo that fails says why. */
static void
test_refused (Fixture *f, gconstpointer data)
{
  f->refuses = TRUE;
  g_assert_cmpuint (set_word (f, 0, "b"), ==, 0);
  g_assert_cmpstr (f->message, ==, "refused");
  g_assert_null (app_history_get_undo_title (f->history));
  f->refuses = FALSE;
  set_word (f, 0, "b");
  f->refuses = TRUE;
  g_clear_pointer (&f->message, g_free);
  app_history_undo (f->history);
  g_assert_cmpstr (f->message, ==, "refused");
  g_assert_cmpstr (f->words[0], ==, "b");
}

/* The kind, the object and the number tell gestures apart. */
static void
test_gestures (Fixture *f, gconstpointer data)
{
  guint first = report (f, &word_kind, 0, 1, "b");

  g_assert_cmpuint (report (f, &word_kind, 0, 1, "c"), ==, first);
  g_assert_cmpstr (app_history_get_undo_title (f->history), ==, "a to c");
  g_assert_cmpuint (report (f, &word_kind, 0, 2, "d"), !=, first);
  g_assert_cmpuint (report (f, &word_kind, 1, 2, "e"), !=, first + 1);
  g_assert_cmpuint (report (f, &other_kind, 1, 2, "f"), ==, first + 3);
  for (const char *expected = "edca"; *expected; expected++)
    {
      app_history_undo (f->history);
      g_assert_cmpint (f->words[0][0], ==, *expected);
    }
  app_history_redo (f->history);
  g_assert_cmpstr (f->words[0], ==, "c");
  /* undo and redo end a gesture */
  g_assert_cmpuint (report (f, &word_kind, 0, 1, "g"), ==, first + 4);
  app_history_undo (f->history);
  g_assert_cmpstr (f->words[0], ==, "c");
}

/* An entry is undone alone; later ones stay. */
static void
test_alone (Fixture *f, gconstpointer data)
{
  guint first = set_word (f, 0, "b");
  guint second = set_word (f, 1, "c");

  app_history_undo_entry (f->history, first);
  g_assert_cmpstr (f->words[0], ==, "a");
  g_assert_cmpstr (f->words[1], ==, "c");
  g_assert_false (app_history_has_done (f->history, first));
  g_assert_true (app_history_has_done (f->history, second));
  app_history_undo_entry (f->history, first);
  app_history_undo_entry (f->history, second);
  g_assert_cmpstr (f->words[1], ==, "a");
  g_assert_cmpstr (app_history_get_redo_title (f->history), ==, "a to c");
}

/* A change that was made meanwhile comes back with redo. */
static void
test_left (Fixture *f, gconstpointer data)
{
  set_word (f, 0, "b");
  g_free (f->words[0]);
  f->words[0] = g_strdup ("changed");
  app_history_undo (f->history);
  g_assert_cmpstr (f->words[0], ==, "a");
  app_history_redo (f->history);
  g_assert_cmpstr (f->words[0], ==, "changed");
}

/* The oldest entries go. */
static void
test_many (Fixture *f, gconstpointer data)
{
  guint first = set_word (f, 0, "b");

  for (guint i = 0; i < 1000; i++)
    set_word (f, 0, i % 2 == 0 ? "c" : "d");
  g_assert_false (app_history_has_done (f->history, first));
  /* the subjects of the nested changes, and of the entry */
  g_assert_cmpuint (f->n_freed, ==, 1002);
}

/* A parameter of a source that answers when the test wants. */
typedef struct
{
  ScriptedSource *source;
  GListStore *sources;
  AppHistory *history;
  AppValues *values;
  GscopeParameter *gain;
} Lab;

static void
set_up_lab (Lab *lab, gconstpointer data)
{
  lab->source = scripted_source_new ("lab");
  lab->sources = g_list_store_new (GSCOPE_TYPE_SOURCE);
  g_list_store_append (lab->sources, lab->source);
  lab->history = app_history_new ();
  lab->values = app_values_new (G_LIST_MODEL (lab->sources), lab->history);
  lab->gain = gscope_source_find_parameter (GSCOPE_SOURCE (lab->source), "gain");
}

static void
tear_down_lab (Lab *lab, gconstpointer data)
{
  g_object_unref (lab->values);
  g_assert_finalize_object (lab->history);
  g_object_unref (lab->sources);
  g_object_unref (lab->source);
}

static void
write_gain (Lab *lab, double value, const char *writer)
{
  gscope_parameter_write_async (lab->gain, g_variant_new_double (value), writer, NULL, NULL, NULL);
  run_pending ();
}

static void
assert_gain (Lab *lab, double value)
{
  run_pending ();
  g_assert_cmpfloat (gscope_parameter_get_number (lab->gain), ==, value);
}

/* Writes are recognised by who makes them, not by the name that the writer gives. */
static void
test_names (Lab *lab, gconstpointer data)
{
  write_gain (lab, 3, "undo");
  write_gain (lab, 4, "restore");
  app_history_undo (lab->history);
  assert_gain (lab, 3);
  app_history_undo (lab->history);
  assert_gain (lab, 1);
  g_assert_null (app_history_get_undo_title (lab->history));
  app_history_redo (lab->history);
  app_history_redo (lab->history);
  assert_gain (lab, 4);
  app_values_restore (lab->values);
  assert_gain (lab, 1);
  g_assert_cmpstr (app_history_get_undo_title (lab->history), ==, "Values at opening");
  app_history_undo (lab->history);
  assert_gain (lab, 4);
}

/* A write that is under way at the undo is an entry of its own, and so is one that comes before the answer. */
static void
test_under_way (Lab *lab, gconstpointer data)
{
  write_gain (lab, 2, "entry");
  scripted_source_hold (lab->source);
  write_gain (lab, 5, "slider");
  app_history_undo (lab->history);
  g_assert_null (app_history_get_undo_title (lab->history));
  scripted_source_accept (lab->source, NULL);
  run_pending ();
  g_assert_nonnull (app_history_get_undo_title (lab->history));
  scripted_source_accept (lab->source, NULL);
  assert_gain (lab, 1);
  app_history_redo (lab->history);
  assert_gain (lab, 1);

  app_history_undo (lab->history);
  run_pending ();
  write_gain (lab, 7, "slider");
  scripted_source_accept (lab->source, NULL);
  run_pending ();
  g_assert_null (app_history_get_undo_title (lab->history));
  scripted_source_accept (lab->source, NULL);
  assert_gain (lab, 7);
  g_assert_nonnull (app_history_get_undo_title (lab->history));
}

/* The parameter of a source that has gone is named. */
static void
test_gone (Lab *lab, gconstpointer data)
{
  Fixture f = { 0 };

  g_signal_connect (lab->history, "failed", G_CALLBACK (on_failed), &f);
  write_gain (lab, 3, "entry");
  g_list_store_remove_all (lab->sources);
  app_history_undo (lab->history);
  g_assert_cmpstr (f.message, ==, "“lab/gain” was not set: no source has it now");
  g_free (f.message);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/app-history/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("entries", test_entries);
  ADD ("refused", test_refused);
  ADD ("gestures", test_gestures);
  ADD ("alone", test_alone);
  ADD ("left", test_left);
  ADD ("many", test_many);
#define ADD_LAB(name, func)                                                                        \
  g_test_add ("/app-history/" name, Lab, NULL, set_up_lab, func, tear_down_lab)
  ADD_LAB ("names", test_names);
  ADD_LAB ("under-way", test_under_way);
  ADD_LAB ("gone", test_gone);
  return g_test_run ();
}

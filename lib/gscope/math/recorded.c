/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/math/recorded.h>

#include <glib/gi18n-lib.h>
#include <gscope/capture/private.h>
#include <gscope/math/source-private.h>
#include <gscope/math/table.h>
#include <gscope/trace/private.h>
#include <math.h>

enum
{
  BATCH = 256,
  NO_TARGET = -1,
};

typedef struct _Recorded Recorded;

/* A signal that is computed. */
typedef struct
{
  Recorded *owner;
  GscopeSignal *signal;
  GscopeMathTable table;
  /* of GscopeTrace: the inputs of later nodes that read it, which their tables hold */
  GPtrArray *readers;
  /* its position among the signals that are visited */
  int target;
  /* whether it has had a result that is no gap */
  gboolean has_value;
} Node;

/* All that is computed for a visit. It belongs to the thread that visits the recording, meanwhile. */
struct _Recorded
{
  /* of Node, each after those that it reads */
  GPtrArray *nodes;
  /* signals of the recording, and for each one an array of its readers, as those of nodes */
  GPtrArray *leaves;
  GPtrArray *leaf_readers;
  /* the one that is called */
  GscopeArchiveVisitor visitor;
};

typedef struct
{
  GTask *task;
  Recorded *recorded;
} Visit;

/* Returns what computes a signal; NULL for other signals, and while an input is missing. */
static GscopeMathDerived *
find_derived (GscopeSignal *signal, GscopeMathSearch *search)
{
  const GscopeArchiveFuncs *funcs;
  GObject *owner = gscope_signal_peek_archive (signal, &funcs);
  GscopeMathDerived *derived = NULL;

  if (owner && funcs == &gscope_math_archive)
    derived = gscope_math_source_find (GSCOPE_MATH_SOURCE (owner), signal, search);
  return derived && gscope_math_derived_get_n_inputs (derived) > 0 ? derived : NULL;
}

/* Finds the recording from which a signal is computed, if it is larger than memory. FALSE if there are two. */
static gboolean
find_archive (GscopeSignal *signal, GHashTable *seen, GObject **archive)
{
  const GscopeArchiveFuncs *funcs;
  GObject *owner = gscope_signal_peek_archive (signal, &funcs);
  GscopeMathDerived *derived;
  GscopeMathSearch search;

  if (!owner || !g_hash_table_add (seen, signal))
    return TRUE;
  if (funcs != &gscope_math_archive)
    {
      if (!funcs->is_needed (owner, signal))
        return TRUE;
      if (!*archive)
        *archive = owner;
      return *archive == owner;
    }
  derived = find_derived (signal, &search);
  for (guint i = 0; derived && i < gscope_math_derived_get_n_inputs (derived); i++)
    {
      GscopeSignal *input = gscope_math_derived_get_input (derived, i);

      if (input && !find_archive (input, seen, archive))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_needed (gpointer owner, GscopeSignal *signal)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GObject *archive = NULL;

  return find_archive (signal, seen, &archive) && archive;
}

/* Setting up. */

static void
node_free (Node *self)
{
  gscope_math_table_clear (&self->table);
  g_ptr_array_unref (self->readers);
  g_object_unref (self->signal);
  g_free (self);
}

static void
recorded_free (gpointer data)
{
  Recorded *self = data;

  g_ptr_array_unref (self->nodes);
  g_ptr_array_unref (self->leaves);
  g_ptr_array_unref (self->leaf_readers);
  g_free (self);
}

static Node *
find_node (Recorded *self, GscopeSignal *signal)
{
  for (guint i = 0; i < self->nodes->len; i++)
    {
      Node *node = self->nodes->pdata[i];

      if (node->signal == signal)
        return node;
    }
  return NULL;
}

static GPtrArray *
find_leaf (Recorded *self, GscopeSignal *signal)
{
  guint i;

  if (g_ptr_array_find (self->leaves, signal, &i))
    return self->leaf_readers->pdata[i];
  g_ptr_array_add (self->leaves, g_object_ref (signal));
  g_ptr_array_add (self->leaf_readers, g_ptr_array_new ());
  return self->leaf_readers->pdata[self->leaves->len - 1];
}

static GscopeTrace *
copy_trace (GscopeTrace *from)
{
  GscopeTrace *to = gscope_trace_new ();
  guint64 position = gscope_trace_get_first (from);
  GscopeSample samples[BATCH];
  gsize n;

  while ((n = gscope_trace_read (from, position, samples, BATCH)) > 0)
    {
      gscope_capture_append (from, to, samples, n);
      position += n;
    }
  return to;
}

static Node *add_node (Recorded *self, GscopeSignal *signal);

/* Returns the readers of a signal whose samples come during the visit; NULL if its trace has all of them. */
static GPtrArray *
find_readers (Recorded *self, GscopeSignal *signal)
{
  const GscopeArchiveFuncs *funcs;
  GscopeMathSearch search;
  Node *node = NULL;

  if (find_derived (signal, &search))
    {
      node = add_node (self, signal);
      return node ? node->readers : NULL;
    }
  return gscope_signal_get_archive (signal, &funcs) ? find_leaf (self, signal) : NULL;
}

static void
set_up_input (Recorded *self, GscopeMathInput *input, GscopeSignal *signal)
{
  GPtrArray *readers = find_readers (self, signal);

  input->trace = readers ? gscope_trace_new () : copy_trace (gscope_signal_get_trace (signal));
  if (readers)
    g_ptr_array_add (readers, input->trace);
}

/* Adds a signal after those that it reads, unless it is there. */
static Node *
add_node (Recorded *self, GscopeSignal *signal)
{
  GscopeMathSearch search;
  GscopeMathDerived *derived = find_derived (signal, &search);
  GscopeMathProgram *program;
  Node *node = find_node (self, signal);

  if (node || !derived)
    return node;
  program = gscope_math_derived_compile (derived, &search);
  if (!program)
    return NULL;
  node = g_new0 (Node, 1);
  node->owner = self;
  node->signal = g_object_ref (signal);
  node->readers = g_ptr_array_new ();
  node->target = NO_TARGET;
  gscope_math_table_init (&node->table, program);
  for (guint i = 0; i < node->table.n_inputs; i++)
    {
      GscopeSignal *input = gscope_math_derived_get_input (derived, i);

      if (input)
        set_up_input (self, &node->table.inputs[i], input);
      else
        node->table.inputs[i].changes = gscope_math_derived_copy_changes (derived, i);
    }
  g_ptr_array_add (self->nodes, node);
  return node;
}

static Recorded *
recorded_new (GPtrArray *signals)
{
  Recorded *self = g_new0 (Recorded, 1);

  self->nodes = g_ptr_array_new_with_free_func ((GDestroyNotify) node_free);
  self->leaves = g_ptr_array_new_with_free_func (g_object_unref);
  self->leaf_readers = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < signals->len; i++)
    {
      Node *node = add_node (self, signals->pdata[i]);

      if (node)
        node->target = (int) i;
    }
  return self;
}

/* Takes what was written to parameters since the last visit. */
static void
update_changes (Recorded *self)
{
  for (guint k = 0; k < self->nodes->len; k++)
    {
      Node *node = self->nodes->pdata[k];
      GscopeMathSearch search;
      GscopeMathDerived *derived = find_derived (node->signal, &search);

      for (guint i = 0; derived && i < node->table.n_inputs; i++)
        {
          GscopeMathInput *input = &node->table.inputs[i];

          if (!input->changes)
            continue;
          g_array_unref (input->changes);
          input->changes = gscope_math_derived_copy_changes (derived, i);
          input->next_change = MIN (input->next_change, input->changes->len);
        }
    }
}

/* The visit: these functions run in the thread that visits the recording. */

static void
append (GPtrArray *readers, const gint64 *times, const double *values, gsize n)
{
  for (guint i = 0; i < readers->len; i++)
    gscope_trace_append_values (readers->pdata[i], times, values, n);
}

static void
take_leaf (gpointer data, guint signal, const gint64 *times, const double *values, gsize n)
{
  Recorded *self = ((Visit *) data)->recorded;

  append (self->leaf_readers->pdata[signal], times, values, n);
}

static void
take_rows (gpointer data, const gint64 *times, const double *values, gsize n)
{
  Node *self = data;
  const GscopeArchiveVisitor *visitor = &self->owner->visitor;
  gsize begin = 0;

  /* A result has no gap before its first value. */
  while (!self->has_value && begin < n && isnan (values[begin]))
    begin++;
  if (begin == n)
    return;
  self->has_value = TRUE;
  append (self->readers, times + begin, values + begin, n - begin);
  if (self->target != NO_TARGET)
    visitor->take (visitor->data, (guint) self->target, times + begin, values + begin, n - begin);
}

/* Frees the samples that were read. */
static void
drop_read (GscopeMathTable *table)
{
  for (guint i = 0; i < table->n_inputs; i++)
    {
      GscopeTrace *trace = table->inputs[i].trace;

      if (trace && table->inputs[i].position == gscope_trace_get_end (trace))
        gscope_trace_clear (trace);
    }
}

static gboolean
settle (gpointer data, gint64 time)
{
  Recorded *self = ((Visit *) data)->recorded;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      Node *node = self->nodes->pdata[i];

      gscope_math_table_run (&node->table, time, G_MAXSIZE, take_rows, node);
      drop_read (&node->table);
    }
  return !self->visitor.settle || self->visitor.settle (self->visitor.data, time);
}

/* The archive. */

static void
show_progress (gpointer data, double progress)
{
  const GscopeArchiveVisitor *visitor = &((Visit *) data)->recorded->visitor;

  if (visitor->show_progress)
    visitor->show_progress (visitor->data, progress);
}

/* The callback of the task may clear the place of the visit, and with it what computes the signals. */
static void
end_visit (Visit *self, GError *error)
{
  g_autoptr (GTask) task = self->task;

  if (!self->recorded->visitor.place)
    recorded_free (self->recorded);
  g_free (self);
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
on_visited (GObject *object, GAsyncResult *result, gpointer data)
{
  GError *error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  end_visit (data, error);
}

/* Finds what computes the signals, which a visit in parts keeps at its place. */
static Recorded *
find_recorded (GPtrArray *signals, GscopeArchivePlace *place)
{
  Recorded *self;

  if (place && place->state)
    {
      update_changes (place->state);
      return place->state;
    }
  self = recorded_new (signals);
  if (place)
    {
      place->state = self;
      place->free_state = recorded_free;
    }
  return self;
}

static void
visit (gpointer owner, GPtrArray *signals, const GscopeArchiveVisitor *visitor, GTask *task)
{
  Visit *self = g_new0 (Visit, 1);
  GPtrArray *leaves;
  const GscopeArchiveFuncs *funcs = NULL;
  GObject *archive;

  self->task = task;
  self->recorded = find_recorded (signals, visitor->place);
  self->recorded->visitor = *visitor;
  leaves = self->recorded->leaves;
  archive = leaves->len > 0 ? gscope_signal_get_archive (leaves->pdata[0], &funcs) : NULL;
  if (!archive)
    {
      end_visit (self, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CLOSED,
                                            _ ("The recording was closed. Open it, and search "
                                               "again")));
      return;
    }
  funcs->visit (archive, leaves,
                &(GscopeArchiveVisitor){ .take = take_leaf,
                                         .settle = settle,
                                         .show_progress = show_progress,
                                         .data = self,
                                         .begin = G_MININT64,
                                         .place = visitor->place },
                g_task_new (owner, g_task_get_cancellable (task), on_visited, self));
}

const GscopeArchiveFuncs gscope_math_archive = { is_needed, visit, NULL };

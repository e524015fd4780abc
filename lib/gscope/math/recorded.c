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

/* A recording that is read. */
typedef struct
{
  Recorded *owner;
  /* its signals, and for each one an array of its readers, as those of nodes */
  GPtrArray *leaves;
  GPtrArray *leaf_readers;
  GscopeArchivePlace place;
  /* all samples before this time were passed: G_MAXINT64 at the end */
  gint64 settled;
  /* what that was before the end */
  gint64 newest;
  /* samples before this time are too late: the results after them are computed */
  gint64 begin;
  /* from 0 to 1 */
  double progress;
} Part;

/* All that is computed for a visit. It belongs to the thread that visits a recording, meanwhile. */
struct _Recorded
{
  /* of Node, each after those that it reads */
  GPtrArray *nodes;
  /* of Part, which are visited one at a time: always the one that has come least far */
  GPtrArray *parts;
  /* the one that is called, and whether it has had enough */
  GscopeArchiveVisitor visitor;
  gboolean has_enough;
};

typedef struct
{
  GObject *owner;
  GTask *task;
  Recorded *recorded;
  /* the one that is visited */
  Part *part;
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

/* Returns whether a signal is computed from a recording that is larger than memory. */
static gboolean
reads_archive (GscopeSignal *signal, GHashTable *seen)
{
  const GscopeArchiveFuncs *funcs;
  GObject *owner = gscope_signal_peek_archive (signal, &funcs);
  GscopeMathDerived *derived;
  GscopeMathSearch search;

  if (!owner || !g_hash_table_add (seen, signal))
    return FALSE;
  if (funcs != &gscope_math_archive)
    return funcs->is_needed (owner, signal);
  derived = find_derived (signal, &search);
  for (guint i = 0; derived && i < gscope_math_derived_get_n_inputs (derived); i++)
    {
      GscopeSignal *input = gscope_math_derived_get_input (derived, i);

      if (input && reads_archive (input, seen))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_needed (gpointer owner, GscopeSignal *signal)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  return reads_archive (signal, seen);
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
part_free (Part *self)
{
  g_ptr_array_unref (self->leaves);
  g_ptr_array_unref (self->leaf_readers);
  g_free (self);
}

static void
recorded_free (gpointer data)
{
  Recorded *self = data;

  g_ptr_array_unref (self->nodes);
  g_ptr_array_unref (self->parts);
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

/* Finds the part of a recording, or adds one, which then has to get a signal. */
static Part *
find_part (Recorded *self, GObject *archive)
{
  const GscopeArchiveFuncs *funcs;
  Part *part;

  for (guint i = 0; i < self->parts->len; i++)
    {
      part = self->parts->pdata[i];
      if (gscope_signal_get_archive (part->leaves->pdata[0], &funcs) == archive)
        return part;
    }
  part = g_new0 (Part, 1);
  part->owner = self;
  part->leaves = g_ptr_array_new_with_free_func (g_object_unref);
  part->leaf_readers = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  part->settled = part->newest = part->begin = G_MININT64;
  g_ptr_array_add (self->parts, part);
  return part;
}

static GPtrArray *
find_leaf (Recorded *self, GObject *archive, GscopeSignal *signal)
{
  Part *part = find_part (self, archive);
  guint i;

  if (g_ptr_array_find (part->leaves, signal, &i))
    return part->leaf_readers->pdata[i];
  g_ptr_array_add (part->leaves, g_object_ref (signal));
  g_ptr_array_add (part->leaf_readers, g_ptr_array_new ());
  return part->leaf_readers->pdata[part->leaves->len - 1];
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
  GObject *archive;
  Node *node = NULL;

  if (find_derived (signal, &search))
    {
      node = add_node (self, signal);
      return node ? node->readers : NULL;
    }
  archive = gscope_signal_get_archive (signal, &funcs);
  return archive ? find_leaf (self, archive, signal) : NULL;
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
  self->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) part_free);
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

          /* a signal may have come with the name of the parameter */
          if (!input->changes || gscope_math_derived_get_input (derived, i))
            continue;
          g_array_unref (input->changes);
          input->changes = gscope_math_derived_copy_changes (derived, i);
          input->next_change = MIN (input->next_change, input->changes->len);
        }
    }
}

/* Recordings that were passed to their ends may have grown since. */
static void
reopen_parts (Recorded *self)
{
  gint64 newest = G_MININT64;

  for (guint i = 0; i < self->parts->len; i++)
    newest = MAX (newest, ((Part *) self->parts->pdata[i])->newest);
  for (guint i = 0; i < self->parts->len; i++)
    {
      Part *part = self->parts->pdata[i];

      if (part->settled != G_MAXINT64)
        continue;
      part->settled = part->newest;
      part->begin = newest;
    }
}

/* The visit: these functions run in the thread that visits a recording. */

static void
append (GPtrArray *readers, const gint64 *times, const double *values, gsize n)
{
  for (guint i = 0; i < readers->len; i++)
    gscope_trace_append_values (readers->pdata[i], times, values, n);
}

static void
take_leaf (gpointer data, guint signal, const gint64 *times, const double *values, gsize n)
{
  Part *self = data;
  gsize begin = 0;

  while (begin < n && times[begin] < self->begin)
    begin++;
  append (self->leaf_readers->pdata[signal], times + begin, values + begin, n - begin);
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

static gint64
get_horizon (Recorded *self)
{
  gint64 horizon = G_MAXINT64;

  for (guint i = 0; i < self->parts->len; i++)
    horizon = MIN (horizon, ((Part *) self->parts->pdata[i])->settled);
  return horizon;
}

/* Computes as far as all recordings have come. The visit of one ends when another one is behind. */
static gboolean
settle (gpointer data, gint64 time)
{
  Part *part = data;
  Recorded *self = part->owner;
  gint64 horizon;

  part->settled = time;
  if (time != G_MAXINT64)
    part->newest = time;
  horizon = get_horizon (self);
  for (guint i = 0; i < self->nodes->len; i++)
    {
      Node *node = self->nodes->pdata[i];

      gscope_math_table_run (&node->table, horizon, G_MAXSIZE, take_rows, node);
      drop_read (&node->table);
    }
  if (horizon != G_MININT64 && self->visitor.settle
      && !self->visitor.settle (self->visitor.data, horizon))
    self->has_enough = TRUE;
  return !self->has_enough && part->settled == horizon;
}

/* The archive. */

static void
show_progress (gpointer data, double progress)
{
  Part *part = data;
  const Recorded *self = part->owner;
  double sum = 0;

  part->progress = progress;
  for (guint i = 0; i < self->parts->len; i++)
    sum += ((Part *) self->parts->pdata[i])->progress;
  if (self->visitor.show_progress)
    self->visitor.show_progress (self->visitor.data, sum / self->parts->len);
}

/* Notes whether anything was read. The places of the recordings themselves are in the state. */
static void
keep_place (Recorded *self)
{
  GscopeArchivePlace *place = self->visitor.place;

  for (guint i = 0; place && i < self->parts->len; i++)
    place->next = MAX (place->next, ((Part *) self->parts->pdata[i])->place.next);
}

/* The callback of the task may clear the place of the visit, and with it what computes the signals. */
static void
end_visit (Visit *self, GError *error)
{
  g_autoptr (GTask) task = self->task;
  g_autoptr (GObject) owner = self->owner;

  keep_place (self->recorded);
  if (!self->recorded->visitor.place)
    recorded_free (self->recorded);
  g_free (self);
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

/* Returns the recording that has come least far; NULL if all are at their ends. */
static Part *
find_next_part (Recorded *self)
{
  Part *next = NULL;

  for (guint i = 0; i < self->parts->len; i++)
    {
      Part *part = self->parts->pdata[i];

      if (part->settled != G_MAXINT64 && (!next || part->settled < next->settled))
        next = part;
    }
  return next;
}

static void visit_next_part (Visit *self);

static void
on_visited (GObject *object, GAsyncResult *result, gpointer data)
{
  Visit *self = data;
  const GscopeArchivePlace *place = &self->part->place;
  GError *error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error) || self->recorded->has_enough
      || !find_next_part (self->recorded))
    {
      end_visit (self, error);
      return;
    }
  if (place->end > 0)
    show_progress (self->part, (double) place->next / place->end);
  visit_next_part (self);
}

/* A single recording, of which all is wanted, is read in larger slices without a place. */
static void
visit_next_part (Visit *self)
{
  Recorded *recorded = self->recorded;
  gboolean has_place = recorded->visitor.place || recorded->parts->len > 1;
  const GscopeArchiveFuncs *funcs = NULL;
  GObject *archive = NULL;

  self->part = find_next_part (recorded);
  if (self->part)
    archive = gscope_signal_get_archive (self->part->leaves->pdata[0], &funcs);
  if (!archive)
    {
      end_visit (self, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CLOSED,
                                            _ ("The recording was closed. Open it, and search "
                                               "again")));
      return;
    }
  funcs->visit (archive, self->part->leaves,
                &(GscopeArchiveVisitor){ .take = take_leaf,
                                         .settle = settle,
                                         .show_progress = show_progress,
                                         .data = self->part,
                                         .begin = G_MININT64,
                                         .place = has_place ? &self->part->place : NULL },
                g_task_new (self->owner, g_task_get_cancellable (self->task), on_visited, self));
}

/* Finds what computes the signals, which a visit in parts keeps at its place. */
static Recorded *
find_recorded (GPtrArray *signals, GscopeArchivePlace *place)
{
  Recorded *self;

  if (place && place->state)
    {
      update_changes (place->state);
      reopen_parts (place->state);
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

  self->owner = g_object_ref (owner);
  self->task = task;
  self->recorded = find_recorded (signals, visitor->place);
  self->recorded->visitor = *visitor;
  self->recorded->has_enough = FALSE;
  visit_next_part (self);
}

const GscopeArchiveFuncs gscope_math_archive = { is_needed, visit, NULL };

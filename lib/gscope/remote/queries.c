/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/remote/queries.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/columns.h>
#include <gscope/carrier/message.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/publish/window.h>
#include <gscope/remote/remote.h>

/* Calls have the ids below. */
#define FIRST_ID 0x80000000u

enum
{
  /* Most columns and gaps in the answer to one query. */
  MAX_BLOCKS = 2 * GSCOPE_COLUMNS_MAX,
  /* Most bytes of answers that are on their way: the window of the answers is what limits them. */
  MAX_CREDIT = GSCOPE_MESSAGE_MAX_CREDIT,
  /* The window of a slow link: at the beginning, the past of many signals is asked for. */
  FIRST_WINDOW = GSCOPE_MESSAGE_SIZE,
};

struct _GscopeRemoteHistory
{
  GscopeTileHistory parent_instance;

  /* NULL while there is no connection */
  GscopeRemoteQueries *queries;
  guint32 signal;
};

G_DEFINE_FINAL_TYPE (GscopeRemoteHistory, gscope_remote_history, GSCOPE_TYPE_TILE_HISTORY)

/* An unanswered query. The history knows it by its own id, and its times are converted by the distance between the
 * clocks when it was sent. */
typedef struct
{
  GscopeRemoteHistory *history;
  guint own_id;
  guint32 signal;
  gint64 from;
  gint64 width;
  gsize n;
  gint64 ahead;
  /* of a query that no history has asked: its task, and the columns that came (Block) */
  GTask *task;
  GArray *blocks;
} Query;

typedef struct
{
  gint64 time;
  gint64 width;
  GscopeColumn column;
} Block;

struct _GscopeRemoteQueries
{
  GscopeCarrier *carrier;
  GscopeRemoteClock *clock;
  /* those that were sent, and those that wait until fewer answers are on their way */
  GHashTable *queries;
  GQueue waiting;
  GscopeWindow window;
  guint32 last_id;
};

static void
query_free (gpointer data)
{
  Query *query = data;

  g_clear_object (&query->history);
  g_clear_object (&query->task);
  g_clear_pointer (&query->blocks, g_array_unref);
  g_free (query);
}

GscopeRemoteQueries *
gscope_remote_queries_new (GscopeCarrier *carrier, GscopeRemoteClock *clock)
{
  GscopeRemoteQueries *self = g_new0 (GscopeRemoteQueries, 1);

  self->carrier = g_object_ref (carrier);
  self->clock = clock;
  self->queries = g_hash_table_new_full (NULL, NULL, NULL, query_free);
  self->last_id = FIRST_ID;
  g_queue_init (&self->waiting);
  gscope_window_init (&self->window, MAX_CREDIT, FIRST_WINDOW);
  return self;
}

/* Ends a query. */
static void
complete (Query *query, gint64 until, const GError *error)
{
  if (query->history)
    gscope_tile_history_complete (GSCOPE_TILE_HISTORY (query->history), query->own_id, until,
                                  error);
  else if (error)
    g_task_return_error (query->task, g_error_copy (error));
  else
    g_task_return_pointer (query->task, g_array_ref (query->blocks),
                           (GDestroyNotify) g_array_unref);
}

void
gscope_remote_queries_end (GscopeRemoteQueries *self, const GError *error)
{
  g_autoptr (GList) queries = g_list_concat (g_hash_table_get_values (self->queries),
                                             g_steal_pointer (&self->waiting.head));

  g_hash_table_steal_all (self->queries);
  for (GList *l = queries; l; l = l->next)
    {
      Query *query = l->data;

      complete (query, 0, error);
      query_free (query);
    }
  g_hash_table_unref (self->queries);
  g_object_unref (self->carrier);
  g_free (self);
}

/* Returns by how much the clock of the other end is ahead at a time here. Columns are converted as a whole, because
 * the clocks hardly drift apart within an answer. */
static gint64
get_ahead (GscopeRemoteQueries *self, gint64 time)
{
  GscopeClockAlign *align = gscope_remote_clock_get_align (self->clock);

  return align && gscope_clock_align_is_ready (align)
             ? gscope_clock_align_to_far (align, time) - time
             : 0;
}

static gsize
estimate_answer (Query *query)
{
  return query->n * sizeof (GscopeColumn);
}

static gint64
get_now (void)
{
  return gscope_clock_get_time (gscope_clock_get_system ());
}

static void
send_query (GscopeRemoteQueries *self, Query *query)
{
  JsonObject *object = json_object_new ();
  JsonArray *signals = json_array_new ();
  g_autoptr (GBytes) message = NULL;

  self->last_id = MAX (self->last_id + 1, FIRST_ID);
  query->ahead = get_ahead (self, query->from);
  g_hash_table_insert (self->queries, GUINT_TO_POINTER (self->last_id), query);
  json_array_add_int_element (signals, query->signal);
  json_object_set_int_member (object, "id", self->last_id);
  json_object_set_array_member (object, "signals", signals);
  json_object_set_int_member (object, "from_ns", query->from + query->ahead);
  json_object_set_int_member (object, "to_ns",
                              query->from + query->ahead + query->width * (gint64) query->n);
  json_object_set_int_member (object, "columns", (gint64) query->n);
  message = gscope_message_new (GSCOPE_MESSAGE_QUERY, object);
  gscope_window_send (&self->window, estimate_answer (query), get_now ());
  gscope_carrier_send (self->carrier, message);
}

/* On a slow link, samples must not wait behind the past of all signals. */
static void
send_waiting (GscopeRemoteQueries *self)
{
  while (self->waiting.length > 0 && gscope_window_get_room (&self->window) > 0)
    send_query (self, g_queue_pop_head (&self->waiting));
}

/* Takes ownership of the query. */
static void
add_query (GscopeRemoteQueries *self, Query *query)
{
  g_queue_push_tail (&self->waiting, query);
  send_waiting (self);
}

/* Counts the answer as read. */
static void
end_answer (GscopeRemoteQueries *self, Query *query)
{
  gscope_window_grant (&self->window, (gint64) estimate_answer (query), get_now ());
}

static gboolean
is_of_history (Query *query, GscopeRemoteHistory *history, guint own_id)
{
  return query->history == history && query->own_id == own_id;
}

static void
drop_waiting (GscopeRemoteQueries *self, GscopeRemoteHistory *history, guint own_id)
{
  for (GList *l = self->waiting.head, *next; l; l = next)
    {
      next = l->next;
      if (!is_of_history (l->data, history, own_id))
        continue;
      query_free (l->data);
      g_queue_delete_link (&self->waiting, l);
    }
}

/* The other end may answer a cancelled query nevertheless. */
static void
cancel_query (GscopeRemoteQueries *self, GscopeRemoteHistory *history, guint own_id)
{
  GHashTableIter iter;
  gpointer id, item;

  drop_waiting (self, history, own_id);
  g_hash_table_iter_init (&iter, self->queries);
  while (g_hash_table_iter_next (&iter, &id, &item))
    if (is_of_history (item, history, own_id))
      {
        g_autoptr (GBytes) message = gscope_message_new_cancel (GPOINTER_TO_UINT (id));

        gscope_carrier_send (self->carrier, message);
        end_answer (self, item);
        g_hash_table_iter_remove (&iter);
      }
  send_waiting (self);
}

static gboolean
take_blocks (Query *query, gint64 time, gint64 width, const GscopeColumn *columns, gsize n)
{
  if (n > MAX_BLOCKS - query->blocks->len)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      Block block = { time, width, columns[i] };

      g_array_append_val (query->blocks, block);
      if (__builtin_add_overflow (time, width, &time))
        return i + 1 == n;
    }
  return TRUE;
}

static gboolean
take_columns (guint32 id, guint32 signal, gint64 from, gint64 width, const GscopeColumn *columns,
              gsize n, gpointer user_data, GError **error)
{
  GscopeRemoteQueries *self = user_data;
  Query *query = g_hash_table_lookup (self->queries, GUINT_TO_POINTER (id));
  gint64 time;

  /* An answer to a cancelled query is no error. */
  if (!query)
    return (id > FIRST_ID && id <= self->last_id)
           || gscope_json_refuse (error, "columns", _ ("this is not an answer to a query"));
  if (signal == query->signal && !__builtin_sub_overflow (from, query->ahead, &time)
      && (query->task ? take_blocks (query, time, width, columns, n)
                      : gscope_tile_history_take (GSCOPE_TILE_HISTORY (query->history),
                                                  query->own_id, time, width, columns, n)))
    return TRUE;
  return gscope_json_refuse (error, "columns", _ ("this is outside the query"));
}

gboolean
gscope_remote_queries_take_columns (GscopeRemoteQueries *self, GBytes *message, GError **error)
{
  return gscope_columns_read (message, take_columns, self, error);
}

/* Reads the time up to which an answer is complete, or why there is none. */
static gboolean
read_answer (JsonObject *answer, gint64 *until, GError **refusal, GError **error)
{
  GscopeAnswer given;
  GError *broken = NULL;

  if (!json_object_has_member (answer, "error"))
    return gscope_json_get_integer (answer, "until_ns", G_MININT64, G_MAXINT64, until, error);
  gscope_message_read_answer (answer, &given, refusal, &broken);
  if (!broken)
    return TRUE;
  g_propagate_error (error, broken);
  return FALSE;
}

gboolean
gscope_remote_queries_take_answer (GscopeRemoteQueries *self, JsonObject *answer, GError **error)
{
  g_autoptr (GError) refusal = NULL;
  gint64 id, until = 0;
  gpointer found;
  Query *query;

  if (!gscope_json_get_integer (answer, "id", 0, G_MAXUINT32, &id, NULL) || id <= FIRST_ID
      || id > self->last_id)
    return FALSE;
  if (!read_answer (answer, &until, &refusal, error)
      || !g_hash_table_steal_extended (self->queries, GUINT_TO_POINTER ((guint32) id), NULL,
                                       &found))
    return TRUE;
  query = found;
  end_answer (self, query);
  send_waiting (self);
  if (__builtin_sub_overflow (until, query->ahead, &until))
    until = G_MAXINT64;
  complete (query, until, refusal);
  query_free (query);
  return TRUE;
}

/* Histories. */

static void
gscope_remote_history_query (GscopeTileHistory *history, guint id, gint64 from, gint64 width,
                             gsize n)
{
  GscopeRemoteHistory *self = GSCOPE_REMOTE_HISTORY (history);
  g_autoptr (GError) error = NULL;

  if (self->queries)
    {
      Query *query = g_new0 (Query, 1);

      *query = (Query){ .history = g_object_ref (self),
                        .own_id = id,
                        .signal = self->signal,
                        .from = from,
                        .width = width,
                        .n = n };
      add_query (self->queries, query);
      return;
    }
  error = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, _ ("the source is not connected"));
  gscope_tile_history_complete (history, id, 0, error);
}

static void
gscope_remote_history_cancel (GscopeTileHistory *history, guint id)
{
  GscopeRemoteHistory *self = GSCOPE_REMOTE_HISTORY (history);

  if (self->queries)
    cancel_query (self->queries, self, id);
}

static void
gscope_remote_history_class_init (GscopeRemoteHistoryClass *klass)
{
  GSCOPE_TILE_HISTORY_CLASS (klass)->query = gscope_remote_history_query;
  GSCOPE_TILE_HISTORY_CLASS (klass)->cancel = gscope_remote_history_cancel;
}

static void
gscope_remote_history_init (GscopeRemoteHistory *self)
{
}

GscopeRemoteHistory *
gscope_remote_history_new (GscopeClock *clock)
{
  GscopeRemoteHistory *self = g_object_new (GSCOPE_TYPE_REMOTE_HISTORY, NULL);

  gscope_tile_history_set_clock (GSCOPE_TILE_HISTORY (self), clock);
  return self;
}

void
gscope_remote_history_connect (GscopeRemoteHistory *self, GscopeRemoteQueries *queries,
                               guint32 signal)
{
  self->queries = queries;
  self->signal = signal;
  gscope_tile_history_retry (GSCOPE_TILE_HISTORY (self));
}

void
gscope_remote_history_disconnect (GscopeRemoteHistory *self)
{
  self->queries = NULL;
}

static void
ask (GscopeRemoteHistory *self, gint64 from, gint64 width, gsize n, GTask *new_task)
{
  g_autoptr (GTask) task = new_task;
  Query *query;

  if (!self->queries)
    {
      g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                               _ ("the source is not connected; start it first"));
      return;
    }
  query = g_new0 (Query, 1);
  *query = (Query){ .signal = self->signal, .from = from, .width = width, .n = n };
  query->task = g_steal_pointer (&task);
  query->blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  add_query (self->queries, query);
}

/**
 * gscope_remote_query_async:
 * @self: a remote source
 * @signal: one of its signals
 * @time: where the first column begins, nanoseconds on the clock here
 * @width: the width of each column, nanoseconds, at least 1
 * @n: number of columns, from 1 to 65536
 * @callback: (scope async): called with the answer
 * @user_data: data for @callback
 *
 * Asks the other end for the past of a signal, in columns of any width. A view gets what it shows from the
 * [property@Signal:history] of the signal instead.
 *
 * Since: 1.0
 */
void
gscope_remote_query_async (GscopeRemote *self, GscopeSignal *signal, gint64 time, gint64 width,
                           guint n, GAsyncReadyCallback callback, gpointer user_data)
{
  GscopeHistory *history;
  GscopeHistoryRange *range;
  GTask *task;

  g_return_if_fail (GSCOPE_IS_REMOTE (self));
  g_return_if_fail (GSCOPE_IS_SIGNAL (signal));
  g_return_if_fail (width >= 1 && n >= 1 && n <= GSCOPE_COLUMNS_MAX);
  g_return_if_fail (width <= G_MAXINT64 / 4 / n && ABS (time) <= G_MAXINT64 / 4);

  task = g_task_new (self, NULL, callback, user_data);
  range = g_new (GscopeHistoryRange, 1);
  *range = (GscopeHistoryRange){ time, time + width * n };
  g_task_set_task_data (task, range, g_free);
  history = gscope_signal_get_history (signal);
  if (GSCOPE_IS_REMOTE_HISTORY (history))
    {
      ask (GSCOPE_REMOTE_HISTORY (history), time, width, n, task);
      return;
    }
  g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                           _ ("%s is measured here; the other end has no past of it"),
                           gscope_signal_get_full_name (signal));
  g_object_unref (task);
}

static int
compare_blocks (gconstpointer a, gconstpointer b)
{
  const Block *one = a, *other = b;

  return (one->time > other->time) - (one->time < other->time);
}

/**
 * gscope_remote_query_finish:
 * @self: a remote source
 * @result: the answer
 * @func: (scope call): called with each column that has samples, and with each gap, in the order of time
 * @func_data: data for @func
 * @error: why there is no answer
 *
 * Ends gscope_remote_query_async().
 *
 * Returns: whether there was an answer
 *
 * Since: 1.0
 */
gboolean
gscope_remote_query_finish (GscopeRemote *self, GAsyncResult *result, GscopeHistoryFunc func,
                            gpointer func_data, GError **error)
{
  g_autoptr (GArray) blocks = NULL;
  const GscopeHistoryRange *range;

  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (func, FALSE);

  range = g_task_get_task_data (G_TASK (result));
  blocks = g_task_propagate_pointer (G_TASK (result), error);
  /* gaps come first */
  if (blocks)
    g_array_sort (blocks, compare_blocks);
  for (guint i = 0; blocks && i < blocks->len; i++)
    {
      const Block *block = &g_array_index (blocks, Block, i);

      /* the neighbours of the interval are outside */
      if (block->time >= range->begin && block->time < range->end)
        func (range, block->time, block->width, &block->column, func_data);
    }
  return blocks != NULL;
}

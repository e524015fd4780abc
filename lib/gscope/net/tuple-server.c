/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-server.h>

#include <gio/gunixinputstream.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/net/tuple-address.h>
#include <gscope/net/tuple-descriptors.h>
#include <gscope/net/tuple-listener.h>
#include <gscope/net/tuple-names.h>
#include <gscope/net/tuple-opening.h>
#include <gscope/net/tuple-pump.h>
#include <gscope/net/tuple-status.h>
#include <gscope/net/tuple-worker.h>
#include <gscope/signal/private.h>
#include <gscope/source/private.h>
#include <gscope/source/waker.h>
#include <main-source.h>
#include <unistd.h>

#define STATUS_INTERVAL (GSCOPE_SEC / 4)

enum
{
  MAX_WORKERS = 4,
  /* Largest number of rejected clients to which the reason is being sent at a time. */
  MAX_TURNED_AWAY = 64,
};

typedef struct
{
  /* of GscopeTupleAddress */
  GPtrArray *addresses;
  gboolean remote;
  char *token;
  gint64 clients;
  gint64 names;
  gint64 all_names;
  gint64 rate;
} Options;

/**
 * GscopeTupleServer:
 *
 * A source that receives signals from other programs: tuple text, one `milliseconds value name` a
 * line, over TCP, Unix sockets, UDP and standard input.
 *
 * A name becomes a buffered signal when it first arrives. If two connected clients send the same
 * name, the signal of the second is in a group of its own, `client N`. After a client has gone, the
 * next client that sends its names continues its signals. Tuples without a name go to the signal
 * `value`.
 *
 * Times are on the client's own clock and are mapped to the scope's clock. Times of this machine's
 * monotonic or wall clock are recognised if the client can only be on this machine. For all others
 * the offset is the smallest difference between arrival and time-stamp of the last 16 s, less half
 * the round-trip time that the kernel measured: a minimum-delay filter as NTP's (RFC 5905, section
 * 10), in one direction, with the bound of Cristian (Probabilistic clock synchronization, 1989).
 * Offset and uncertainty are signals of the group `client N`, for the first 16 clients, together
 * with the rate and the numbers of refused lines and late tuples; the group `server` has the
 * totals. All of these are diagnostic signals: recordings contain them only on request.
 *
 * A misbehaving client affects only itself: malformed lines and lines over a limit are counted, and
 * the client receives a comment line, `# …`, with the reason; the source's status shows the newest
 * one. Annotations (`#gscope`) are comments here. Text is read by separate threads, the clients in
 * turn; a client that sends faster than the scope drains is read more slowly. Datagrams consist of
 * whole lines, and excess datagrams are dropped and counted.
 *
 * From 64 clients a thread on, and with a delay of the scope that permits it, the server delays its
 * acknowledgements by up to 40 ms (RFC 1122, section 4.2.3.2): a client that did not set
 * `TCP_NODELAY` then sends the lines of that time together, which saves both sides most of their
 * work.
 *
 * A client that begins with HTTP or TLS is refused, because any web page can make a browser send
 * such requests. A client that sends no whole line for a minute is refused, too. A server with a
 * token accepts text only from clients whose first line, and with UDP the first line of each
 * datagram, is `#token TOKEN`; other servers read this line as a comment. The token is sent without
 * encryption: it keeps out other users of this machine and web pages, but not a person who can read
 * the network's traffic. Standard input needs no token.
 *
 * The start raises the process's soft limit of file descriptors, as far as the hard limit permits,
 * to make room for the clients and 512 other descriptors; clients never use the last 256.
 *
 * Options of [method@Source.configure]: `listen`, an address or an array of them (`tcp:PORT`,
 * `tcp:HOST:PORT`, `udp:HOST:PORT`, `unix:PATH`, `stdin`; the host is a numeric address, by default
 * 127.0.0.1; the default is TCP port 17333); `remote`, whether addresses that other machines can
 * reach are allowed; `clients`, `names` (of a client), `all-names` and `rate` (tuples a second of a
 * client, 0 for no limit), the limits; `token`.
 *
 * Since: 1.0
 */
struct _GscopeTupleServer
{
  GscopeSource parent_instance;

  Options options;
  GscopeTupleLimits limits;
  GscopeTupleNames *names;
  GscopeTupleStatus *status;
  GscopeTupleTotals totals;
  GSource *timer;
  /* the last problem that was sent, with the number of its client, and when */
  char *problem;
  gint64 problem_time;

  GscopeMailbox *mailbox;
  GSource *waker;
  GPtrArray *workers;
  guint next_worker;
  GPtrArray *listeners;
  GPtrArray *addresses;
  GCancellable *pumps;

  /* indexed by their numbers from 1 on, and their workers */
  GPtrArray *clients;
  GHashTable *client_workers;
  guint n_turned_away;
  /* the client that is standard input; NULL if that is not read, or has ended */
  GscopeTupleConnection *input;
};

G_DEFINE_FINAL_TYPE (GscopeTupleServer, gscope_tuple_server, GSCOPE_TYPE_SOURCE)

static void close_server (GscopeTupleServer *self);

/* The requests of workers. */

static guint
find_number (GscopeTupleServer *self, GscopeTupleConnection *connection)
{
  for (guint i = 0; i < self->clients->len; i++)
    if (self->clients->pdata[i] == connection)
      return i + 1;
  return 0;
}

static gboolean
add_client (GscopeTupleServer *self, GscopeTupleConnection *connection, GscopeTupleWorker *worker)
{
  guint i = 0;

  g_hash_table_insert (self->client_workers, connection, worker);
  if (self->totals.clients >= self->options.clients)
    {
      self->totals.turned_away++;
      self->n_turned_away++;
      return FALSE;
    }
  while (i < self->clients->len && self->clients->pdata[i])
    i++;
  if (i == self->clients->len)
    g_ptr_array_add (self->clients, NULL);
  self->clients->pdata[i] = gscope_tuple_connection_ref (connection);
  self->totals.clients++;
  return TRUE;
}

static void
take_problem (GscopeTupleServer *self, GscopeTupleConnection *connection)
{
  g_autoptr (GscopeTupleProblem) problem = gscope_tuple_connection_take_problem (connection);
  guint number = problem ? find_number (self, connection) : 0;

  if (!problem || problem->time < self->problem_time)
    return;
  self->problem_time = problem->time;
  g_free (self->problem);
  self->problem = number > 0
                      ? g_strdup_printf (_ ("message to client %u: %s"), number, problem->reason)
                      : g_strdup_printf (_ ("another client was refused: %s"), problem->reason);
}

static void
remove_client (GscopeTupleServer *self, GscopeTupleConnection *connection)
{
  guint number = find_number (self, connection);
  GscopeTupleCounters counters;

  take_problem (self, connection);
  g_hash_table_remove (self->client_workers, connection);
  if (number == 0)
    {
      self->n_turned_away--;
      return;
    }
  gscope_tuple_connection_get_counters (connection, &counters);
  self->totals.gone.tuples += counters.tuples;
  self->totals.gone.malformed += counters.malformed;
  self->totals.gone.limit += counters.limit;
  self->totals.gone.late += counters.late;
  for (guint i = 0; i < GSCOPE_N_TUPLE_REFUSALS; i++)
    self->totals.gone.refusals[i] += counters.refusals[i];
  self->totals.clients--;
  gscope_tuple_names_release (self->names, connection);
  g_clear_pointer (&self->clients->pdata[number - 1], gscope_tuple_connection_unref);
}

static void
answer (GscopeTupleServer *self, GscopeTupleMessage *message)
{
  GscopeTupleWorker *worker = g_hash_table_lookup (self->client_workers, message->connection);

  if (worker)
    gscope_tuple_worker_send (worker, message);
  else
    gscope_tuple_message_free (message);
}

static char *
describe_crowd (GscopeTupleServer *self)
{
  guint n = (guint) self->options.clients;

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "there is %u client already; come again later, or raise the "
                                       "server's option “clients”",
                                       "there are %u clients already; come again later, or raise "
                                       "the server's option “clients”",
                                       n),
                          n);
}

static void
refuse (GscopeTupleServer *self, GscopeTupleConnection *connection)
{
  GscopeTupleMessage *message = gscope_tuple_message_new (GSCOPE_TUPLE_MESSAGE_REFUSE, connection);

  message->text = describe_crowd (self);
  answer (self, message);
}

static void
find_signal (GscopeTupleServer *self, GscopeTupleConnection *connection, guint id, const char *name)
{
  GscopeTupleMessage *message = gscope_tuple_message_new (GSCOPE_TUPLE_MESSAGE_NAME, connection);
  g_autoptr (GError) error = NULL;
  guint number = find_number (self, connection);
  GscopeSignal *signal;

  message->id = id;
  signal = gscope_tuple_names_claim (self->names, connection, number, name, &error);
  if (signal)
    message->producer = gscope_signal_create_producer (signal);
  else
    message->text = g_strdup (error->message);
  answer (self, message);
}

/* A server without another address has nothing left to receive. */
static void
end_input (GscopeTupleServer *self)
{
  self->input = NULL;
  if (self->options.addresses->len > 1)
    return;
  close_server (self);
  gscope_source_abandon (GSCOPE_SOURCE (self), GSCOPE_SOURCE_STATE_STOPPED,
                         _ ("standard input has ended"));
}

static void
take_message (GscopeTupleServer *self, const GscopeTupleMessage *message)
{
  gboolean is_known = g_hash_table_contains (self->client_workers, message->connection);

  if (message->kind == GSCOPE_TUPLE_MESSAGE_CLIENT)
    {
      if (!add_client (self, message->connection, self->workers->pdata[0]))
        refuse (self, message->connection);
    }
  else if (message->kind == GSCOPE_TUPLE_MESSAGE_GONE && is_known)
    {
      remove_client (self, message->connection);
      if (message->connection == self->input)
        end_input (self);
    }
  else if (is_known && find_number (self, message->connection) > 0)
    find_signal (self, message->connection, message->id, message->text);
}

static gboolean
on_messages (gpointer data)
{
  /* Handlers of the list of signals may stop and free the server. */
  g_autoptr (GscopeTupleServer) self = g_object_ref (data);
  g_autoptr (GPtrArray) messages = gscope_mailbox_take (self->mailbox);

  for (guint i = 0; i < messages->len && self->workers; i++)
    take_message (self, messages->pdata[i]);
  return G_SOURCE_CONTINUE;
}

static void
wake (gpointer data)
{
  g_source_set_ready_time (data, 0);
}

/* Clients that come. */

/* The connection that is returned is compared with others only: it may be gone. */
static GscopeTupleConnection *
connect_stream (GscopeTupleServer *self, int fd, gboolean local, gboolean trusted)
{
  GscopeClock *clock = gscope_source_get_clock (GSCOPE_SOURCE (self));
  g_autoptr (GscopeTupleConnection) connection =
      gscope_tuple_connection_new_stream (fd, local, clock, &self->limits);
  GscopeTupleWorker *worker = self->workers->pdata[self->next_worker];
  gboolean is_taken;

  if (trusted)
    gscope_tuple_connection_trust (connection);
  self->next_worker = (self->next_worker + 1) % self->workers->len;
  is_taken = add_client (self, connection, worker);
  gscope_tuple_worker_send (worker,
                            gscope_tuple_message_new (GSCOPE_TUPLE_MESSAGE_CLIENT, connection));
  if (!is_taken)
    refuse (self, connection);
  return connection;
}

static void
on_accepted (int fd, const char *refusal, gboolean local, gpointer data)
{
  GscopeTupleServer *self = data;
  g_autofree char *reason = NULL;

  if (!refusal && self->n_turned_away < MAX_TURNED_AWAY)
    {
      connect_stream (self, fd, local, FALSE);
      return;
    }
  self->totals.turned_away++;
  if (fd < 0)
    return;
  reason = refusal ? g_strdup (refusal) : describe_crowd (self);
  gscope_tuple_descriptors_dismiss (fd, reason);
}

/* Returns the connection that the stream became; NULL with an error. */
static GscopeTupleConnection *
pump (GscopeTupleServer *self, GInputStream *stream, GError **error)
{
  int fd = gscope_tuple_pump_start (stream, self->pumps, error);

  return fd < 0 ? NULL : connect_stream (self, fd, TRUE, TRUE);
}

/**
 * gscope_tuple_server_add_stream:
 * @self: a server that is started
 * @stream: (transfer none): a stream of tuple text
 * @error: why it cannot be read
 *
 * Adds a stream of any kind as a client, until it ends or the server is stopped. A separate thread
 * reads it, so it may block. Times of this machine's clocks are recognised.
 *
 * Returns: %TRUE if it was added
 *
 * Since: 1.0
 */
gboolean
gscope_tuple_server_add_stream (GscopeTupleServer *self, GInputStream *stream, GError **error)
{
  g_return_val_if_fail (GSCOPE_IS_TUPLE_SERVER (self), FALSE);
  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), FALSE);
  g_return_val_if_fail (self->workers, FALSE);

  return pump (self, stream, error) != NULL;
}

/* Starting and stopping. */

static gboolean
open_address (GscopeTupleServer *self, const GscopeTupleAddress *address, GPtrArray *peers,
              GError **error)
{
  int fd = address->transport == GSCOPE_TUPLE_TRANSPORT_STDIN
               ? -1
               : gscope_tuple_address_listen (address, self->options.remote, error);

  if (fd < 0 && address->transport != GSCOPE_TUPLE_TRANSPORT_STDIN)
    return FALSE;
  g_ptr_array_add (self->addresses, gscope_tuple_address_describe (address, fd));
  if (address->transport == GSCOPE_TUPLE_TRANSPORT_UDP)
    g_ptr_array_add (peers, gscope_tuple_peers_new (fd, self->options.clients,
                                                    gscope_source_get_clock (GSCOPE_SOURCE (self)),
                                                    &self->limits));
  else if (fd >= 0)
    g_ptr_array_add (self->listeners, gscope_tuple_listener_new (address, fd, on_accepted, self));
  return TRUE;
}

static gboolean
open_addresses (GscopeTupleServer *self, GPtrArray *peers, GError **error)
{
  for (guint i = 0; i < self->options.addresses->len; i++)
    if (!open_address (self, self->options.addresses->pdata[i], peers, error))
      return FALSE;
  return TRUE;
}

static gboolean
add_standard_input (GscopeTupleServer *self, GError **error)
{
  for (guint i = 0; i < self->options.addresses->len; i++)
    {
      const GscopeTupleAddress *address = self->options.addresses->pdata[i];
      g_autoptr (GInputStream) stream = NULL;

      if (address->transport != GSCOPE_TUPLE_TRANSPORT_STDIN)
        continue;
      stream = g_unix_input_stream_new (STDIN_FILENO, FALSE);
      self->input = pump (self, stream, error);
      if (!self->input)
        return FALSE;
    }
  return TRUE;
}

/* The first worker reads all datagrams. */
static gboolean
start_workers (GscopeTupleServer *self, GPtrArray *peers, GError **error)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  guint n = CLAMP (g_get_num_processors (), 1, MAX_WORKERS);

  self->workers = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_tuple_worker_free);
  g_ptr_array_set_free_func (peers, NULL);
  for (guint i = 0; i < n; i++)
    {
      GscopeTupleWorker *worker =
          gscope_tuple_worker_new (self->mailbox, i == 0 ? peers : none, error);

      if (!worker)
        return FALSE;
      g_ptr_array_add (self->workers, worker);
    }
  return TRUE;
}

static void
close_all (GscopeTupleServer *self)
{
  g_autoptr (GPtrArray) late = NULL;

  g_cancellable_cancel (self->pumps);
  g_ptr_array_set_size (self->listeners, 0);
  g_clear_pointer (&self->workers, g_ptr_array_unref);
  late = gscope_mailbox_take (self->mailbox);
  self->input = NULL;
  for (guint i = 0; i < self->clients->len; i++)
    if (self->clients->pdata[i])
      remove_client (self, self->clients->pdata[i]);
  g_hash_table_remove_all (self->client_workers);
  self->n_turned_away = 0;
  g_ptr_array_set_size (self->addresses, 0);
}

static void
describe (GscopeTupleServer *self)
{
  g_auto (GStrv) addresses = gscope_tuple_server_list_addresses (self);
  g_autofree char *list = g_strjoinv (", ", addresses);
  g_autofree char *clocks = gscope_tuple_status_describe_clocks (self->status, self->clients);
  g_autoptr (GString) status = g_string_new (NULL);

  g_string_printf (status, _ ("receives tuples at %s"), list);
  g_string_append (status, clocks);
  if (self->problem)
    g_string_append_printf (status, "; %s", self->problem);
  gscope_source_set_status (GSCOPE_SOURCE (self), GSCOPE_SOURCE_STATE_RUNNING, status->str);
}

static void
update_status (GscopeTupleServer *self)
{
  gint64 now = gscope_clock_get_time (gscope_source_get_clock (GSCOPE_SOURCE (self)));

  gscope_tuple_status_update (self->status, &self->totals, self->clients, now);
}

static gboolean
on_status_due (gpointer data)
{
  g_autoptr (GscopeTupleServer) self = g_object_ref (data);

  for (guint i = 0; i < self->clients->len; i++)
    if (self->clients->pdata[i])
      take_problem (self, self->clients->pdata[i]);
  update_status (self);
  if (self->workers)
    describe (self);
  return G_SOURCE_CONTINUE;
}

static void
start_timer (GscopeTupleServer *self)
{
  self->timer =
      gscope_clock_create_timeout (gscope_source_get_clock (GSCOPE_SOURCE (self)), STATUS_INTERVAL);
  g_source_set_static_name (self->timer, "[gscope] tuple server status");
  g_source_set_callback (self->timer, on_status_due, self, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

static gboolean
open_all (GscopeTupleServer *self, GError **error)
{
  g_autoptr (GPtrArray) peers =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_tuple_peers_free);

  g_clear_object (&self->pumps);
  self->pumps = g_cancellable_new ();
  gscope_tuple_descriptors_raise (self->options.clients);
  gscope_tuple_names_set_max (self->names, self->options.all_names);
  return open_addresses (self, peers, error) && start_workers (self, peers, error)
         && add_standard_input (self, error);
}

static gboolean
gscope_tuple_server_start (GscopeSource *source, GError **error)
{
  GscopeTupleServer *self = GSCOPE_TUPLE_SERVER (source);
  const Options *given = &self->options;

  self->limits = (GscopeTupleLimits){ given->names, given->rate, given->token };
  if (!open_all (self, error))
    {
      close_all (self);
      return FALSE;
    }
  g_clear_pointer (&self->problem, g_free);
  start_timer (self);
  describe (self);
  return TRUE;
}

static void
close_server (GscopeTupleServer *self)
{
  close_all (self);
  update_status (self);
  g_clear_pointer (&self->timer, main_source_drop);
}

static void
gscope_tuple_server_stop (GscopeSource *source)
{
  close_server (GSCOPE_TUPLE_SERVER (source));
}

static gboolean
take_addresses (gpointer data, GVariant *value, GError **error)
{
  GscopeTupleServer *self = data;
  GPtrArray *addresses = gscope_tuple_addresses_read (value, error);

  if (!addresses)
    return FALSE;
  g_ptr_array_unref (self->options.addresses);
  self->options.addresses = addresses;
  return TRUE;
}

static gboolean
check_token (gpointer self, GVariant *value, GError **error)
{
  return gscope_tuple_opening_check_token (g_variant_get_string (value, NULL), error);
}

static gboolean
check_rate (gpointer self, GVariant *value, GError **error)
{
  if (g_variant_get_int64 (value) >= 0)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("rate: the value is not a whole number of at least 0"));
  return FALSE;
}

static const GscopeSourceOption options[] = {
  { "listen", "as", N_ ("Addresses"),
    N_ ("Addresses that receive tuples: tcp:PORT, tcp:HOST:PORT, udp:HOST:PORT, unix:PATH or "
        "stdin, separated by commas"),
    .initial = "['tcp:17333']", .take = take_addresses },
  { "remote", "b", N_ ("Other Machines"), N_ ("Accept tuples from other machines"),
    .initial = "false", .offset = G_STRUCT_OFFSET (GscopeTupleServer, options.remote) },
  { "token", "s", N_ ("Token"),
    N_ ("Token that a client must send first, as the line #token TOKEN; empty for no token"),
    .initial = "''", .offset = G_STRUCT_OFFSET (GscopeTupleServer, options.token),
    .take = check_token },
  { "clients", "x", N_ ("Clients"), N_ ("Largest number of connected clients"), .initial = "1024",
    .offset = G_STRUCT_OFFSET (GscopeTupleServer, options.clients), .min = 1, .max = 65536 },
  { "names", "x", N_ ("Names per Client"), N_ ("Largest number of signals of one client"),
    .initial = "256", .offset = G_STRUCT_OFFSET (GscopeTupleServer, options.names), .min = 1,
    .max = 65536 },
  { "all-names", "x", N_ ("Names in Total"),
    N_ ("Largest number of signals of all clients together"), .initial = "4096",
    .offset = G_STRUCT_OFFSET (GscopeTupleServer, options.all_names), .min = 1, .max = 1 << 20 },
  { "rate", "x", N_ ("Tuples per Second"),
    N_ ("Largest number of tuples per second from one client; 0 for no limit"),
    .initial = "5000000", .offset = G_STRUCT_OFFSET (GscopeTupleServer, options.rate),
    .take = check_rate },
  { .name = NULL },
};

static void
list_demands (GVariant *values, GVariant *parameters, GPtrArray *demands)
{
  gscope_tuple_addresses_list_demands (&options[0], values, demands);
}

static void
gscope_tuple_server_constructed (GObject *object)
{
  GscopeTupleServer *self = GSCOPE_TUPLE_SERVER (object);
  GscopeSource *source = GSCOPE_SOURCE (object);

  G_OBJECT_CLASS (gscope_tuple_server_parent_class)->constructed (object);
  self->names = gscope_tuple_names_new (source, self->options.all_names);
  self->status = gscope_tuple_status_new (source);
  self->waker = gscope_waker_new ("[gscope] tuple server", G_PRIORITY_HIGH, on_messages, self);
  self->mailbox = gscope_mailbox_new (wake, self->waker);
}

static void
gscope_tuple_server_dispose (GObject *object)
{
  GscopeTupleServer *self = GSCOPE_TUPLE_SERVER (object);

  close_all (self);
  g_clear_pointer (&self->timer, main_source_drop);
  g_source_destroy (self->waker);
  g_clear_pointer (&self->status, gscope_tuple_status_free);
  G_OBJECT_CLASS (gscope_tuple_server_parent_class)->dispose (object);
}

static void
gscope_tuple_server_finalize (GObject *object)
{
  GscopeTupleServer *self = GSCOPE_TUPLE_SERVER (object);

  gscope_tuple_names_free (self->names);
  gscope_mailbox_free (self->mailbox);
  g_source_unref (self->waker);
  g_ptr_array_unref (self->listeners);
  g_ptr_array_unref (self->addresses);
  g_ptr_array_unref (self->clients);
  g_hash_table_unref (self->client_workers);
  g_clear_object (&self->pumps);
  g_free (self->problem);
  g_ptr_array_unref (self->options.addresses);
  G_OBJECT_CLASS (gscope_tuple_server_parent_class)->finalize (object);
}

/* Lines that belong to no signal. */
static void
gscope_tuple_server_count_lost (GscopeSource *source, GscopeTally *tally)
{
  GscopeTupleServer *self = GSCOPE_TUPLE_SERVER (source);
  GscopeTupleCounters sum = self->totals.gone, counters;

  for (guint i = 0; i < self->clients->len; i++)
    {
      if (!self->clients->pdata[i])
        continue;
      gscope_tuple_connection_get_counters (self->clients->pdata[i], &counters);
      sum.malformed += counters.malformed;
      sum.limit += counters.limit;
    }
  tally->counts[GSCOPE_LOSS_MALFORMED] += sum.malformed;
  tally->counts[GSCOPE_LOSS_LIMIT] += sum.limit;
}

static void
gscope_tuple_server_class_init (GscopeTupleServerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = gscope_tuple_server_constructed;
  object_class->dispose = gscope_tuple_server_dispose;
  object_class->finalize = gscope_tuple_server_finalize;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->options = options;
  source_class->list_demands = list_demands;
  source_class->start = gscope_tuple_server_start;
  source_class->stop = gscope_tuple_server_stop;
  source_class->count_lost = gscope_tuple_server_count_lost;
}

static void
gscope_tuple_server_init (GscopeTupleServer *self)
{
  g_autofree char *address = g_strdup_printf ("tcp:%d", GSCOPE_TUPLE_PORT);
  const char *const texts[] = { address, NULL };
  g_autoptr (GVariant) all = g_variant_ref_sink (g_variant_new_strv (texts, 1));

  self->options.addresses = gscope_tuple_addresses_read (all, NULL);
  self->listeners = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_tuple_listener_free);
  self->addresses = g_ptr_array_new_with_free_func (g_free);
  self->clients = g_ptr_array_new ();
  self->client_workers = g_hash_table_new (NULL, NULL);
}

/**
 * gscope_tuple_server_new:
 * @name: the instance's name; empty if the full names of its signals begin without one
 *
 * Creates a server that is not started.
 *
 * Returns: (transfer full): a server
 *
 * Since: 1.0
 */
GscopeTupleServer *
gscope_tuple_server_new (const char *name)
{
  g_return_val_if_fail (name, NULL);

  return g_object_new (GSCOPE_TYPE_TUPLE_SERVER, "name", name, NULL);
}

/**
 * gscope_tuple_server_register:
 * @registry: a registry
 * @error: why it was not added
 *
 * Adds the type of sources `tuples`, so that workspaces can have tuple servers.
 *
 * Returns: %TRUE if it was added
 *
 * Since: 1.0
 */
gboolean
gscope_tuple_server_register (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "tuples", GSCOPE_TYPE_TUPLE_SERVER, _ ("Tuples from other programs"),
      _ ("Lines of text that other programs send over TCP, Unix sockets, UDP or standard input."),
      "tuples", error);
}

/**
 * gscope_tuple_server_list_addresses:
 * @self: a server
 *
 * Lists the addresses at which the server receives tuples: those of its option `listen`, with the
 * ports that the system chose for port 0. The list is empty while the server is not started.
 *
 * Returns: (transfer full) (array zero-terminated=1): the addresses
 *
 * Since: 1.0
 */
GStrv
gscope_tuple_server_list_addresses (GscopeTupleServer *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_return_val_if_fail (GSCOPE_IS_TUPLE_SERVER (self), NULL);

  for (guint i = 0; i < self->addresses->len; i++)
    g_strv_builder_add (builder, self->addresses->pdata[i]);
  return g_strv_builder_end (builder);
}

/**
 * gscope_tuple_server_get_n_clients:
 * @self: a server
 *
 * Gets the number of connected clients.
 *
 * Returns: the number of clients
 *
 * Since: 1.0
 */
guint
gscope_tuple_server_get_n_clients (GscopeTupleServer *self)
{
  g_return_val_if_fail (GSCOPE_IS_TUPLE_SERVER (self), 0);

  return self->totals.clients;
}

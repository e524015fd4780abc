/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/nats/line.h>

#include <glib/gi18n-lib.h>
#include <nats/nats.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum
{
  /* Milliseconds. */
  CONNECT_PATIENCE = 5000,
  RETRY_WAIT = 1000,
  RECONNECT_WAIT = 200,
  RECONNECT_JITTER = 300,
  RECONNECT_JITTER_TLS = 2000,
  PING_INTERVAL = 5000,
  FLUSH_PATIENCE = 500,

  /* libnats 3.4 leaves out a signature that begins with a byte of 0, and the server refuses the connection. The next
   * attempt has another signature. */
  MAX_SIGNATURES = 3,
};

typedef enum
{
  PUBLISH,
  SUBSCRIBE,
  ALLOW,
  UNSUBSCRIBE,
  FLUSH,
  CONNECT_AGAIN,
  END,
} OrderKind;

/* A task for the thread. */
typedef struct
{
  OrderKind kind;
  char *subject;
  char *reply;
  GBytes *data;
  int limit;
  /* a header; NULL for none */
  char *header;
  char *value;
} Order;

/* A subscription, which libnats and the thread hold. */
typedef struct
{
  int n_refs;
  char *pattern;
  GscopeNatsMailbox *mailbox;
  natsSubscription *subscription;
  /* most messages; 0 for any number */
  int limit;
  /* there was no room for the last message */
  int is_full;
} Ear;

/* A subscription that has ended, and the number of messages that the connection had received then. */
typedef struct
{
  natsSubscription *subscription;
  guint64 n_received;
} EndedSubscription;

/* Held by its owner and its thread, which may wait for a server that does not answer. */
struct _GscopeNatsLine
{
  int n_refs;
  GscopeNatsMailbox *mailbox;
  natsOptions *options;
  /* the user proves who he is by a signature */
  gboolean signs;
  /* why libnats does not take the settings */
  char *problem;

  /* of the thread; whether it has no connection, and tries again */
  natsConnection *connection;
  gboolean waits;
  gboolean tries_again;
  GPtrArray *ears;
  /* EndedSubscription, in the order of their ends */
  GQueue ended;

  pthread_mutex_t mutex;
  /* Order */
  GQueue orders;
  gsize unsent;
  pthread_cond_t ordered;
  pthread_cond_t flushed;
  gboolean is_flushed;
  /* the thread waits for a server, maybe for long */
  gboolean is_connecting;
  gboolean is_ended;
};

void
gscope_nats_event_free (GscopeNatsEvent *self)
{
  g_free (self->text);
  g_free (self->pattern);
  g_free (self->subject);
  g_free (self->reply);
  g_clear_pointer (&self->payload, g_bytes_unref);
  g_free (self);
}

static void
order_free (gpointer data)
{
  Order *order = data;

  g_free (order->subject);
  g_free (order->reply);
  g_clear_pointer (&order->data, g_bytes_unref);
  g_free (order->header);
  g_free (order->value);
  g_free (order);
}

/* libnats puts the place in its source in front. */
static const char *
get_reason (const char *text, const char *otherwise)
{
  const char *end = text && *text == '(' ? strstr (text, "): ") : NULL;

  if (!text || !*text)
    return otherwise;
  return end ? end + strlen ("): ") : text;
}

static void
line_unref (GscopeNatsLine *self)
{
  if (!g_atomic_int_dec_and_test (&self->n_refs))
    return;
  g_queue_clear_full (&self->orders, order_free);
  g_ptr_array_unref (self->ears);
  gscope_nats_mailbox_unref (self->mailbox);
  pthread_mutex_destroy (&self->mutex);
  pthread_cond_destroy (&self->ordered);
  pthread_cond_destroy (&self->flushed);
  g_free (self->problem);
  g_free (self);
}

/* Events, from threads of libnats. */

static void
put_event (GscopeNatsMailbox *mailbox, GscopeNatsEventKind kind, const char *text)
{
  GscopeNatsEvent *event = g_new0 (GscopeNatsEvent, 1);

  event->kind = kind;
  event->text = g_strdup (text);
  gscope_nats_mailbox_put_always (mailbox, event);
}

static void
on_connection_lost (natsConnection *connection, void *data)
{
  const char *reason = NULL;

  natsConnection_GetLastError (connection, &reason);
  put_event (data, GSCOPE_NATS_DOWN, get_reason (reason, _ ("the server closed it")));
}

static void
on_connected_again (natsConnection *connection, void *data)
{
  put_event (data, GSCOPE_NATS_UP, NULL);
}

static void
put_loss (GscopeNatsMailbox *mailbox)
{
  put_event (mailbox, GSCOPE_NATS_LOSS, _ ("more messages came than this program could read"));
}

static void
on_trouble (natsConnection *connection, natsSubscription *subscription, natsStatus status,
            void *data)
{
  gboolean is_refusal = status == NATS_NOT_PERMITTED || status == NATS_CONNECTION_AUTH_FAILED;
  const char *reason = NULL;

  if (status == NATS_SLOW_CONSUMER)
    {
      put_loss (data);
      return;
    }
  natsConnection_GetLastError (connection, &reason);
  put_event (data, is_refusal ? GSCOPE_NATS_REFUSAL : GSCOPE_NATS_TROUBLE,
             get_reason (reason, natsStatus_GetText (status)));
}

static void
ear_unref (gpointer data)
{
  Ear *ear = data;

  if (!g_atomic_int_dec_and_test (&ear->n_refs))
    return;
  gscope_nats_mailbox_unref (ear->mailbox);
  g_free (ear->pattern);
  g_free (ear);
}

static void
free_message (gpointer data)
{
  natsMsg_Destroy (data);
}

static void
on_message (natsConnection *connection, natsSubscription *subscription, natsMsg *message,
            void *data)
{
  Ear *ear = data;
  GscopeNatsEvent *event = g_new0 (GscopeNatsEvent, 1);
  gsize size = (gsize) natsMsg_GetDataLength (message);

  event->kind = GSCOPE_NATS_MESSAGE;
  event->pattern = g_strdup (ear->pattern);
  event->subject = g_strdup (natsMsg_GetSubject (message));
  event->reply = g_strdup (natsMsg_GetReply (message));
  if (natsMsg_IsNoResponders (message))
    natsMsg_Destroy (message);
  else
    event->payload =
        g_bytes_new_with_free_func (natsMsg_GetData (message), size, free_message, message);
  if (gscope_nats_mailbox_put (ear->mailbox, event, size))
    g_atomic_int_set (&ear->is_full, FALSE);
  else if (g_atomic_int_compare_and_exchange (&ear->is_full, FALSE, TRUE))
    put_loss (ear->mailbox);
}

/* The thread. */

static gboolean
listen (GscopeNatsLine *self, Ear *ear)
{
  natsStatus status;

  g_atomic_int_inc (&ear->n_refs);
  status = natsConnection_Subscribe (&ear->subscription, self->connection, ear->pattern, on_message,
                                     ear);
  if (status == NATS_OK)
    {
      natsSubscription_SetOnCompleteCB (ear->subscription, ear_unref, ear);
      if (ear->limit > 0)
        natsSubscription_AutoUnsubscribe (ear->subscription, ear->limit);
      return TRUE;
    }
  put_event (self->mailbox, GSCOPE_NATS_TROUBLE, natsStatus_GetText (status));
  ear_unref (ear);
  return FALSE;
}

static guint64
count_received (GscopeNatsLine *self)
{
  natsStatistics *statistics = NULL;
  uint64_t n = 0;

  if (natsStatistics_Create (&statistics) == NATS_OK
      && natsConnection_GetStats (self->connection, statistics) == NATS_OK)
    natsStatistics_GetCounts (statistics, &n, NULL, NULL, NULL, NULL);
  natsStatistics_Destroy (statistics);
  return n;
}

/* Frees the subscriptions that ended before the message that libnats reads now; all of them without a connection. */
static void
free_ended (GscopeNatsLine *self)
{
  guint64 n_received = self->connection ? count_received (self) : G_MAXUINT64;
  EndedSubscription *ended;

  while ((ended = g_queue_peek_head (&self->ended)) && ended->n_received < n_received)
    {
      natsSubscription_Destroy (ended->subscription);
      g_free (g_queue_pop_head (&self->ended));
    }
}

/* The thread of libnats 3.4 that reads a message uses its subscription without a reference, so that a subscription is not freed
 * before the next message (https://github.com/nats-io/nats.c/pull/638). */
static void
end_subscription (GscopeNatsLine *self, Ear *ear)
{
  EndedSubscription *ended;

  if (!ear->subscription)
    return;
  natsSubscription_Unsubscribe (ear->subscription);
  ended = g_new (EndedSubscription, 1);
  *ended = (EndedSubscription){ g_steal_pointer (&ear->subscription), count_received (self) };
  g_queue_push_tail (&self->ended, ended);
  free_ended (self);
}

static void
add_ear (GscopeNatsLine *self, const char *pattern)
{
  Ear *ear = g_new0 (Ear, 1);

  ear->n_refs = 1;
  ear->pattern = g_strdup (pattern);
  ear->mailbox = gscope_nats_mailbox_ref (self->mailbox);
  g_ptr_array_add (self->ears, ear);
  if (self->connection)
    listen (self, ear);
}

/* A subscription that has ended already is silent, which its user notices. */
static void
allow (GscopeNatsLine *self, const Order *order)
{
  for (guint i = 0; i < self->ears->len; i++)
    {
      Ear *ear = self->ears->pdata[i];

      if (!g_str_equal (ear->pattern, order->subject))
        continue;
      ear->limit = order->limit;
      if (ear->subscription)
        natsSubscription_AutoUnsubscribe (ear->subscription, ear->limit);
      return;
    }
}

static void
remove_ear (GscopeNatsLine *self, const char *pattern)
{
  for (guint i = 0; i < self->ears->len; i++)
    if (g_str_equal (((Ear *) self->ears->pdata[i])->pattern, pattern))
      {
        end_subscription (self, self->ears->pdata[i]);
        g_ptr_array_remove_index (self->ears, i);
        return;
      }
}

static gsize
get_size (const Order *order)
{
  return order->data ? g_bytes_get_size (order->data) : 0;
}

static void
count_sent (GscopeNatsLine *self, const Order *order)
{
  pthread_mutex_lock (&self->mutex);
  self->unsent -= get_size (order);
  pthread_mutex_unlock (&self->mutex);
}

static void
publish_with_header (GscopeNatsLine *self, const Order *order, const void *data, gsize size)
{
  natsMsg *message = NULL;

  if (natsMsg_Create (&message, order->subject, order->reply, data, (int) size) != NATS_OK)
    return;
  if (natsMsgHeader_Set (message, order->header, order->value) == NATS_OK)
    natsConnection_PublishMsg (self->connection, message);
  natsMsg_Destroy (message);
}

static void
publish (GscopeNatsLine *self, const Order *order)
{
  gsize size = 0;
  const void *data = order->data ? g_bytes_get_data (order->data, &size) : NULL;

  if (!self->connection || natsConnection_Status (self->connection) != NATS_CONN_STATUS_CONNECTED)
    return;
  if (order->header)
    publish_with_header (self, order, data, size);
  else if (order->reply)
    natsConnection_PublishRequest (self->connection, order->subject, order->reply, data,
                                   (int) size);
  else
    natsConnection_Publish (self->connection, order->subject, data, (int) size);
}

static void
flush (GscopeNatsLine *self)
{
  if (self->connection && natsConnection_Status (self->connection) == NATS_CONN_STATUS_CONNECTED)
    natsConnection_FlushTimeout (self->connection, FLUSH_PATIENCE);
  pthread_mutex_lock (&self->mutex);
  self->is_flushed = TRUE;
  pthread_cond_signal (&self->flushed);
  pthread_mutex_unlock (&self->mutex);
}

/* Subscriptions are freed when no thread reads any more. */
static void
destroy_connection (GscopeNatsLine *self)
{
  natsConnection_Close (self->connection);
  for (guint i = 0; i < self->ears->len; i++)
    g_clear_pointer (&((Ear *) self->ears->pdata[i])->subscription, natsSubscription_Destroy);
  g_clear_pointer (&self->connection, natsConnection_Destroy);
  free_ended (self);
}

/* libnats gives a connection up that the server has refused twice. */
static void
drop_connection (GscopeNatsLine *self)
{
  const char *reason = NULL;

  if (!self->connection || !natsConnection_IsClosed (self->connection))
    return;
  natsConnection_GetLastError (self->connection, &reason);
  put_event (self->mailbox, GSCOPE_NATS_DOWN, get_reason (reason, _ ("the server closed it")));
  destroy_connection (self);
  self->waits = TRUE;
}

/* Returns whether the thread goes on. */
static gboolean
carry_out (GscopeNatsLine *self, Order *order)
{
  OrderKind kind = order->kind;

  if (kind == PUBLISH)
    {
      publish (self, order);
      count_sent (self, order);
    }
  else if (kind == SUBSCRIBE)
    add_ear (self, order->subject);
  else if (kind == ALLOW)
    allow (self, order);
  else if (kind == UNSUBSCRIBE)
    remove_ear (self, order->subject);
  else if (kind == CONNECT_AGAIN)
    drop_connection (self);
  else
    flush (self);
  order_free (order);
  return kind != END;
}

static void
set_connecting (GscopeNatsLine *self, gboolean is_connecting)
{
  pthread_mutex_lock (&self->mutex);
  self->is_connecting = is_connecting;
  pthread_mutex_unlock (&self->mutex);
}

static natsStatus
try_to_connect (GscopeNatsLine *self)
{
  natsStatus status = NATS_CONNECTION_AUTH_FAILED;

  for (guint i = 0; status == NATS_CONNECTION_AUTH_FAILED && i < (self->signs ? MAX_SIGNATURES : 1);
       i++)
    status = natsConnection_Connect (&self->connection, self->options);
  return status;
}

static void
connect (GscopeNatsLine *self)
{
  natsStatus status = NATS_ERR;
  const char *reason;

  /* a connection holds the line, until on_connection_ended () */
  g_atomic_int_inc (&self->n_refs);
  set_connecting (self, TRUE);
  if (!self->problem)
    status = try_to_connect (self);
  set_connecting (self, FALSE);
  self->waits = status != NATS_OK;
  if (status == NATS_OK)
    {
      self->tries_again = TRUE;
      for (guint i = 0; i < self->ears->len; i++)
        listen (self, self->ears->pdata[i]);
      put_event (self->mailbox, GSCOPE_NATS_UP, NULL);
      return;
    }
  reason = self->problem ? self->problem : nats_GetLastError (NULL);
  put_event (self->mailbox, GSCOPE_NATS_DOWN, get_reason (reason, natsStatus_GetText (status)));
  line_unref (self);
}

static struct timespec
find_deadline (int milliseconds)
{
  gint64 time = g_get_monotonic_time () + milliseconds * G_TIME_SPAN_MILLISECOND;

  return (struct timespec){ time / G_USEC_PER_SEC, time % G_USEC_PER_SEC * 1000 };
}

/* Returns the next order; NULL if none comes within a time in milliseconds, which is negative for no limit. */
static Order *
await_order (GscopeNatsLine *self, int patience)
{
  struct timespec deadline = find_deadline (MAX (patience, 0));
  Order *order;
  int code = 0;

  pthread_mutex_lock (&self->mutex);
  while (code == 0 && g_queue_is_empty (&self->orders))
    code = patience < 0 ? pthread_cond_wait (&self->ordered, &self->mutex)
                        : pthread_cond_timedwait (&self->ordered, &self->mutex, &deadline);
  order = g_queue_pop_head (&self->orders);
  pthread_mutex_unlock (&self->mutex);
  return order;
}

static gpointer
run (gpointer data)
{
  GscopeNatsLine *self = data;
  gboolean goes_on = TRUE;

  connect (self);
  while (goes_on)
    {
      Order *order = await_order (self, self->waits && self->tries_again ? RETRY_WAIT : -1);

      if (order)
        goes_on = carry_out (self, order);
      else
        connect (self);
    }
  destroy_connection (self);
  g_ptr_array_set_size (self->ears, 0);
  natsOptions_Destroy (self->options);
  nats_ReleaseThreadMemory ();
  pthread_mutex_lock (&self->mutex);
  self->is_ended = TRUE;
  pthread_cond_signal (&self->flushed);
  pthread_mutex_unlock (&self->mutex);
  line_unref (self);
  return NULL;
}

/* Takes the order. */
static void
queue_order (GscopeNatsLine *self, Order *order)
{
  pthread_mutex_lock (&self->mutex);
  g_queue_push_tail (&self->orders, order);
  self->unsent += get_size (order);
  pthread_cond_signal (&self->ordered);
  pthread_mutex_unlock (&self->mutex);
}

/* The last call about a connection, from a thread of libnats. */
static void
on_connection_ended (natsConnection *connection, void *data)
{
  GscopeNatsLine *self = data;
  Order *order = g_new0 (Order, 1);

  order->kind = CONNECT_AGAIN;
  queue_order (self, order);
  line_unref (self);
}

/* Options. */

typedef natsStatus (*SetText) (natsOptions *options, const char *text);

static natsStatus
set_text (natsOptions *options, SetText set, const char *text)
{
  return text ? set (options, text) : NATS_OK;
}

static natsStatus
set_user (natsOptions *options, const GscopeNatsSettings *settings)
{
  if (settings->credentials)
    return natsOptions_SetUserCredentialsFromFiles (options, settings->credentials, NULL);
  if (settings->nkey)
    return natsOptions_SetNKeyFromSeed (options, settings->nkey, settings->seed);
  if (settings->password)
    return natsOptions_SetUserInfo (options, settings->user, settings->password);
  return NATS_OK;
}

static natsStatus
set_tls (natsOptions *options, const GscopeNatsSettings *settings)
{
  natsStatus status = settings->is_tls ? natsOptions_SetSecure (options, true) : NATS_OK;

  if (status == NATS_OK && settings->is_tls)
    status = natsOptions_SetExpectedHostname (options, settings->host);
  if (status == NATS_OK)
    status = set_text (options, natsOptions_LoadCATrustedCertificates, settings->authority);
  if (status == NATS_OK && settings->certificate)
    status = natsOptions_LoadCertificatesChain (options, settings->certificate, settings->key);
  return status;
}

static natsStatus
set_behaviour (GscopeNatsLine *self, natsOptions *options, const char *program)
{
  natsStatus status = natsOptions_SetName (options, program);

  natsOptions_SetTimeout (options, CONNECT_PATIENCE);
  natsOptions_SetMaxReconnect (options, -1);
  natsOptions_SetReconnectWait (options, RECONNECT_WAIT);
  natsOptions_SetReconnectJitter (options, RECONNECT_JITTER, RECONNECT_JITTER_TLS);
  /* libnats collects messages for a millisecond otherwise */
  natsOptions_SetSendAsap (options, true);
  natsOptions_SetPingInterval (options, PING_INTERVAL);
  natsOptions_UseGlobalMessageDelivery (options, true);
  natsOptions_SetDisconnectedCB (options, on_connection_lost, self->mailbox);
  natsOptions_SetReconnectedCB (options, on_connected_again, self->mailbox);
  natsOptions_SetErrorHandler (options, on_trouble, self->mailbox);
  natsOptions_SetClosedCB (options, on_connection_ended, self);
  return status;
}

static void
set_options (GscopeNatsLine *self, const GscopeNatsSettings *settings, const char *program)
{
  natsStatus status = natsOptions_Create (&self->options);

  if (status == NATS_OK)
    status = natsOptions_SetURL (self->options, settings->server);
  if (status == NATS_OK)
    status = set_behaviour (self, self->options, program);
  if (status == NATS_OK)
    status = set_user (self->options, settings);
  if (status == NATS_OK)
    status = set_tls (self->options, settings);
  if (status != NATS_OK)
    {
      const char *reason = nats_GetLastError (NULL);

      self->problem = g_strdup (get_reason (reason, natsStatus_GetText (status)));
    }
}

static void
close_library (void)
{
  nats_CloseAndWait (FLUSH_PATIENCE);
}

/* Ends the threads of libnats before OpenSSL cleans up at the end of the program, because these threads free objects of
 * OpenSSL. */
static void
close_at_exit (void)
{
  static gsize is_done;

  if (!g_once_init_enter (&is_done))
    return;
  atexit (close_library);
  g_once_init_leave (&is_done, 1);
}

GscopeNatsLine *
gscope_nats_line_new (const GscopeNatsSettings *settings, const char *program,
                      gboolean is_persistent, GscopeNatsMailbox *mailbox)
{
  GscopeNatsLine *self = g_new0 (GscopeNatsLine, 1);
  pthread_condattr_t attributes;

  self->mailbox = gscope_nats_mailbox_ref (mailbox);
  self->tries_again = is_persistent;
  self->signs = settings->credentials || settings->nkey;
  g_queue_init (&self->orders);
  g_queue_init (&self->ended);
  self->ears = g_ptr_array_new_with_free_func (ear_unref);
  pthread_mutex_init (&self->mutex, NULL);
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (&self->ordered, &attributes);
  pthread_cond_init (&self->flushed, &attributes);
  pthread_condattr_destroy (&attributes);
  set_options (self, settings, program);
  if (settings->is_tls)
    close_at_exit ();
  self->is_connecting = TRUE;
  self->n_refs = 2;
  g_thread_unref (g_thread_new ("nats", run, self));
  return self;
}

static void
give_order (GscopeNatsLine *self, OrderKind kind, const char *subject, const char *reply,
            GBytes *data, int limit)
{
  Order *order = g_new (Order, 1);

  *order = (Order){
    kind, g_strdup (subject), g_strdup (reply), data ? g_bytes_ref (data) : NULL, limit, NULL, NULL
  };
  queue_order (self, order);
}

void
gscope_nats_line_free (GscopeNatsLine *self)
{
  struct timespec deadline = find_deadline (2 * FLUSH_PATIENCE);

  give_order (self, END, NULL, NULL, NULL, 0);
  pthread_mutex_lock (&self->mutex);
  while (!self->is_connecting && !self->is_ended
         && pthread_cond_timedwait (&self->flushed, &self->mutex, &deadline) == 0)
    ;
  pthread_mutex_unlock (&self->mutex);
  line_unref (self);
}

void
gscope_nats_line_publish (GscopeNatsLine *self, const char *subject, const char *reply,
                          GBytes *data)
{
  give_order (self, PUBLISH, subject, reply, data, 0);
}

void
gscope_nats_line_publish_with_header (GscopeNatsLine *self, const char *subject, const char *reply,
                                      GBytes *data, const char *header, const char *value)
{
  Order *order = g_new (Order, 1);

  *order = (Order){ PUBLISH, g_strdup (subject), g_strdup (reply), data ? g_bytes_ref (data) : NULL,
                    0,       g_strdup (header),  g_strdup (value) };
  queue_order (self, order);
}

void
gscope_nats_line_subscribe (GscopeNatsLine *self, const char *pattern)
{
  give_order (self, SUBSCRIBE, pattern, NULL, NULL, 0);
}

void
gscope_nats_line_allow (GscopeNatsLine *self, const char *pattern, guint64 n_messages)
{
  give_order (self, ALLOW, pattern, NULL, NULL, (int) MIN (n_messages, G_MAXINT));
}

gsize
gscope_nats_line_get_unsent (GscopeNatsLine *self)
{
  gsize unsent;

  pthread_mutex_lock (&self->mutex);
  unsent = self->unsent;
  pthread_mutex_unlock (&self->mutex);
  return unsent;
}

void
gscope_nats_line_unsubscribe (GscopeNatsLine *self, const char *pattern)
{
  give_order (self, UNSUBSCRIBE, pattern, NULL, NULL, 0);
}

void
gscope_nats_line_flush (GscopeNatsLine *self)
{
  struct timespec deadline = find_deadline (FLUSH_PATIENCE);

  pthread_mutex_lock (&self->mutex);
  self->is_flushed = FALSE;
  pthread_mutex_unlock (&self->mutex);
  give_order (self, FLUSH, NULL, NULL, NULL, 0);
  pthread_mutex_lock (&self->mutex);
  while (!self->is_flushed && pthread_cond_timedwait (&self->flushed, &self->mutex, &deadline) == 0)
    ;
  pthread_mutex_unlock (&self->mutex);
}

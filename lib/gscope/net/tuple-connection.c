/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-connection.h>

#include <glib/gi18n-lib.h>
#include <gscope/net/tuple-address.h>
#include <gscope/net/tuple-offset.h>
#include <gscope/net/tuple-opening.h>
#include <gscope/signal/producer-private.h>
#include <gscope/text/tuple.h>
/* It has the minimum round-trip time, which netinet/tcp.h lacks. */
#include <linux/tcp.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

enum
{
  /* A stream with more waiting tuples is not read. */
  MAX_HELD = 16384,
  /* The samples of the first read determine the size of a signal's ring: one client begins slowly,
   * another one sends the backlog of an hour. */
  MIN_RING = 1024,
  MAX_RING = 16384,
  RING_FACTOR = 4,
  /* After this many malformed lines in a row the text is not tuple text. */
  MAX_MALFORMED = 100,
  MAX_LINES_BACK = 16,
};

typedef struct
{
  GscopeProducer *producer;
  gboolean refused;
  guint n_held;
  /* time of the last sample on the client's clock */
  gint64 sent;
} Channel;

/* A tuple that waits for its name's signal, or for room in the signal's ring. */
typedef struct
{
  GscopeTuple tuple;
  gint64 arrival;
} Held;

struct _GscopeTupleConnection
{
  int refs;
  int fd;
  gboolean is_stream;
  struct sockaddr_storage address;
  socklen_t address_length;

  GscopeClock *clock;
  GscopeTupleLimits limits;
  GscopeTupleAskFunc ask;
  gpointer ask_data;

  /* the first bytes, until the protocol is known */
  GString *opening;
  GscopeTupleParser *parser;
  GscopeTupleOffset offset;
  Channel *channels;
  guint n_channels;
  GArray *held;
  gboolean is_full;

  gint64 made_at;
  gint64 arrival;
  gint64 arrival_unix;
  guint malformed_in_row;
  guint n_lines_back;
  gboolean refused;

  /* token bucket: tuples that may be read now, and the time of that number */
  double allowance;
  gint64 allowed_at;

  guint64 late;
  guint64 unnamed;
  /* beyond the rate, without the token, or after the client was refused */
  guint64 dropped;
  guint64 n_tuples;
  GscopeTupleCounters shown;
  /* exchanged atomically between the worker and the status */
  GscopeTupleProblem *problem;
};

static GscopeTupleProblem *
problem_new (const char *reason)
{
  GscopeTupleProblem *self = g_new0 (GscopeTupleProblem, 1);

  self->time = g_get_monotonic_time ();
  self->reason = g_strdup (reason);
  return self;
}

void
gscope_tuple_problem_free (GscopeTupleProblem *self)
{
  g_free (self->reason);
  g_free (self);
}

static void
drop_problem (GscopeTupleProblem *problem)
{
  g_clear_pointer (&problem, gscope_tuple_problem_free);
}

/* Sends a line to the client. It must not block: without room in the socket's buffer the line is
 * dropped. */
static void
say (GscopeTupleConnection *self, const char *line, const char *reason)
{
  const struct sockaddr *to = self->is_stream ? NULL : (const struct sockaddr *) &self->address;

  if (self->fd < 0 || self->n_lines_back++ >= MAX_LINES_BACK)
    return;
  drop_problem (__atomic_exchange_n (&self->problem, problem_new (reason), __ATOMIC_ACQ_REL));
  if (sendto (self->fd, line, strlen (line), MSG_DONTWAIT | MSG_NOSIGNAL, to, self->address_length)
      < 0)
    g_debug ("cannot send the line “%s” to a client", line);
}

static void
tell (GscopeTupleConnection *self, const char *format, const char *reason)
{
  g_autofree char *line = g_strdup_printf (format, reason);

  say (self, line, reason);
}

/* Returns whether the client was not refused before. */
static gboolean
set_refused (GscopeTupleConnection *self, GscopeTupleRefusal cause)
{
  if (self->refused)
    return FALSE;
  self->refused = TRUE;
  self->n_lines_back = 0;
  __atomic_store_n (&self->shown.refusals[cause], 1, __ATOMIC_RELAXED);
  return TRUE;
}

void
gscope_tuple_connection_refuse (GscopeTupleConnection *self, GscopeTupleRefusal cause,
                                const char *reason)
{
  if (set_refused (self, cause))
    tell (self, "# refused: %s\n", reason);
}

/* An answer that a browser understands. */
static void
refuse_http (GscopeTupleConnection *self)
{
  if (set_refused (self, GSCOPE_TUPLE_REFUSAL_PROTOCOL))
    say (self,
         "HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nContent-Length: 45\r\n"
         "Connection: close\r\n\r\nThis port takes lines of tuples and no HTTP.\n",
         _ ("it sent HTTP, as a browser does for a web page"));
}

gboolean
gscope_tuple_connection_is_refused (GscopeTupleConnection *self)
{
  return self->refused;
}

/* Keeps a tuple for later, unless its name was refused. */
static void
hold (GscopeTupleConnection *self, Channel *channel, const GscopeTuple *tuple)
{
  Held held = { *tuple, self->arrival };

  if (channel->refused)
    {
      self->unnamed++;
      return;
    }
  channel->n_held++;
  g_array_append_val (self->held, held);
}

/* No sample is later than its arrival. Where the offset became smaller, samples must not go back on
 * the scope's clock; the producer refuses samples that go back on the client's own clock. */
static inline GscopeOffer
push (Channel *channel, const GscopeTuple *tuple, const GscopeTupleOffset *offset, gint64 arrival)
{
  gint64 time = MIN (gscope_tuple_offset_map (offset, tuple->time), arrival);
  GscopeOffer offer;

  if (tuple->time >= channel->sent)
    time = MAX (time, channel->producer->last_time);
  offer = gscope_producer_offer (channel->producer, time, tuple->value, arrival);
  if (G_LIKELY (offer == GSCOPE_OFFER_TAKEN))
    channel->sent = tuple->time;
  return offer;
}

static inline void
take_tuple (GscopeTupleConnection *self, Channel *channel, const GscopeTuple *tuple,
            const GscopeTupleOffset *offset, gint64 arrival)
{
  GscopeOffer offer = GSCOPE_OFFER_FULL;

  if (G_LIKELY (channel->producer && channel->n_held == 0))
    {
      offer = push (channel, tuple, offset, arrival);
      if (G_LIKELY (offer == GSCOPE_OFFER_TAKEN))
        return;
      self->is_full |= offer == GSCOPE_OFFER_FULL;
    }
  if (offer == GSCOPE_OFFER_FULL)
    hold (self, channel, tuple);
  else if (offer == GSCOPE_OFFER_LATE)
    self->late++;
}

static void
add_channels (GscopeTupleConnection *self)
{
  guint n = gscope_tuple_parser_get_n_names (self->parser);

  if (G_LIKELY (n == self->n_channels))
    return;
  self->channels = g_renew (Channel, self->channels, n);
  for (guint id = self->n_channels; id < n; id++)
    {
      self->channels[id] = (Channel){ .sent = G_MININT64 };
      self->ask (self, id, gscope_tuple_parser_get_name (self->parser, id), self->ask_data);
    }
  self->n_channels = n;
}

/* The common state is copied to local variables, because the compiler has to assume that writing a
 * sample changes it. */
static void
push_tuples (GscopeTupleConnection *self, const GscopeTuple *tuples, gsize n)
{
  const GscopeTupleOffset offset = self->offset;
  const gint64 arrival = self->arrival;
  Channel *channels = self->channels;

  for (gsize i = 0; i < n; i++)
    take_tuple (self, &channels[tuples[i].name], &tuples[i], &offset, arrival);
}

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  GscopeTupleConnection *self = user_data;
  gint64 newest = G_MININT64;

  if (self->refused)
    {
      self->dropped += n;
      return;
    }
  add_channels (self);
  for (gsize i = 0; i < n; i++)
    newest = MAX (newest, tuples[i].time);
  gscope_tuple_offset_update (&self->offset, newest, self->arrival, self->arrival_unix);
  push_tuples (self, tuples, n);
  self->n_tuples += n;
  self->malformed_in_row = 0;
}

static void
take_error (GscopeTupleParser *parser, guint64 line, GscopeLoss cause, const char *reason,
            gpointer user_data)
{
  GscopeTupleConnection *self = user_data;
  g_autofree char *text = g_strdup_printf (_ ("line %lu was skipped: %s"), (gulong) line, reason);

  if (self->refused)
    return;
  if (cause == GSCOPE_LOSS_MALFORMED && ++self->malformed_in_row >= MAX_MALFORMED)
    {
      g_autofree char *sum = g_strdup_printf (
          _ ("%u malformed lines in a row; a line is: milliseconds value name; %s"), MAX_MALFORMED,
          text);

      gscope_tuple_connection_refuse (self, GSCOPE_TUPLE_REFUSAL_OTHER, sum);
      return;
    }
  /* Only the first malformed line in a row is answered. */
  if (cause == GSCOPE_LOSS_LIMIT || self->malformed_in_row == 1)
    tell (self, "# %s\n", text);
}

static GscopeTupleConnection *
new_connection (int fd, gboolean local, gint64 round_trip, GscopeClock *clock,
                const GscopeTupleLimits *limits)
{
  GscopeTupleConnection *self = g_new0 (GscopeTupleConnection, 1);

  self->refs = 1;
  self->fd = fd;
  self->clock = g_object_ref (clock);
  self->made_at = gscope_clock_get_time (clock);
  self->limits = *limits;
  self->allowance = limits->rate;
  self->held = g_array_new (FALSE, FALSE, sizeof (Held));
  self->parser = gscope_tuple_parser_new (take_tuples, self, NULL);
  gscope_tuple_parser_set_error_func (self->parser, take_error, self, NULL);
  gscope_tuple_parser_set_max_names (self->parser, limits->names);
  gscope_tuple_offset_init (&self->offset, local, round_trip);
  return self;
}

/* The kernel has measured the round trip at least once, when the client connected. */
static gint64
get_round_trip (int fd)
{
  struct tcp_info info = { 0 };
  socklen_t length = sizeof info;

  if (getsockopt (fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0
      || length < G_STRUCT_OFFSET (struct tcp_info, tcpi_min_rtt) + sizeof info.tcpi_min_rtt
      || info.tcpi_min_rtt == G_MAXUINT32)
    return 0;
  return (gint64) info.tcpi_min_rtt * 1000;
}

GscopeTupleConnection *
gscope_tuple_connection_new_stream (int fd, gboolean local, GscopeClock *clock,
                                    const GscopeTupleLimits *limits)
{
  GscopeTupleConnection *self = new_connection (fd, local, get_round_trip (fd), clock, limits);

  self->is_stream = TRUE;
  self->opening = g_string_new (NULL);
  return self;
}

GscopeTupleConnection *
gscope_tuple_connection_new_peer (int fd, const struct sockaddr *address, socklen_t length,
                                  GscopeClock *clock, const GscopeTupleLimits *limits)
{
  GscopeTupleConnection *self =
      new_connection (fd, gscope_socket_address_is_local (address), 0, clock, limits);

  gscope_tuple_connection_set_address (self, address, length);
  return self;
}

void
gscope_tuple_connection_set_address (GscopeTupleConnection *self, const struct sockaddr *address,
                                     socklen_t length)
{
  memcpy (&self->address, address, length);
  self->address_length = length;
}

GscopeTupleConnection *
gscope_tuple_connection_ref (GscopeTupleConnection *self)
{
  __atomic_add_fetch (&self->refs, 1, __ATOMIC_RELAXED);
  return self;
}

static void
drop_producers (GscopeTupleConnection *self)
{
  for (guint id = 0; id < self->n_channels; id++)
    g_clear_pointer (&self->channels[id].producer, gscope_producer_unref);
}

void
gscope_tuple_connection_unref (GscopeTupleConnection *self)
{
  if (__atomic_sub_fetch (&self->refs, 1, __ATOMIC_ACQ_REL) > 0)
    return;
  drop_producers (self);
  if (self->is_stream && self->fd >= 0)
    close (self->fd);
  gscope_tuple_parser_unref (self->parser);
  gscope_tuple_connection_trust (self);
  g_array_unref (self->held);
  g_free (self->channels);
  g_object_unref (self->clock);
  drop_problem (self->problem);
  g_free (self);
}

void
gscope_tuple_connection_trust (GscopeTupleConnection *self)
{
  if (self->opening)
    g_string_free (g_steal_pointer (&self->opening), TRUE);
}

gboolean
gscope_tuple_connection_is_trusted (GscopeTupleConnection *self)
{
  return !self->opening;
}

gint64
gscope_tuple_connection_get_age (GscopeTupleConnection *self)
{
  return gscope_clock_get_time (self->clock) - self->made_at;
}

void
gscope_tuple_connection_set_ask_func (GscopeTupleConnection *self, GscopeTupleAskFunc func,
                                      gpointer user_data)
{
  self->ask = func;
  self->ask_data = user_data;
}

int
gscope_tuple_connection_get_fd (GscopeTupleConnection *self)
{
  return self->fd;
}

static void
show (GscopeTupleConnection *self)
{
  guint64 limit = gscope_tuple_parser_get_over_limit (self->parser) + self->unnamed + self->dropped;

  __atomic_store_n (&self->shown.tuples, self->n_tuples - self->unnamed, __ATOMIC_RELAXED);
  __atomic_store_n (&self->shown.malformed, gscope_tuple_parser_get_malformed (self->parser),
                    __ATOMIC_RELAXED);
  __atomic_store_n (&self->shown.limit, limit, __ATOMIC_RELAXED);
  __atomic_store_n (&self->shown.late, self->late, __ATOMIC_RELAXED);
  __atomic_store_n (&self->shown.offset, self->offset.offset, __ATOMIC_RELAXED);
  __atomic_store_n (&self->shown.uncertainty, self->offset.uncertainty, __ATOMIC_RELAXED);
  __atomic_store_n (&self->shown.is_local, self->offset.basis != GSCOPE_OFFSET_ESTIMATED,
                    __ATOMIC_RELAXED);
}

void
gscope_tuple_connection_get_counters (GscopeTupleConnection *self, GscopeTupleCounters *counters)
{
  counters->tuples = __atomic_load_n (&self->shown.tuples, __ATOMIC_RELAXED);
  counters->malformed = __atomic_load_n (&self->shown.malformed, __ATOMIC_RELAXED);
  counters->limit = __atomic_load_n (&self->shown.limit, __ATOMIC_RELAXED);
  counters->late = __atomic_load_n (&self->shown.late, __ATOMIC_RELAXED);
  counters->offset = __atomic_load_n (&self->shown.offset, __ATOMIC_RELAXED);
  counters->uncertainty = __atomic_load_n (&self->shown.uncertainty, __ATOMIC_RELAXED);
  counters->is_local = __atomic_load_n (&self->shown.is_local, __ATOMIC_RELAXED);
  for (guint i = 0; i < GSCOPE_N_TUPLE_REFUSALS; i++)
    counters->refusals[i] = __atomic_load_n (&self->shown.refusals[i], __ATOMIC_RELAXED);
}

GscopeTupleProblem *
gscope_tuple_connection_take_problem (GscopeTupleConnection *self)
{
  return __atomic_exchange_n (&self->problem, NULL, __ATOMIC_ACQ_REL);
}

static void
set_arrival (GscopeTupleConnection *self)
{
  self->arrival = gscope_clock_get_time (self->clock);
  self->arrival_unix = gscope_clock_to_unix (self->clock, self->arrival);
}

static void
feed (GscopeTupleConnection *self, const char *text, gsize length, gboolean is_whole)
{
  guint64 before = self->n_tuples;

  if (self->refused)
    return;
  set_arrival (self);
  gscope_tuple_parser_feed (self->parser, text, length);
  if (is_whole)
    gscope_tuple_parser_finish (self->parser);
  self->allowance -= self->n_tuples - before;
  show (self);
}

static void
refuse_token (GscopeTupleConnection *self)
{
  gscope_tuple_connection_refuse (
      self, GSCOPE_TUPLE_REFUSAL_TOKEN,
      _ ("the first line is not “#token ” and this server's token; set it in the client"));
}

/* Returns whether the text so far may be read as tuples. */
static gboolean
check_opening (GscopeTupleConnection *self)
{
  switch (
      gscope_tuple_opening_identify (self->opening->str, self->opening->len, self->limits.token))
    {
    case GSCOPE_TUPLE_OPENING_TUPLES:
      return TRUE;
    case GSCOPE_TUPLE_OPENING_HTTP:
      refuse_http (self);
      return FALSE;
    case GSCOPE_TUPLE_OPENING_TLS:
      gscope_tuple_connection_refuse (self, GSCOPE_TUPLE_REFUSAL_PROTOCOL,
                                      _ ("it sent TLS; send tuples without encryption"));
      return FALSE;
    case GSCOPE_TUPLE_OPENING_NO_TOKEN:
      refuse_token (self);
      return FALSE;
    case GSCOPE_TUPLE_OPENING_UNCLEAR:
    default:
      return FALSE;
    }
}

static void
feed_opening (GscopeTupleConnection *self)
{
  g_autofree char *text = NULL;
  gsize length = self->opening->len;

  text = g_string_free (g_steal_pointer (&self->opening), FALSE);
  feed (self, text, length, FALSE);
}

void
gscope_tuple_connection_feed (GscopeTupleConnection *self, const char *text, gsize length)
{
  gsize n = 0;

  if (self->refused)
    return;
  if (self->opening)
    {
      n = MIN (length, GSCOPE_TUPLE_MAX_OPENING - self->opening->len);
      g_string_append_len (self->opening, text, n);
      if (!check_opening (self))
        return;
      feed_opening (self);
    }
  if (n < length)
    feed (self, text + n, length - n, FALSE);
}

static guint64
count_lines (const char *text, gsize length)
{
  guint64 n = 0;

  for (const char *p = text; (p = memchr (p, '\n', text + length - p)); p++)
    n++;
  return n;
}

/* Datagrams cannot be left unread, so excess ones are dropped. Each needs the token; one without it
 * is ignored, because anybody can send it with the client's address. */
void
gscope_tuple_connection_feed_datagram (GscopeTupleConnection *self, const char *text, gsize length)
{
  const char *token = self->limits.token;

  if (token && token[0]
      && gscope_tuple_opening_identify (text, length, token) != GSCOPE_TUPLE_OPENING_TUPLES)
    self->dropped += count_lines (text, length);
  else if (gscope_tuple_connection_may_read (self, g_get_monotonic_time ()))
    feed (self, text, length, TRUE);
  else
    self->dropped += count_lines (text, length);
  show (self);
}

gint64
gscope_tuple_connection_get_margin (GscopeTupleConnection *self)
{
  GscopeProducer *first = self->n_channels > 0 ? self->channels[0].producer : NULL;

  return first ? __atomic_load_n (&first->gate->margin, __ATOMIC_RELAXED) : 0;
}

/* Pushes the waiting tuples that have room, and keeps the rest in order. */
static void
push_held (GscopeTupleConnection *self)
{
  Held *held = (Held *) self->held->data;
  guint n_kept = 0, n = self->held->len;

  self->is_full = FALSE;
  for (guint id = 0; id < self->n_channels; id++)
    self->channels[id].n_held = 0;
  for (guint i = 0; i < n; i++)
    {
      Channel *channel = &self->channels[held[i].tuple.name];
      GscopeOffer offer = GSCOPE_OFFER_FULL;

      if (channel->refused)
        {
          self->unnamed++;
          continue;
        }
      if (channel->producer && channel->n_held == 0)
        {
          offer = push (channel, &held[i].tuple, &self->offset, held[i].arrival);
          self->is_full |= offer == GSCOPE_OFFER_FULL;
        }
      if (offer == GSCOPE_OFFER_LATE)
        self->late++;
      if (offer != GSCOPE_OFFER_FULL)
        continue;
      channel->n_held++;
      held[n_kept++] = held[i];
    }
  g_array_set_size (self->held, n_kept);
  show (self);
}

void
gscope_tuple_connection_answer (GscopeTupleConnection *self, guint id, GscopeProducer *producer,
                                const char *reason)
{
  Channel *channel = &self->channels[id];

  if (producer)
    {
      gscope_producer_set_capacity (producer,
                                    CLAMP (channel->n_held * RING_FACTOR, MIN_RING, MAX_RING));
      channel->producer = gscope_producer_ref (producer);
    }
  else
    {
      channel->refused = TRUE;
      tell (self, "# %s\n", reason);
    }
  push_held (self);
}

void
gscope_tuple_connection_retry (GscopeTupleConnection *self)
{
  if (self->is_full)
    push_held (self);
}

gboolean
gscope_tuple_connection_has_held (GscopeTupleConnection *self)
{
  return self->held->len > 0;
}

/* A bucket that holds a second's worth and fills at the rate; one read may overdraw it. */
static gboolean
refill (GscopeTupleConnection *self, gint64 now)
{
  double rate = self->limits.rate;

  if (rate == 0)
    return TRUE;
  if (self->allowed_at > 0)
    self->allowance += (now - self->allowed_at) * 1e-6 * rate;
  self->allowance = MIN (self->allowance, rate);
  self->allowed_at = now;
  return self->allowance > 0;
}

gboolean
gscope_tuple_connection_may_read (GscopeTupleConnection *self, gint64 now)
{
  return refill (self, now) && !self->is_full && self->held->len < MAX_HELD;
}

gboolean
gscope_tuple_connection_has_spoken (GscopeTupleConnection *self)
{
  return !self->opening && gscope_tuple_parser_get_lines (self->parser) > 0;
}

void
gscope_tuple_connection_finish (GscopeTupleConnection *self)
{
  gboolean needs_token = self->limits.token && self->limits.token[0];

  if (self->opening && self->opening->len > 0 && !self->refused)
    {
      if (needs_token)
        refuse_token (self);
      else
        feed_opening (self);
    }
  feed (self, "", 0, TRUE);
}

/* Counts the waiting tuples as lost: the scope made no room for them in time. */
static void
lose_held (GscopeTupleConnection *self)
{
  for (guint i = 0; i < self->held->len; i++)
    {
      const Held *held = &g_array_index (self->held, Held, i);
      Channel *channel = &self->channels[held->tuple.name];

      if (channel->producer)
        gscope_producer_tell_lost (channel->producer, GSCOPE_LOSS_RING_FULL, 1);
      else
        self->unnamed++;
    }
  g_array_set_size (self->held, 0);
  show (self);
}

void
gscope_tuple_connection_close (GscopeTupleConnection *self)
{
  gint64 now = gscope_clock_get_time (self->clock);

  lose_held (self);
  for (guint id = 0; id < self->n_channels; id++)
    {
      Channel *channel = &self->channels[id];

      /* a single sample is not a stream that ends */
      if (channel->producer && channel->producer->head > 1)
        gscope_producer_push_gap (channel->producer, MAX (channel->producer->last_time, now),
                                  GSCOPE_GAP_CAUSE_NO_VALUE);
    }
  drop_producers (self);
}

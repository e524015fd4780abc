/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/carrier/message.h>
#include <gscope/publish/window.h>
#include <gscope/trace/sample.h>

enum
{
  FIRST = 64 * 1024,
};

/* A link, and what is made at its near end: bytes a second, and nanoseconds of one way. */
typedef struct
{
  const char *name;
  double rate;
  gint64 delay;
  double made;

  /* After the first seconds: bytes a second that arrive at least, and how long the oldest bytes on their way have been there
   * at most. */
  double arriving;
  gint64 age;

  /* how many bytes the reader grants at once, at least; if 0, as the protocol says, and the first ones early */
  gint64 step;
} Link;

static const Link links[] = {
  { "a slow link", 60e3, 100 * GSCOPE_MSEC, 1e6, 57e3, 850 * GSCOPE_MSEC, 0 },
  { "a slow link that is short", 60e3, GSCOPE_MSEC, 1e6, 57e3, 700 * GSCOPE_MSEC, 0 },
  { "a link that is fast enough", 10e6, 100 * GSCOPE_MSEC, 1e6, 0.99e6, 150 * GSCOPE_MSEC, 0 },
  { "a fast link", 1e9, GSCOPE_MSEC / 20, 300e6, 290e6, 10 * GSCOPE_MSEC, 0 },
  { "a satellite", 2e6, 300 * GSCOPE_MSEC, 1e6, 0.95e6, 450 * GSCOPE_MSEC, 0 },
  { "a reader with large steps", 10e6, GSCOPE_MSEC, 1e6, 0.95e6, 200 * GSCOPE_MSEC, 100 * 1024 },
  { "a reader with larger steps than the first window", 10e6, GSCOPE_MSEC, 1e6, 0.95e6, GSCOPE_SEC,
    1024 * 1024 },
  { "a reader with large steps on a slow link", 60e3, 100 * GSCOPE_MSEC, 1e6, 40e3,
    2500 * GSCOPE_MSEC, 48 * 1024 },
};

/* Bytes on their way, or the grant for them. */
typedef struct
{
  gint64 sent_at;
  gint64 due;
  gint64 bytes;
} Piece;

typedef struct
{
  const Link *link;
  GscopeWindow window;
  GQueue there;
  GQueue back;
  gint64 now;
  gint64 free_at;
  double waiting;
  gint64 unread;
  gint64 arrived;
  gint64 oldest;
} Line;

static void
add_piece (GQueue *queue, gint64 now, gint64 due, gint64 bytes)
{
  Piece *piece = g_new (Piece, 1);

  *piece = (Piece){ now, due, bytes };
  g_queue_push_tail (queue, piece);
}

static Piece *
take_due (GQueue *queue, gint64 now)
{
  Piece *piece = g_queue_peek_head (queue);

  return piece && piece->due <= now ? g_queue_pop_head (queue) : NULL;
}

static void
send_all (Line *self)
{
  while (self->waiting >= 1 && gscope_window_get_room (&self->window) > 0)
    {
      gint64 bytes = (gint64) MIN (self->waiting, GSCOPE_MESSAGE_SIZE);

      self->waiting -= (double) bytes;
      self->free_at = MAX (self->free_at, self->now)
                      + (gint64) ((double) bytes / self->link->rate * GSCOPE_SEC);
      add_piece (&self->there, self->now, self->free_at + self->link->delay, bytes);
      gscope_window_send (&self->window, (gsize) bytes, self->now);
    }
}

static gboolean
does_grant (Line *self, gboolean is_first)
{
  if (self->link->step > 0)
    return self->unread >= self->link->step;
  return is_first || self->unread >= GSCOPE_MESSAGE_GRANT;
}

/* The reader grants as the protocol says, or in its own steps. */
static void
read_all (Line *self)
{
  for (Piece *piece = take_due (&self->there, self->now); piece;
       piece = take_due (&self->there, self->now))
    {
      gboolean is_first = self->arrived == 0;

      self->arrived += piece->bytes;
      self->unread += piece->bytes;
      self->oldest = MAX (self->oldest, self->now - piece->sent_at);
      if (does_grant (self, is_first))
        {
          add_piece (&self->back, self->now, self->now + self->link->delay, self->unread);
          self->unread = 0;
        }
      g_free (piece);
    }
  for (Piece *grant = take_due (&self->back, self->now); grant;
       grant = take_due (&self->back, self->now))
    {
      gscope_window_grant (&self->window, grant->bytes, self->now);
      g_free (grant);
    }
}

/* Passes time in steps in which the window can be turned over a few times. */
static void
run (Line *self, gint64 length)
{
  gint64 step = CLAMP (self->link->delay / 10, GSCOPE_MSEC / 100, GSCOPE_MSEC);

  self->arrived = self->oldest = 0;
  for (gint64 end = self->now + length; self->now < end; self->now += step)
    {
      self->waiting += self->link->made * (double) step / GSCOPE_SEC;
      /* the rest is reduced */
      self->waiting = MIN (self->waiting, self->link->made * 0.2);
      read_all (self);
      gscope_window_relieve (&self->window, self->now);
      send_all (self);
    }
}

/* As many bytes are on their way as the link needs, and no more, so that they are not old when they arrive. */
static void
test_link (gconstpointer data)
{
  Line self = { .link = data };

  gscope_window_init (&self.window, 4 * 1024 * 1024, FIRST);
  run (&self, 6 * GSCOPE_SEC);
  run (&self, GSCOPE_SEC);
  g_test_message ("%.3g bytes a second, at most %.3g ms old", (double) self.arrived,
                  (double) self.oldest / GSCOPE_MSEC);
  g_assert_cmpfloat ((double) self.arrived, >=, self.link->arriving);
  g_assert_cmpint (self.oldest, <=, self.link->age);
  g_queue_clear_full (&self.there, g_free);
  g_queue_clear_full (&self.back, g_free);
}

/* A reader that grants small steps and then stops is not taken for one that waits for more bytes. */
static void
test_stop (void)
{
  GscopeWindow window;

  gscope_window_init (&window, 4 * 1024 * 1024, FIRST);
  for (guint i = 0; i < 4; i++)
    {
      gscope_window_send (&window, GSCOPE_MESSAGE_SIZE, GSCOPE_SEC);
      gscope_window_grant (&window, GSCOPE_MESSAGE_SIZE, GSCOPE_SEC);
    }
  while (gscope_window_get_room (&window) > 0)
    gscope_window_send (&window, GSCOPE_MESSAGE_SIZE, GSCOPE_SEC);
  gscope_window_relieve (&window, 4 * GSCOPE_SEC);
  g_assert_cmpint (gscope_window_get_room (&window), ==, 0);
}

/* A window that is full and not read stays so, and a broadcast, which is never granted anything, has none. */
static void
test_limits (void)
{
  GscopeWindow window;
  gint64 sent = 0;

  gscope_window_init (&window, 4 * 1024 * 1024, FIRST);
  for (; gscope_window_get_room (&window) > 0; sent += 1024)
    gscope_window_send (&window, 1024, sent);
  g_assert_cmpint (sent, <=, FIRST);
  gscope_window_init (&window, G_MAXINT64, FIRST);
  for (guint i = 0; i < 1000; i++)
    gscope_window_send (&window, 1024 * 1024, i);
  g_assert_cmpint (gscope_window_get_room (&window), >, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autofree char *path = g_strdup_printf ("/window/%s", links[i].name);

      g_test_add_data_func (path, &links[i], test_link);
    }
  g_test_add_func ("/window/stop", test_stop);
  g_test_add_func ("/window/limits", test_limits);
  return g_test_run ();
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/playback/block-pool.h>

#include <pthread.h>

enum
{
  MAX_THREADS = 8,
  /* A power of two; enough that no thread waits for the one that reads and merges. */
  N_PLACES = 32,
};

struct _GscopeBlockPool
{
  GscopeTrackNames *names;
  const GscopeRecordingFormat *format;
  /* what parses where there are no threads */
  GscopeBlockParser *parser;
  guint n_threads;
  pthread_t threads[MAX_THREADS];

  /* under the lock: blocks from `begin` on were not popped, from `next` on not begun */
  pthread_mutex_t lock;
  pthread_cond_t pushed;
  pthread_cond_t parsed;
  guint begin;
  guint next;
  guint end;
  gboolean is_ending;
  GscopeBlock *blocks[N_PLACES];
  gboolean is_parsed[N_PLACES];
};

/* Takes the next block; -1 at the end. */
static gint64
take_block (GscopeBlockPool *self)
{
  gint64 i = -1;

  pthread_mutex_lock (&self->lock);
  while (self->next == self->end && !self->is_ending)
    pthread_cond_wait (&self->pushed, &self->lock);
  if (self->next != self->end)
    i = self->next++ % N_PLACES;
  pthread_mutex_unlock (&self->lock);
  return i;
}

static void *
parse_blocks (void *data)
{
  GscopeBlockPool *self = data;
  GscopeBlockParser *parser = gscope_block_parser_new (self->names, self->format);
  gint64 i;

  pthread_setname_np (pthread_self (), "gscope-parse");
  while ((i = take_block (self)) >= 0)
    {
      gscope_block_parser_run (parser, self->blocks[i], G_MININT64);
      pthread_mutex_lock (&self->lock);
      self->is_parsed[i] = TRUE;
      pthread_cond_signal (&self->parsed);
      pthread_mutex_unlock (&self->lock);
    }
  gscope_block_parser_free (parser);
  return NULL;
}

GscopeBlockPool *
gscope_block_pool_new (GscopeTrackNames *names, const GscopeRecordingFormat *format,
                       guint n_threads)
{
  GscopeBlockPool *self = g_new0 (GscopeBlockPool, 1);

  self->names = names;
  self->format = format;
  pthread_mutex_init (&self->lock, NULL);
  pthread_cond_init (&self->pushed, NULL);
  pthread_cond_init (&self->parsed, NULL);
  while (self->n_threads < MIN (n_threads, MAX_THREADS)
         && pthread_create (&self->threads[self->n_threads], NULL, parse_blocks, self) == 0)
    self->n_threads++;
  if (self->n_threads == 0)
    self->parser = gscope_block_parser_new (names, format);
  return self;
}

void
gscope_block_pool_free (GscopeBlockPool *self)
{
  pthread_mutex_lock (&self->lock);
  self->is_ending = TRUE;
  pthread_cond_broadcast (&self->pushed);
  pthread_mutex_unlock (&self->lock);
  for (guint i = 0; i < self->n_threads; i++)
    pthread_join (self->threads[i], NULL);
  pthread_cond_destroy (&self->pushed);
  pthread_cond_destroy (&self->parsed);
  pthread_mutex_destroy (&self->lock);
  g_clear_pointer (&self->parser, gscope_block_parser_free);
  g_free (self);
}

/* Only the thread that pushes and pops moves begin and end. */
gboolean
gscope_block_pool_is_full (GscopeBlockPool *self)
{
  return self->end - self->begin >= MIN (2 * self->n_threads + 2, N_PLACES);
}

void
gscope_block_pool_push (GscopeBlockPool *self, GscopeBlock *block)
{
  if (self->parser != NULL)
    gscope_block_parser_run (self->parser, block, G_MININT64);
  pthread_mutex_lock (&self->lock);
  self->blocks[self->end % N_PLACES] = block;
  self->is_parsed[self->end % N_PLACES] = self->parser != NULL;
  self->end++;
  pthread_cond_signal (&self->pushed);
  pthread_mutex_unlock (&self->lock);
}

GscopeBlock *
gscope_block_pool_pop (GscopeBlockPool *self)
{
  GscopeBlock *block;
  guint i = self->begin % N_PLACES;

  if (self->begin == self->end)
    return NULL;
  pthread_mutex_lock (&self->lock);
  while (!self->is_parsed[i])
    pthread_cond_wait (&self->parsed, &self->lock);
  block = self->blocks[i];
  self->begin++;
  pthread_mutex_unlock (&self->lock);
  return block;
}

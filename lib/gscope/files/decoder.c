/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/decoder.h>

#include <decode-frame.h>
#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/file.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
  /* How long the program may write nothing, in seconds. */
  PATIENCE = 300,
  MAX_NOTES = 100,
  /* Text that is sooner read than the program started again, in bytes. */
  NEAR = 1024 * 1024,
};

struct _GscopeDecoder
{
  const char *kind;
  char *selection;
  int fd;
  GCancellable *cancellable;

  /* the program and its output, while it runs; else 0 and -1 */
  GPid pid;
  int output;
  /* the offset in the text, and the rest of the frame of text that is read: bytes */
  guint64 position;
  gsize n_left;
  gboolean has_ended;
  /* -1 as long as the program does not know how much there is */
  double progress;
  GPtrArray *notes;
  /* why a part is missing */
  char *damage;
};

GscopeDecoder *
gscope_decoder_new (const char *kind, int fd, const char *selection)
{
  GscopeDecoder *self = g_new0 (GscopeDecoder, 1);

  self->kind = kind;
  self->selection = g_strdup (selection);
  self->fd = fd;
  self->output = -1;
  self->progress = -1;
  self->notes = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/* The program. */

static void
stop (GscopeDecoder *self)
{
  if (self->output >= 0)
    close (self->output);
  self->output = -1;
  if (self->pid <= 0)
    return;
  kill (self->pid, SIGKILL);
  while (waitpid (self->pid, NULL, 0) < 0 && errno == EINTR)
    ;
  g_spawn_close_pid (self->pid);
  self->pid = 0;
}

void
gscope_decoder_free (GscopeDecoder *self)
{
  stop (self);
  g_clear_object (&self->cancellable);
  g_ptr_array_unref (self->notes);
  g_free (self->selection);
  g_free (self->damage);
  g_free (self);
}

void
gscope_decoder_set_cancellable (GscopeDecoder *self, GCancellable *cancellable)
{
  g_set_object (&self->cancellable, cancellable);
}

static char *
find_program (void)
{
  const char *program = secure_getenv ("GSCOPE_DECODE");

  return program ? g_strdup (program) : gscope_file_find_installed (GSCOPE_DECODE_PROGRAM);
}

/* The program writes the text from `position` on. */
static gboolean
start (GscopeDecoder *self, GError **error)
{
  g_autofree char *program = find_program ();
  g_autofree char *offset = g_strdup_printf ("%" G_GUINT64_FORMAT, self->position);
  const char *argv[] = { program, self->kind, offset, self->selection, NULL };

  g_ptr_array_set_size (self->notes, 0);
  self->progress = -1;
  if (g_file_test (program, G_FILE_TEST_IS_EXECUTABLE))
    return g_spawn_async_with_pipes_and_fds (
        NULL, argv, NULL,
        G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_CLOEXEC_PIPES | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
        self->fd, -1, -1, NULL, NULL, 0, &self->pid, NULL, &self->output, NULL, error);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               _ ("the program “%s” reads such files, and is not there. Install gscope-formats"),
               program);
  return FALSE;
}

/* Frames. */

static gboolean
wait_for_output (GscopeDecoder *self, GError **error)
{
  GPollFD wait[] = { { self->output, G_IO_IN, 0 }, { -1, 0, 0 } };
  gboolean is_cancellable = g_cancellable_make_pollfd (self->cancellable, &wait[1]);
  int ready;

  do
    ready = g_poll (wait, is_cancellable ? 2 : 1, PATIENCE * 1000);
  while (ready < 0 && errno == EINTR);
  if (is_cancellable)
    g_cancellable_release_fd (self->cancellable);
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (ready == 0)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                 _ ("the program gscope-decode took more than %d s for it"), PATIENCE);
  return ready != 0;
}

static gssize
read_output (GscopeDecoder *self, gpointer data, gsize n, GError **error)
{
  gssize got;

  if (!wait_for_output (self, error))
    return -1;
  do
    got = read (self->output, data, n);
  while (got < 0 && errno == EINTR);
  if (got < 0)
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, g_strerror (errno));
  else if (got == 0)
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                         _ ("the program gscope-decode failed at it"));
  return got;
}

static gboolean
read_exactly (GscopeDecoder *self, gpointer data, gsize n, GError **error)
{
  for (gsize done = 0; done < n;)
    {
      gssize got = read_output (self, (char *) data + done, n - done, error);

      if (got <= 0)
        return FALSE;
      done += (gsize) got;
    }
  return TRUE;
}

static char *
read_sentence (GscopeDecoder *self, gsize n, GError **error)
{
  g_autofree char *text = g_malloc0 (n + 1);

  return read_exactly (self, text, n, error) ? g_utf8_make_valid (text, -1) : NULL;
}

static gboolean
take_note (GscopeDecoder *self, gsize n, GError **error)
{
  char *note = read_sentence (self, n, error);

  if (note && self->notes->len < MAX_NOTES)
    g_ptr_array_add (self->notes, note);
  else
    g_free (note);
  return note != NULL;
}

static gboolean
take_damage (GscopeDecoder *self, gsize n, GError **error)
{
  g_free (self->damage);
  self->damage = read_sentence (self, n, error);
  return self->damage != NULL;
}

static gboolean
take_progress (GscopeDecoder *self, GError **error)
{
  guint32 thousandths;

  if (!read_exactly (self, &thousandths, sizeof thousandths, error))
    return FALSE;
  self->progress = MIN (thousandths, 1000) / 1000.0;
  return TRUE;
}

static gboolean
take_frame (GscopeDecoder *self, GError **error)
{
  DecodeFrame frame;

  if (!read_exactly (self, &frame, sizeof frame, error))
    return FALSE;
  if (frame.size <= DECODE_MAX_FRAME
      && (frame.kind != DECODE_PROGRESS || frame.size == sizeof (guint32)))
    switch (frame.kind)
      {
      case DECODE_TEXT:
        self->n_left = frame.size;
        return TRUE;
      case DECODE_NOTE:
        return take_note (self, frame.size, error);
      case DECODE_PROGRESS:
        return take_progress (self, error);
      case DECODE_DAMAGE:
        return take_damage (self, frame.size, error);
      case DECODE_END:
        self->has_ended = TRUE;
        self->progress = 1;
        stop (self);
        return TRUE;
      default:
        break;
      }
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                       _ ("the program gscope-decode is of another version"));
  return FALSE;
}

/* Returns FALSE after an error, with which the text ends. */
static gboolean
find_text (GscopeDecoder *self, GError **error)
{
  if (!self->has_ended && self->pid == 0 && !start (self, error))
    return FALSE;
  while (!self->has_ended && self->n_left == 0)
    if (!take_frame (self, error))
      return FALSE;
  return TRUE;
}

/* After a cancellation the program is started again when text is read. */
static gssize
fail (GscopeDecoder *self, GError *problem, GError **error)
{
  stop (self);
  self->n_left = 0;
  self->has_ended = !g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  if (self->has_ended && !self->damage)
    self->damage = g_strdup (problem->message);
  g_propagate_error (error, problem);
  return -1;
}

gssize
gscope_decoder_read (GscopeDecoder *self, char *text, gsize n, GError **error)
{
  GError *problem = NULL;
  gssize got;

  if (!find_text (self, &problem))
    return fail (self, problem, error);
  if (self->n_left == 0)
    {
      if (!self->damage)
        return 0;
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, self->damage);
      return -1;
    }
  got = read_output (self, text, MIN (n, self->n_left), &problem);
  if (got <= 0)
    return fail (self, problem, error);
  self->n_left -= (gsize) got;
  self->position += (guint64) got;
  return got;
}

/* The program is started again when text is read. */
static void
go_to (GscopeDecoder *self, guint64 offset)
{
  stop (self);
  self->position = offset;
  self->n_left = 0;
  self->has_ended = FALSE;
  g_clear_pointer (&self->damage, g_free);
}

void
gscope_decoder_rewind (GscopeDecoder *self)
{
  go_to (self, 0);
}

/* Only in audio, the program skips what is before an offset. */
gboolean
gscope_decoder_seek (GscopeDecoder *self, guint64 offset)
{
  gboolean is_ahead = offset >= self->position;

  if (is_ahead
      && (offset - self->position <= NEAR || !g_str_equal (self->kind, GSCOPE_DECODER_AUDIO)))
    return FALSE;
  go_to (self, offset);
  return TRUE;
}

double
gscope_decoder_get_progress (const GscopeDecoder *self)
{
  return self->progress;
}

GPtrArray *
gscope_decoder_get_notes (GscopeDecoder *self)
{
  return self->notes;
}

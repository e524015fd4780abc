/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/shm.h>
#include <tsl-source/page-source.h>
#include <tsl/page/private.h>
#include <tsl/tsl.h>
#include <unistd.h>

/* An input is a byte of choices and two contents of a page: the second takes the place of the first while a source
 * shows it and writes to its knobs. */
enum
{
  /* cells are of the mechanism that is shown, and of a known kind */
  CHOICE_SOUND = 1,
  /* the page comes under the name that the input begins with, too */
  CHOICE_NAME = 2,
  /* the source is let go while its knobs are being written */
  CHOICE_LET_GO = 4,
};

static const char *const nicks[] = { "a", "b", "c", NULL };

static const PageText texts[] = {
  { "policy", "Policy", "One of three", .nicks = nicks, .titles = nicks },
  { "switch", "Switch", "On or off", .is_switch = TRUE },
  { "hard", "Hard fires", "A counter", .with_total = TRUE },
  { .name = NULL },
};

/* Nothing has to be put back here. */

TslGuard *
tsl_guard_new (GError **error)
{
  return (TslGuard *) g_new0 (char, 1);
}

void
tsl_guard_free (TslGuard *self)
{
  g_free (self);
}

guint
tsl_guard_keep_knob (TslGuard *self, guint pid, const char *mechanism, const char *group,
                     const char *name, double value, GError **error)
{
  return 1;
}

void
tsl_guard_forget (TslGuard *self, guint id)
{
}

/* The page of this process. */

static char *directory;
static TslPage *page;
static TslPageLayout *layout;

static void
remove_directory (void)
{
  g_autofree char *pages = g_strdup_printf ("%s/tsl-%u", directory, (guint) geteuid ());

  tsl_page_unref (page);
  g_rmdir (pages);
  g_rmdir (directory);
}

static void
publish (void)
{
  g_autofree char *pages = NULL;
  g_autoptr (GDir) dir = NULL;
  int segment;

  directory = g_dir_make_tmp ("fuzz-page-XXXXXX", NULL);
  g_setenv ("TSL_PAGE_DIR", directory, TRUE);
  page = tsl_page_new ("fuzz", NULL);
  pages = g_strdup_printf ("%s/tsl-%u", directory, (guint) geteuid ());
  dir = g_dir_open (pages, 0, NULL);
  g_assert_cmpint (sscanf (g_dir_read_name (dir), "%*d-%d-", &segment), ==, 1);
  layout = shmat (segment, NULL, 0);
  atexit (remove_directory);
}

static void
make_sound (TslCell *cell)
{
  cell->is_used |= 1;
  memset (cell->info.mechanism, 0, sizeof cell->info.mechanism);
  cell->info.mechanism[0] = 'm';
  cell->info.kind %= TSL_CELL_KIND_KNOB + 2;
  if (cell->info.min <= cell->info.max)
    return;
  cell->info.min = 0;
  cell->info.max = 2;
}

static void
write_page (const uint8_t *data, size_t size, gboolean is_sound)
{
  gsize n = MIN (size, sizeof layout->header.name);

  memset (layout->cells, 0, sizeof layout->cells);
  memset (layout->header.name, 0, sizeof layout->header.name);
  memcpy (layout->header.name, data, n);
  for (guint i = 0; i < TSL_PAGE_N_CELLS && n < size; i++)
    {
      gsize length = MIN (size - n, sizeof (TslCell));

      memcpy (&layout->cells[i], data + n, length);
      n += length;
      if (is_sound)
        make_sound (&layout->cells[i]);
    }
  layout->header.generation += 2;
}

/* Reading it. */

static void
check_text (const char *text, gsize size)
{
  g_assert_cmpuint (strnlen (text, size), <, size);
  g_assert_true (g_utf8_validate (text, -1, NULL));
}

static void
read_page (void)
{
  g_autoptr (TslPageReader) reader = tsl_page_reader_new (getpid (), NULL);
  TslCellInfo info;

  g_assert_nonnull (reader);
  g_assert_true (g_utf8_validate (tsl_page_reader_get_name (reader), -1, NULL));
  for (guint i = 0; i < tsl_page_reader_get_n_cells (reader); i++)
    if (tsl_page_reader_get_info (reader, i, &info))
      {
        check_text (info.mechanism, sizeof info.mechanism);
        check_text (info.group, sizeof info.group);
        check_text (info.name, sizeof info.name);
        check_text (info.unit, sizeof info.unit);
        tsl_page_reader_get_value (reader, i);
        tsl_page_reader_is_answered (reader, i);
      }
}

static void
read_name (const uint8_t *data, size_t size)
{
  g_autofree char *name = g_strndup ((const char *) data, MIN (size, 60));
  g_autofree char *path = NULL;
  int fd;

  g_strdelimit (name, "/", '-');
  path = g_strdup_printf ("%s/tsl-%u/%s", directory, (guint) geteuid (), name);
  fd = g_open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  g_array_unref (tsl_page_reader_list_pids ());
  read_page ();
  if (fd < 0)
    return;
  close (fd);
  g_unlink (path);
}

static void
iterate (void)
{
  for (guint i = 0; i < 1000 && g_main_context_iteration (NULL, FALSE); i++)
    ;
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  guint *n_waiting = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value =
      gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &error);

  g_assert_true (!value == !!error);
  --*n_waiting;
}

static void
write_knobs (GscopeSource *source, guint *n_waiting)
{
  GListModel *parameters = gscope_source_get_parameters (source);

  for (guint i = 0; i < MIN (2, g_list_model_get_n_items (parameters)); i++)
    {
      g_autoptr (GscopeParameter) parameter = g_list_model_get_item (parameters, i);

      ++*n_waiting;
      gscope_parameter_write_async (parameter, gscope_parameter_get_value (parameter), "fuzz", NULL,
                                    on_written, n_waiting);
    }
}

static void
answer_knobs (void)
{
  double asked;

  for (guint i = 0; i < TSL_PAGE_N_CELLS; i++)
    if (tsl_cell_take (&layout->cells[i], &asked))
      tsl_cell_answer (&layout->cells[i], asked);
}

static void
show_page (GType type, const uint8_t *data, size_t size, guint8 choices)
{
  GscopeSource *source = g_object_new (type, "name", "fuzz", NULL);
  GscopeSourceClass *class = GSCOPE_SOURCE_GET_CLASS (source);
  static gint64 past;
  guint n_waiting = 0;

  gscope_source_start_async (source, NULL, NULL, NULL);
  iterate ();
  for (guint i = 0; i < 3; i++)
    {
      past += GSCOPE_SEC;
      class->poll (source, gscope_clock_get_time (gscope_clock_get_system ()) + past);
      iterate ();
      write_knobs (source, &n_waiting);
      if (i == 0)
        write_page (data, size, choices & CHOICE_SOUND);
      if (i > 0)
        answer_knobs ();
    }
  if (!(choices & CHOICE_LET_GO))
    gscope_source_stop_async (source, NULL, NULL, NULL);
  g_object_unref (source);
  while (n_waiting > 0)
    {
      answer_knobs ();
      g_main_context_iteration (NULL, TRUE);
    }
  iterate ();
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const GType type = page_source_register ("FuzzPage", "m", texts, NULL);
  gsize half = size / 2;

  if (size < 2)
    return 0;
  if (!layout)
    publish ();
  write_page (data + 1, half, data[0] & CHOICE_SOUND);
  read_page ();
  if (data[0] & CHOICE_NAME)
    read_name (data + 1, half);
  show_page (type, data + 1 + half, size - 1 - half, data[0]);
  return 0;
}

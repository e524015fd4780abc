/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/publish/mmv-file.h>

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <gscope/error.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum
{
  VERSION = 2,
  /* readers look whether the process still runs */
  FLAG_PROCESS = 2,
  SECTION_METRICS = 3,
  SECTION_VALUES = 4,
  SECTION_TEXTS = 5,
  N_SECTIONS = 3,
  TYPE_DOUBLE = 5,
  SEMANTICS_INSTANT = 3,
  /* of a metric: name, title, help */
  N_TEXTS = 3,
};

/* The parts of the file, in the order of bytes of the machine. */
typedef struct
{
  char magic[4];
  gint32 version;
  /* equal once the file is complete */
  guint64 generation[2];
  gint32 n_sections;
  guint32 flags;
  gint32 process;
  /* 0 lets the reader choose */
  gint32 cluster;
} Header;

typedef struct
{
  guint32 type;
  guint32 count;
  guint64 offset;
} Section;

typedef struct
{
  guint64 name;
  guint32 item;
  gint32 type;
  gint32 semantics;
  guint32 unit;
  /* -1: it has no instances */
  gint32 indom;
  guint32 padding;
  guint64 title;
  guint64 help;
} Metric;

typedef struct
{
  double value;
  gint64 extra;
  guint64 metric;
  guint64 instance;
} Value;

G_STATIC_ASSERT (sizeof (Header) == 40);
G_STATIC_ASSERT (sizeof (Section) == 16);
G_STATIC_ASSERT (sizeof (Metric) == 48);
G_STATIC_ASSERT (sizeof (Value) == 32);

struct _GscopeMmvFile
{
  char *path;
  char *data;
  gsize size;
  Value *values;
  guint n;
  gboolean is_retired;
};

/* Where the parts of a file begin. */
typedef struct
{
  gsize metrics;
  gsize values;
  gsize texts;
  gsize end;
} Places;

/* Units. */

/* Codes of pmUnits: dimensions and scales of space, time and count, 4 bits each from the highest on. */
#define SPACE(scale) (1u << 28 | (guint32) (scale) << 16)
#define TIME(scale) (1u << 24 | (guint32) (scale) << 12)
#define PER_TIME(scale) (0xfu << 24 | (guint32) (scale) << 12)

static const struct
{
  const char *unit;
  guint32 code;
} units[] = {
  { "", 0 },
  { "B", SPACE (0) },
  { "KiB", SPACE (1) },
  { "MiB", SPACE (2) },
  { "GiB", SPACE (3) },
  { "TiB", SPACE (4) },
  { "ns", TIME (0) },
  { "µs", TIME (1) },
  { "ms", TIME (2) },
  { "s", TIME (3) },
  { "min", TIME (4) },
  { "h", TIME (5) },
};

static gboolean
find_simple (const char *unit, guint32 *code)
{
  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (units[i].unit, unit))
      {
        *code = units[i].code;
        return TRUE;
      }
  return FALSE;
}

gboolean
gscope_mmv_find_unit (const char *unit, guint32 *code)
{
  g_autofree char *above = NULL;

  if (find_simple (unit, code))
    return TRUE;
  *code = 0;
  if (!g_str_has_suffix (unit, "/s"))
    return FALSE;
  above = g_strndup (unit, strlen (unit) - strlen ("/s"));
  /* a time per time is a pure number times the quotient of the two */
  if (!find_simple (above, code) || (*code & TIME (0)))
    {
      *code = 0;
      return FALSE;
    }
  *code |= PER_TIME (3);
  return TRUE;
}

/* Writing. */

static Places
find_places (guint n)
{
  Places places;

  places.metrics = sizeof (Header) + N_SECTIONS * sizeof (Section);
  places.values = places.metrics + n * sizeof (Metric);
  places.texts = places.values + n * sizeof (Value);
  places.end = places.texts + (gsize) n * N_TEXTS * GSCOPE_MMV_TEXT_SIZE;
  return places;
}

static void
write_sections (char *data, const Places *places, guint n)
{
  const Section sections[N_SECTIONS] = {
    { SECTION_METRICS, n, places->metrics },
    { SECTION_VALUES, n, places->values },
    { SECTION_TEXTS, n * N_TEXTS, places->texts },
  };

  memcpy (data + sizeof (Header), sections, sizeof sections);
}

/* A text is cut where a character ends. */
static void
write_text (char *place, const char *text)
{
  gsize length = strlen (text);

  if (length >= GSCOPE_MMV_TEXT_SIZE)
    length = (gsize) (g_utf8_find_prev_char (text, text + GSCOPE_MMV_TEXT_SIZE) - text);
  memcpy (place, text, length);
}

static void
write_metric (char *data, const Places *places, guint i, const GscopeMmvMetric *metric)
{
  gsize place = places->metrics + i * sizeof (Metric);
  gsize texts = places->texts + (gsize) i * N_TEXTS * GSCOPE_MMV_TEXT_SIZE;
  Value value = { NAN, 0, place, 0 };
  Metric own = { .name = texts,
                 .item = metric->item,
                 .type = TYPE_DOUBLE,
                 .semantics = SEMANTICS_INSTANT,
                 .indom = -1,
                 .title = texts + GSCOPE_MMV_TEXT_SIZE,
                 .help = texts + 2 * GSCOPE_MMV_TEXT_SIZE };
  gboolean is_known = gscope_mmv_find_unit (metric->unit, &own.unit);
  g_autofree char *title = is_known ? g_strdup (metric->title)
                                    : g_strdup_printf ("%s (%s)", metric->title, metric->unit);

  memcpy (data + place, &own, sizeof own);
  memcpy (data + places->values + i * sizeof (Value), &value, sizeof value);
  write_text (data + own.name, metric->name);
  write_text (data + own.title, title);
  write_text (data + own.help, metric->help);
}

static void
write_header (char *data)
{
  guint64 generation = (guint64) g_get_real_time ();
  Header header = { { "MMV" }, VERSION, { generation, generation }, N_SECTIONS, FLAG_PROCESS,
                    getpid (), 0 };

  memcpy (data, &header, sizeof header);
}

static void
write_all (GscopeMmvFile *self, const Places *places, const GscopeMmvMetric *metrics)
{
  write_sections (self->data, places, self->n);
  for (guint i = 0; i < self->n; i++)
    write_metric (self->data, places, i, &metrics[i]);
  write_header (self->data);
  self->values = (Value *) (self->data + places->values);
}

static gboolean
fail (GError **error, const char *path, int number)
{
  g_set_error (
      error, GSCOPE_ERROR,
      number == EACCES || number == EPERM ? GSCOPE_ERROR_PRIVILEGE : GSCOPE_ERROR_NOT_FOUND,
      _ ("cannot write the values for Performance Co-Pilot to %s: %s"), path, g_strerror (number));
  return FALSE;
}

/* Blocks are allocated now: a write to a full disk by way of memory would end the program. */
static gboolean
map (GscopeMmvFile *self, int fd, GError **error)
{
  int number = posix_fallocate (fd, 0, (off_t) self->size);

  if (number != 0)
    return fail (error, self->path, number);
  self->data = mmap (NULL, self->size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (self->data != MAP_FAILED)
    return TRUE;
  self->data = NULL;
  return fail (error, self->path, errno);
}

/* Readers pass over names that begin with a point. */
static gboolean
create (GscopeMmvFile *self, const Places *places, const GscopeMmvMetric *metrics, GError **error)
{
  g_autofree char *directory = g_path_get_dirname (self->path);
  g_autofree char *hidden = g_build_filename (directory, ".gscope-XXXXXX", NULL);
  int fd = g_mkstemp_full (hidden, O_RDWR | O_CLOEXEC, 0644);
  gboolean is_complete;

  if (fd < 0)
    return fail (error, self->path, errno);
  is_complete = map (self, fd, error);
  /* the reader is another user */
  if (is_complete && fchmod (fd, 0644) != 0)
    is_complete = fail (error, self->path, errno);
  if (is_complete)
    {
      write_all (self, places, metrics);
      if (g_rename (hidden, self->path) != 0)
        is_complete = fail (error, self->path, errno);
    }
  close (fd);
  if (!is_complete)
    g_unlink (hidden);
  return is_complete;
}

GscopeMmvFile *
gscope_mmv_file_new (const char *path, const GscopeMmvMetric *metrics, guint n, GError **error)
{
  GscopeMmvFile *self = g_new0 (GscopeMmvFile, 1);
  Places places = find_places (n);

  self->path = g_strdup (path);
  self->size = places.end;
  self->n = n;
  if (create (self, &places, metrics, error))
    return self;
  self->is_retired = TRUE;
  gscope_mmv_file_free (self);
  return NULL;
}

void
gscope_mmv_file_retire (GscopeMmvFile *self)
{
  self->is_retired = TRUE;
  __atomic_store_n (&((Header *) self->data)->generation[0], 0, __ATOMIC_RELEASE);
}

/* Readers take no values from a file that cannot be removed. */
void
gscope_mmv_file_free (GscopeMmvFile *self)
{
  if (!self->is_retired)
    {
      gscope_mmv_file_retire (self);
      g_unlink (self->path);
    }
  if (self->data)
    munmap (self->data, self->size);
  g_free (self->path);
  g_free (self);
}

void
gscope_mmv_file_set (GscopeMmvFile *self, guint i, double value)
{
  g_return_if_fail (i < self->n);

  __atomic_store (&self->values[i].value, &value, __ATOMIC_RELAXED);
}

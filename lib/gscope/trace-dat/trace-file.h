/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The head of a file of trace-cmd, `trace.dat`, in version 6 or 7 (trace-cmd.dat.v6(5), trace-cmd.dat.v7(5)): where the
 * data of each processor is, and how its events are laid out. */

enum
{
  GSCOPE_TRACE_MAX_PROCESSORS = 512,
  GSCOPE_TRACE_MAX_PAGE = 64 * 1024,
  /* of data that is compressed in one piece */
  GSCOPE_TRACE_MAX_CHUNK = 1024 * 1024,
};

typedef enum
{
  GSCOPE_TRACE_PLAIN,
  GSCOPE_TRACE_ZLIB,
  GSCOPE_TRACE_ZSTD,
} GscopeTraceCompression;

/* Part of an event or of the head of a page, bytes; a size of 0 for a part that is not there. */
typedef struct
{
  guint offset;
  guint size;
} GscopeTraceField;

typedef struct
{
  guint cpu;
  guint64 offset;
  guint64 size;
} GscopeTraceData;

typedef struct
{
  /* 0 if the file has no such event */
  guint id;
  GscopeTraceField prev_pid;
  GscopeTraceField prev_comm;
  GscopeTraceField prev_state;
  GscopeTraceField next_pid;
  GscopeTraceField next_comm;
  GscopeTraceField pid;
  GscopeTraceField comm;
} GscopeTraceFormat;

typedef struct
{
  int fd;
  guint64 size;
  gboolean is_big_endian;
  guint page_size;
  GscopeTraceField commit;
  GscopeTraceField data_field;
  GscopeTraceCompression compression;
  /* the data of processors is compressed */
  gboolean is_compressed;
  /* GscopeTraceData */
  GArray *data;
  /* descriptions of events that were passed */
  guint n_events;
  /* the descriptions of the events of tracers were passed */
  gboolean has_tracers;
  /* the number of the kind in each event */
  GscopeTraceField common_type;
  /* GscopeTraceKind by the numbers of kinds */
  GHashTable *kinds;
  /* kinds of the scheduler */
  GscopeTraceFormat on_switch;
  GscopeTraceFormat on_wakeup;
  GscopeTraceFormat on_wakeup_new;
} GscopeTraceFile;

/* Reads the offset and the size of a field from the line of a description. Returns FALSE if the line lacks one of them. */
gboolean gscope_trace_field_read (GscopeTraceField *field, const char *line);

gboolean gscope_trace_file_is_magic (const char *head, gsize n);

/* Reads the head; fd remains the caller's. */
GscopeTraceFile *gscope_trace_file_new (int fd, GError **error);
void gscope_trace_file_free (GscopeTraceFile *self);

/* Reads exactly n bytes; returns FALSE if the file is shorter. */
gboolean
gscope_trace_file_read (const GscopeTraceFile *self, guint64 offset, gpointer data, gsize n);
/* Returns a number of 1, 2, 4 or 8 bytes in the byte order of the file; 0 for another size. */
guint64 gscope_trace_file_get (const GscopeTraceFile *self, gconstpointer data, gsize size);
/* Decompresses one piece. Returns its bytes, or NULL. */
guint8 *gscope_trace_file_decompress (const GscopeTraceFile *self, guint64 offset, gsize packed,
                                      gsize size);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeTraceFile, gscope_trace_file_free)

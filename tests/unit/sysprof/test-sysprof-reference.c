/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/sysprof-converter.h>
#include <gscope/sysprof/text.h>
#include <string.h>
#include <sys/mman.h>
#include <sysprof-capture.h>
#include <unistd.h>

/* Sysprof's library reads our captures, and we read those that it writes. */

#define MS G_GINT64_CONSTANT (1000000)

static void
write_frames (SysprofCaptureWriter *writer)
{
  SysprofCaptureCounter counters[2] = {
    { .category = "Memory", .name = "Used", .description = "b" },
    { .category = "CPU", .name = "Total" }
  };
  SysprofCaptureCounterValue values[2] = { { .v64 = -7 }, { .vdbl = 0.25 } };
  unsigned ids[2];

  counters[0].id = ids[0] = sysprof_capture_writer_request_counter (writer, 2);
  counters[1].id = ids[1] = ids[0] + 1;
  counters[0].type = SYSPROF_CAPTURE_COUNTER_INT64;
  counters[1].type = SYSPROF_CAPTURE_COUNTER_DOUBLE;
  g_assert_true (sysprof_capture_writer_define_counters (writer, 1 * MS, -1, -1, counters, 2));
  g_assert_true (sysprof_capture_writer_set_counters (writer, 2 * MS, -1, -1, ids, values, 2));
  g_assert_true (sysprof_capture_writer_add_process (writer, 1 * MS, -1, 7, "/bin/editor -n"));
  g_assert_true (
      sysprof_capture_writer_add_mark (writer, 3 * MS, 0, 7, MS, "gtk", "frame", "first"));
  g_assert_true (
      sysprof_capture_writer_add_mark (writer, 5 * MS, 0, 7, 0, "gtk", "resize", "to 7"));
  g_assert_true (sysprof_capture_writer_add_log (writer, 5 * MS, 0, 7, 1, "gtk", "a message"));
  g_assert_true (sysprof_capture_writer_add_exit (writer, 6 * MS, 0, 7));
  g_assert_true (sysprof_capture_writer_flush (writer));
}

static void
test_read (void)
{
  int fd = memfd_create ("capture", MFD_CLOEXEC);
  SysprofCaptureWriter *writer = sysprof_capture_writer_new_from_fd (dup (fd), 0);
  g_autoptr (GscopeSysprofText) sysprof = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  char room[1024], *rest;
  gssize n;

  write_frames (writer);
  sysprof_capture_writer_unref (writer);
  sysprof = gscope_sysprof_text_new (fd, &error);
  g_assert_no_error (error);
  while ((n = gscope_sysprof_text_read (sysprof, room, sizeof room, &error)) > 0)
    g_string_append_len (text, room, n);
  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, ==, "frames of other kinds, such as “log”, are left out: 2");
  g_assert_nonnull (strstr (text->str, "\"start\""));
  rest = strstr (text->str, "\n2 ");
  g_assert_cmpstr (
      rest, ==,
      "\n2 -7 Memory/Used\n2 0.25 CPU/Total\n3 2 editor-7/gtk\n4 0 editor-7/gtk\n"
      "#gscope {\"marker\":{\"time_ns\":5000000,\"kind\":\"event\",\"subject\":\"editor-7/gtk\","
      "\"label\":\"resize\",\"detail\":\"to 7\"}}\n");
  close (fd);
}

static const char tuples[] =
    "#gscope {\"version\":1,\"start\":\"2026-01-02T03:04:05.500000000Z\",\"time_ns\":1000000,"
    "\"clock\":\"monotonic\",\"signals\":[{\"name\":\"demo/a\",\"title\":\"Amplitude\",\"unit\":"
    "\"V\"},{\"name\":\"demo/s\"}]}\n"
    "#gscope "
    "{\"states\":{\"signal\":\"demo/"
    "s\",\"states\":[{\"value\":1,\"name\":\"busy\",\"style\":\"filled\"}]}}\n"
    "1 0.5 demo/a\n1 1 demo/s\n1 4 demo/b\n3 nan demo/s\n"
    "#gscope {\"marker\":{\"time_ns\":3000000,\"kind\":\"note\",\"label\":\"here\"}}\n";

static int
write_capture (void)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GConverter) converter = gscope_sysprof_converter_new ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, converter);
  int fd = memfd_create ("capture", MFD_CLOEXEC);
  gsize size;

  g_assert_true (g_output_stream_write_all (stream, tuples, sizeof tuples - 1, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  size = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory));
  g_assert_cmpint (
      write (fd, g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)), size), ==,
      (gssize) size);
  return fd;
}

static void
append_values (GString *found, const SysprofCaptureCounterSet *set)
{
  g_string_append_printf (found, "set %d:", (int) (set->frame.time / MS));
  for (unsigned i = 0; i < set->n_values; i++)
    for (unsigned k = 0; k < 8; k++)
      if (set->values[i].ids[k] != 0)
        g_string_append_printf (found, " %u=%g", set->values[i].ids[k],
                                set->values[i].values[k].vdbl);
  g_string_append_c (found, '\n');
}

static gboolean
append_frame (GString *found, SysprofCaptureReader *reader, SysprofCaptureFrameType type)
{
  const SysprofCaptureCounterDefine *define;
  const SysprofCaptureMetadata *metadata;
  const SysprofCaptureCounterSet *set;
  const SysprofCaptureMark *mark;

  switch ((int) type)
    {
    case SYSPROF_CAPTURE_FRAME_CTRDEF:
      define = sysprof_capture_reader_read_counter_define (reader);
      g_assert_nonnull (define);
      g_assert_cmpuint (define->counters[0].type, ==, SYSPROF_CAPTURE_COUNTER_DOUBLE);
      g_string_append_printf (found, "define %u: %s/%s %s\n", define->counters[0].id,
                              define->counters[0].category, define->counters[0].name,
                              define->counters[0].description);
      return TRUE;
    case SYSPROF_CAPTURE_FRAME_CTRSET:
      set = sysprof_capture_reader_read_counter_set (reader);
      g_assert_nonnull (set);
      append_values (found, set);
      return TRUE;
    case SYSPROF_CAPTURE_FRAME_MARK:
      mark = sysprof_capture_reader_read_mark (reader);
      g_assert_nonnull (mark);
      g_string_append_printf (found, "mark %d+%d: %s/%s %s\n", (int) (mark->frame.time / MS),
                              (int) (mark->duration / MS), mark->group, mark->name, mark->message);
      return TRUE;
    case SYSPROF_CAPTURE_FRAME_METADATA:
      metadata = sysprof_capture_reader_read_metadata (reader);
      g_assert_nonnull (metadata);
      g_string_append_printf (found, "metadata %s\n", metadata->id);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
test_write (void)
{
  SysprofCaptureReader *reader = sysprof_capture_reader_new_from_fd (write_capture ());
  g_autoptr (GString) found = g_string_new (NULL);
  SysprofCaptureFrameType type;

  g_assert_nonnull (reader);
  g_assert_cmpstr (sysprof_capture_reader_get_time (reader), ==, "2026-01-02T03:04:05.500000000Z");
  g_assert_cmpint (sysprof_capture_reader_get_start_time (reader), ==, MS);
  while (sysprof_capture_reader_peek_type (reader, &type))
    g_assert_true (append_frame (found, reader, type));
  g_assert_cmpstr (found->str, ==,
                   "metadata gscope\n"
                   "define 1: demo/a Amplitude (V)\n"
                   "define 2: demo/b b\n"
                   "mark 1+2: demo/s busy\n"
                   "mark 3+0: note/note here\n"
                   "set 1: 1=0.5 2=4\n");
  sysprof_capture_reader_unref (reader);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sysprof-reference/read", test_read);
  g_test_add_func ("/sysprof-reference/write", test_write);
  return g_test_run ();
}

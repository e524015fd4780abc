/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl-bpf/kernel-program.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <linux/bpf.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <tsl-bpf/kernel-load.h>
#include <tsl/error.h>
#include <unistd.h>

struct _KernelProgram
{
  KernelFiles files;

  gpointer words;
  gsize words_size;

  guint n_counts;
  guint64 *counts;

  /* memory layout of kernel/bpf/ringbuf.c: a writable page with the reader's position; a read-only
   * page with the kernel's position, followed by the data mapped twice, so that each event is
   * contiguous */
  gsize page;
  gulong *position;
  const gulong *end;
  const guint8 *data;
};

static gpointer
map (int fd, gsize size, int protection, gsize offset)
{
  gpointer memory = mmap (NULL, size, protection, MAP_SHARED, fd, offset);

  return memory == MAP_FAILED ? NULL : memory;
}

static gsize
round_up (gsize size, gsize unit)
{
  return (size + unit - 1) / unit * unit;
}

static gboolean
map_ring (KernelProgram *self)
{
  if (self->files.ring < 0)
    return TRUE;
  self->position = map (self->files.ring, self->page, PROT_READ | PROT_WRITE, 0);
  self->end = map (self->files.ring, self->page + 2 * self->files.ring_size, PROT_READ, self->page);
  if (!self->position || !self->end)
    return FALSE;
  self->data = (const guint8 *) self->end + self->page;
  return TRUE;
}

static gboolean
map_all (KernelProgram *self, GError **error)
{
  self->words = map (self->files.words, self->words_size, PROT_READ | PROT_WRITE, 0);
  if (self->words && map_ring (self))
    return TRUE;
  g_set_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
               _ ("cannot map the memory of a BPF program: %s; Linux 5.8 and later allow it"),
               g_strerror (errno));
  return FALSE;
}

KernelProgram *
kernel_program_new (const char *name, gsize n_words, guint n_counts, GError **error)
{
  KernelProgram *self = g_new0 (KernelProgram, 1);

  self->page = sysconf (_SC_PAGESIZE);
  self->words_size = round_up (n_words, self->page);
  self->n_counts = n_counts;
  if (kernel_load (name, &self->files, error))
    {
      self->counts = g_new0 (guint64, (gsize) n_counts * self->files.n_cpus);
      if (map_all (self, error))
        return self;
      kernel_program_free (self);
      return NULL;
    }
  g_free (self);
  return NULL;
}

void
kernel_program_free (KernelProgram *self)
{
  if (self->words)
    munmap (self->words, self->words_size);
  if (self->position)
    munmap (self->position, self->page);
  if (self->end)
    munmap ((gpointer) self->end, self->page + 2 * self->files.ring_size);
  kernel_unload (&self->files);
  g_free (self->counts);
  g_free (self);
}

gpointer
kernel_program_get_words (KernelProgram *self)
{
  return self->words;
}

void
kernel_program_read_counts (KernelProgram *self, guint64 *counts)
{
  const guint32 key = 0;
  union bpf_attr attributes = { .map_fd = self->files.counts,
                                .key = (gsize) &key,
                                .value = (gsize) self->counts };

  memset (counts, 0, self->n_counts * sizeof *counts);
  if (syscall (SYS_bpf, BPF_MAP_LOOKUP_ELEM, &attributes, sizeof attributes) != 0)
    return;
  for (guint cpu = 0; cpu < self->files.n_cpus; cpu++)
    for (guint i = 0; i < self->n_counts; i++)
      counts[i] += self->counts[cpu * self->n_counts + i];
}

gsize
kernel_program_read_events (KernelProgram *self, KernelEventFunc func, gpointer data)
{
  gulong position = *self->position;
  gulong end = __atomic_load_n (self->end, __ATOMIC_ACQUIRE);
  gsize n = 0;

  while (position < end)
    {
      const guint8 *record = self->data + (position & (self->files.ring_size - 1));
      guint32 length = __atomic_load_n ((const guint32 *) record, __ATOMIC_ACQUIRE);

      if (length & BPF_RINGBUF_BUSY_BIT)
        break;
      if (!(length & BPF_RINGBUF_DISCARD_BIT))
        {
          func (record + BPF_RINGBUF_HDR_SZ, data);
          n++;
        }
      length &= ~(BPF_RINGBUF_BUSY_BIT | BPF_RINGBUF_DISCARD_BIT);
      position += round_up (length + BPF_RINGBUF_HDR_SZ, 8);
      __atomic_store_n (self->position, position, __ATOMIC_RELEASE);
    }
  return n;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl-bpf/switches.h>

#include <tsl-bpf/kernel-program.h>

struct _Switches
{
  KernelProgram *program;
};

typedef struct
{
  SwitchesFunc func;
  gpointer data;
} Reader;

Switches *
switches_new (GError **error)
{
  KernelProgram *program =
      kernel_program_new ("switches", sizeof (SwitchesWords), SWITCHES_N_COUNTS, error);
  Switches *self;

  if (!program)
    return NULL;
  self = g_new0 (Switches, 1);
  self->program = program;
  return self;
}

void
switches_free (Switches *self)
{
  kernel_program_free (self->program);
  g_free (self);
}

static void
on_event (gconstpointer event, gpointer data)
{
  const Reader *reader = data;

  reader->func (event, reader->data);
}

gsize
switches_read (Switches *self, SwitchesFunc func, gpointer data)
{
  Reader reader = { func, data };

  return kernel_program_read_events (self->program, on_event, &reader);
}

guint64
switches_count_lost (Switches *self)
{
  guint64 counts[SWITCHES_N_COUNTS];

  kernel_program_read_counts (self->program, counts);
  return counts[SWITCHES_LOST];
}

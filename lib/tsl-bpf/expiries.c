/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl-bpf/expiries.h>

#include <tsl-bpf/expiries-kernel.h>
#include <tsl-bpf/kernel-program.h>

struct _Expiries
{
  KernelProgram *program;
  ExpiriesWords *words;
  GArray *chosen;
};

Expiries *
expiries_new (GError **error)
{
  KernelProgram *program =
      kernel_program_new ("expiries", sizeof (ExpiriesWords), EXPIRIES_N_COUNTS, error);
  Expiries *self;

  if (!program)
    return NULL;
  self = g_new0 (Expiries, 1);
  self->program = program;
  self->words = kernel_program_get_words (program);
  self->chosen = g_array_new (FALSE, FALSE, sizeof (pid_t));
  return self;
}

void
expiries_free (Expiries *self)
{
  kernel_program_free (self->program);
  g_array_unref (self->chosen);
  g_free (self);
}

static void
set (Expiries *self, pid_t tid, gboolean is_chosen)
{
  guint8 *byte = &self->words->chosen[tid / 8];
  guint8 bit = 1 << tid % 8;

  __atomic_store_n (byte, is_chosen ? *byte | bit : *byte & ~bit, __ATOMIC_RELAXED);
}

void
expiries_choose (Expiries *self, const pid_t *tids, guint n)
{
  for (guint i = 0; i < self->chosen->len; i++)
    set (self, g_array_index (self->chosen, pid_t, i), FALSE);
  g_array_set_size (self->chosen, 0);
  for (guint i = 0; i < n; i++)
    if (tids[i] > 0 && tids[i] < EXPIRIES_MAX_TID)
      {
        set (self, tids[i], TRUE);
        g_array_append_val (self->chosen, tids[i]);
      }
  __atomic_store_n (&self->words->n_chosen, self->chosen->len, __ATOMIC_RELAXED);
}

void
expiries_count (Expiries *self, ExpiryCounts *counts)
{
  guint64 all[EXPIRIES_N_COUNTS];

  kernel_program_read_counts (self->program, all);
  *counts = (ExpiryCounts){
    .n = all[EXPIRIES_N],
    .n_hard = all[EXPIRIES_HARD],
    .n_soft = all[EXPIRIES_SOFT],
    .n_chosen_hard = all[EXPIRIES_CHOSEN_HARD],
    .n_chosen_soft = all[EXPIRIES_CHOSEN_SOFT],
  };
}

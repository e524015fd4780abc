/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "changes.h"

void
proc_changes_init (ProcChanges *self)
{
  self->added = g_ptr_array_new_with_free_func ((GDestroyNotify) proc_item_unref);
  self->gone = g_ptr_array_new_with_free_func ((GDestroyNotify) proc_item_unref);
  self->status = NULL;
}

void
proc_changes_clear (ProcChanges *self)
{
  g_ptr_array_unref (self->added);
  g_ptr_array_unref (self->gone);
  g_free (self->status);
}

gboolean
proc_changes_move (ProcChanges *self, ProcChanges *target)
{
  if (self->added->len + self->gone->len == 0 && !self->status)
    return FALSE;
  g_ptr_array_extend_and_steal (target->added, g_steal_pointer (&self->added));
  g_ptr_array_extend_and_steal (target->gone, g_steal_pointer (&self->gone));
  if (self->status)
    {
      g_free (target->status);
      target->status = g_steal_pointer (&self->status);
    }
  proc_changes_init (self);
  return TRUE;
}

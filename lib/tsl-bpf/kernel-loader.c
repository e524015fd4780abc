/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl-bpf/kernel-loader.h>

typedef struct
{
  KernelLoad load;
  KernelLoaded loaded;
  gpointer data;
  GMainContext *context;
  GThread *thread;

  /* written by the loading thread; read after it has ended */
  gpointer program;
  GError *error;
} Loading;

static gboolean
answer (gpointer data)
{
  Loading *self = data;

  g_thread_join (self->thread);
  self->loaded (self->program, self->error, self->data);
  g_clear_error (&self->error);
  g_main_context_unref (self->context);
  g_free (self);
  return G_SOURCE_REMOVE;
}

static gpointer
run (gpointer data)
{
  Loading *self = data;
  g_autoptr (GSource) source = g_idle_source_new ();

  self->program = self->load (&self->error);
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, answer, self, NULL);
  g_source_attach (source, self->context);
  return NULL;
}

void
kernel_loader_begin (KernelLoad load, KernelLoaded loaded, gpointer data)
{
  Loading *self = g_new0 (Loading, 1);

  self->load = load;
  self->loaded = loaded;
  self->data = data;
  self->context = g_main_context_ref_thread_default ();
  self->thread = g_thread_new ("BPF loader", run, self);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>

#define ENTROPY_TYPE_SOURCE (entropy_source_get_type ())
G_DECLARE_FINAL_TYPE (EntropySource, entropy_source, ENTROPY, SOURCE, GscopeSource)

struct _EntropySource
{
  GscopeSource parent_instance;

  char *file;
  double scale;
  gboolean is_running;
  double bits;
};

G_DEFINE_FINAL_TYPE (EntropySource, entropy_source, GSCOPE_TYPE_SOURCE)

#define WORD(member) G_STRUCT_OFFSET (EntropySource, member)

static const GscopeSourceSignal signals[] = {
  { "available", N_ ("Entropy"), "bits", N_ ("Bits in the pool of the kernel"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (bits), .max = 256 },
  { .name = NULL },
};

static const GscopeSourceParameter parameters[] = {
  { "scale", N_ ("Scale"), NULL, N_ ("The values are multiplied by it"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (scale), 0.1, 10, .initial = 1 },
  { .name = NULL },
};

static const GscopeSourceOption options[] = {
  { "file", "s", N_ ("File"), N_ ("The file of the kernel that has the number"),
    "'/proc/sys/kernel/random/entropy_avail'", .offset = WORD (file) },
  { .name = NULL },
};

static void
entropy_source_poll (GscopeSource *source, gint64 time)
{
  EntropySource *self = ENTROPY_SOURCE (source);
  g_autofree char *text = NULL;
  double scale;

  __atomic_load (&self->scale, &scale, __ATOMIC_RELAXED);
  if (!__atomic_load_n (&self->is_running, __ATOMIC_RELAXED))
    self->bits = gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
  else if (g_file_get_contents (self->file, &text, NULL, NULL))
    self->bits = scale * g_ascii_strtod (text, NULL);
  else
    self->bits = gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
}

static gboolean
entropy_source_start (GscopeSource *source, GError **error)
{
  __atomic_store_n (&ENTROPY_SOURCE (source)->is_running, TRUE, __ATOMIC_RELAXED);
  return TRUE;
}

static void
entropy_source_stop (GscopeSource *source)
{
  __atomic_store_n (&ENTROPY_SOURCE (source)->is_running, FALSE, __ATOMIC_RELAXED);
}

static void
entropy_source_class_init (EntropySourceClass *klass)
{
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  source_class->may_block = TRUE;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->signals = signals;
  source_class->parameters = parameters;
  source_class->options = options;
  source_class->start = entropy_source_start;
  source_class->stop = entropy_source_stop;
  source_class->poll = entropy_source_poll;
}

static void
entropy_source_init (EntropySource *self)
{
}

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (registry, "entropy", ENTROPY_TYPE_SOURCE, _ ("Entropy"),
                                   _ ("Random bits that the kernel has."), "entropy", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)

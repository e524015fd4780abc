/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/tables/text-row.h>

struct _GscopeGtkTextRow
{
  GObject parent_instance;

  GObject *subject;
  GStrv texts;
};

G_DEFINE_FINAL_TYPE (GscopeGtkTextRow, gscope_gtk_text_row, G_TYPE_OBJECT)

static void
gscope_gtk_text_row_finalize (GObject *object)
{
  GscopeGtkTextRow *self = GSCOPE_GTK_TEXT_ROW (object);

  g_object_unref (self->subject);
  g_strfreev (self->texts);
  G_OBJECT_CLASS (gscope_gtk_text_row_parent_class)->finalize (object);
}

static void
gscope_gtk_text_row_class_init (GscopeGtkTextRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_gtk_text_row_finalize;
  g_signal_new ("changed", GSCOPE_GTK_TYPE_TEXT_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
gscope_gtk_text_row_init (GscopeGtkTextRow *self)
{
}

GscopeGtkTextRow *
gscope_gtk_text_row_new (GObject *subject)
{
  GscopeGtkTextRow *self = g_object_new (GSCOPE_GTK_TYPE_TEXT_ROW, NULL);

  self->subject = g_object_ref (subject);
  return self;
}

GObject *
gscope_gtk_text_row_get_subject (GscopeGtkTextRow *self)
{
  return self->subject;
}

const char *
gscope_gtk_text_row_get_text (GscopeGtkTextRow *self, guint column)
{
  return self->texts[column];
}

void
gscope_gtk_text_row_take_texts (GscopeGtkTextRow *self, GStrv texts)
{
  gboolean is_same =
      self->texts && g_strv_equal ((const char *const *) self->texts, (const char *const *) texts);

  g_strfreev (self->texts);
  self->texts = texts;
  if (!is_same)
    g_signal_emit_by_name (self, "changed");
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl-source/page-source.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <tsl-source/page-part.h>

typedef struct
{
  const char *mechanism;
  const PageText *texts;
  const char *action;
} Kind;

typedef struct
{
  GscopeSourceClass parent_class;
  const Kind *kind;
} PageSourceClass;

typedef struct
{
  GscopeSource parent_instance;
  PagePart *pages;
} PageSource;

static GObjectClass *
get_parent_class (GObject *object)
{
  return g_type_class_peek_parent (G_OBJECT_GET_CLASS (object));
}

static gboolean
page_source_start (GscopeSource *source, GError **error)
{
  page_part_start (((PageSource *) source)->pages);
  gscope_source_wake (source);
  return TRUE;
}

static void
page_source_stop (GscopeSource *source)
{
  page_part_stop (((PageSource *) source)->pages);
  gscope_source_wake (source);
}

static void
page_source_poll (GscopeSource *source, gint64 time)
{
  gscope_source_rest (source, page_part_poll (((PageSource *) source)->pages, time));
}

static GVariant *
refuse (GscopeSource *source, GscopeParameter *parameter, GVariant *value, GError **error)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
               _ ("cannot set “%s”: its program has ended; start the program again"),
               gscope_parameter_get_name (parameter));
  return NULL;
}

static void
page_source_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                         GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data)
{
  GscopeSourceClass *base_class = g_type_class_peek (GSCOPE_TYPE_SOURCE);

  if (!page_part_apply (((PageSource *) source)->pages, parameter, value, cancellable, callback,
                        user_data))
    base_class->apply_async (source, parameter, value, cancellable, callback, user_data);
}

static void
page_source_constructed (GObject *object)
{
  const Kind *kind = ((PageSourceClass *) G_OBJECT_GET_CLASS (object))->kind;

  get_parent_class (object)->constructed (object);
  ((PageSource *) object)->pages =
      page_part_new (GSCOPE_SOURCE (object), kind->mechanism, kind->texts);
}

static void
page_source_dispose (GObject *object)
{
  page_part_dispose (((PageSource *) object)->pages);
  get_parent_class (object)->dispose (object);
}

static void
page_source_finalize (GObject *object)
{
  page_part_free (((PageSource *) object)->pages);
  get_parent_class (object)->finalize (object);
}

/* The parameters change knobs of other programs. */
static void
list_demands (GVariant *options, GVariant *parameters, GPtrArray *demands)
{
  gscope_demand_add_steering (demands, parameters, NULL, NULL);
}

static void
page_source_class_init (gpointer klass, gpointer class_data)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  ((PageSourceClass *) klass)->kind = class_data;
  source_class->action = ((Kind *) class_data)->action;
  object_class->constructed = page_source_constructed;
  object_class->dispose = page_source_dispose;
  object_class->finalize = page_source_finalize;
  source_class->may_block = TRUE;
  source_class->list_demands = list_demands;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->start = page_source_start;
  source_class->stop = page_source_stop;
  source_class->poll = page_source_poll;
  source_class->apply = refuse;
  source_class->apply_async = page_source_apply_async;
}

GType
page_source_register (const char *type_name, const char *mechanism, const PageText *texts,
                      const char *action)
{
  GType type = g_type_from_name (type_name);
  Kind *kind;
  GTypeInfo info = {
    .class_size = sizeof (PageSourceClass),
    .class_init = page_source_class_init,
    .instance_size = sizeof (PageSource),
  };

  if (type)
    return type;
  /* types and plugins are never unloaded, so this is never freed */
  kind = g_new (Kind, 1);
  *kind = (Kind){ mechanism, texts, action };
  info.class_data = kind;
  return g_type_register_static (GSCOPE_TYPE_SOURCE, type_name, &info, G_TYPE_FLAG_FINAL);
}

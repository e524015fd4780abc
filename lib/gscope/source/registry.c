/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/full-name.h>
#include <gscope/source/registry.h>

/**
 * GscopeRegistry:
 *
 * The available types of sources, by name: types of the program, and types of plugins. It lives in the main context.
 *
 * Since: 1.0
 */
struct _GscopeRegistry
{
  GObject parent_instance;

  GHashTable *types;
  GPtrArray *failures;
};

typedef struct
{
  GType type;
  char *title;
  char *description;
  char *instance_name;
} Entry;

G_DEFINE_FINAL_TYPE (GscopeRegistry, gscope_registry, G_TYPE_OBJECT)
G_DEFINE_BOXED_TYPE (GscopePluginFailure, gscope_plugin_failure, gscope_plugin_failure_copy,
                     gscope_plugin_failure_free)

static GscopePluginFailure *
new_failure (const char *file, const char *reason)
{
  GscopePluginFailure *failure = g_new0 (GscopePluginFailure, 1);

  failure->file = g_strdup (file);
  failure->reason = g_strdup (reason);
  return failure;
}

/**
 * gscope_plugin_failure_copy:
 * @self: a failure
 *
 * Copies a failure.
 *
 * Returns: (transfer full): a copy
 *
 * Since: 1.0
 */
GscopePluginFailure *
gscope_plugin_failure_copy (const GscopePluginFailure *self)
{
  return new_failure (self->file, self->reason);
}

/**
 * gscope_plugin_failure_free:
 * @self: (transfer full): a failure
 *
 * Frees a failure.
 *
 * Since: 1.0
 */
void
gscope_plugin_failure_free (GscopePluginFailure *self)
{
  g_free (self->file);
  g_free (self->reason);
  g_free (self);
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->title);
  g_free (entry->description);
  g_free (entry->instance_name);
  g_free (entry);
}

static void
gscope_registry_finalize (GObject *object)
{
  GscopeRegistry *self = GSCOPE_REGISTRY (object);

  g_hash_table_unref (self->types);
  g_ptr_array_unref (self->failures);
  G_OBJECT_CLASS (gscope_registry_parent_class)->finalize (object);
}

static void
gscope_registry_class_init (GscopeRegistryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_registry_finalize;
}

static void
gscope_registry_init (GscopeRegistry *self)
{
  self->types = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, entry_free);
  self->failures = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_plugin_failure_free);
}

/**
 * gscope_registry_get_default:
 *
 * Gets the registry of the program.
 *
 * Returns: (transfer none): the registry
 *
 * Since: 1.0
 */
GscopeRegistry *
gscope_registry_get_default (void)
{
  static GscopeRegistry *registry;

  if (g_once_init_enter (&registry))
    g_once_init_leave (&registry, gscope_registry_new ());
  return registry;
}

/**
 * gscope_registry_new:
 *
 * Creates an empty registry.
 *
 * Returns: (transfer full): a registry
 *
 * Since: 1.0
 */
GscopeRegistry *
gscope_registry_new (void)
{
  return g_object_new (GSCOPE_TYPE_REGISTRY, NULL);
}

/**
 * gscope_registry_add_type:
 * @self: a registry
 * @name: the type's name, as workspaces use it
 * @type: a subclass of #GscopeSource that is not abstract
 * @title: its title for users
 * @description: a sentence about its signals and parameters
 * @instance_name: the default name of an instance
 * @error: why the type cannot be added
 *
 * Adds a type of sources.
 *
 * Returns: %TRUE if it was added
 *
 * Since: 1.0
 */
gboolean
gscope_registry_add_type (GscopeRegistry *self, const char *name, GType type, const char *title,
                          const char *description, const char *instance_name, GError **error)
{
  Entry *entry;

  g_return_val_if_fail (GSCOPE_IS_REGISTRY (self), FALSE);
  g_return_val_if_fail (name && title && description && instance_name, FALSE);

  if (!g_type_is_a (type, GSCOPE_TYPE_SOURCE) || G_TYPE_IS_ABSTRACT (type))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("the type of “%s” is not a source: derive it from GscopeSource"), name);
      return FALSE;
    }
  if (!gscope_full_name_check (name, error) || !gscope_full_name_check (instance_name, error))
    return FALSE;
  if (g_hash_table_contains (self->types, name))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS,
                   _ ("there is already a type of sources called “%s”"), name);
      return FALSE;
    }
  entry = g_new0 (Entry, 1);
  entry->type = type;
  entry->title = g_strdup (title);
  entry->description = g_strdup (description);
  entry->instance_name = g_strdup (instance_name);
  g_hash_table_insert (self->types, g_strdup (name), entry);
  return TRUE;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * gscope_registry_list_types:
 * @self: a registry
 *
 * Lists the names of the types, sorted.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names
 *
 * Since: 1.0
 */
GStrv
gscope_registry_list_types (GscopeRegistry *self)
{
  g_autofree gpointer *keys = NULL;
  guint n;

  g_return_val_if_fail (GSCOPE_IS_REGISTRY (self), NULL);

  keys = g_hash_table_get_keys_as_array (self->types, &n);
  qsort (keys, n, sizeof *keys, compare_names);
  return g_strdupv ((GStrv) keys);
}

static const Entry *
look_up (GscopeRegistry *self, const char *name)
{
  return g_hash_table_lookup (self->types, name);
}

/**
 * gscope_registry_has_type:
 * @self: a registry
 * @name: a type's name
 *
 * Gets whether the registry has a type.
 *
 * Returns: %TRUE if there is
 *
 * Since: 1.0
 */
gboolean
gscope_registry_has_type (GscopeRegistry *self, const char *name)
{
  g_return_val_if_fail (GSCOPE_IS_REGISTRY (self), FALSE);

  return look_up (self, name) != NULL;
}

/**
 * gscope_registry_get_gtype:
 * @self: a registry
 * @name: the name of one of its types
 *
 * Gets a type's #GType.
 *
 * Returns: the type
 *
 * Since: 1.0
 */
GType
gscope_registry_get_gtype (GscopeRegistry *self, const char *name)
{
  g_return_val_if_fail (gscope_registry_has_type (self, name), G_TYPE_INVALID);

  return look_up (self, name)->type;
}

/**
 * gscope_registry_get_title:
 * @self: a registry
 * @name: the name of one of its types
 *
 * Gets a type's title for users.
 *
 * Returns: the title
 *
 * Since: 1.0
 */
const char *
gscope_registry_get_title (GscopeRegistry *self, const char *name)
{
  g_return_val_if_fail (gscope_registry_has_type (self, name), NULL);

  return look_up (self, name)->title;
}

/**
 * gscope_registry_get_description:
 * @self: a registry
 * @name: the name of one of its types
 *
 * Gets the description of a type's signals and parameters.
 *
 * Returns: the description
 *
 * Since: 1.0
 */
const char *
gscope_registry_get_description (GscopeRegistry *self, const char *name)
{
  g_return_val_if_fail (gscope_registry_has_type (self, name), NULL);

  return look_up (self, name)->description;
}

/**
 * gscope_registry_get_instance_name:
 * @self: a registry
 * @name: the name of one of its types
 *
 * Gets the default name of an instance.
 *
 * Returns: the name
 *
 * Since: 1.0
 */
const char *
gscope_registry_get_instance_name (GscopeRegistry *self, const char *name)
{
  g_return_val_if_fail (gscope_registry_has_type (self, name), NULL);

  return look_up (self, name)->instance_name;
}

/**
 * gscope_registry_get_options:
 * @self: a registry
 * @name: the name of one of its types
 * @n_options: (out): the number of options
 *
 * Gets the options of a type that a user can set. gscope_registry_translate() translates their
 * texts.
 *
 * Returns: (transfer none) (array length=n_options) (nullable): the options, which stay as long as
 *   the program runs
 *
 * Since: 1.0
 */
const GscopeSourceOption *
gscope_registry_get_options (GscopeRegistry *self, const char *name, guint *n_options)
{
  GscopeSourceClass *klass;

  g_return_val_if_fail (gscope_registry_has_type (self, name), NULL);

  /* The class stays: it has instances, or will have them. */
  klass = g_type_class_ref (look_up (self, name)->type);
  for (*n_options = 0; klass->options && klass->options[*n_options].title;)
    ++*n_options;
  g_type_class_unref (klass);
  return klass->options;
}

/**
 * gscope_registry_translate:
 * @self: a registry
 * @name: the name of one of its types
 * @text: a title or a description of one of the type's tables
 *
 * Translates a text of a type of sources.
 *
 * Returns: the text in the user's language
 *
 * Since: 1.0
 */
const char *
gscope_registry_translate (GscopeRegistry *self, const char *name, const char *text)
{
  GscopeSourceClass *klass;
  const char *domain;

  g_return_val_if_fail (gscope_registry_has_type (self, name), NULL);
  g_return_val_if_fail (text, NULL);

  klass = g_type_class_ref (look_up (self, name)->type);
  domain = klass->domain;
  g_type_class_unref (klass);
  return domain && text[0] ? g_dgettext (domain, text) : text;
}

static void
set_unknown_error (GscopeRegistry *self, const char *name, GError **error)
{
  g_auto (GStrv) names = gscope_registry_list_types (self);
  g_autofree char *known = g_strjoinv (", ", names);
  g_autofree char *shown = g_utf8_substring (name, 0, MIN (g_utf8_strlen (name, -1), 64));
  g_autoptr (GString) text = g_string_new (NULL);

  if (names[0])
    g_string_printf (text, _ ("there is no type of sources called “%s”; there is: %s"), shown,
                     known);
  else
    g_string_printf (text, _ ("there is no type of sources called “%s”, and no other"), shown);
  for (guint i = 0; i < self->failures->len; i++)
    {
      const GscopePluginFailure *failure = self->failures->pdata[i];

      g_string_append (text, "; ");
      g_string_append_printf (text, _ ("not loaded: %s (%s)"), failure->file, failure->reason);
    }
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, text->str);
}

/**
 * gscope_registry_create:
 * @self: a registry
 * @name: a type's name
 * @instance_name: (nullable): the instance's name; %NULL for the type's default
 * @options: (nullable): its options, `a{sv}`; consumed if floating
 * @error: which type, name or option is wrong, and which ones are valid
 *
 * Creates a source.
 *
 * Returns: (transfer full): a source that is not started
 *
 * Since: 1.0
 */
GscopeSource *
gscope_registry_create (GscopeRegistry *self, const char *name, const char *instance_name,
                        GVariant *options, GError **error)
{
  g_autoptr (GVariant) taken = NULL;
  g_autoptr (GscopeSource) source = NULL;
  const Entry *entry;

  g_return_val_if_fail (GSCOPE_IS_REGISTRY (self), NULL);
  g_return_val_if_fail (name, NULL);

  taken = options ? g_variant_ref_sink (options) : NULL;
  entry = look_up (self, name);
  if (!entry)
    {
      set_unknown_error (self, name, error);
      return NULL;
    }
  if (!instance_name)
    instance_name = entry->instance_name;
  if (!gscope_full_name_check (instance_name, error))
    return NULL;
  source = g_object_new (entry->type, "name", instance_name, NULL);
  if (taken && !gscope_source_configure (source, taken, error))
    return NULL;
  return g_steal_pointer (&source);
}

/**
 * gscope_registry_add_failure:
 * @self: a registry
 * @file: a plugin or a directory
 * @reason: why it was not loaded
 *
 * Records that a plugin could not be loaded.
 *
 * Since: 1.0
 */
void
gscope_registry_add_failure (GscopeRegistry *self, const char *file, const char *reason)
{
  g_return_if_fail (GSCOPE_IS_REGISTRY (self));
  g_return_if_fail (file && reason);

  g_ptr_array_add (self->failures, new_failure (file, reason));
}

/**
 * gscope_registry_get_failures:
 * @self: a registry
 *
 * Gets the plugins that could not be loaded.
 *
 * Returns: (transfer none) (element-type GscopePluginFailure): the failures
 *
 * Since: 1.0
 */
GPtrArray *
gscope_registry_get_failures (GscopeRegistry *self)
{
  g_return_val_if_fail (GSCOPE_IS_REGISTRY (self), NULL);

  return self->failures;
}

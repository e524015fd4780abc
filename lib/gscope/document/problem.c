/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/document/problem.h>

/**
 * GscopeWorkspaceProblem:
 *
 * Something in a workspace that did not work, while the rest did.
 */
struct _GscopeWorkspaceProblem
{
  GObject parent_instance;

  char *path;
  char *message;
};

enum
{
  PROP_PATH = 1,
  PROP_MESSAGE,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (GscopeWorkspaceProblem, gscope_workspace_problem, G_TYPE_OBJECT)

static void
gscope_workspace_problem_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  GscopeWorkspaceProblem *self = GSCOPE_WORKSPACE_PROBLEM (object);

  switch (id)
    {
    case PROP_PATH:
      g_value_set_string (value, self->path);
      break;
    case PROP_MESSAGE:
      g_value_set_string (value, self->message);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
gscope_workspace_problem_set_property (GObject *object, guint id, const GValue *value,
                                       GParamSpec *pspec)
{
  GscopeWorkspaceProblem *self = GSCOPE_WORKSPACE_PROBLEM (object);

  switch (id)
    {
    case PROP_PATH:
      self->path = g_value_dup_string (value);
      break;
    case PROP_MESSAGE:
      self->message = g_value_dup_string (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
gscope_workspace_problem_finalize (GObject *object)
{
  GscopeWorkspaceProblem *self = GSCOPE_WORKSPACE_PROBLEM (object);

  g_free (self->path);
  g_free (self->message);
  G_OBJECT_CLASS (gscope_workspace_problem_parent_class)->finalize (object);
}

static void
gscope_workspace_problem_class_init (GscopeWorkspaceProblemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = gscope_workspace_problem_get_property;
  object_class->set_property = gscope_workspace_problem_set_property;
  object_class->finalize = gscope_workspace_problem_finalize;

  /**
   * GscopeWorkspaceProblem:path:
   *
   * Where: such as `scopes[0].sources[2].options.pattern`.
   */
  props[PROP_PATH] = g_param_spec_string ("path", NULL, NULL, "", flags);
  /**
   * GscopeWorkspaceProblem:message:
   *
   * What is wrong, and what would be right.
   */
  props[PROP_MESSAGE] = g_param_spec_string ("message", NULL, NULL, "", flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
gscope_workspace_problem_init (GscopeWorkspaceProblem *self)
{
}

/**
 * gscope_workspace_problem_new:
 * @path: where
 * @message: what is wrong
 *
 * Makes a problem.
 *
 * Returns: (transfer full): a problem
 */
GscopeWorkspaceProblem *
gscope_workspace_problem_new (const char *path, const char *message)
{
  return g_object_new (GSCOPE_TYPE_WORKSPACE_PROBLEM, "path", path, "message", message, NULL);
}

/**
 * gscope_workspace_problem_get_path:
 * @self: a problem
 *
 * Gets where it is.
 *
 * Returns: the path, such as `scopes[0].sources[2].options.pattern`
 */
const char *
gscope_workspace_problem_get_path (GscopeWorkspaceProblem *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE_PROBLEM (self), NULL);

  return self->path;
}

/**
 * gscope_workspace_problem_get_message:
 * @self: a problem
 *
 * Gets what is wrong, and what would be right.
 *
 * Returns: the message
 */
const char *
gscope_workspace_problem_get_message (GscopeWorkspaceProblem *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE_PROBLEM (self), NULL);

  return self->message;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/document/problem.h>
#include <property.h>

/**
 * GscopeWorkspaceProblem:
 *
 * Something in a workspace that did not work, while the rest did.
 *
 * Since: 1.0
 */
struct _GscopeWorkspaceProblem
{
  GObject parent_instance;

  char *path;
  char *message;
};

G_DEFINE_FINAL_TYPE (GscopeWorkspaceProblem, gscope_workspace_problem, G_TYPE_OBJECT)

static void
set_path (GscopeWorkspaceProblem *self, const char *path)
{
  self->path = g_strdup (path);
}

static void
set_message (GscopeWorkspaceProblem *self, const char *message)
{
  self->message = g_strdup (message);
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

  object_class->finalize = gscope_workspace_problem_finalize;

  /**
   * GscopeWorkspaceProblem:path:
   *
   * Where: such as `scopes[0].sources[2].options.pattern`.
   *
   * Since: 1.0
   */
  property_add_once (object_class, string, "path", gscope_workspace_problem_get_path, set_path, "");
  /**
   * GscopeWorkspaceProblem:message:
   *
   * What is wrong, and what would be right.
   *
   * Since: 1.0
   */
  property_add_once (object_class, string, "message", gscope_workspace_problem_get_message,
                     set_message, "");
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
 *
 * Since: 1.0
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
 *
 * Since: 1.0
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
 *
 * Since: 1.0
 */
const char *
gscope_workspace_problem_get_message (GscopeWorkspaceProblem *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE_PROBLEM (self), NULL);

  return self->message;
}

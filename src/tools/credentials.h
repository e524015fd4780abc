/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "options.h"

#include <gscope/gscope.h>

/* The token and certificates of the command line. The file of the token is read for each connection. */
#define TOOLS_TYPE_CREDENTIALS (tools_credentials_get_type ())
G_DECLARE_FINAL_TYPE (ToolsCredentials, tools_credentials, TOOLS, CREDENTIALS, GObject)

/* Fails if the user's own certificate cannot be read. */
GscopeCredentials *tools_credentials_new (const ToolsOptions *options, GError **error);

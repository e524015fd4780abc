/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl-source/page-show.h>

/* Makes a type of source that is a PagePart and nothing else, unless it is there already. Each plugin
 * contains this, so that the type needs a name of the plugin's own. All arguments are constants; texts
 * end with one without a name. */
GType page_source_register (const char *type_name, const char *mechanism, const PageText *texts);

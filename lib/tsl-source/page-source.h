/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl-source/page-show.h>

/* Registers a type of source that consists of a PagePart, unless the type exists. Each plugin has
 * its own copy of this code, so type_name must be unique for each plugin. All arguments must be
 * constants; the last element of texts has no name. */
GType page_source_register (const char *type_name, const char *mechanism, const PageText *texts,
                            const char *action);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <json-glib/json-glib.h>

/* Parses JSON from outside. json-glib overflows the stack on deep nesting, wraps large integers and
 * takes more than JSON; what it gets from here is checked first. Errors name line and column. */
JsonNode *gscope_json_parse (const char *data, gsize length, GError **error);

/* Sets a text that is not empty, cut after `max` bytes where a character ends. */
void gscope_json_set_text (JsonObject *object, const char *member, const char *text, gsize max);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/signal.h>

/* Samples as the members of a JSON object, and the JSON schema of such objects: the messages of MCAP files and of
 * Foxglove’s WebSockets. An object is a text that begins with “{”. Keys are in quotes. */

/* Appends a key, after which its value has to follow. */
void gscope_sample_json_append_key (GString *object, const char *key);
/* Appends a value. JSON has no infinite values and no NaN: these are null. */
void gscope_sample_json_append (GString *object, const char *key, double value);

/* Begins the schema of an object, up to the first of its properties. The title may be empty. “}}” ends it. */
void gscope_sample_json_begin_schema (GString *schema, const char *title);
/* Appends the property of a signal, with title and unit unless the signal is NULL. */
void gscope_sample_json_append_property (GString *schema, const char *key, GscopeSignal *signal);

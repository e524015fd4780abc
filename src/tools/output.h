/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>
#include <json-glib/json-glib.h>

/* Writes text to standard output at once. If the reader has gone, the error has the code TOOLS_DONE, which ends the
 * program quietly. */
gboolean tools_output_write (const char *text, GError **error);
/* Writes a JSON array or object, which it takes. */
gboolean tools_output_write_json (JsonNode *node, gboolean is_pretty, GError **error);

/* Appends a line “name = value unit” for the value in force. */
void tools_output_append_parameter (GString *text, GscopeParameter *parameter);
/* Appends a line “name: value → new value unit”. */
void tools_output_append_change (GString *text, GscopeParameter *parameter, const char *value);
JsonObject *tools_output_describe_parameter (GscopeParameter *parameter);
/* Writes parameters, as JSON or as lines. */
gboolean tools_output_write_parameters (GPtrArray *parameters, gboolean json, GError **error);
/* Returns a text as a field of comma-separated values. */
char *tools_output_quote_csv (const char *text);
/* Sets a number, or null if JSON does not have it. */
void tools_output_set_number (JsonObject *object, const char *member, double number);

/* Returns how many samples were lost, by cause, and what to do; an empty text if none were lost. */
char *tools_output_describe_losses (const GscopeTally *tally);
/* Writes a line to standard error about the losses of a signal, and the samples that a reader of its trace has missed, if there were
 * some. */
void tools_output_report_losses (GscopeSignal *signal, guint64 n_missed);

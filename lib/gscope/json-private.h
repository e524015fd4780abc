/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <json-glib/json-glib.h>

/* Parses JSON from outside. json-glib overflows the stack on deep nesting, wraps large integers and
 * takes more than JSON; what it gets from here is checked first. Errors name line and column. The data of an empty text may be NULL. */
JsonNode *gscope_json_parse (const char *data, gsize length, GError **error);
/* The same with a limit for values and, of them, for objects and lists: each needs a hundred times the memory of
 * its text. */
JsonNode *gscope_json_parse_bounded (const char *data, gsize length, gsize max_values,
                                     gsize max_containers, GError **error);

/* Members of an object that came from outside. These return FALSE and set an error for a member of another type or
 * outside its bounds. An absent text is empty, an absent array NULL; all other members must be there. */
gboolean gscope_json_get_text (JsonObject *object, const char *member, gsize max, const char **text,
                               GError **error);
gboolean gscope_json_get_integer (JsonObject *object, const char *member, gint64 min, gint64 max,
                                  gint64 *number, GError **error);
gboolean
gscope_json_get_double (JsonObject *object, const char *member, double *number, GError **error);
gboolean gscope_json_get_array (JsonObject *object, const char *member, guint max,
                                JsonArray **array, GError **error);
/* Reads a list of texts, which is empty if the member is absent. */
GStrv gscope_json_get_names (JsonObject *object, const char *member, guint max, GError **error);
/* Finds the index of a text among others. */
gboolean gscope_json_find (const char *text, const char *const *choices, guint *choice);
/* Reads the index of a text among others. */
gboolean gscope_json_get_choice (JsonObject *object, const char *member, const char *const *choices,
                                 guint *choice, GError **error);
/* Reads a value of an enumeration by its nick. */
gboolean gscope_json_get_enum (JsonObject *object, const char *member, GType type, int *value,
                               GError **error);
/* The same for what a later release may have more words for: an unknown one leaves the value as it is. */
gboolean gscope_json_get_known (JsonObject *object, const char *member, GType type, int *value,
                                GError **error);
/* Reads a boolean, a number or a text. Returns a new reference, or NULL. */
GVariant *gscope_json_get_value (JsonObject *object, const char *member, GError **error);
/* Returns whether a member is true. */
gboolean gscope_json_get_flag (JsonObject *object, const char *member);
/* Says that a member is not what it has to be. Returns FALSE. */
gboolean gscope_json_refuse (GError **error, const char *member, const char *reason);

/* Sets a text that is not empty, cut after `max` bytes where a character ends. */
void gscope_json_set_text (JsonObject *object, const char *member, const char *text, gsize max);
/* Returns a text as JSON has it, in quotes. */
char *gscope_json_quote (const char *text);
/* Sets the nick of a value of an enumeration. */
void gscope_json_set_enum (JsonObject *object, const char *member, GType type, int value);
/* Sets a boolean, a number or a text. */
void gscope_json_set_value (JsonObject *object, const char *member, GVariant *value);
/* Sets a number, unless it is infinite or NaN, which JSON does not have. */
void gscope_json_set_finite (JsonObject *object, const char *member, double number);

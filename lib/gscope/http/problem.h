/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <json-glib/json-glib.h>
#include <libsoup/soup.h>

/* Answers to HTTP requests: JSON, which is freed, and errors as problem details (RFC 9457). */
void gscope_problem_answer_json (SoupServerMessage *message, guint status, JsonObject *object);
/* Says for how many nanoseconds the client has to wait before its next try. */
void gscope_problem_set_wait (SoupServerMessage *message, gint64 wait);
/* A status of 0 means the one that belongs to the error's code. */
void gscope_problem_answer (SoupServerMessage *message, guint status, const GError *error);
/* Sets the headers that all answers have. */
void gscope_problem_set_headers (SoupServerMessage *message);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <json-glib/json-glib.h>

/* Answers of JetStream at a NATS server. */

/* Returns why there is no stream after a request to make one; NULL if there is one, perhaps with other settings. `answer` is
 * NULL if nobody received the request. */
char *gscope_nats_stream_read_refusal (GBytes *answer);
/* Reads an answer: returns the object, or NULL and the reason. An error of JetStream sets its code, which is 0 otherwise, and
 * the reason. */
JsonObject *gscope_nats_stream_read_answer (GBytes *answer, gint64 *code, char **reason);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* Whether a reserve would be changed to a value: what is known of it, and what only the kernel knows. */
typedef struct _ReserveQuestion ReserveQuestion;

/* more is how much of a processor more it takes than now, below 0 less; tests what the tests of the admission say, by
 * lines; refusal why they refuse it, or NULL. Takes the value and the refusal. */
ReserveQuestion *
reserve_question_new (GVariant *value, double more, const char *tests, GError *refusal);
void reserve_question_free (ReserveQuestion *self);

/* Asks the kernel, which takes a thread of its own: once, by any thread. */
void reserve_question_ask (ReserveQuestion *self);
/* Then: the value where nobody refuses it, and a line of each test; they end the message where somebody does. */
GVariant *reserve_question_answer (ReserveQuestion *self, char **verdict, GError **error);

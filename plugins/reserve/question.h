/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The check of a change to a reserve: the part that is known here, and the part that only the
 * kernel knows. */
typedef struct _ReserveQuestion ReserveQuestion;

/* more is the additional share of a processor, below 0 for less; tests has a line for the result of
 * each admission test; refusal is the reason for a refusal, or NULL. Takes the value and the
 * refusal. */
ReserveQuestion *
reserve_question_new (GVariant *value, double more, const char *tests, GError *refusal);
void reserve_question_free (ReserveQuestion *self);

/* Asks the kernel, which takes a thread of its own: once, by any thread. */
void reserve_question_ask (ReserveQuestion *self);
/* Then: the value where nobody refuses it, and a line of each test; they end the message where somebody does. */
GVariant *reserve_question_answer (ReserveQuestion *self, char **verdict, GError **error);

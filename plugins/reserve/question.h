/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The admission check of a change to a reserve: tests that this program computes, and a request to
 * the kernel. */
typedef struct _ReserveQuestion ReserveQuestion;

/* more is the additional share of a processor, negative for a reduction; tests has a line with the
 * result of each admission test; refusal is the reason of a refusal, or NULL. Takes the value and
 * the refusal. */
ReserveQuestion *
reserve_question_new (GVariant *value, double more, const char *tests, GError *refusal);
void reserve_question_free (ReserveQuestion *self);

/* Asks the kernel by means of a temporary thread. Any thread may call it, once. */
void reserve_question_ask (ReserveQuestion *self);
/* Call it after the kernel was asked. Returns the value, or NULL if a test or the kernel refuses
 * it; verdict has a line for each test, which the error message also contains. */
GVariant *reserve_question_answer (ReserveQuestion *self, char **verdict, GError **error);

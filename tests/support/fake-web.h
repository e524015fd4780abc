/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-test/gscope-test.h>

/* A server of HTTP in the process of the test. */
typedef struct _FakeWeb FakeWeb;

/* Answers a request; the fields are those of the query and of the form. Returns the body; NULL to break the connection. */
typedef char *(*FakeWebFunc) (const char *path, GHashTable *fields, guint *status, gpointer data);

FakeWeb *fake_web_new (FakeWebFunc func, gpointer data);
void fake_web_free (FakeWeb *self);
/* Such as “http://127.0.0.1:40001”. */
const char *fake_web_get_address (FakeWeb *self);
guint fake_web_count_requests (FakeWeb *self);
/* Breaks the connections of all requests from now on, or no longer. */
void fake_web_set_down (FakeWeb *self, gboolean is_down);

/* The wall-clock time of the test clock at 0, in seconds since 1970. */
#define FAKE_WEB_EPOCH G_GINT64_CONSTANT (946684800)

/* Returns the time of the test clock, also while the source is made that asks the server. */
gint64 fake_web_get_time (const GscopeHarness *bed);

/* Waits until a signal has a value, or none if that is not-a-number. */
void fake_web_await_value (GscopeHarness *bed, const char *full_name, double value);
/* Waits until a signal has a value, and asserts its unit and its description. */
void fake_web_assert_signal (GscopeHarness *bed, const char *full_name, double value,
                             const char *unit, const char *description);
/* Waits until the status of the source contains a text; NULL to wait until it runs without one. */
void fake_web_await_status (GscopeHarness *bed, const char *text);

/* An answer that cannot be read, and a part of the reason. */
typedef struct
{
  guint status;
  const char *text;
  const char *reason;
} FakeWebBadAnswer;

/* The function of a WebKind that reads an answer. */
typedef gpointer (*FakeWebReader) (guint status, const char *text, gsize size, GError **error);

/* Asserts that none of the answers can be read. */
void fake_web_check_bad (FakeWebReader reader, const FakeWebBadAnswer *answers, gsize n);

/* An answer of a real server, and its request: the path, and a field with its value unless the
 * field is NULL. */
typedef struct
{
  const char *path;
  const char *field;
  const char *value;
  guint status;
  const char *file;
} FakeWebRecord;

/* Returns the text of a file in a folder. */
char *fake_web_load (const char *folder, const char *file);
/* Answers a request with the first record that fits; asserts that there is one. */
char *fake_web_replay (const char *folder, const FakeWebRecord *records, gsize n, const char *path,
                       GHashTable *fields, guint *status);

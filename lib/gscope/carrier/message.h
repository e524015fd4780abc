/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>
#include <gscope/clock/watch.h>
#include <gscope/trace/sample.h>
#include <json-glib/json-glib.h>

/* The messages between a source and its mirror in another process; see carrier.h for their
 * transport.
 *
 * Text: a JSON object with one member, named after the kind, that is an object:
 *
 *   "hello"       {"version", "boot", "clock", "period_ns" | "title"}; the first of both sides. Times
 *                 are of the sender's CLOCK_MONOTONIC; with the same boot and clock it is one clock
 *   "time"        {"id", "t1"}, answered at once by {"id", "t1", "t2", "t3"}: the times at which the question was
 *                 sent, came, and was answered, to compare two clocks
 *   "step"        {"clock", "time_ns", "size_ns"}: the sender's "monotonic" clock waited, or its "wall" clock was set
 *   "pace"        {"interval_ns"}: how old samples may be when they come, from now on
 *   "source"      {"state", "status", "locked"?}; locked if a privilege is missing there
 *   "signals"     {"added": [{"id", ...}], "removed": [id], "ended": [id]}; an existing id gets a
 *   new description; see describe.h
 *   "parameters"  {"added": [{...}], "removed": [path]}; a path is `name` or `group/name`
 *   "call"        {"id", "verb", "options" | "parameter", "value", "writer", "revision"?, "lease"?}; a write that
 *   names a revision is refused if the value has another one; a leased one ends with the connection. The verb
 *   "apply-all" has "writes": [{"parameter", "value", "revision"?}], of which all are applied, or none; "mark",
 *   on a connection that names no source, has "label", "detail"; there, "picture" asks for one of the agent's window, and
 *   "get" for the values of "parameters": [full name] and "signals": [full name]
 *   "answer"      {"id", "value"?, "verdict"?, "revision"?, "time_ns"?} or {"id", "error": {"code", "message"}}; a
 *   verdict is the source's comment on a checked value. To "apply-all", with and without an error, also "writes":
 *   [{"value", "revision", "error"?}] in the order of the call: the values in force. To "picture", "picture": PNG
 *   data in Base64. To "get", "parameters" and "signals": [{"full-name", "value"?, "unit"?, "revision" | "time_ns"?}]
 *   "cancel"      {"id"} of a call
 *   "notice"      {"parameter", "value", "writer", "revision"}: another writer changed the value
 *   "marker"      see describe.h
 *   "losses"      {"signal", "cause", "count"}
 *   "beat"        {}: the sender is there, though it has nothing else to say
 *   "subscribe"   {"all": true} or {"signals": [id], "period_ns", "lease_ms"}: leases signals, every
 *   sample of them (0) or the newest one a period. Nothing else is sent. A lease ends by itself
 *   unless it is renewed
 *   "unsubscribe" {"signals": [id]}
 *   "credit"      {"bytes"}: this number of bytes of samples was read, and as many more may come
 *   "reduced"     {"signal", "resolution_ns"}: the connection is too slow for all samples, and only those
 *   come that draw the signal at this resolution; 0 for all samples again
 *   "sources"     {"sources": [{"name", "title", "state", "status", "signals", "parameters"}]}: what an agent has,
 *   to a client that names none in its hello, again after each change
 *   "query"       {"id", "signals": [id], "from_ns", "to_ns", "columns"}: asks for the past of signals, which columns
 *   answer and at last an answer: {"id", "until_ns"}, the time from which samples may come that are not in it. It may
 *   be cancelled, as a call. Its id differs from those of unanswered calls
 *   "error"       {"code", "message"}: what was wrong with the last message; the connection ends
 *
 * Samples: a byte 1, a byte with the version, 6 that are 0, then blocks of u32 signal, u32 n and n
 * times i64 time, f64 value, all little-endian. Gaps are samples of gscope_gap_value().
 *
 * Columns: a byte 2, a byte with the version, 2 that are 0, u32 id of the query, then blocks of u32 signal, u32 n, i64
 * from, i64 width and n columns of that width from there on: f64 min, f64 max, u32 first, u32 last, u32 count, all
 * little-endian. The first and the last value are parts of the range, from 0 for min to 2^32 - 2 for max; 2^32 - 1 is
 * a break. Min and max are not-a-number if no sample has a value. A column without samples (count 0) is a stretch of a
 * gap, min is its gscope_gap_value(), and its width is a multiple of the width that was asked for. Columns that
 * do not come are empty. A column of 1 ns before or after the interval is the neighbouring sample there. */

enum
{
  GSCOPE_MESSAGE_VERSION = 2,
  /* Largest number of signals, of parameters, and of unanswered calls. */
  GSCOPE_MESSAGE_MAX_ITEMS = 4096,
  /* of all kinds in a text, and of objects and lists */
  GSCOPE_MESSAGE_MAX_VALUES = 128 * 1024,
  GSCOPE_MESSAGE_MAX_CONTAINERS = 16 * 1024,
  GSCOPE_MESSAGE_MAX_TEXT = 1024,
  GSCOPE_MESSAGE_MAX_WORD = 255,
  /* Most bytes of samples that the other end may be asked to send in advance. */
  GSCOPE_MESSAGE_MAX_CREDIT = 64 * 1024 * 1024,
  /* Size of messages of samples and lists from which the next one is begun, bytes. */
  GSCOPE_MESSAGE_SIZE = 16 * 1024,
  /* Bytes of samples that a client has read at most before it grants as many more. */
  GSCOPE_MESSAGE_GRANT = 8 * 1024,
};

/* The longest interval between messages from the served end, nanoseconds. */
#define GSCOPE_MESSAGE_BEAT_INTERVAL (250 * GSCOPE_MSEC)
/* How long the client of an agent may send nothing, once it has sent a beat. */
#define GSCOPE_MESSAGE_SILENCE (30 * GSCOPE_SEC)

typedef enum
{
  GSCOPE_MESSAGE_HELLO,
  GSCOPE_MESSAGE_PACE,
  GSCOPE_MESSAGE_SOURCE,
  GSCOPE_MESSAGE_SIGNALS,
  GSCOPE_MESSAGE_PARAMETERS,
  GSCOPE_MESSAGE_CALL,
  GSCOPE_MESSAGE_ANSWER,
  GSCOPE_MESSAGE_CANCEL,
  GSCOPE_MESSAGE_NOTICE,
  GSCOPE_MESSAGE_MARKER,
  GSCOPE_MESSAGE_LOSSES,
  GSCOPE_MESSAGE_BEAT,
  GSCOPE_MESSAGE_SUBSCRIBE,
  GSCOPE_MESSAGE_UNSUBSCRIBE,
  GSCOPE_MESSAGE_CREDIT,
  GSCOPE_MESSAGE_REDUCED,
  GSCOPE_MESSAGE_TIME,
  GSCOPE_MESSAGE_STEP,
  GSCOPE_MESSAGE_SOURCES,
  GSCOPE_MESSAGE_QUERY,
  GSCOPE_MESSAGE_BROADCAST,
  GSCOPE_MESSAGE_TUNE,
  GSCOPE_MESSAGE_ERROR,
} GscopeMessageKind;

#define GSCOPE_MESSAGE_N_KINDS (GSCOPE_MESSAGE_ERROR + 1)

typedef enum
{
  GSCOPE_VERB_CONFIGURE,
  GSCOPE_VERB_START,
  GSCOPE_VERB_STOP,
  GSCOPE_VERB_CHECK,
  GSCOPE_VERB_APPLY,
  GSCOPE_VERB_APPLY_ALL,
  GSCOPE_VERB_REFRESH,
  GSCOPE_VERB_MARK,
  GSCOPE_VERB_PICTURE,
  GSCOPE_VERB_GET,
} GscopeVerb;

#define GSCOPE_N_VERBS (GSCOPE_VERB_GET + 1)

/* Creates a message; takes ownership of the object. */
GBytes *gscope_message_new (GscopeMessageKind kind, JsonObject *object);
/* Sends a message; takes ownership of the object. */
void gscope_message_send (GscopeCarrier *carrier, GscopeMessageKind kind, JsonObject *object);
gboolean gscope_message_is_samples (GBytes *message);
JsonObject *gscope_message_parse (GBytes *message, GscopeMessageKind *kind, GError **error);

/* Samples. The first block makes an empty array a message. */
void gscope_message_append_block (GByteArray *message, guint32 signal, const GscopeSample *samples,
                                  gsize n);
/* May change the samples. */
typedef gboolean (*GscopeBlockFunc) (guint32 signal, GscopeSample *samples, gsize n,
                                     gpointer user_data, GError **error);
gboolean gscope_message_read_blocks (GBytes *message, GscopeBlockFunc func, gpointer user_data,
                                     GError **error);

/* Creates the first message of either side, and checks that both have the same version. */
JsonObject *gscope_message_create_hello (GscopeClock *clock);
gboolean gscope_message_check_hello (JsonObject *hello, GError **error);
/* Returns the identity of a clock, and of the sender's. Equal ones are of one clock, unless one is not known. */
char *gscope_message_identify_clock (GscopeClock *clock);
char *gscope_message_read_clock (JsonObject *hello, GError **error);
gboolean gscope_message_is_one_clock (const char *a, const char *b);

GBytes *gscope_message_new_step (GscopeClockStepKind kind, gint64 time, gint64 size);
gboolean gscope_message_read_step (JsonObject *step, GscopeClockStepKind *kind, gint64 *time,
                                   gint64 *size, GError **error);

GBytes *gscope_message_new_cancel (guint32 id);
GBytes *gscope_message_new_error (const GError *error);
/* Sets the error that the other end reports, or what is wrong with its report. */
void gscope_message_read_error (JsonObject *object, GError **error);
/* Sets the member “error” of an answer, or of a part of it, and reads it. */
void gscope_message_set_refusal (JsonObject *object, const GError *error);
gboolean gscope_message_read_refusal (JsonObject *object, GError **refusal, GError **error);
/* The result of a call: a value, with the number of that value and the time at which it was applied,
 * nanoseconds; the source's comment on it. NULL and 0 if there is none. */
typedef struct
{
  GVariant *value;
  const char *verdict;
  gint64 revision;
  gint64 time;
  /* PNG data in Base64, which belongs to the object that was read */
  const char *picture;
  /* of several writes; taken by gscope_message_new_answer() */
  JsonArray *writes;
  /* the values of parameters and signals; taken by gscope_message_new_answer() */
  JsonArray *parameters;
  JsonArray *signals;
} GscopeAnswer;

/* Creates an answer: the result of a call, or its error. */
GBytes *gscope_message_new_answer (guint32 id, const GscopeAnswer *answer, const GError *error);
/* Reads an answer. Returns whether the call succeeded; the value is a new reference, the verdict belongs to the
 * object. If it failed, @refusal is set, or @error if the answer is invalid. A refused write has the revision of the value
 * that stands. */
gboolean gscope_message_read_answer (JsonObject *object, GscopeAnswer *answer, GError **refusal,
                                     GError **error);
const char *gscope_verb_get_nick (GscopeVerb verb);
gboolean gscope_message_get_verb (JsonObject *call, GscopeVerb *verb, GError **error);

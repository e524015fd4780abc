/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include "show.h"
#include "stores.h"

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/gscope.h>
#include <string.h>
#include <web-source/client.h>
#include <web-source/lines.h>
#include <web-source/rounds.h>
#include <web-source/times.h>

enum
{
  MAX_HOST = 1024,
  /* bytes of all names, as they are in an address */
  MAX_NAMES = 6000,
};

#define DEFAULT_ADDRESS "http://localhost:44322"

struct _PcpSource
{
  GscopeSource parent_instance;

  /* options */
  char *address;
  char *host;
  GStrv metrics;
  GStrv stores;
  double interval;
  gboolean rates;

  WebRounds *rounds;
  WebTimes times;
  PcpShow *show;
  PcpStores *parameters;
  /* whether counters are shown as rates, and the signals are of that */
  gboolean shows_rates;
  /* NULL while the source is stopped */
  WebClient *client;

  /* of the server; its number is valid if there is one */
  gboolean has_context;
  guint32 context;
  /* whether the number of the context was refused in this round */
  gboolean is_second;
  /* index of the name that is looked up next: names of metrics come before names of stores */
  guint next;
  /* why names are unknown */
  GString *unknown;
  /* whose instances are asked for */
  char *asked;
};

G_DEFINE_FINAL_TYPE (PcpSource, pcp_source, GSCOPE_TYPE_SOURCE)

static gint64
get_now (PcpSource *self)
{
  return gscope_clock_get_time (gscope_source_get_clock (GSCOPE_SOURCE (self)));
}

static void ask_next (PcpSource *self);

/* Rounds. */

static void
end_round (PcpSource *self)
{
  WebLines *lines = pcp_show_get_lines (self->show);
  guint n_missing = web_lines_end_round (lines, get_now (self));
  guint n_texts = pcp_show_count_texts (self->show);
  g_autoptr (GString) text = g_string_new (self->unknown->str);
  g_autofree char *texts = NULL;

  if (self->metrics[0] == NULL && self->stores[0] == NULL)
    web_append_trouble (text, _ ("there is no metric; enter one, such as kernel.all.load"));
  if (n_texts > 0)
    {
      texts = g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "the values of %u metric are no numbers, and are not shown",
                       "the values of %u metrics are no numbers, and are not shown", n_texts),
          n_texts);
      web_append_trouble (text, texts);
    }
  web_lines_describe (lines, text);
  web_rounds_end (self->rounds, n_missing, NULL, text->len > 0 ? text->str : NULL);
}

static void
drop_context (PcpSource *self)
{
  self->has_context = FALSE;
  self->next = 0;
  g_string_truncate (self->unknown, 0);
  pcp_show_forget (self->show);
}

static void
fail_round (PcpSource *self, const GError *error)
{
  WebLines *lines = pcp_show_get_lines (self->show);

  drop_context (self);
  web_lines_break (lines, get_now (self), GSCOPE_GAP_CAUSE_SILENT);
  web_rounds_end (self->rounds, web_lines_count (lines), error, NULL);
}

/* A context that was not used for long is gone: it is made again, once in a round. */
static void
fail_context (PcpSource *self, const GError *error)
{
  if (self->is_second || !g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED))
    {
      fail_round (self, error);
      return;
    }
  self->is_second = TRUE;
  drop_context (self);
  ask_next (self);
}

/* Answers. */

static void
take_context (gpointer answer, const GError *error, gpointer data)
{
  PcpSource *self = data;

  if (!answer)
    {
      fail_round (self, error);
      return;
    }
  self->context = *(guint32 *) answer;
  self->has_context = TRUE;
  pcp_stores_connect (self->parameters, self->client, self->host, self->context);
  ask_next (self);
}

static const char *
get_name (PcpSource *self, guint i)
{
  guint n = g_strv_length (self->metrics);

  return i < n ? self->metrics[i] : self->stores[i - n];
}

static guint
count_names (PcpSource *self)
{
  return g_strv_length (self->metrics) + g_strv_length (self->stores);
}

static void
take_metrics (gpointer answer, const GError *error, gpointer data)
{
  PcpSource *self = data;
  const GPtrArray *metrics = answer;
  gboolean is_parameter = self->next >= g_strv_length (self->metrics);
  const char *name = get_name (self, self->next);
  g_autofree char *trouble = NULL;
  guint n_left_out = 0;

  if (!answer && !g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED))
    {
      fail_round (self, error);
      return;
    }
  if (metrics && metrics->len > PCP_MAX_METRICS)
    trouble = g_strdup_printf (_ ("%s: it has more than %d metrics; choose some of them"), name,
                               PCP_MAX_METRICS);
  else if (!metrics || metrics->len == 0)
    trouble = g_strdup_printf ("%s: %s", name,
                               error ? error->message : _ ("the host has no such metric"));
  else
    n_left_out = pcp_show_add_metrics (self->show, metrics, is_parameter ? name : NULL);
  if (trouble)
    web_append_trouble (self->unknown, trouble);
  web_append_left_out (self->unknown, n_left_out);
  self->next++;
  ask_next (self);
}

static void
take_instances (gpointer answer, const GError *error, gpointer data)
{
  PcpSource *self = data;
  const PcpMetric *metric = pcp_show_find (self->show, self->asked);

  if (!answer && !g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED))
    {
      fail_round (self, error);
      return;
    }
  pcp_show_take_instances (self->show, metric, answer);
  ask_next (self);
}

static void ask_instances (PcpSource *self, const PcpMetric *metric);

static void
take_fetch (gpointer answer, const GError *error, gpointer data)
{
  PcpSource *self = data;
  const PcpFetch *fetch = answer;
  GscopeSource *source = GSCOPE_SOURCE (self);
  const PcpMetric *metric = fetch ? pcp_show_find_unknown (self->show, fetch) : NULL;

  if (!fetch)
    {
      fail_context (self, error);
      return;
    }
  /* values are fetched again with the names, as time has passed */
  if (metric)
    {
      ask_instances (self, metric);
      return;
    }
  web_times_compare (&self->times, source, fetch->time, GSCOPE_MSEC / 1000);
  pcp_show_take (self->show, fetch, web_times_get_ahead (&self->times, source));
  pcp_stores_take (self->parameters, fetch);
  end_round (self);
}

static const WebKind context_kind = { pcp_context_read, g_free, take_context };
static const WebKind metrics_kind = { pcp_metrics_read, pcp_metrics_free, take_metrics };
static const WebKind instances_kind = { pcp_instances_read, pcp_instances_free, take_instances };
static const WebKind fetch_kind = { pcp_fetch_read, pcp_fetch_free, take_fetch };

/* Requests. */

static GString *
begin_target (PcpSource *self, const char *name)
{
  GString *target = g_string_new (NULL);

  g_string_printf (target, "/pmapi/%u/%s?", self->context, name);
  return target;
}

static void
ask_context (PcpSource *self)
{
  g_autoptr (GString) target = g_string_new ("/pmapi/context?");
  int seconds = (int) (4 * self->interval) + 60;

  g_string_append_printf (target, "polltimeout=%d", seconds);
  if (self->host[0])
    web_form_add (target, "hostspec", self->host);
  web_client_send (self->client, target->str, NULL, &context_kind, self);
}

/* A name may be that of many metrics, such as “kernel.all”. */
static void
ask_metrics (PcpSource *self)
{
  g_autoptr (GString) target = begin_target (self, "metric");

  web_form_add (target, "prefix", get_name (self, self->next));
  web_client_send (self->client, target->str, NULL, &metrics_kind, self);
}

static void
ask_instances (PcpSource *self, const PcpMetric *metric)
{
  g_autoptr (GString) target = begin_target (self, "indom");

  g_free (self->asked);
  self->asked = g_strdup (metric->name);
  web_form_add (target, "name", metric->name);
  web_client_send (self->client, target->str, NULL, &instances_kind, self);
}

static void
ask_values (PcpSource *self)
{
  g_autoptr (GString) target = begin_target (self, "fetch");
  g_autofree char *names = pcp_show_join_names (self->show);

  if (!names[0])
    {
      end_round (self);
      return;
    }
  web_form_add (target, "names", names);
  web_times_begin (&self->times, GSCOPE_SOURCE (self));
  web_client_send (self->client, target->str, NULL, &fetch_kind, self);
}

static void
ask_next (PcpSource *self)
{
  if (!self->has_context)
    ask_context (self);
  else if (self->next < count_names (self))
    ask_metrics (self);
  else
    ask_values (self);
}

static void
begin_round (GscopeSource *source)
{
  PcpSource *self = PCP_SOURCE (source);

  self->is_second = FALSE;
  pcp_show_begin (self->show, self->shows_rates);
  ask_next (self);
}

/* Verbs. */

static void
pcp_source_start_async (GscopeSource *source, GCancellable *cancellable,
                        GAsyncReadyCallback callback, gpointer user_data)
{
  PcpSource *self = PCP_SOURCE (source);

  if (self->shows_rates != self->rates)
    web_lines_clear (pcp_show_get_lines (self->show));
  self->shows_rates = self->rates;
  self->times = (WebTimes){ 0 };
  self->client = web_client_new (self->address);
  drop_context (self);
  pcp_stores_choose (self->parameters, (const char *const *) self->stores);
  web_rounds_set_interval (self->rounds, (gint64) (self->interval * GSCOPE_SEC));
  web_rounds_start (self->rounds, callback, user_data);
}

static void
disconnect (PcpSource *self)
{
  pcp_stores_disconnect (self->parameters);
  g_clear_pointer (&self->client, web_client_free);
}

static void
pcp_source_stop (GscopeSource *source)
{
  PcpSource *self = PCP_SOURCE (source);

  web_rounds_stop (self->rounds);
  disconnect (self);
  web_lines_break (pcp_show_get_lines (self->show), get_now (self), GSCOPE_GAP_CAUSE_STOPPED);
}

static void
pcp_source_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                        GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  pcp_stores_apply_async (PCP_SOURCE (source)->parameters, parameter, value, callback, user_data);
}

static void
pcp_source_count_lost (GscopeSource *source, GscopeTally *tally)
{
  tally->counts[GSCOPE_LOSS_LIMIT] +=
      web_lines_count_lost (pcp_show_get_lines (PCP_SOURCE (source)->show));
}

static void
pcp_source_list_demands (GVariant *options, GVariant *parameters, GPtrArray *demands)
{
  const char *address = NULL;

  if (!options || !g_variant_lookup (options, "address", "&s", &address))
    address = DEFAULT_ADDRESS;
  g_ptr_array_add (demands, gscope_demand_new (GSCOPE_DEMAND_KIND_ASK, address, NULL));
  gscope_demand_add_steering (demands, parameters, NULL, NULL);
}

/* Options. */

static gboolean
refuse (GError **error, const char *option, const char *reason)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, "%s: %s", option, reason);
  return FALSE;
}

static gboolean
take_address (gpointer self, GVariant *value, GError **error)
{
  return web_address_check (g_variant_get_string (value, NULL), error);
}

static gboolean
take_host (gpointer self, GVariant *value, GError **error)
{
  const char *host = g_variant_get_string (value, NULL);

  if (strlen (host) > MAX_HOST)
    return refuse (error, "host", _ ("it is too long"));
  /* a host specification may have a user and a password */
  if (strstr (host, "password="))
    return refuse (error, "host",
                   _ ("a workspace would keep this password; write the address without it"));
  return TRUE;
}

/* PMNS(5): words of letters, digits and “_” with points between them. */
static gboolean
is_name (const char *name)
{
  return name[0] && strlen (name) <= PCP_MAX_NAME
         && strspn (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.") == strlen (name);
}

static gboolean
check_names (GVariant *value, const char *option, GError **error)
{
  g_autofree const char **names = g_variant_get_strv (value, NULL);
  gsize length = 0;

  for (guint i = 0; names[i]; i++)
    {
      length += strlen (names[i]) + 1;
      if (!is_name (names[i]))
        return refuse (error, option,
                       _ ("it has no name of a metric; write names such as kernel.all.load"));
      if (i >= PCP_MAX_METRICS || length > MAX_NAMES)
        return refuse (error, option,
                       _ ("it has too many names; split them among several sources"));
    }
  return TRUE;
}

static gboolean
take_names (gpointer self, GVariant *value, GError **error)
{
  return check_names (value, "metrics", error);
}

static gboolean
take_stores (gpointer self, GVariant *value, GError **error)
{
  return check_names (value, "store", error);
}

#define WORD(member) G_STRUCT_OFFSET (PcpSource, member)

static const GscopeSourceOption options[] = {
  { "address", "s", N_ ("Address"), N_ ("Address of pmproxy, such as http://localhost:44322"),
    "'" DEFAULT_ADDRESS "'", .offset = WORD (address), .take = take_address },
  { "host", "s", N_ ("Host"),
    N_ ("The host whose metrics pmproxy reads; empty for the one on which it runs"), "''",
    .offset = WORD (host), .take = take_host },
  { "metrics", "as", N_ ("Metrics"),
    N_ ("Names of metrics, or the beginnings of names, separated by commas"), "['kernel.all.load']",
    .offset = WORD (metrics), .take = take_names },
  { "store", "as", N_ ("Metrics to set"), N_ ("Names of metrics that are parameters"), "[]",
    .offset = WORD (stores), .take = take_stores },
  { "interval", "d", N_ ("Interval"), N_ ("Seconds from one request to the next"), "1.0",
    .offset = WORD (interval), .min = 0.05, .max = 3600 },
  { "rates", "b", N_ ("Counters as rates"),
    N_ ("Show how much a counter grows per second, instead of its value"), "true",
    .offset = WORD (rates) },
  { .name = NULL },
};

static void
pcp_source_constructed (GObject *object)
{
  PcpSource *self = PCP_SOURCE (object);

  self->unknown = g_string_new (NULL);
  self->show = pcp_show_new (GSCOPE_SOURCE (object));
  self->parameters = pcp_stores_new (GSCOPE_SOURCE (object), self->show);
  self->rounds = web_rounds_new (GSCOPE_SOURCE (object), begin_round);
  G_OBJECT_CLASS (pcp_source_parent_class)->constructed (object);
}

static void
pcp_source_dispose (GObject *object)
{
  PcpSource *self = PCP_SOURCE (object);

  web_rounds_stop (self->rounds);
  disconnect (self);
  web_lines_clear (pcp_show_get_lines (self->show));
  G_OBJECT_CLASS (pcp_source_parent_class)->dispose (object);
}

static void
pcp_source_finalize (GObject *object)
{
  PcpSource *self = PCP_SOURCE (object);

  web_rounds_free (self->rounds);
  pcp_stores_free (self->parameters);
  pcp_show_free (self->show);
  g_string_free (self->unknown, TRUE);
  g_free (self->asked);
  G_OBJECT_CLASS (pcp_source_parent_class)->finalize (object);
}

static void
pcp_source_class_init (PcpSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = pcp_source_constructed;
  object_class->dispose = pcp_source_dispose;
  object_class->finalize = pcp_source_finalize;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->options = options;
  source_class->list_demands = pcp_source_list_demands;
  source_class->start_async = pcp_source_start_async;
  source_class->stop = pcp_source_stop;
  source_class->apply_async = pcp_source_apply_async;
  source_class->count_lost = pcp_source_count_lost;
}

static void
pcp_source_init (PcpSource *self)
{
}

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "pcp", PCP_TYPE_SOURCE, _ ("Performance Co-Pilot"),
      _ ("Any metrics of any host that pmproxy of Performance Co-Pilot reads; some can be set."),
      "pcp", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)

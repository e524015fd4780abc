/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/agent-dialog.h"

#include <glib/gi18n.h>

#include "agents/credentials.h"
#include "agents/found.h"
#include "agents/label.h"
#include "dialogs/agent-list.h"
#include "undo/scopes.h"
#include "widgets/mark.h"
#include "widgets/messages.h"
#include "widgets/present.h"

struct _AppAgentDialog
{
  AdwWindow parent_instance;

  AppSession *session;
  AppSourceAddedFunc func;
  gpointer user_data;

  AppFoundAgents *found_agents;
  /* the agent that is asked, or was */
  char *address;
  GCancellable *asking;
  /* whether it was chosen from the list of a NATS server */
  gboolean is_of_server;
  /* whether a token was given to it, which it then refused if it asks again */
  gboolean has_given;
  /* the rows of its sources, in their order */
  GPtrArray *rows;

  AppMessages *messages;
  GtkStack *stack;
  GtkWidget *back;
  GtkWidget *connect;
  GtkWidget *accept;
  GtkEditable *entry;
  AdwPreferencesGroup *found;
  GtkListBox *agents;
  GtkLabel *none;
  AppAgentList *server_agents;
  AdwStatusPage *waiting;
  AdwPreferencesGroup *sources;
  AdwComboRow *scopes;
  GtkSwitch *shows;
  AdwPreferencesGroup *about;
  AdwActionRow *agent;
  AdwActionRow *subject;
  AdwActionRow *issuer;
  AdwActionRow *validity;
  AdwActionRow *fingerprint;
  /* the fingerprint of the certificate that was trusted before */
  AdwActionRow *trusted;
  GtkWidget *trust;
  AdwPreferencesGroup *about_token;
  GtkEditable *token;
  GtkWidget *keeps_row;
  GtkSwitch *keeps;
  GtkWidget *give;
};

G_DEFINE_FINAL_TYPE (AppAgentDialog, app_agent_dialog, ADW_TYPE_WINDOW)

/* The pages. */

/* Shows a page with its buttons. The focus moves before the button that has it is hidden. */
static void
show_page (AppAgentDialog *self, const char *name, GtkWidget *focus)
{
  const struct
  {
    GtkWidget *button;
    gboolean is_visible;
  } buttons[] = {
    { self->back, !g_str_equal (name, "agent") },
    { self->connect, g_str_equal (name, "agent") },
    { self->accept, g_str_equal (name, "sources") },
    { self->trust, g_str_equal (name, "certificate") },
    { self->give, g_str_equal (name, "token") },
  };
  GtkStackPage *page;

  gtk_stack_set_visible_child_name (self->stack, name);
  page = gtk_stack_get_page (self->stack, gtk_stack_get_visible_child (self->stack));
  gtk_window_set_title (GTK_WINDOW (self), gtk_stack_page_get_title (page));
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    if (buttons[i].is_visible)
      gtk_widget_show (buttons[i].button);
  gtk_widget_grab_focus (focus);
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    if (!buttons[i].is_visible)
      gtk_widget_hide (buttons[i].button);
}

static void
stop_asking (AppAgentDialog *self)
{
  if (self->asking)
    g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
}

/* An agent that was chosen from the list of a server leads back there. */
static void
on_back (AppAgentDialog *self)
{
  gboolean is_list = g_str_equal (gtk_stack_get_visible_child_name (self->stack), "agents");

  stop_asking (self);
  if (self->is_of_server && !is_list)
    {
      show_page (self, "agents", GTK_WIDGET (self->server_agents));
      return;
    }
  self->is_of_server = FALSE;
  self->has_given = FALSE;
  show_page (self, "agent", GTK_WIDGET (self->entry));
}

/* The sources of the agent. */

/* A row, and what it adds. */
typedef struct
{
  AdwActionRow *row;
  GtkCheckButton *check;
  char *name;
} Row;

static void
row_free (gpointer data)
{
  Row *row = data;

  g_free (row->name);
  g_free (row);
}

static void
update_accept (AppAgentDialog *self)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->rows->len; i++)
    any |= gtk_check_button_get_active (((Row *) self->rows->pdata[i])->check);
  gtk_widget_set_sensitive (self->accept, any);
}

static char *
describe_state (const char *nick)
{
  static const struct
  {
    const char *nick;
    const char *title;
  } states[] = {
    { "stopped", N_ ("stopped") },
    { "starting", N_ ("starting") },
    { "running", N_ ("live") },
    { "trouble", N_ ("in trouble") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    if (g_str_equal (states[i].nick, nick))
      return g_strdup (_ (states[i].title));
  return g_strdup (nick);
}

static char *
describe_source (const char *state, const char *status, guint n_signals, guint n_parameters)
{
  g_autofree char *word = describe_state (state);
  g_autofree char *signals =
      g_strdup_printf (ngettext ("%u signal", "%u signals", n_signals), n_signals);
  g_autofree char *parameters =
      g_strdup_printf (ngettext ("%u parameter", "%u parameters", n_parameters), n_parameters);

  return g_strdup_printf ("%s · %s, %s%s%s", word, signals, parameters, *status ? "\n" : "",
                          status);
}

static void
add_row (AppAgentDialog *self, const char *name, const char *title, const char *subtitle)
{
  Row *row = g_new0 (Row, 1);
  GtkWidget *widget = adw_action_row_new ();

  row->row = ADW_ACTION_ROW (widget);
  row->check = GTK_CHECK_BUTTON (gtk_check_button_new ());
  row->name = g_strdup (name);
  gtk_widget_set_valign (GTK_WIDGET (row->check), GTK_ALIGN_CENTER);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (widget), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (widget), title);
  adw_action_row_set_subtitle (row->row, subtitle);
  adw_action_row_add_prefix (row->row, GTK_WIDGET (row->check));
  adw_action_row_set_activatable_widget (row->row, GTK_WIDGET (row->check));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->check), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);
  g_signal_connect_object (row->check, "toggled", G_CALLBACK (update_accept), self,
                           G_CONNECT_SWAPPED);
  g_ptr_array_add (self->rows, row);
  adw_preferences_group_add (self->sources, widget);
}

static void
clear_rows (AppAgentDialog *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->sources, GTK_WIDGET (((Row *) self->rows->pdata[i])->row));
  g_ptr_array_set_size (self->rows, 0);
}

/* One source needs no choice: Enter adds it. */
static GtkWidget *
choose_focus (AppAgentDialog *self)
{
  if (self->rows->len == 0)
    return self->back;
  return self->rows->len == 1 ? self->accept : GTK_WIDGET (((Row *) self->rows->pdata[0])->check);
}

static void
show_sources (AppAgentDialog *self, GVariant *sources)
{
  g_autofree char *label = app_agent_label_new (self->address);
  g_autofree char *markup = g_markup_escape_text (label, -1);
  const char *name, *title, *state, *status;
  guint n_signals, n_parameters;
  GVariantIter iter;

  clear_rows (self);
  adw_preferences_group_set_title (self->sources, markup);
  adw_preferences_group_set_description (
      self->sources,
      g_variant_n_children (sources) > 0
          ? NULL
          : _ ("This agent has no source that you may read. Open a workspace there, or ask its "
               "owner for the right to read."));
  g_variant_iter_init (&iter, sources);
  while (g_variant_iter_next (&iter, "(&s&s&s&suu)", &name, &title, &state, &status, &n_signals,
                              &n_parameters))
    {
      g_autofree char *subtitle = describe_source (state, status, n_signals, n_parameters);
      g_autofree char *both =
          g_strcmp0 (name, title) == 0 ? g_strdup (name) : g_strdup_printf ("%s (%s)", name, title);

      add_row (self, name, both, subtitle);
    }
  if (self->rows->len == 1)
    gtk_check_button_set_active (((Row *) self->rows->pdata[0])->check, TRUE);
  update_accept (self);
  show_page (self, "sources", choose_focus (self));
}

/* The certificate of the agent. */

static AppCredentials *
get_credentials (void)
{
  return APP_CREDENTIALS (gscope_credentials_get_default ());
}

static char *
dup_complete_address (AppAgentDialog *self)
{
  char *address = gscope_inventory_complete_address (self->address, NULL);

  return address ? address : g_strdup (self->address);
}

static void
show_detail (AdwActionRow *row, const char *text)
{
  g_autofree char *markup = g_markup_escape_text (text ? text : "–", -1);

  adw_action_row_set_subtitle (row, markup);
}

static char *
describe_validity (GTlsCertificate *certificate)
{
  g_autoptr (GDateTime) begin = g_tls_certificate_get_not_valid_before (certificate);
  g_autoptr (GDateTime) end = g_tls_certificate_get_not_valid_after (certificate);
  g_autofree char *from = begin ? g_date_time_format (begin, "%x") : g_strdup ("–");
  g_autofree char *to = end ? g_date_time_format (end, "%x") : g_strdup ("–");

  /* Translators: two dates */
  return g_strdup_printf (_ ("From %s to %s"), from, to);
}

static void
show_certificate (AppAgentDialog *self, const char *address)
{
  GTlsCertificate *certificate = app_credentials_get_unknown (get_credentials (), address);
  g_autofree char *subject = g_tls_certificate_get_subject_name (certificate);
  g_autofree char *issuer = g_tls_certificate_get_issuer_name (certificate);
  g_autofree char *validity = describe_validity (certificate);
  g_autofree char *trusted =
      gscope_credentials_dup_trusted (GSCOPE_CREDENTIALS (get_credentials ()), address);
  gboolean is_changed = trusted != NULL;

  show_detail (self->subject, subject);
  show_detail (self->issuer, issuer);
  show_detail (self->validity, validity);
  show_detail (self->fingerprint,
               app_credentials_get_unknown_fingerprint (get_credentials (), address));
  show_detail (self->trusted, trusted);
  gtk_widget_set_visible (GTK_WIDGET (self->trusted), is_changed);
  adw_preferences_group_set_title (self->about, is_changed ? _ ("Another Certificate Than Before")
                                                           : _ ("Unknown Certificate"));
  adw_preferences_group_set_description (
      self->about,
      is_changed
          ? _ ("The agent had another certificate until now. Its owner has replaced it, or "
               "another machine pretends to be the agent. Ask the owner before you trust it.")
          : _ ("No authority that this machine knows has issued the certificate of the "
               "agent. Compare the fingerprint with the one that gscoped prints at its "
               "start."));
  show_detail (self->agent, address);
  gtk_widget_remove_css_class (self->trust, is_changed ? "suggested-action" : "destructive-action");
  gtk_widget_add_css_class (self->trust, is_changed ? "destructive-action" : "suggested-action");
  show_page (self, "certificate", GTK_WIDGET (self->fingerprint));
}

static void ask (AppAgentDialog *self, const char *address);

static void
on_trust (AppAgentDialog *self)
{
  g_autofree char *address = dup_complete_address (self);
  g_autofree char *asked = g_strdup (self->address);
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_kept = app_credentials_trust (get_credentials (), address, &error);

  ask (self, asked);
  if (is_kept)
    return;
  message = g_strdup_printf (
      _ ("Cannot keep the certificate: %s. It is trusted until the program ends."), error->message);
  app_messages_add (self->messages, message);
}

/* The token for the agent. */

static void
show_token (AppAgentDialog *self, const char *reason)
{
  g_autofree char *label = app_agent_label_new (self->address);
  g_autofree char *title = g_markup_escape_text (label, -1);
  g_autofree char *markup = g_markup_escape_text (reason, -1);

  adw_preferences_group_set_title (self->about_token, title);
  adw_preferences_group_set_description (self->about_token, markup);
  app_mark_wrong (GTK_WIDGET (self->token), self->has_given);
  gtk_widget_set_visible (self->keeps_row, app_credentials_has_store ());
  show_page (self, "token", GTK_WIDGET (self->token));
}

static void
on_stored (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppAgentDialog) self = data;
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;

  if (app_credentials_store_token_finish (APP_CREDENTIALS (object), result, &error))
    return;
  message = g_strdup_printf (_ ("Cannot keep the token: %s. It is used until the program ends."),
                             error->message);
  app_messages_add (self->messages, message);
}

static void
on_give (AppAgentDialog *self)
{
  g_autofree char *address = dup_complete_address (self);
  g_autofree char *asked = g_strdup (self->address);
  g_autofree char *token = g_strstrip (g_strdup (gtk_editable_get_text (self->token)));

  if (!*token)
    return;
  app_credentials_set_token (get_credentials (), address, token);
  gtk_editable_set_text (self->token, "");
  ask (self, asked);
  self->has_given = TRUE;
  if (app_credentials_has_store () && gtk_switch_get_active (self->keeps))
    app_credentials_store_token_async (get_credentials (), address, token, on_stored,
                                       g_object_ref (self));
  else
    app_credentials_forget_token (get_credentials (), address);
}

static void
on_token_changed (AppAgentDialog *self)
{
  gtk_widget_set_sensitive (self->give, *gtk_editable_get_text (self->token) != '\0');
  app_mark_wrong (GTK_WIDGET (self->token), FALSE);
}

/* Shows the certificate or the token that the agent needs first, otherwise the error. */
static void
show_error (AppAgentDialog *self, const GError *error)
{
  g_autofree char *address = dup_complete_address (self);

  if (g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_CERTIFICATE)
      && app_credentials_get_unknown (get_credentials (), address))
    show_certificate (self, address);
  else if (g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_TOKEN))
    show_token (self, error->message);
  else
    {
      app_messages_add (self->messages, error->message);
      app_mark_wrong (GTK_WIDGET (self->entry), !self->is_of_server);
      on_back (self);
    }
}

/* Sources of the agent that wait for their next try need not. */
static void
wake_sources (AppAgentDialog *self)
{
  GListModel *sources = app_session_get_sources (self->session);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (GSCOPE_IS_AGENT_SOURCE (source)
          && g_str_equal (gscope_agent_source_get_address (GSCOPE_AGENT_SOURCE (source)),
                          self->address))
        gscope_agent_source_try_now (GSCOPE_AGENT_SOURCE (source));
    }
}

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppAgentDialog) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) sources = gscope_inventory_read_finish (result, &error);

  /* another agent may be asked by now */
  if (g_task_get_cancellable (G_TASK (result)) != self->asking)
    return;
  g_clear_object (&self->asking);
  if (sources)
    {
      self->has_given = FALSE;
      wake_sources (self);
      show_sources (self, sources);
      return;
    }
  show_error (self, error);
}

static void
on_agents (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppAgentDialog) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) agents = gscope_inventory_find_agents_finish (result, &error);
  g_autoptr (GListModel) list = NULL;

  if (g_task_get_cancellable (G_TASK (result)) != self->asking)
    return;
  g_clear_object (&self->asking);
  if (!agents)
    {
      show_error (self, error);
      return;
    }
  if (g_variant_n_children (agents) == 0)
    {
      app_messages_add (self->messages,
                        _ ("No agent is at this NATS server. Run gscoped with --carrier there."));
      on_back (self);
      return;
    }
  list = app_found_agents_list_server (self->address, agents);
  self->is_of_server = TRUE;
  app_agent_list_set_agents (self->server_agents, list);
  show_page (self, "agents", GTK_WIDGET (self->server_agents));
}

/* Returns whether an address names a NATS server, but no agent. */
static gboolean
is_server (const char *address)
{
  return g_str_has_prefix (address, "nats://") && !strchr (address + strlen ("nats://"), '/');
}

static void
ask (AppAgentDialog *self, const char *address)
{
  g_autofree char *label = app_agent_label_new (address);
  g_autofree char *title = g_strdup_printf (_ ("Asking “%s”"), label);
  g_autofree char *markup = g_markup_escape_text (title, -1);

  stop_asking (self);
  app_messages_clear (self->messages);
  app_mark_wrong (GTK_WIDGET (self->entry), FALSE);
  g_free (self->address);
  self->address = g_strdup (address);
  self->asking = g_cancellable_new ();
  adw_status_page_set_title (self->waiting, markup);
  show_page (self, "waiting", self->back);
  if (is_server (address))
    gscope_inventory_find_agents_async (address, self->asking, on_agents, g_object_ref (self));
  else
    gscope_inventory_read_async (address, self->asking, on_read, g_object_ref (self));
}

static void
on_connect (AppAgentDialog *self)
{
  g_autofree char *address = g_strstrip (g_strdup (gtk_editable_get_text (self->entry)));

  self->is_of_server = FALSE;
  if (*address)
    ask (self, address);
}

static void
on_agent_chosen (AppAgentDialog *self, AppFoundAgent *agent)
{
  ask (self, app_found_agent_get_address (agent));
}

static void
on_address_changed (AppAgentDialog *self)
{
  gtk_widget_set_sensitive (self->connect, *gtk_editable_get_text (self->entry) != '\0');
  app_mark_wrong (GTK_WIDGET (self->entry), FALSE);
}

/* Begins an address of a kind, which the user completes. */
static void
on_kind (GtkWidget *row, AppAgentDialog *self)
{
  gtk_editable_set_text (self->entry, gtk_widget_get_name (row));
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  gtk_editable_set_position (self->entry, -1);
}

/* The agents that were found. */

static void
on_agent_activated (AdwActionRow *row, AppAgentDialog *self)
{
  AppFoundAgent *agent = g_object_get_data (G_OBJECT (row), "agent");

  gtk_editable_set_text (self->entry, app_found_agent_get_address (agent));
  on_connect (self);
}

static GtkWidget *
create_agent (gpointer item, gpointer data)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), app_found_agent_get_title (item));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), app_found_agent_get_address (item));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "agent", g_object_ref (item), g_object_unref);
  g_signal_connect (row, "activated", G_CALLBACK (on_agent_activated), data);
  return row;
}

static void
show_found (AppAgentDialog *self)
{
  gboolean any = g_list_model_get_n_items (app_found_agents_get_list (self->found_agents)) > 0;
  const char *trouble = app_found_agents_get_trouble (self->found_agents);
  g_autofree char *markup = trouble ? g_markup_escape_text (trouble, -1) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->agents), any);
  gtk_widget_set_visible (GTK_WIDGET (self->none), !any && !trouble);
  adw_preferences_group_set_description (self->found, markup);
}

static void
watch_found (AppAgentDialog *self)
{
  GListModel *list;

  self->found_agents = app_found_agents_new ();
  list = app_found_agents_get_list (self->found_agents);
  gtk_list_box_bind_model (self->agents, list, create_agent, self, NULL);
  g_signal_connect_object (list, "items-changed", G_CALLBACK (show_found), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->found_agents, "notify::trouble", G_CALLBACK (show_found), self,
                           G_CONNECT_SWAPPED);
  show_found (self);
}

/* Adding. */

/* A source has its own name here, too; that of its agent joins it if the name is taken. */
static char *
find_name (AppAgentDialog *self, const char *base)
{
  g_autofree char *word = app_agent_label_new_word (self->address);
  g_autofree char *joined = g_strdup_printf ("%s@%s", base, word);
  char *name = g_strdup (base);

  for (guint i = 1; app_session_find_source (self->session, name); i++)
    {
      g_free (name);
      name = i == 1 ? g_strdup (joined) : g_strdup_printf ("%s-%u", joined, i);
    }
  return name;
}

static gboolean
add_source (AppAgentDialog *self, guint scope, const char *far_name)
{
  g_autofree char *name = find_name (self, far_name);
  g_autoptr (GError) error = NULL;
  GVariantDict options;
  GscopeSource *source;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "address", "s", self->address);
  if (!g_str_equal (name, far_name))
    g_variant_dict_insert (&options, "source", "s", far_name);
  source = gscope_workspace_add_source (app_session_get_workspace (self->session), scope, "agent",
                                        name, g_variant_dict_end (&options), NULL, &error);
  if (source)
    self->func (source, gtk_switch_get_active (self->shows), self->user_data);
  else
    app_messages_add (self->messages, error->message);
  return source != NULL;
}

/* Sources that could not be added stay chosen, with the reason. */
static void
on_accept (AppAgentDialog *self)
{
  guint scope = app_scopes_choose (self->session, adw_combo_row_get_selected (self->scopes));
  guint n_failed = 0;

  app_messages_clear (self->messages);
  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = self->rows->pdata[i];

      if (!gtk_check_button_get_active (row->check))
        continue;
      if (add_source (self, scope, row->name))
        gtk_check_button_set_active (row->check, FALSE);
      else
        n_failed++;
    }
  if (n_failed == 0)
    gtk_window_close (GTK_WINDOW (self));
}

/* A request without an answer keeps the closed dialog, which may outlive its parent. */
static void
on_unmap (AppAgentDialog *self)
{
  stop_asking (self);
  gtk_window_set_transient_for (GTK_WINDOW (self), NULL);
}

static void
app_agent_dialog_dispose (GObject *object)
{
  AppAgentDialog *self = APP_AGENT_DIALOG (object);

  stop_asking (self);
  if (self->agents)
    gtk_list_box_bind_model (self->agents, NULL, NULL, NULL, NULL);
  g_clear_object (&self->found_agents);
  G_OBJECT_CLASS (app_agent_dialog_parent_class)->dispose (object);
}

static void
app_agent_dialog_finalize (GObject *object)
{
  AppAgentDialog *self = APP_AGENT_DIALOG (object);

  g_clear_object (&self->session);
  g_ptr_array_unref (self->rows);
  g_free (self->address);
  G_OBJECT_CLASS (app_agent_dialog_parent_class)->finalize (object);
}

/* The pages of the certificate and of the token. */
static void
bind_secrets (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, about);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, agent);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, subject);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, issuer);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, validity);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, fingerprint);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, trusted);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, trust);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, about_token);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, token);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, keeps_row);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, keeps);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, give);
  gtk_widget_class_bind_template_callback (widget_class, on_trust);
  gtk_widget_class_bind_template_callback (widget_class, on_give);
  gtk_widget_class_bind_template_callback (widget_class, on_token_changed);
}

static void
app_agent_dialog_class_init (AppAgentDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_agent_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_agent_dialog_finalize;
  g_type_ensure (APP_TYPE_AGENT_LIST);
  g_type_ensure (APP_TYPE_MESSAGES);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/dialogs/agent-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, messages);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, back);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, connect);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, accept);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, entry);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, found);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, agents);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, none);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, server_agents);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, waiting);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, sources);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, scopes);
  gtk_widget_class_bind_template_child (widget_class, AppAgentDialog, shows);
  bind_secrets (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
  gtk_widget_class_bind_template_callback (widget_class, on_address_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_agent_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_back);
  gtk_widget_class_bind_template_callback (widget_class, on_unmap);
  gtk_widget_class_bind_template_callback (widget_class, on_connect);
  gtk_widget_class_bind_template_callback (widget_class, on_kind);
}

static void
app_agent_dialog_init (AppAgentDialog *self)
{
  self->rows = g_ptr_array_new_with_free_func (row_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  show_page (self, "agent", GTK_WIDGET (self->entry));
  on_address_changed (self);
  on_token_changed (self);
  watch_found (self);
}

static AppAgentDialog *
open_dialog (GtkWindow *parent, AppSession *session, gboolean shows, AppSourceAddedFunc func,
             gpointer user_data)
{
  AppAgentDialog *self = g_object_new (APP_TYPE_AGENT_DIALOG, "transient-for", parent, NULL);
  g_autoptr (GtkStringList) names = app_session_list_scope_titles (session);

  self->session = g_object_ref (session);
  self->func = func;
  self->user_data = user_data;
  gtk_string_list_append (names, _ ("New Scope"));
  adw_combo_row_set_model (self->scopes, G_LIST_MODEL (names));
  gtk_switch_set_active (self->shows, shows);
  app_present_dialog (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  return self;
}

void
app_agent_dialog_open (GtkWindow *parent, AppSession *session, gboolean shows,
                       AppSourceAddedFunc func, gpointer user_data)
{
  open_dialog (parent, session, shows, func, user_data);
}

void
app_agent_dialog_open_at (GtkWindow *parent, AppSession *session, const char *address,
                          AppSourceAddedFunc func, gpointer user_data)
{
  gboolean is_first = g_list_model_get_n_items (app_session_get_sources (session)) == 0;
  AppAgentDialog *self = open_dialog (parent, session, is_first, func, user_data);

  gtk_editable_set_text (self->entry, address);
  ask (self, address);
}

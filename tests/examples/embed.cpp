/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A scope in a window in three calls from C++, of an object that the scope asks for its value, and a parameter with its
 * control. With GSCOPE_EXAMPLE_PICTURE the program writes a picture of what it showed for two seconds, and ends. */
#include <cmath>
#include <cstdlib>
#include <gscope-gtk/gscope-gtk.h>
#include <memory>

namespace {

struct Unref
{
  void
  operator() (gpointer object) const
  {
    g_object_unref (object);
  }
};

template <typename T> using Ref = std::unique_ptr<T, Unref>;

class Plant {
public:
  double
  read () const
  {
    return 10 * std::sin (speed * static_cast<double> (g_get_monotonic_time ()) / 2e5);
  }

  double speed = 1;
};

double
read_plant (gpointer plant)
{
  return static_cast<const Plant *> (plant)->read ();
}

gboolean
finish (gpointer view)
{
  const char *path = g_getenv ("GSCOPE_EXAMPLE_PICTURE");

  std::exit (!gscope_gtk_view_export (GSCOPE_GTK_VIEW (view), path, 0, 0, 1, nullptr));
}

} // namespace

int
main ()
{
  Plant plant;

  gtk_init ();
  GtkWidget *window = gtk_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  Ref<GscopeScope> scope{ gscope_scope_new () };
  gscope_scope_add_func (scope.get (), "level", read_plant, &plant, nullptr);
  GtkWidget *view = gscope_gtk_view_new (scope.get ());

  Ref<GscopeParameter> parameter{ gscope_parameter_new_double ("speed", 0, 10, plant.speed) };
  gscope_parameter_bind_double (parameter.get (), &plant.speed);
  gscope_source_add_parameter (gscope_scope_get_source (scope.get ()), parameter.get (), nullptr);
  gtk_box_append (GTK_BOX (box), view);
  gtk_box_append (GTK_BOX (box), gscope_gtk_control_new (parameter.get ()));
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  if (g_getenv ("GSCOPE_EXAMPLE_PICTURE"))
    g_timeout_add_seconds (2, finish, view);
  while (g_list_model_get_n_items (gtk_window_get_toplevels ()) > 0)
    g_main_context_iteration (nullptr, TRUE);
}

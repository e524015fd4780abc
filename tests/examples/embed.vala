// SPDX-License-Identifier: LGPL-2.1-or-later
// Copyright 2026 The Gscope authors

// A scope in a window in three calls, and a parameter with its control. With GSCOPE_EXAMPLE_PICTURE
// the program writes a picture of what it showed for two seconds, and ends.
int main () {
    Gtk.init ();
    double speed = 1;
    var window = new Gtk.Window ();
    var box = new Gtk.Box (Gtk.Orientation.VERTICAL, 6);
    var scope = new Gscope.Scope ();
    scope.add_func ("level", () => 10 * Math.sin (speed * GLib.get_monotonic_time () / 2e5));
    var view = new GscopeGtk.View (scope);

    var parameter = new Gscope.Parameter.double ("speed", 0, 10, 1);
    parameter.bind_func ((write, value) => {
        if (write)
            speed = value;
        return speed;
    });
    try {
        scope.get_source ().add_parameter (parameter);
    } catch (Error error) {
        critical (error.message);
    }
    box.append (view);
    box.append (new GscopeGtk.Control (parameter));
    window.set_child (box);
    window.present ();

    var picture = Environment.get_variable ("GSCOPE_EXAMPLE_PICTURE");
    if (picture != null)
        Timeout.add_seconds (2, () => {
            try {
                view.export (picture, 0, 0, 1);
            } catch (Error error) {
                critical (error.message);
            }
            window.destroy ();
            return Source.REMOVE;
        });
    while (Gtk.Window.get_toplevels ().get_n_items () > 0)
        MainContext.default ().iteration (true);
    return 0;
}

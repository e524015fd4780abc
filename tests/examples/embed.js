// SPDX-License-Identifier: LGPL-2.1-or-later
// Copyright 2026 The Gscope authors

// A scope in a window in three calls, and a parameter with its control. With GSCOPE_EXAMPLE_PICTURE
// the program writes a picture of what it showed for two seconds, and ends.
imports.gi.versions.Gtk = '4.0';
const { GLib, Gscope, GscopeGtk, Gtk } = imports.gi;

Gtk.init();
let speed = 1;
const window = new Gtk.Window();
const box = new Gtk.Box({ orientation: Gtk.Orientation.VERTICAL, spacing: 6 });
const scope = new Gscope.Scope();
scope.add_func('level', () => 10 * Math.sin(speed * GLib.get_monotonic_time() / 2e5));
const view = GscopeGtk.View.new(scope);

const parameter = Gscope.Parameter.new_double('speed', 0, 10, 1);
parameter.bind_func((write, value) => {
    if (write)
        speed = value;
    return speed;
});
scope.get_source().add_parameter(parameter);
box.append(view);
box.append(GscopeGtk.Control.new(parameter));
window.set_child(box);
window.present();

const picture = GLib.getenv('GSCOPE_EXAMPLE_PICTURE');
if (picture) {
    GLib.timeout_add_seconds(GLib.PRIORITY_DEFAULT, 2, () => {
        view.export(picture, 0, 0, 1);
        window.destroy();
        return GLib.SOURCE_REMOVE;
    });
}
while (Gtk.Window.get_toplevels().get_n_items() > 0)
    GLib.MainContext.default().iteration(true);

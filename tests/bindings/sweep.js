// SPDX-License-Identifier: LGPL-2.1-or-later
// Copyright 2026 The Gscope authors

// Makes calls of a plan and says before each of them which it is: sweep.js PLAN.json DIRECTORY BEGIN END
imports.gi.versions.Gtk = '4.0';
const { Gio, GLib, Gscope, GscopeGtk, Gtk } = imports.gi;
const System = imports.system;

const MODULES = { Gscope, GscopeGtk };
const NUMBERS = ['gint', 'guint', 'gint64', 'guint64', 'gsize', 'gssize', 'guint8', 'guint32', 'gint32'];
const DEPTH = 4;
// Memory is collected after so many calls.
const COLLECT = 20;

const [planPath, directory, begin, end] = ARGV;
const plan = JSON.parse(new TextDecoder().decode(GLib.file_get_contents(planPath)[1]));
const path = GLib.build_filenamev([directory, 'file.png']);
let made = {};

const others = {
    'GLib.Variant': () => new GLib.Variant('d', 1),
    'GLib.String': () => GLib.String.new('text'),
    'GLib.Bytes': () => new GLib.Bytes(new TextEncoder().encode('0 1 level\n')),
    'Gio.File': () => Gio.File.new_for_path(GLib.build_filenamev([directory, 'file.tuples'])),
    'Gio.Cancellable': () => new Gio.Cancellable(),
    'Gio.AsyncResult': () => Gio.Task.new(null, null, null),
    'Gio.Task': () => Gio.Task.new(null, null, null),
    'Gio.InputStream': () => Gio.MemoryInputStream.new_from_bytes(others['GLib.Bytes']()),
    'Gio.IOStream': () => Gio.SimpleIOStream.new(new Gio.MemoryInputStream(), Gio.MemoryOutputStream.new_resizable()),
    'GType': () => Gscope.Source.$gtype,
};

const fixtures = {
    'Gscope.Annotation'() {
        return Gscope.Annotation.new('{"gap": {"signal": "level", "time_ns": 1, "cause": "tick"}}', -1);
    },
    'Gscope.Scope'() {
        const scope = Gscope.Scope.new_with_clock(makeInstance('Gscope.Clock', 1));
        const signal = scope.add_buffered('level');
        made['Gscope.Signal'] = signal;
        scope.start();
        const producer = signal.create_producer();
        for (let time = 0; time < 100; time++)
            producer.push(time * 1000000, time % 7);
        scope.get_clock().advance(1000000000);
        scope.drain();
        return scope;
    },
    'Gscope.Signal'() {
        makeInstance('Gscope.Scope', 1);
        return made['Gscope.Signal'];
    },
    'GscopeGtk.View'() {
        const view = GscopeGtk.View.new(makeInstance('Gscope.Scope', 1));
        view.set_selected(view.get_signals().get_item(0));
        return view;
    },
};

function find(name) {
    const [namespace, own] = name.split('.');
    return MODULES[namespace][own];
}

function makeInstance(kind, depth) {
    if (!(kind in made))
        made[kind] = construct(kind, depth);
    return made[kind];
}

function makeBare(kind) {
    return new (find(kind))();
}

function construct(kind, depth) {
    const how = plan.types[kind];
    if (depth > DEPTH)
        return makeBare(kind);
    if (fixtures[kind])
        return fixtures[kind]();
    if (typeof how['made-by'] === 'string')
        return makeInstance(how['made-by'], depth + 1);
    if (how['made-by'])
        return makeInstance(how['made-by'][0], depth + 1)[how['made-by'][1]]();
    for (const constructor of how.constructors) {
        try {
            const object = call(constructor, null, false, depth + 1);
            if (object)
                return object;
        } catch (error) {
            continue;
        }
    }
    return makeBare(kind);
}

function make(argument, empty, depth) {
    const kind = argument.type;
    if (Array.isArray(kind)) {
        const element = { name: argument.name, type: kind[0], nullable: false };
        if (kind[0] === 'guint8')
            return new TextEncoder().encode(empty ? '' : 't,a\n0,1\n1,2\n');
        return empty ? [] : [make(element, false, depth + 1), make(element, false, depth + 1)];
    }
    if (empty && argument.nullable)
        return null;
    if (kind === 'utf8' || kind === 'filename')
        return empty ? '' : kind === 'filename' || argument.name.includes('path') ? path : 'level';
    if (kind === 'gboolean')
        return !empty;
    if (kind === 'gdouble' || kind === 'gfloat')
        return empty ? 0 : 0.5;
    if (NUMBERS.includes(kind))
        return empty ? 0 : 2;
    if (plan.enumerations.includes(kind))
        return empty ? 0 : 1;
    if (kind in plan.types)
        return empty ? makeBare(kind) : makeInstance(kind, depth + 1);
    if (kind.endsWith('Func') || kind.endsWith('Callback'))
        return () => 0;
    return others[kind] ? others[kind]() : null;
}

function call(row, instance, empty, depth) {
    const owner = row.owner ? MODULES[row.namespace][row.owner] : MODULES[row.namespace];
    const values = row.arguments.map(argument => make(argument, empty, depth));
    if (row.kind === 'properties')
        return readProperties(instance);
    if (row.kind === 'virtual-method')
        return instance[`vfunc_${row.name}`](...values);
    return row.kind === 'method' ? instance[row.name](...values) : owner[row.name](...values);
}

function readProperties(instance) {
    for (const property of instance.constructor.list_properties()) {
        try {
            instance[property.name] = instance[property.name];
        } catch (error) {
            // one that cannot be written
        }
    }
    return instance;
}

function settle(object) {
    if (object instanceof Gtk.Widget && !(object instanceof Gtk.Root) && !object.get_parent())
        new Gtk.Window({ child: object }).present();
    for (let i = 0; i < 30 && GLib.MainContext.default().iteration(false); i++);
    for (const window of [...Array(Gtk.Window.get_toplevels().get_n_items()).keys()].reverse())
        Gtk.Window.get_toplevels().get_item(window).destroy();
}

function run(row) {
    let instance = null, object = null;
    made = {};
    try {
        const kind = `${row.namespace}.${row.owner}`;
        if (['method', 'virtual-method', 'properties'].includes(row.kind))
            instance = row.bare ? makeBare(kind) : makeInstance(kind, 1);
        object = call(row, instance, row.empty, 1);
    } catch (error) {
        // refused
    }
    settle(object instanceof Gtk.Widget ? object : instance);
}

Gtk.init();
for (let i = Number(begin); i < Number(end); i++) {
    print(i);
    run(plan.calls[i]);
    if (i % COLLECT === 0)
        System.gc();
}
print('end');

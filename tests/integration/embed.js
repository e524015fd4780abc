// SPDX-License-Identifier: LGPL-2.1-or-later
// Copyright 2026 The Gscope authors

// The library from JavaScript: values of functions arrive as they are.
const { GLib, Gscope } = imports.gi;

function check(condition, message) {
    if (!condition)
        throw new Error(message);
}

const scope = new Gscope.Scope();
const signal = scope.add_func('level', () => 5.25);
const trace = signal.get_trace();
let gain = 2.5;
const parameter = Gscope.Parameter.new_double('gain', 0, 10, 1);

parameter.bind_func((write, value) => {
    if (write)
        gain = Math.min(value, 5.5);
    return gain;
});
check(parameter.get_number() === 2.5, `a function's value became ${parameter.get_number()}`);
scope.get_source().add_parameter(parameter);
scope.start();
while (trace.get_end() === 0)
    GLib.MainContext.default().iteration(true);
check(trace.get_value(0) === 5.25, `a function's sample became ${trace.get_value(0)}`);

let written = null;
parameter.write_async(new GLib.Variant('d', 9), 'test', null, (object, result) => {
    written = object.write_finish(result).unpack();
});
while (written === null)
    GLib.MainContext.default().iteration(true);
check(written === 5.5 && gain === 5.5, `a value that was written became ${written}`);
scope.stop();

// SPDX-License-Identifier: LGPL-2.1-or-later
// Copyright 2026 The Gscope authors

// Plays a recording and looks at its samples.
const { Gio, GLib, Gscope } = imports.gi;

Gio._promisify(Gscope.Source.prototype, 'start_async', 'start_finish');
Gio._promisify(Gscope.Source.prototype, 'stop_async', 'stop_finish');

function write() {
    const [file, stream] = Gio.File.new_tmp('lab-XXXXXX.tuples');
    // milliseconds, values and the name of the signal
    const lines = Array.from({ length: 1000 }, (_, time) => `${time} ${time % 100} ramp\n`);
    stream.close(null);
    file.replace_contents(new TextEncoder().encode(lines.join('')), null, false, Gio.FileCreateFlags.NONE, null);
    return file;
}

function expect(what, found, expected) {
    print(`${what}: ${found}`);
    if (found !== expected)
        throw new Error(`${expected} was expected`);
}

async function play(file) {
    const player = Gscope.Player.new('', file);
    const scope = Gscope.Scope.new_with_clock(player.get_transport());
    scope.add_source(player);
    await player.start_async(null);

    const trace = scope.find_signal('ramp').get_trace();
    const n = trace.get_end() - trace.get_first();
    const values = new Float64Array(trace.read_values(trace.get_first(), n).toArray().buffer);
    // each time exactly, however large it is
    const times = new BigInt64Array(trace.read_times(trace.get_first(), n).toArray().buffer);
    expect('samples', values.length, 1000);
    expect('largest value', Math.max(...values), 99);
    expect('span', times[999] - times[0], 999000000n);

    const columns = trace.get_columns(player.get_transport().get_begin(), Gscope.SEC / 10, 10);
    expect('largest of each column', columns.map(column => column.max).join(' '), Array(10).fill(99).join(' '));
    await player.stop_async(null);
}

async function refuse() {
    try {
        await Gscope.Player.new('', Gio.File.new_for_path('/nonexistent')).start_async(null);
    } catch (error) {
        print(error.message);
        return;
    }
    throw new Error('a file that is not there was played');
}

const loop = GLib.MainLoop.new(null, false);
const file = write();
let status = 1;
play(file).then(refuse).then(() => (status = 0)).catch(logError).finally(() => {
    file.delete(null);
    loop.quit();
});
loop.run();
imports.system.exit(status);

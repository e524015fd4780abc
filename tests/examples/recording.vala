// SPDX-License-Identifier: LGPL-2.1-or-later
// Copyright 2026 The Gscope authors

// Plays a recording and looks at its samples.
File write_recording () throws Error {
    FileIOStream stream;
    var file = File.new_tmp ("lab-XXXXXX.tuples", out stream);
    var lines = new StringBuilder ();
    stream.close ();
    // milliseconds, values and the name of the signal
    for (int time = 0; time < 1000; time++)
        lines.append_printf ("%d %d ramp\n", time, time % 100);
    FileUtils.set_contents (file.get_path (), lines.str);
    return file;
}

void expect (string what, string found, string expected) throws Error {
    print ("%s: %s\n", what, found);
    if (found != expected)
        throw new IOError.FAILED ("%s was expected", expected);
}

async void play (File file) throws Error {
    var player = new Gscope.Player ("", file);
    var scope = new Gscope.Scope.with_clock (player.get_transport ());
    scope.add_source (player);
    yield player.start_async (null);

    var trace = scope.find_signal ("ramp").get_trace ();
    var first = trace.get_first ();
    var samples = trace.dup_samples (first, (size_t) (trace.get_end () - first));
    double largest = 0;
    foreach (var sample in samples)
        largest = double.max (largest, sample.value);
    expect ("samples", samples.length.to_string (), "1000");
    expect ("largest value", "%g".printf (largest), "99");
    expect ("span", (samples[999].time - samples[0].time).to_string (), "999000000");

    var begin = player.get_transport ().get_begin ();
    foreach (var column in trace.dup_columns (begin, Gscope.SEC / 10, 10))
        expect ("largest of a column", "%g".printf (column.max), "99");
    yield player.stop_async (null);
}

async void refuse () throws Error {
    var player = new Gscope.Player ("", File.new_for_path ("/nonexistent"));
    try {
        yield player.start_async (null);
    } catch (Error error) {
        print ("%s\n", error.message);
        return;
    }
    throw new IOError.FAILED ("a file that is not there was played");
}

async void check () throws Error {
    var file = write_recording ();
    try {
        yield play (file);
    } finally {
        FileUtils.remove (file.get_path ());
    }
    yield refuse ();
}

int main () {
    var loop = new MainLoop ();
    int status = 1;
    check.begin ((object, result) => {
        try {
            check.end (result);
            status = 0;
        } catch (Error error) {
            printerr ("%s\n", error.message);
        }
        loop.quit ();
    });
    loop.run ();
    return status;
}

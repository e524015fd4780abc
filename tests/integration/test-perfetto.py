# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""Traces for Perfetto, decoded by the definitions of its package of PyPI: test-perfetto.py GSCOPE

What gscope exports is decoded with all fields known: clocks, tracks in their groups, counters, slices and instants."""

import atexit
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
GSCOPE = sys.argv[1]
# the start of the recording, nanoseconds since 1970
BEGIN = 1_767_323_045_000_000_000
SCRATCH = Path(tempfile.mkdtemp(prefix="gscope-"))
atexit.register(shutil.rmtree, SCRATCH)

try:
    from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import BuiltinClock, Trace, TrackDescriptor, TrackEvent
except ImportError as error:
    print(f"NOT TESTED: Python has no package perfetto ({error}). Install it with “pip install perfetto”.")
    sys.exit(SKIPPED)

TUPLES = """\
#gscope {"version":1,"start":"2026-01-02T03:04:05.000000000Z","time_ns":1000000,"clock":"other","signals":\
[{"name":"demo/a","title":"Amplitude","unit":"V","color":0,"line":"steps"},{"name":"demo/s","color":0,"line":"steps"},\
{"name":"b","title":"b","color":0,"line":"steps"}]}
#gscope {"states":{"signal":"demo/s","states":[{"value":0,"name":"idle","style":"thin"},{"value":1,"name":"busy","style":"filled"}]}}
1 0.5 demo/a
1 1 demo/s
1 2 b
#gscope {"marker":{"time_ns":1500000,"kind":"note","label":"here"}}
2 -1.5 demo/a
3 0 demo/s
4 3 b
5 1 demo/s
6 4 b
"""


def run(*arguments):
    done = subprocess.run([GSCOPE, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"gscope {' '.join(map(str, arguments))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")


def equal(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: {found!r} instead of {expected!r}")


def check_known(message, place="trace"):
    """Fails for a field that the definitions do not have: a parser keeps these, and writes them again."""
    known = type(message)()
    known.CopyFrom(message)
    known.DiscardUnknownFields()
    equal(f"{place}: unknown fields", len(message.SerializeToString()), len(known.SerializeToString()))


def find_path(tracks, uuid):
    track = tracks[uuid]
    return (find_path(tracks, track.parent_uuid) if track.parent_uuid else ()) + (track.name,)


def check_clocks(packet):
    clocks = {clock.clock_id: clock.timestamp for clock in packet.clock_snapshot.clocks}
    realtime = BuiltinClock.Value("BUILTIN_CLOCK_REALTIME")
    equal("clocks", clocks, {realtime: BEGIN})
    equal("clock", packet.trace_packet_defaults.timestamp_clock_id, realtime)
    equal("clock of the trace", packet.clock_snapshot.primary_trace_clock, realtime)
    equal("flags", (packet.sequence_flags, packet.first_packet_on_sequence), (1, True))


def list_events(trace):
    """Returns tracks and events: kind, path of the track, time, and name or value."""
    tracks, names, events = {}, {}, []
    for packet in trace.packet:
        equal("sequence", packet.trusted_packet_sequence_id, 1)
        for name in packet.interned_data.event_names:
            names[name.iid] = name.name
        if packet.HasField("track_descriptor"):
            tracks[packet.track_descriptor.uuid] = packet.track_descriptor
        if not packet.HasField("track_event"):
            continue
        event = packet.track_event
        value = {
            TrackEvent.TYPE_COUNTER: lambda event=event: getattr(event, event.WhichOneof("counter_value_field")),
            TrackEvent.TYPE_SLICE_BEGIN: lambda event=event: names[event.name_iid],
            TrackEvent.TYPE_SLICE_END: lambda: None,
            TrackEvent.TYPE_INSTANT: lambda event=event: event.name,
        }[event.type]()
        kind = TrackEvent.Type.Name(event.type).removeprefix("TYPE_")
        events.append((kind, "/".join(find_path(tracks, event.track_uuid)), packet.timestamp - BEGIN, value))
    return tracks, events


def check_tracks(tracks):
    by_path = {"/".join(find_path(tracks, uuid)): track for uuid, track in tracks.items()}
    equal("tracks", sorted(by_path), ["Markers", "b", "demo", "demo/a", "demo/s"])
    equal("counters", sorted(path for path, track in by_path.items() if track.HasField("counter")), ["b", "demo/a"])
    equal("unit", by_path["demo/a"].counter.unit_name, "V")
    equal("title", by_path["demo/a"].description, "Amplitude")
    equal("order", by_path["demo"].child_ordering, TrackDescriptor.EXPLICIT)
    if by_path["demo/a"].sibling_order_rank >= by_path["demo/s"].sibling_order_rank:
        sys.exit("the tracks are not in the order of the signals")


def main():
    recording, exported = SCRATCH / "x.tuples", SCRATCH / "x.pftrace"
    recording.write_text(TUPLES)
    run(recording, "--export", exported)
    trace = Trace()
    trace.ParseFromString(exported.read_bytes())
    check_known(trace)
    check_clocks(trace.packet[0])
    tracks, events = list_events(trace)
    check_tracks(tracks)
    equal("events", events, [
        ("COUNTER", "demo/a", 0, 0.5),
        ("SLICE_BEGIN", "demo/s", 0, "busy"),
        ("COUNTER", "b", 0, 2),
        ("INSTANT", "Markers", 500_000, "here"),
        ("COUNTER", "demo/a", 1_000_000, -1.5),
        ("SLICE_END", "demo/s", 2_000_000, None),
        ("SLICE_BEGIN", "demo/s", 2_000_000, "idle"),
        ("COUNTER", "b", 3_000_000, 3),
        ("SLICE_END", "demo/s", 4_000_000, None),
        ("SLICE_BEGIN", "demo/s", 4_000_000, "busy"),
        ("COUNTER", "b", 5_000_000, 4),
        ("SLICE_END", "demo/s", 5_000_000, None),
    ])
    print("the definitions of the package perfetto decode what gscope has written")


main()

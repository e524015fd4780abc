# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""MCAP files by and for the reference implementation, the package mcap of PyPI: test-mcap.py GSCOPE

What gscope exports passes the reader with all its sums, by the indexes and without them; what the writer writes, with each of its
compressions, with and without chunks and summary, is read by gscope."""

import atexit
import io
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
GSCOPE = sys.argv[1]
SCRATCH = Path(tempfile.mkdtemp(prefix="gscope-"))
atexit.register(shutil.rmtree, SCRATCH)
START = 1_700_000_000_000_000_000

try:
    from mcap.reader import NonSeekingReader, SeekingReader
    from mcap.writer import CompressionType, IndexType, Writer
except ImportError as error:
    print(f"NOT TESTED: Python has no package mcap ({error}). Install it with “pip install mcap”.")
    sys.exit(SKIPPED)

TUPLES = """\
#gscope {"version":1,"start":"2026-01-02T03:04:05.000000000Z","time_ns":1000000,"clock":"other","signals":\
[{"name":"demo/a","title":"A","unit":"V","color":0,"line":"steps"},{"name":"b","title":"b","color":0,"line":"steps"}]}
1 0.5 demo/a
1 2 b
#gscope {"marker":{"time_ns":1500000,"kind":"note","label":"here"}}
2 1.5 demo/a
4 3 b
"""


def run(*arguments, status=0):
    done = subprocess.run([GSCOPE, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != status:
        sys.exit(f"gscope {' '.join(map(str, arguments))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def equal(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: {found!r} instead of {expected!r}")


def read_all(reader):
    """Returns topic, time and contents of all messages, by time; those of one time by topic."""
    rows = [(channel.topic, message.log_time, json.loads(message.data))
            for _, channel, message in reader.iter_messages()]
    equal("order", [row[1] for row in rows], sorted(row[1] for row in rows))
    return sorted(rows, key=lambda row: (row[1], row[0]))


def check_summary(summary):
    statistics = summary.statistics
    topics = {channel.topic: channel for channel in summary.channels.values()}
    equal("messages", statistics.message_count, 6)
    equal("chunks", statistics.chunk_count, len(summary.chunk_indexes))
    equal("topics", set(topics), {"/demo", "/signals", "/gscope/annotations"})
    equal("count", statistics.channel_message_counts[topics["/demo"].id], 2)
    schema = summary.schemas[topics["/demo"].schema_id]
    equal("schema", json.loads(schema.data)["properties"], {"a": {"type": "number", "title": "A", "unit": "V"}})
    equal("encoding", (schema.encoding, topics["/demo"].message_encoding), ("jsonschema", "json"))


def check_export():
    recording, exported, again = SCRATCH / "x.tuples", SCRATCH / "x.mcap", SCRATCH / "again.tuples"
    recording.write_text(TUPLES)
    run(recording, "--export", exported)
    data = exported.read_bytes()
    reader = SeekingReader(io.BytesIO(data), validate_crcs=True)
    check_summary(reader.get_summary())
    messages = read_all(reader)
    equal("other order", read_all(NonSeekingReader(io.BytesIO(data), validate_crcs=True)), messages)
    begin = 1_767_323_045_000_000_000
    equal("samples", [row for row in messages if row[0] != "/gscope/annotations"],
          [("/demo", begin, {"a": 0.5}), ("/signals", begin, {"b": 2}), ("/demo", begin + 1_000_000, {"a": 1.5}),
           ("/signals", begin + 3_000_000, {"b": 3})])
    equal("markers", [(row[1], row[2]["marker"]["label"]) for row in messages if "marker" in row[2]],
          [(begin + 500_000, "here")])
    run(exported, "--export", again)
    equal("tuples", again.read_text(), TUPLES)


def write(path, compression, index, **options):
    with open(path, "wb") as file:
        writer = Writer(file, chunk_size=2000, compression=compression, index_types=index, **options)
        writer.start(profile="", library="test")
        schema = writer.register_schema(
            name="Pose", encoding="jsonschema",
            data=json.dumps({"type": "object", "properties": {"x": {"type": "number", "unit": "m"}}}).encode())
        channel = writer.register_channel(topic="/robot/pose", message_encoding="json", schema_id=schema)
        for i in range(300):
            # some come late
            time = START + 1000 * (i - 3 if i % 10 == 5 else i)
            writer.add_message(channel, log_time=time, publish_time=time, sequence=i,
                               data=json.dumps({"x": i / 4, "frame": {"id": i, "name": "base"}}).encode())
        writer.add_metadata("robot", {"name": "r2"})
        writer.add_attachment(create_time=0, log_time=0, name="a", media_type="text/plain", data=b"x" * 5000)
        writer.finish()


def check_foreign(name, has_lz4, *arguments, **options):
    path, tuples = SCRATCH / f"{name}.mcap", SCRATCH / f"{name}.tuples"
    write(path, *arguments, **options)
    if arguments[0] == CompressionType.LZ4 and not has_lz4:
        run(path, "--export", tuples, status=1)
        return
    run(path, "--export", tuples)
    lines = [line.split(" ", 2) for line in tuples.read_text().splitlines() if not line.startswith("#")]
    values = [float(line[1]) for line in lines if line[2] == "robot/pose/x"]
    equal(f"{name}: samples", sorted(values), [i / 4 for i in range(300)])
    times = [float(line[0]) for line in lines]
    equal(f"{name}: order", times, sorted(times))
    equal(f"{name}: names", {line[2] for line in lines}, {"robot/pose/x", "robot/pose/frame/id"})
    head = tuples.read_text().splitlines()[0]
    if '"unit":"m"' not in head:
        sys.exit(f"{name}: no unit: {head}")


def main():
    has_lz4 = sys.argv[2] == "1"
    check_export()
    for compression in CompressionType:
        check_foreign(compression.name.lower(), has_lz4, compression, IndexType.ALL)
    check_foreign("no-index", has_lz4, CompressionType.ZSTD, IndexType.NONE)
    check_foreign("no-chunks", has_lz4, CompressionType.NONE, IndexType.ALL, use_chunking=False)
    check_foreign("no-summary", has_lz4, CompressionType.ZSTD, IndexType.NONE, repeat_channels=False,
                  repeat_schemas=False, use_statistics=False, use_summary_offsets=False)
    print("gscope and the package mcap read what the other has written")


main()

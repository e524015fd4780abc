# SPDX-License-Identifier: LGPL-2.1-or-later
# Copyright 2026 The Gscope authors
"""MCAP files by and for the reference implementation, the package mcap of PyPI: test-mcap.py GSCOPE

What gscope exports passes the reader with all its sums, by the indexes and without them; what the writer writes, with each of its
compressions, with and without chunks and summary, is read by gscope. Without the package, a reader of a few lines that follows
the specification checks the export, and the rest is skipped."""

import atexit
import ctypes
import io
import json
import shutil
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

SKIPPED = 77
GSCOPE = sys.argv[1]
SCRATCH = Path(tempfile.mkdtemp(prefix="gscope-"))
atexit.register(shutil.rmtree, SCRATCH)
START = 1_700_000_000_000_000_000

try:
    from mcap.reader import NonSeekingReader, SeekingReader
    from mcap.writer import CompressionType, IndexType, Writer
    missing = None
except ImportError as error:
    missing = error

# https://mcap.dev/spec: the bytes at both ends, and the opcodes of records
MAGIC = b"\x89MCAP0\r\n"
HEADER, FOOTER, SCHEMA, CHANNEL, MESSAGE, CHUNK, MESSAGE_INDEX, CHUNK_INDEX = range(1, 9)
STATISTICS, SUMMARY_OFFSET, DATA_END = 11, 14, 15

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


class Fields:
    """The contents of a record, one field after the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        self.at += size
        if self.at > len(self.data):
            sys.exit(f"a field of {size} bytes is cut off")
        return self.data[self.at - size:self.at]

    def number(self, size):
        return int.from_bytes(self.take(size), "little")

    def text(self):
        return self.take(self.number(4)).decode()

    def pairs(self, *sizes):
        rows = Fields(self.take(self.number(4)))
        while rows.at < len(rows.data):
            yield tuple(rows.number(size) for size in sizes)


def list_records(data, begin=0):
    """Yields the place, the opcode and the contents of each record."""
    fields = Fields(data)
    fields.take(begin)
    while fields.at < len(data):
        place, opcode = fields.at, fields.number(1)
        yield place, opcode, fields.take(fields.number(8))


def decompress(compression, data, size):
    """Python has no zstd, but libmcap needs the library."""
    if compression != "zstd":
        sys.exit(f"an export is compressed with “{compression}”")
    room = ctypes.create_string_buffer(size)
    function = ctypes.CDLL("libzstd.so.1").ZSTD_decompress
    function.restype = ctypes.c_size_t
    function.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t
    equal("size of a chunk", function(room, size, data, len(data)), size)
    return room.raw


def read_chunk(content):
    """Returns the first and the last time of a chunk, and its records."""
    fields = Fields(content)
    first, last, size, crc = (fields.number(n) for n in (8, 8, 8, 4))
    compression = fields.text()
    records = decompress(compression, fields.take(fields.number(8)), size)
    equal("sum of a chunk", crc, zlib.crc32(records))
    return first, last, records


def check_chunk_index(data, content):
    """The index of a chunk leads to the chunk, and to the indexes of its messages, which lead to the messages."""
    index = Fields(content)
    first, last, place, length = (index.number(8) for _ in range(4))
    _, opcode, chunk = next(list_records(data[place:place + length]))
    equal("chunk of an index", opcode, CHUNK)
    *times, records = read_chunk(chunk)
    equal("times of a chunk", times, [first, last])
    for channel, offset in index.pairs(2, 8):
        _, opcode, content = next(list_records(data, offset))
        fields = Fields(content)
        equal("index of messages", (opcode, fields.number(2)), (MESSAGE_INDEX, channel))
        for time, at in fields.pairs(8, 8):
            _, opcode, content = next(list_records(records, at))
            message = Fields(content)
            equal("message", (opcode, message.number(2), message.number(4) >= 0, message.number(8)),
                  (MESSAGE, channel, True, time))


def check_ends(data, records):
    """Returns where the summary begins."""
    equal("magic", (data[:8], data[-8:]), (MAGIC, MAGIC))
    equal("first and last record", (records[0][1], records[-1][1]), (HEADER, FOOTER))
    footer = Fields(records[-1][2])
    summary, offsets, crc = (footer.number(size) for size in (8, 8, 4))
    equal("sum of the summary", crc, zlib.crc32(data[summary:-len(MAGIC) - 4]))
    place, content = next((place, content) for place, opcode, content in records if opcode == DATA_END)
    equal("sum of the data", Fields(content).number(4), zlib.crc32(data[:place]))
    for place, opcode, content in records:
        if opcode == SUMMARY_OFFSET:
            group = Fields(content)
            opcode, begin, length = (group.number(size) for size in (1, 8, 8))
            equal("group", {found for _, found, _ in list_records(data[begin:begin + length])}, {opcode})
            equal("place of an offset", place >= offsets, True)
    return summary


def check_specification():
    """Reads an export without a library."""
    recording, exported = SCRATCH / "x.tuples", SCRATCH / "x.mcap"
    recording.write_text(TUPLES)
    run(recording, "--export", exported)
    data = exported.read_bytes()
    records = list(list_records(data[:-len(MAGIC)], len(MAGIC)))
    summary = check_ends(data, records)
    chunks = [content for _, opcode, content in records if opcode == CHUNK]
    inner = [content for chunk in chunks for _, opcode, content in list_records(read_chunk(chunk)[2]) if opcode == MESSAGE]
    indexes = [content for place, opcode, content in records if opcode == CHUNK_INDEX and place >= summary]
    statistics = Fields(next(content for _, opcode, content in records if opcode == STATISTICS))
    equal("messages", (len(inner), statistics.number(8)), (6, 6))
    equal("chunks with an index", len(indexes), len(chunks))
    for content in indexes:
        check_chunk_index(data, content)
    kinds = {opcode for place, opcode, _ in records if place >= summary}
    equal("kinds of the summary", kinds, {SCHEMA, CHANNEL, STATISTICS, CHUNK_INDEX, SUMMARY_OFFSET, FOOTER})


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
    check_specification()
    if missing:
        print(f"NOT TESTED: Python has no package mcap ({missing}). Install it with “pip install mcap”.")
        sys.exit(SKIPPED)
    check_export()
    for compression in CompressionType:
        check_foreign(compression.name.lower(), has_lz4, compression, IndexType.ALL)
    check_foreign("no-index", has_lz4, CompressionType.ZSTD, IndexType.NONE)
    check_foreign("no-chunks", has_lz4, CompressionType.NONE, IndexType.ALL, use_chunking=False)
    check_foreign("no-summary", has_lz4, CompressionType.ZSTD, IndexType.NONE, repeat_channels=False,
                  repeat_schemas=False, use_statistics=False, use_summary_offsets=False)
    print("gscope and the package mcap read what the other has written")


main()

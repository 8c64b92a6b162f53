"""Runs the study against one gateway in which each cell (policy, size, pattern) has a store of its own."""
import argparse
import csv
import datetime
import pathlib
import re
import statistics
import subprocess
import sys

import grpc

import origin
import patterns
import report
from larder.v1 import document_cache_pb2 as messages
from larder.v1 import document_cache_pb2_grpc as service

SIZES = ["0", "0.5", "1", "2", "4", "8", "16"]
POLICIES = ["random", "fifo", "lru", "larder", "caffeine"]
# Above, a single sequence does not tell LRU from FIFO: over 200 of them LRU has 3 hits more at 4 MB, with a standard deviation of 7.
TELLING = {"0", "0.5", "1", "2"}
SEQUENCES = 5
SHORT_SIZES = ["0", "1", "16"]
SHORT_POLICIES = ["fifo", "lru", "larder"]
FIGURES = ["hit_rate", "data_hit_rate", "miss_penalty_per_kb", "access_time_per_kb"]
COUNTS = ["hits", "misses", "overflows", "failures", "hit_bytes", "miss_bytes"]


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jar", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, help="folder of the table and the plots; default: the work folder")
    parser.add_argument("--name", default=f"{datetime.date.today()}-rpc")
    parser.add_argument("--delay", type=float, help="of the origin, in seconds")
    parser.add_argument("--seed", type=int, default=50, help="of the first sequence of requests; the next have the next")
    parser.add_argument("--sequences", type=int, help="each with a gateway of its own; default: 5, of a short run 1")
    parser.add_argument("--short", action="store_true", help="three policies, three sizes, no plots")
    return parser.parse_args()


def cells(short, turn=0):
    """Policies take turns in coming first."""
    policies = SHORT_POLICIES if short else POLICIES
    turn %= len(policies)
    for policy in policies[turn:] + policies[:turn]:
        for size in SHORT_SIZES if short else SIZES:
            for pattern in patterns.PATTERNS:
                yield policy, size, pattern


def name(policy, size, pattern):
    return f"{policy}-{size.replace('.', 'x')}-{pattern}"


def configuration(short, origin_port):
    """A store without room for anything stands for size 0: none can be smaller."""
    lines = [
        "server.port=0",
        "server.address=127.0.0.1",
        f"larder.origin=http://127.0.0.1:{origin_port}",
        "larder.store.max-size=1MB",
        "larder.rpc.enabled=true",
        "larder.rpc.port=0",
    ]
    for cell in cells(short):
        size = max(1, int(float(cell[1]) * 1024 * 1024))
        lines += [
            f"larder.stores.{name(*cell)}.type={cell[0]}",
            f"larder.stores.{name(*cell)}.max-size={size}B",
            f"larder.rules.{name(*cell)}.paths=/{name(*cell)}/**",
            f"larder.rules.{name(*cell)}.store={name(*cell)}",
        ]
    return "\n".join(lines) + "\n"


def started(process):
    for line in process.stdout:
        found = re.search(r"gRPC Server started.*port: (\d+)", line)
        if found:
            return int(found.group(1))
        print(line, end="", file=sys.stderr)
    sys.exit("the gateway did not start")


def fetch(stub, url):
    head, length = None, 0
    for part in stub.Fetch(messages.FetchRequest(url=url)):
        if part.HasField("head"):
            head = part.head
        length += len(part.chunk)
    return head, length


def run(stub, cell, seed):
    policy, size, pattern = cell
    for document in patterns.PATTERNS[pattern](seed):
        head, length = fetch(stub, f"/{name(*cell)}/{document}")
        if head.status != 200 or length != origin.SIZES[document]:
            sys.exit(f"{cell}: document {document} came with status {head.status} and {length} bytes")


def rows(stub, short):
    stores = {store.store: store for store in stub.Stats(messages.StatsRequest()).stores}
    for policy, size, pattern in cells(short):
        store = stores[name(policy, size, pattern)]
        row = {"pattern": pattern, "policy": policy, "size_mb": size}
        row.update({count: getattr(store, count) for count in COUNTS})
        row.update({figure: round(getattr(store, figure), 6) for figure in FIGURES})
        yield row


def middle(tables):
    """Counts of all sequences together, and of each figure the median over them; hits and bytes of hits by the counts."""
    for same in zip(*tables):
        row = {key: same[0][key] for key in ("pattern", "policy", "size_mb")}
        row.update({count: sum(one[count] for one in same) for count in COUNTS})
        row.update({figure: statistics.median(one[figure] for one in same) for figure in FIGURES})
        all_bytes = row["hit_bytes"] + row["miss_bytes"]
        row["hit_rate"] = round(row["hits"] / (row["hits"] + row["misses"]), 6)
        row["data_hit_rate"] = round(row["hit_bytes"] / all_bytes, 6)
        yield row


def check(table, telling, requests):
    """What must be so whatever the machine; each a sentence if it is not."""
    by = {(row["pattern"], row["size_mb"], row["policy"]): row for row in table}
    wrong = []
    for (pattern, size, policy), row in by.items():
        if row["hits"] + row["misses"] != requests:
            wrong.append(f"{pattern} {size} MB {policy}: {row['hits']} hits and {row['misses']} misses are not all")
        if size == "0" and row["hits"]:
            wrong.append(f"{pattern} {policy}: {row['hits']} hits without a cache")
        if size == "16" and row["hits"] != by[pattern, size, "lru"]["hits"]:
            wrong.append(f"{pattern} {policy}: {row['hits']} hits where everything fits, LRU has another number")
        if pattern == "staggered" and policy == "lru" and size in telling and row["hits"] < by[pattern, size, "fifo"]["hits"]:
            wrong.append(f"{size} MB: LRU has {row['hits']} hits, FIFO {by[pattern, size, 'fifo']['hits']}")
    lru, fifo = (sum(r["hits"] for r in table if r["pattern"] == "staggered" and r["policy"] == p) for p in ("lru", "fifo"))
    if lru < fifo:
        wrong.append(f"LRU has {lru} hits in staggered repetition, FIFO {fifo}")
    return wrong


def measure(args, number, delay):
    """A table of one sequence, by a gateway that has just started."""
    server = origin.start(delay)
    settings = args.work / "application.properties"
    settings.write_text(configuration(args.short, server.server_port))
    command = ["java", "-Xmx1g", "-jar", str(args.jar), f"--spring.config.additional-location=file:{settings}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as gateway:
        try:
            channel = grpc.insecure_channel(f"127.0.0.1:{started(gateway)}")
            stub = service.DocumentCacheStub(channel)
            for _ in range(50 if args.short else 1000):
                fetch(stub, "/warm-up/0")
            for cell in cells(args.short, number):
                run(stub, cell, args.seed + number)
            return list(rows(stub, args.short))
        finally:
            gateway.terminate()
            server.shutdown()


def write(file, table):
    with open(file, "w", newline="") as out:
        writer = csv.DictWriter(out, table[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)


def main():
    args = arguments()
    delay = args.delay if args.delay is not None else 0 if args.short else 0.005
    out = args.out or args.work
    sequences = args.sequences or (1 if args.short else SEQUENCES)
    tables = []
    wrong = []
    for number in range(sequences):
        tables.append(measure(args, number, delay))
        wrong += [f"sequence {number + 1}: {sentence}" for sentence in check(tables[-1], TELLING, patterns.REQUESTS)]
        print(f"sequence {number + 1} of {sequences}: {len(tables[-1])} cells of {patterns.REQUESTS} requests", file=sys.stderr, flush=True)
    table = list(middle(tables))
    if sequences > 1:
        wrong += [f"all sequences: {sentence}" for sentence in check(table, set(SIZES), sequences * patterns.REQUESTS)]
    write(out / f"{args.name}.csv", [{"sequence": n + 1, **row} for n, one in enumerate(tables) for row in one])
    report.write(table, out, args.name, plots=not args.short)
    print("\n".join(wrong) or f"{len(table)} cells of {sequences * patterns.REQUESTS} requests are as they must be.")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

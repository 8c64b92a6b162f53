package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How many records of 1 KB a second become durable, beside the plainest loop that does the same: one thread that writes as many
 * at once and syncs. Rounds of both follow each other in turn; medians. Prints tables.
 *
 * <p>How to run it: {@link SegmentLogBenchmark}.
 */
final class LogRate {

    static final int RECORD = 1024;
    private static final int ROUNDS = 5;
    private static final long ROUND_MILLIS = Long.getLong("larder.log.round", 1000);
    private static final int AHEAD = Integer.getInteger("larder.log.ahead", 1 << 20);
    private static final int SEGMENT = 64 << 20;

    private final Path parent;
    private final List<Long> syncs = new ArrayList<>();

    private LogRate(Path parent) {
        this.parent = parent;
    }

    public static void main(String[] folder) throws Exception {
        var rate = new LogRate(Files.createDirectories(Path.of(folder[0])));
        rate.warmUp();
        rate.rates();
        rate.latencies();
        rate.stores();
        rate.million();
    }

    static SegmentLogSettings settings() {
        return new SegmentLogSettings(SEGMENT, 1L << 40, 0, 8 << 20, 256 << 20, AHEAD);
    }

    private static ByteBuffer record() {
        var bytes = new byte[RECORD];
        new Random(1).nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private void warmUp() throws Exception {
        for (int i = 0; i < 2; i++) {
            inLog(128, true);
            inLog(128, false);
            raw(64);
        }
    }

    private void rates() throws Exception {
        System.out.println(
                "| waiting | group | raw/s | log/s, threads | ratio | group | raw/s | log/s, events | ratio |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        for (int waiting : new int[] {1, 16, 128, 200, 1024}) {
            System.out.println("| " + waiting + compared(waiting, true) + compared(waiting, false) + " |");
        }
    }

    private String compared(int waiting, boolean threads) throws Exception {
        double[] raw = new double[ROUNDS];
        double[] log = new double[ROUNDS];
        double[] groups = new double[ROUNDS];
        double[] ratios = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            ConcurrentAppenders.Result result = inLog(waiting, threads);
            log[i] = result.perSecond();
            groups[i] = result.group();
            raw[i] = raw((int) Math.max(1, Math.round(result.group())));
            ratios[i] = log[i] / raw[i];
        }
        return String.format(
                " | %.0f | %,.0f | %,.0f | %.2f", median(groups), median(raw), median(log), median(ratios));
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private ConcurrentAppenders.Result inLog(int waiting, boolean threads) throws Exception {
        Path folder = Files.createTempDirectory(parent, "log");
        var disk = new CountingLogDirectory(LocalLogDirectory.at(folder));
        try (SegmentLog log = SegmentLog.open(disk.counting(), settings(), (position, content) -> {})) {
            return new ConcurrentAppenders(log, disk, record())
                    .run(waiting, threads, TimeUnit.MILLISECONDS.toNanos(ROUND_MILLIS));
        } finally {
            delete(folder);
        }
    }

    /** Writes groups of so many frames at once and syncs each; returns records a second. */
    private double raw(int group) throws IOException {
        Path folder = Files.createTempDirectory(parent, "raw");
        ByteBuffer bytes = ByteBuffer.allocateDirect(group * (RECORD + RecordFrame.HEAD));
        long from = System.nanoTime();
        long records = 0;
        long elapsed = 0;
        for (int file = 0; elapsed < TimeUnit.MILLISECONDS.toNanos(ROUND_MILLIS); file++) {
            try (FileChannel channel = FileChannel.open(
                    folder.resolve("raw" + file), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                for (long at = 0; at < SEGMENT && elapsed < TimeUnit.MILLISECONDS.toNanos(ROUND_MILLIS); ) {
                    at += channel.write(bytes.clear(), at);
                    channel.force(false);
                    records += group;
                    syncs.add(System.nanoTime() - from - elapsed);
                    elapsed = System.nanoTime() - from;
                }
            }
        }
        delete(folder);
        return records * 1e9 / elapsed;
    }

    private void latencies() throws Exception {
        System.out.println();
        System.out.println(
                "| waiting | offered/s | p50 ms | p99 ms | p99.9 ms | plain loop's syncs: p50 ms | p99 ms |");
        System.out.println("|---|---|---|---|---|---|---|");
        for (int waiting : new int[] {16, 200, 1024}) {
            double offered = inLog(waiting, true).perSecond() / 2;
            long[] nanos = paced(offered, 5);
            syncs.clear();
            raw(16);
            long[] plain = syncs.stream().mapToLong(Long::longValue).sorted().toArray();
            System.out.printf(
                    "| %d | %,.0f | %.2f | %.2f | %.2f | %.2f | %.2f |%n",
                    waiting,
                    offered,
                    quantile(nanos, 0.5),
                    quantile(nanos, 0.99),
                    quantile(nanos, 0.999),
                    quantile(plain, 0.5),
                    quantile(plain, 0.99));
        }
    }

    private static double quantile(long[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1L, (long) (sorted.length * share))] / 1e6;
    }

    /** Times from when each record was due to its acknowledgement, sorted. */
    private long[] paced(double perSecond, int seconds) throws Exception {
        Path folder = Files.createTempDirectory(parent, "log");
        long[] nanos = new long[(int) (perSecond * seconds)];
        ByteBuffer record = record();
        try (SegmentLog log = SegmentLog.open(LocalLogDirectory.at(folder), settings(), (position, content) -> {})) {
            long from = System.nanoTime();
            for (int i = 0; i < nanos.length; i++) {
                int index = i;
                long due = from + (long) (i * 1e9 / perSecond);
                while (System.nanoTime() < due) {
                    LockSupport.parkNanos(due - System.nanoTime());
                }
                log.append(List.of(record)).whenComplete((position, fault) -> nanos[index] = System.nanoTime() - due);
            }
        } finally {
            delete(folder);
        }
        Arrays.sort(nanos);
        return nanos;
    }

    private void stores() throws Exception {
        System.out.println();
        System.out.println("| waiting | log/s, threads | MVStore/s, group commit | ratio |");
        System.out.println("|---|---|---|---|");
        for (int waiting : new int[] {16, 128}) {
            double[] log = new double[ROUNDS];
            double[] store = new double[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                log[i] = inLog(waiting, true).perSecond();
                Path folder = Files.createTempDirectory(parent, "mv");
                store[i] =
                        MvStoreRate.of(folder, waiting, record().array(), TimeUnit.MILLISECONDS.toNanos(ROUND_MILLIS));
                delete(folder);
            }
            double ratio = median(log) / median(store);
            System.out.printf("| %d | %,.0f | %,.0f | %.2f |%n", waiting, median(log), median(store), ratio);
        }
    }

    private void million() throws Exception {
        Path folder = Files.createTempDirectory(parent, "log");
        var disk = new CountingLogDirectory(LocalLogDirectory.at(folder));
        try (SegmentLog log = SegmentLog.open(disk.counting(), settings(), (position, content) -> {})) {
            var appenders = new ConcurrentAppenders(log, disk, record());
            appenders.append(50_000, 1024);
            long before = heap();
            long from = System.nanoTime();
            for (int i = 0; i < 10; i++) {
                appenders.append(100_000, 1024);
                log.dropBefore(Long.MAX_VALUE);
            }
            double seconds = (System.nanoTime() - from) / 1e9;
            System.out.printf(
                    "%n1,000,000 records in %.1f s; heap after GC %,d KiB before, %,d KiB behind%n",
                    seconds, before / 1024, heap() / 1024);
        } finally {
            delete(folder);
        }
    }

    private static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

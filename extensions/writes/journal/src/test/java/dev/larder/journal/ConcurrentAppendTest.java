package dev.larder.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConcurrentAppendTest {

    private static final int THREADS = 64;
    private static final int EACH = 100;
    private static final SegmentLogSettings SETTINGS =
            new SegmentLogSettings(1 << 16, 1L << 30, 1 << 20, 1 << 15, 1 << 20, 1 << 13);

    @TempDir
    Path folder;

    private final long seed = Long.getLong("larder.log.seed", System.nanoTime());
    private final Map<RecordPosition, byte[]> acknowledged = new ConcurrentHashMap<>();
    private final AtomicLong firstKept = new AtomicLong();
    private final AtomicBoolean done = new AtomicBoolean();

    @Test
    void acknowledgedRecordsAreReplayedInOrderOfEachThread() throws Exception {
        System.out.println("concurrent appends: seed " + seed);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);
        try (SegmentLog log = SegmentLog.open(LocalLogDirectory.at(folder), SETTINGS, (position, content) -> {})) {
            Future<?> other = threads.submit(() -> readAndDrop(log));
            List<Future<?>> appending = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                appending.add(threads.submit(() -> append(log, thread)));
            }
            for (Future<?> each : appending) {
                each.get();
            }
            done.set(true);
            other.get();
            readAll(log);
        } finally {
            threads.shutdown();
        }
        reopen();
    }

    private void append(SegmentLog log, int thread) {
        var random = new Random(seed + thread);
        for (int i = 0; i < EACH; i++) {
            var bytes = new byte[8 + random.nextInt(random.nextInt(20) == 0 ? 20_000 : 500)];
            random.nextBytes(bytes);
            ByteBuffer.wrap(bytes).putInt(thread).putInt(i);
            acknowledged.put(
                    log.append(ByteBuffer.wrap(bytes)).toCompletableFuture().join(), bytes);
        }
    }

    private Void readAndDrop(SegmentLog log) throws IOException {
        var random = new Random(seed - 1);
        while (!done.get()) {
            for (Map.Entry<RecordPosition, byte[]> each : acknowledged.entrySet()) {
                if (each.getKey().segment() >= firstKept.get() && random.nextInt(50) == 0) {
                    assertThat(log.read(each.getKey())).isEqualTo(ByteBuffer.wrap(each.getValue()));
                }
            }
            List<SegmentInfo> segments = log.segments();
            if (segments.size() > 4) {
                firstKept.set(segments.get(1).number());
                log.dropBefore(firstKept.get());
            }
        }
        return null;
    }

    private void readAll(SegmentLog log) throws IOException {
        for (Map.Entry<RecordPosition, byte[]> each : acknowledged.entrySet()) {
            if (each.getKey().segment() >= firstKept.get()) {
                assertThat(log.read(each.getKey())).isEqualTo(ByteBuffer.wrap(each.getValue()));
            }
        }
    }

    private void reopen() throws IOException {
        Map<RecordPosition, byte[]> replayed = new ConcurrentHashMap<>();
        int[] last = new int[THREADS];
        SegmentLog.open(LocalLogDirectory.at(folder), SETTINGS, (position, content) -> {
                    var bytes = new byte[content.remaining()];
                    content.get(bytes);
                    replayed.put(position, bytes);
                    int thread = ByteBuffer.wrap(bytes).getInt(0);
                    int number = ByteBuffer.wrap(bytes).getInt(4);
                    assertThat(number).isGreaterThanOrEqualTo(last[thread]);
                    last[thread] = number;
                })
                .close();
        assertThat(acknowledged).hasSize(THREADS * EACH);
        acknowledged.keySet().removeIf(position -> position.segment() < firstKept.get());
        assertThat(replayed.keySet()).isEqualTo(acknowledged.keySet());
        replayed.forEach((position, bytes) -> assertThat(bytes).isEqualTo(acknowledged.get(position)));
    }
}

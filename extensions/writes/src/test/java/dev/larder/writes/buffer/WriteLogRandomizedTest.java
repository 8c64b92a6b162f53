package dev.larder.writes.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheTag;
import dev.larder.journal.SegmentLogSettings;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.ItemId;
import dev.larder.writes.OriginReply;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.buffer.WriteLogRecord.Fate;
import dev.larder.writes.buffer.WriteLogRecord.Outcome;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An archive knows after any number of restarts, and however often records are moved, what has become of each write. */
@org.junit.jupiter.api.Tag("thorough")
class WriteLogRandomizedTest {

    private static final long SEED = Long.getLong("larder.archive.seed", new Random().nextLong());
    private static final int STEPS = Integer.getInteger("larder.archive.steps", 4_000);
    private static final SegmentLogSettings SMALL =
            new SegmentLogSettings(8 << 10, 64 << 20, 1 << 20, 4 << 10, 1 << 20, 0);
    private static final List<Fate> FATES = List.of(Fate.values());
    private static final Instant NOW = Instant.ofEpochMilli(1_000_000);

    @TempDir
    private Path folder;

    private final Random random = new Random(SEED);
    private final Map<Long, String> waiting = new TreeMap<>();
    private final Map<Long, String> dead = new TreeMap<>();
    private final Map<UUID, Set<Long>> open = new TreeMap<>();
    private final Map<Long, ItemId> items = new HashMap<>();
    private final Map<Long, UUID> ids = new TreeMap<>();
    private final Set<UUID> delivered = new TreeSet<>();
    private WriteLog log;

    @Test
    @org.junit.jupiter.api.Tag("hardening-U10")
    void acknowledgedWritesStayPendingUntilSettledAcrossRestarts() throws IOException {
        System.out.println("larder.archive.seed=" + SEED);
        log = WriteLogRecovery.open(folder, SMALL, Runnable::run);
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3, 4 -> accept();
                case 5, 6 -> plan();
                case 7, 8 -> settle();
                case 9 -> new WriteLogCompaction(log).run(NOW, random.nextInt(20), random.nextBoolean());
                case 10 -> redriveOrDiscard();
                default -> {
                    if (random.nextInt(10) == 0) {
                        log.close();
                        log = WriteLogRecovery.open(folder, SMALL, Runnable::run);
                    }
                }
            }
            if (step % 100 == 0) {
                check();
            }
        }
        log.close();
        log = WriteLogRecovery.open(folder, SMALL, Runnable::run);
        check();
        log.close();
    }

    private void accept() {
        String text = "x".repeat(random.nextInt(300)) + random.nextInt();
        var head = new RequestHead("POST", URI.create("http://origin/items"), HeaderFields.EMPTY);
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        var upload = new IncomingWrite(
                "items",
                "k" + random.nextInt(5),
                head,
                Optional.empty(),
                WriteReach.of(Set.of(new CacheTag("items")), head.target()),
                new WriteContent.Inline(bytes));
        AcknowledgedWrite write =
                log.accept(upload, NOW, accepted -> {}).toCompletableFuture().join();
        waiting.put(write.number(), text);
        ids.put(write.number(), write.id());
        assertThat(items.put(write.number(), write.item())).isNull();
        assertThat(Set.copyOf(items.values())).as("seed %d", SEED).hasSameSizeAs(items.keySet());
    }

    private void plan() {
        Set<Long> planned = open.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
        List<Long> free = waiting.keySet().stream()
                .filter(each -> !planned.contains(each))
                .toList();
        if (free.isEmpty() || open.size() > 3) {
            return;
        }
        int from = random.nextInt(free.size());
        List<Long> numbers = free.subList(from, Math.min(free.size(), from + 1 + random.nextInt(8)));
        var id = new UUID(random.nextLong(), random.nextLong());
        log.enter(new WriteLogRecord.Planned(id, numbers)).toCompletableFuture().join();
        open.put(id, new TreeSet<>(numbers));
    }

    private void settle() {
        if (open.isEmpty()) {
            return;
        }
        UUID id = new ArrayList<>(open.keySet()).get(random.nextInt(open.size()));
        List<Outcome> outcomes = new ArrayList<>();
        for (long number : open.remove(id)) {
            Fate fate = FATES.get(random.nextInt(FATES.size()));
            var reply = Optional.of(new OriginReply(201, Optional.empty(), "r"));
            var identity = Optional.of(new WriteLogRecord.Identity(ids.get(number), Optional.empty()))
                    .filter(any -> fate == Fate.DELIVERED);
            outcomes.add(new Outcome(number, fate, 1, reply, "why", identity));
            if (fate == Fate.DELIVERED) {
                waiting.remove(number);
                delivered.add(ids.get(number));
            } else if (fate == Fate.DEAD) {
                dead.put(number, waiting.remove(number));
            }
        }
        log.settle(new WriteLogRecord.Settled(id, NOW, outcomes), over -> {})
                .toCompletableFuture()
                .join();
    }

    private void redriveOrDiscard() {
        if (dead.isEmpty()) {
            return;
        }
        long number = new ArrayList<>(dead.keySet()).get(random.nextInt(dead.size()));
        String text = dead.remove(number);
        boolean again = random.nextBoolean();
        log.enter(again ? new WriteLogRecord.Redriven(List.of(number)) : new WriteLogRecord.Discarded(List.of(number)))
                .toCompletableFuture()
                .join();
        if (again) {
            waiting.put(number, text);
        }
    }

    private void check() throws IOException {
        log.kept().stream()
                .map(PendingWrite::write)
                .forEach(write -> assertThat(write.item()).as("seed %d", SEED).isEqualTo(items.get(write.number())));
        Set<Long> livingNow = log.kept().stream()
                .filter(kept -> !kept.isDead())
                .map(kept -> kept.write().number())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(livingNow).as("seed %d", SEED).isEqualTo(waiting.keySet());
        Set<Long> deadNow = log.kept().stream()
                .filter(PendingWrite::isDead)
                .map(kept -> kept.write().number())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(deadNow).as("seed %d", SEED).isEqualTo(dead.keySet());
        Map<UUID, Set<Long>> openNow = new TreeMap<>();
        for (WriteBatch batch : log.open()) {
            openNow.put(
                    batch.id(),
                    batch.writes().stream()
                            .map(AcknowledgedWrite::number)
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
        assertThat(openNow).as("seed %d", SEED).isEqualTo(open);
        for (Map.Entry<Long, String> each : waiting.entrySet()) {
            String content = new String(log.content(each.getKey()).readAllBytes(), StandardCharsets.UTF_8);
            assertThat(content).isEqualTo(each.getValue());
        }
        for (long number : dead.keySet()) {
            assertThat(log.status(ids.get(number)).orElseThrow()).isInstanceOf(WriteStatus.Dead.class);
        }
        for (UUID id : delivered) {
            assertThat(log.status(id).filter(status -> !(status instanceof WriteStatus.Delivered)))
                    .isEmpty();
        }
    }
}

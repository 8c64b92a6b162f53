package dev.larder.writes.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.Tag;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.journal.LogFullException;
import dev.larder.journal.LogSettings;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.BufferedWrite;
import dev.larder.writes.Reply;
import dev.larder.writes.buffer.Entry.Fate;
import dev.larder.writes.buffer.Entry.Identity;
import dev.larder.writes.buffer.Entry.Outcome;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that is full takes writes again once most of those in it are over, however they lie in it. */
class HousekeepingTest {

    private static final int MOST = 1 << 20;
    private static final int CONTENT = 1 << 12;
    private static final LogSettings SMALL_SEGMENTS = new LogSettings(MOST / 16, MOST, MOST / 8, 1 << 15, 1 << 20, 0);
    private static final LogSettings ONE_SEGMENT = new LogSettings(8 << 20, MOST, MOST / 16, 1 << 16, 1 << 20, 0);

    private static final Reply ANSWER = new Reply(200, Optional.empty(), "x".repeat(4_000));

    @TempDir
    private Path folder;

    private Archive archive;
    private Housekeeping housekeeping;

    @BeforeEach
    void open() throws IOException {
        open(ONE_SEGMENT);
    }

    private void open(LogSettings settings) throws IOException {
        if (archive != null) {
            archive.close();
        }
        archive = Archive.open(folder, settings, Runnable::run);
        var limits = new Limits(new Limits.Most(1_000, MOST), Map.of(), Duration.ofHours(1), 1_000);
        housekeeping = new Housekeeping(archive, limits, LarderClock.system());
    }

    @AfterEach
    void close() {
        archive.close();
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-U9")
    void after_delivery_there_is_room_again() {
        List<BufferedWrite> taken = fill();
        deliver(taken);
        assertThat(take()).as("before anybody has tidied").isEmpty();
        housekeeping.run();
        assertThat(fill()).hasSizeGreaterThan(taken.size() / 2);
        assertThat(archive.size()).isLessThanOrEqualTo(MOST);
    }

    @Test
    void what_is_not_delivered_stays_though_there_is_no_room() throws IOException {
        List<BufferedWrite> taken = fill();
        deliver(taken.subList(1, taken.size()));
        housekeeping.run();
        housekeeping.run();
        assertThat(take()).isPresent();
        assertThat(archive.content(taken.get(0).number()).readAllBytes()).hasSize(CONTENT);
        archive.close();
        archive = Archive.open(folder, ONE_SEGMENT, Runnable::run);
        assertThat(archive.content(taken.get(0).number()).readAllBytes()).hasSize(CONTENT);
    }

    @Test
    void a_tenth_that_is_dead_in_each_of_many_segments_does_not_keep_the_others_room() throws IOException {
        open(SMALL_SEGMENTS);
        List<BufferedWrite> taken = fill();
        List<BufferedWrite> dead = everyTenth(taken);
        settle(taken, dead);
        for (int i = 0; i < 3; i++) {
            housekeeping.run();
        }
        assertThat(fill()).hasSizeGreaterThan(taken.size() / 2);
        for (BufferedWrite write : dead) {
            assertThat(archive.status(write.id())).containsInstanceOf(WriteStatus.Dead.class);
        }
    }

    @Test
    void an_oldest_segment_that_is_all_pending_does_not_pin_those_after_it() throws IOException {
        open(SMALL_SEGMENTS);
        List<BufferedWrite> taken = fill();
        int segment = taken.size() / 16;
        deliver(taken.subList(segment, taken.size()));
        housekeeping.run();
        housekeeping.run();
        assertThat(fill()).hasSizeGreaterThan(taken.size() / 2);
        assertThat(archive.content(taken.get(0).number()).readAllBytes()).hasSize(CONTENT);
    }

    @Test
    void room_that_is_reserved_is_left_to_what_becomes_of_writes() throws IOException {
        open(SMALL_SEGMENTS);
        List<BufferedWrite> taken = fill();
        for (BufferedWrite write : taken) {
            settle(List.of(write), List.of());
            if (write.number() % 50 == 0) {
                housekeeping.run();
            }
        }
        housekeeping.run();
        assertThat(take()).isPresent();
    }

    @Test
    void what_is_pending_is_not_moved_about() {
        fill();
        long segment = archive.newestSegment();
        housekeeping.run();
        assertThat(archive.newestSegment()).isEqualTo(segment);
    }

    /** Takes writes until there is no room. */
    private List<BufferedWrite> fill() {
        List<BufferedWrite> taken = new ArrayList<>();
        for (Optional<BufferedWrite> write = take(); write.isPresent(); write = take()) {
            taken.add(write.get());
        }
        assertThat(taken).isNotEmpty();
        return taken;
    }

    private Optional<BufferedWrite> take() {
        var head = new RequestHead("POST", URI.create("http://origin/items"), HeaderFields.EMPTY);
        var content = new Content.Inline(ByteBuffer.allocate(CONTENT));
        var upload = new Upload("items", "k", head, Optional.empty(), Set.of(new Tag("items")), content);
        try {
            return Optional.of(
                    archive.accept(upload, Instant.EPOCH).toCompletableFuture().join());
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(LogFullException.class);
            return Optional.empty();
        }
    }

    private static List<BufferedWrite> everyTenth(List<BufferedWrite> writes) {
        return IntStream.range(0, writes.size())
                .filter(i -> i % 10 == 0)
                .mapToObj(writes::get)
                .toList();
    }

    private void deliver(List<BufferedWrite> writes) {
        settle(writes, List.of());
    }

    private void settle(List<BufferedWrite> writes, List<BufferedWrite> dead) {
        var batch = UUID.randomUUID();
        List<Long> numbers = writes.stream().map(BufferedWrite::number).toList();
        archive.enter(new Entry.Planned(batch, numbers)).toCompletableFuture().join();
        List<Outcome> outcomes = writes.stream()
                .map(write -> dead.contains(write) ? outcome(write, Fate.DEAD) : outcome(write, Fate.DELIVERED))
                .toList();
        archive.settle(new Entry.Settled(batch, Instant.now(), outcomes))
                .toCompletableFuture()
                .join();
    }

    private static Outcome outcome(BufferedWrite write, Fate fate) {
        Optional<Identity> delivered =
                Optional.of(new Identity(write.id(), Optional.empty())).filter(any -> fate == Fate.DELIVERED);
        return new Outcome(write.number(), fate, 1, Optional.of(ANSWER), "", delivered);
    }
}

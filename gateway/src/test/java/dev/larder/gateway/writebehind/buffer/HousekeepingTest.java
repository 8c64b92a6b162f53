package dev.larder.gateway.writebehind.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.Tag;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.rfc9111.HeaderFields;
import dev.larder.gateway.rfc9111.RequestHead;
import dev.larder.gateway.writebehind.BufferedWrite;
import dev.larder.gateway.writebehind.buffer.Entry.Fate;
import dev.larder.gateway.writebehind.buffer.Entry.Identity;
import dev.larder.gateway.writebehind.buffer.Entry.Outcome;
import dev.larder.gateway.writebehind.log.LogFullException;
import dev.larder.gateway.writebehind.log.LogSettings;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that is full takes writes again once those in it are delivered, though it has one segment only. */
class HousekeepingTest {

    private static final int MOST = 1 << 20;
    private static final LogSettings ONE_SEGMENT = new LogSettings(8 << 20, MOST, MOST / 16, 1 << 16, 1 << 20, 0);

    @TempDir
    private Path folder;

    private Archive archive;
    private Housekeeping housekeeping;

    @BeforeEach
    void open() throws IOException {
        archive = Archive.open(folder, ONE_SEGMENT, Runnable::run);
        var limits = new Limits(new Limits.Most(1_000, MOST), Map.of(), Duration.ofHours(1), 1_000);
        housekeeping = new Housekeeping(archive, MOST, limits, LarderClock.system());
    }

    @AfterEach
    void close() {
        archive.close();
    }

    @Test
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
        assertThat(archive.content(taken.get(0).number()).readAllBytes()).hasSize(1 << 15);
        archive.close();
        archive = Archive.open(folder, ONE_SEGMENT, Runnable::run);
        assertThat(archive.content(taken.get(0).number()).readAllBytes()).hasSize(1 << 15);
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
        var content = new Content.Inline(ByteBuffer.allocate(1 << 15));
        var upload =
                new Upload("items", "k", head, Optional.empty(), Optional.empty(), Set.of(new Tag("items")), content);
        try {
            return Optional.of(
                    archive.accept(upload, Instant.EPOCH).toCompletableFuture().join());
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(LogFullException.class);
            return Optional.empty();
        }
    }

    private void deliver(List<BufferedWrite> writes) {
        var batch = new UUID(0, writes.size());
        List<Long> numbers = writes.stream().map(BufferedWrite::number).toList();
        archive.enter(new Entry.Planned(batch, numbers)).toCompletableFuture().join();
        List<Outcome> outcomes = writes.stream()
                .map(write -> new Outcome(
                        write.number(),
                        Fate.DELIVERED,
                        1,
                        Optional.empty(),
                        "",
                        Optional.of(new Identity(write.id(), Optional.empty()))))
                .toList();
        archive.settle(new Entry.Settled(batch, Instant.now(), outcomes))
                .toCompletableFuture()
                .join();
    }
}

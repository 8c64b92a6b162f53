package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.Stamp;
import dev.larder.cache.spi.Tag;
import dev.larder.invalidation.local.LocalBus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What writes have made wrong stays wrong, whatever becomes of the process. */
class CountsTest {

    private static final int COUNTERS = 1 << 10;
    private static final Set<Tag> USERS = Set.of(new Tag("users"));
    private static final Set<Tag> SKILLS = Set.of(new Tag("skills"));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Path file = Path.of("epochs");
    private UUID boot = UUID.randomUUID();
    private long stored;

    @BeforeEach
    void inFolder() {
        file = folder.resolve("epochs");
    }

    private Invalidator started(long first) throws IOException {
        return new Invalidator(Counts.inFile(file, COUNTERS, first, () -> stored, boot), new LocalBus());
    }

    private static Stamp stamp(Invalidator invalidator, Set<Tag> tags) {
        return Stamp.of(invalidator.epoch(), tags);
    }

    @Test
    void what_was_usable_is_usable_after_the_process_was_killed() throws IOException {
        Stamp users = stamp(started(100), USERS);
        assertThat(started(200).judge(users)).isEqualTo(Standing.USABLE);
    }

    @Test
    void what_a_write_made_invalid_is_invalid_after_the_process_was_killed() throws IOException {
        Invalidator before = started(100);
        Stamp users = stamp(before, USERS);
        Stamp skills = stamp(before, SKILLS);
        before.invalidate(USERS).toCompletableFuture().join();
        Invalidator after = started(200);
        assertThat(after.judge(users)).isEqualTo(Standing.INVALIDATED);
        assertThat(after.judge(skills)).isEqualTo(Standing.USABLE);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I10")
    void a_write_under_way_when_the_process_was_killed_counts_as_having_happened() throws IOException {
        Invalidator before = started(100);
        Stamp users = stamp(before, USERS);
        Stamp skills = stamp(before, SKILLS);
        before.begin(USERS).toCompletableFuture().join();
        Invalidator after = started(200);
        assertThat(after.judge(users)).isEqualTo(Standing.INVALIDATED);
        assertThat(after.judge(skills)).isEqualTo(Standing.USABLE);
        assertThat(after.judge(stamp(after, USERS))).as("the fence is down").isEqualTo(Standing.USABLE);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I11")
    @org.junit.jupiter.api.Tag("hardening-K")
    void epochs_never_go_back_though_the_clock_does() throws IOException {
        long last = started(500).epoch();
        assertThat(started(100).epoch()).isGreaterThan(last);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I10")
    void after_a_loss_of_power_nothing_is_usable() throws IOException {
        Invalidator before = started(100);
        Stamp users = stamp(before, USERS);
        boot = UUID.randomUUID();
        Invalidator after = started(200);
        assertThat(after.judge(users)).isEqualTo(Standing.INVALIDATED);
        assertThat(after.judge(stamp(after, USERS))).isEqualTo(Standing.USABLE);
    }

    @Test
    void after_an_orderly_end_another_boot_changes_nothing() throws IOException {
        Counts counts = Counts.inFile(file, COUNTERS, 100, () -> stored, boot);
        Stamp users = stamp(new Invalidator(counts, new LocalBus()), USERS);
        counts.close();
        boot = UUID.randomUUID();
        assertThat(started(200).judge(users)).isEqualTo(Standing.USABLE);
    }

    @Test
    void an_orderly_end_counts_once() throws IOException {
        Counts.inFile(file, COUNTERS, 100, () -> stored, boot).close();
        Stamp users = stamp(started(200), USERS);
        boot = UUID.randomUUID();
        assertThat(started(300).judge(users)).isEqualTo(Standing.INVALIDATED);
    }

    @Test
    void a_file_that_is_missing_cut_short_or_of_another_size_makes_everything_invalid() throws IOException {
        Stamp users = stamp(started(100), USERS);
        Files.delete(file);
        Invalidator anew = started(50);
        assertThat(anew.judge(users)).isEqualTo(Standing.INVALIDATED);
        users = stamp(anew, USERS);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - 1);
        }
        anew = started(50);
        assertThat(anew.judge(users)).isEqualTo(Standing.INVALIDATED);
        users = stamp(anew, USERS);
        var others = new Invalidator(Counts.inFile(file, 2 * COUNTERS, 50, () -> 0, boot), new LocalBus());
        assertThat(others.judge(users)).isEqualTo(Standing.INVALIDATED);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I10")
    void aFileOfTheFormatBeforeMakesEverythingInvalid() throws IOException {
        Files.write(file, new byte[64 + 12 * COUNTERS]);
        stored = 1_000;
        Invalidator after = started(50);
        assertThat(after.judge(Stamp.of(1_000, USERS))).isEqualTo(Standing.INVALIDATED);
        assertThat(after.judge(stamp(after, USERS))).isEqualTo(Standing.USABLE);
    }

    @Test
    void aDamagedFileCountsForNothing() throws IOException {
        Invalidator before = started(100);
        before.invalidate(USERS).toCompletableFuture().join();
        before.voidFills().toCompletableFuture().join();
        before.begin(USERS).toCompletableFuture().join();
        Stamp users = stamp(before, SKILLS);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[Long.BYTES]), 0);
        }
        Invalidator after = started(50);
        assertThat(after.judge(users)).isEqualTo(Standing.INVALIDATED);
        assertThat(after.judge(stamp(after, USERS))).as("the fence is down").isEqualTo(Standing.USABLE);
        assertThat(after.mayStore(stamp(after, USERS))).isTrue();
    }

    @Test
    void epochsThatCouldNotBeKeptForAWhileCountForNothingAfterwards() throws IOException {
        Stamp users = stamp(started(100), USERS);
        stored = users.epoch();
        Counts.forget(file);
        assertThat(started(50).judge(users)).isEqualTo(Standing.INVALIDATED);
    }

    @Test
    void manyThreadsLeaveAFileThatIsIntact() throws IOException {
        Invalidator before = started(100);
        Stamp skills = stamp(before, SKILLS);
        IntStream.range(0, 20_000).parallel().forEach(i -> {
            Write write = before.begin(USERS).toCompletableFuture().join();
            write.happened(Set.of()).toCompletableFuture().join();
            write.end().toCompletableFuture().join();
        });
        assertThat(started(50).judge(skills)).isEqualTo(Standing.USABLE);
    }
}

package dev.larder.disk.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.larder.disk.store.BlobContent;
import dev.larder.disk.store.BlobWriter;
import dev.larder.disk.store.DiskFaults;
import dev.larder.disk.store.DiskFolder;
import dev.larder.disk.store.OpenBlob;
import dev.larder.gateway.store.BodyGoneException;
import dev.larder.gateway.store.BodyRecorder;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.gateway.store.ReadableBody;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everybody reads the same bytes, whoever is how fast, and the file has them all or there is none. */
class BodySpoolTest {

    private static final int MANY = BodySpool.WINDOW / BodySpool.PIECE + 1;

    private final ContentMemory.Claim memory =
            ContentMemory.Account.UNLIMITED.inBackground().claim();
    private final ManualScheduler disk = new ManualScheduler();
    private final List<String> events = new ArrayList<>();
    private @Nullable BlobContent blob;
    private boolean full;

    private final SpoolFileSource inFolder = new SpoolFileSource() {
        @Override
        public BlobWriter create() throws IOException {
            if (full) {
                throw new IOException("no room");
            }
            return folder.newBlob();
        }

        @Override
        public void tooSlow() {
            events.add("too slow");
        }
    };

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    @SuppressWarnings("NullAway.Init")
    private DiskFolder folder;

    @BeforeEach
    void open() {
        folder = DiskFolder.open(temporary.resolve("disk"), new DiskFaults(told -> {}));
    }

    @AfterEach
    void close() {
        folder.close();
    }

    @Test
    void writesOfferedBytesCompletelyToFile() throws IOException {
        BodySpool spool = spool();
        spool.offer(bytes("abc"));
        spool.offer(bytes("de"));
        spool.complete();
        disk.runAll();
        assertThat(events).containsExactly("written");
        assertThat(content()).isEqualTo("abcde");
    }

    @Test
    void readerThatKeepsUpReadsWithoutDisk() {
        BodySpool spool = spool();
        var reader = new BodyCollector(spool.readOn(0));
        spool.offer(bytes("abc"));
        assertThat(reader.text()).isEqualTo("abc");
        spool.offer(bytes("de"));
        assertThat(reader.text()).isEqualTo("abcde");
    }

    @Test
    void lateReaderReadsFromFileThenFollowsLiveContent() throws IOException {
        BodySpool spool = spool();
        spool.offer(bytes("abc"));
        disk.runAll();
        var reader = new BodyCollector(spool.reader(1, Long.MAX_VALUE));
        disk.runAll();
        assertThat(reader.text()).isEqualTo("bc");
        spool.offer(bytes("de"));
        assertThat(reader.text()).isEqualTo("bcde");
        spool.complete();
        spool.letGo();
        assertThat(reader.text()).isEqualTo("bcde.");
    }

    @Test
    void readerCompletesOnlyAfterBodyHasBeenStored() {
        BodySpool spool = spool();
        var reader = new BodyCollector(spool.readOn(0));
        spool.offer(bytes("abc"));
        spool.complete();
        disk.runAll();
        assertThat(reader.text()).isEqualTo("abc");
        spool.letGo();
        assertThat(reader.text()).isEqualTo("abc.");
    }

    @Test
    void lastByteOfKnownLengthArrivesOnlyAfterBodyHasBeenStored() {
        var spool = new BodySpool(inFolder, disk, OptionalLong.of(5), 1, memory, new Log());
        var reader = new BodyCollector(spool.readOn(0));
        spool.offer(bytes("abc"));
        spool.offer(bytes("de"));
        spool.complete();
        assertThat(reader.text()).isEqualTo("abcd");
        spool.letGo();
        assertThat(reader.text()).isEqualTo("abcde.");
    }

    @Test
    void readerCompletesAfterOneSecondEvenIfBodyIsNotStored() {
        BodySpool spool = spool();
        var reader = new BodyCollector(spool.readOn(0));
        spool.offer(bytes("abc"));
        spool.complete();
        disk.advance(Duration.ofSeconds(1));
        assertThat(reader.text()).isEqualTo("abc.");
    }

    @Test
    void writesToDiskOnlyOnceBatchIsFullOrBodyEnds() throws IOException {
        var spool = new BodySpool(inFolder, disk, OptionalLong.empty(), 4, memory, new Log());
        spool.offer(bytes("abc"));
        disk.runAll();
        assertThat(files()).isZero();
        spool.offer(bytes("d"));
        disk.runAll();
        assertThat(files()).isOne();
        spool.offer(bytes("e"));
        spool.complete();
        disk.runAll();
        assertThat(content()).isEqualTo("abcde");
    }

    @Test
    void rangeReaderEndsAtEndOfItsRange() throws IOException {
        BodySpool spool = spool();
        spool.offer(bytes("abcdef"));
        assertThat(new BodyCollector(spool.reader(1, 3)).text()).isEqualTo("bc.");
        disk.runAll();
        var fromFile = new BodyCollector(spool.reader(2, 5));
        disk.runAll();
        assertThat(fromFile.text()).isEqualTo("cde.");
    }

    @Test
    void rangeReaderWaitsUntilItsRangeArrives() throws IOException {
        BodySpool spool = spool();
        var reader = new BodyCollector(spool.reader(4, 6));
        spool.offer(bytes("abc"));
        disk.runAll();
        assertThat(reader.text()).isEmpty();
        spool.offer(bytes("defg"));
        assertThat(reader.text()).isEqualTo("ef.");
    }

    @Test
    void readerNeverReceivesMoreThanItRequested() {
        BodySpool spool = spool();
        var reader = new BodyCollector(spool.readOn(0), 1);
        spool.offer(bytes("abc"));
        spool.offer(bytes("de"));
        assertThat(reader.text()).isEqualTo("abc");
        reader.request(1);
        assertThat(reader.text()).isEqualTo("abcde");
    }

    @Test
    void slowReaderDoesNotDelayOrigin() {
        BodySpool spool = spool();
        new BodyCollector(spool.readOn(0), 0);
        for (int i = 0; i < 2 * MANY; i++) {
            assertThat(spool.offer(new byte[BodySpool.PIECE])).isTrue();
            disk.runAll();
        }
        assertThat(events).isEmpty();
    }

    @Test
    void signalsRoomOnceDiskHasWrittenFullWindow() {
        BodySpool spool = spool();
        assertThat(fill(spool)).isFalse();
        assertThat(events).isEmpty();
        disk.runAll();
        assertThat(events).containsExactly("room");
    }

    @Test
    void abandonsTooSlowDiskAndReaderContinues() {
        BodySpool spool = spool();
        var reader = new BodyCollector(spool.readOn(0));
        fill(spool);
        disk.advance(Duration.ofSeconds(1));
        assertThat(events).containsExactly("too slow", "lost", "room");
        spool.offer(bytes("end"));
        spool.complete();
        assertThat(reader.count()).isEqualTo((long) MANY * BodySpool.PIECE + 3);
        assertThat(reader.text()).endsWith("end.");
    }

    @Test
    void diskIsNotTooSlowWhileNoReaderWaitsForIt() {
        BodySpool spool = spool();
        var reader = new BodyCollector(spool.readOn(0), MANY - 1);
        fill(spool);
        disk.advance(Duration.ofHours(1));
        assertThat(events).isEmpty();
        reader.request(2);
        disk.advance(Duration.ofHours(1));
        assertThat(events).containsExactly("too slow", "lost", "room");
    }

    @Test
    void diskIsTooSlowWhenOnlyOriginWaitsForIt() {
        BodySpool spool = spool();
        var reader = new BodyCollector(spool.readOn(0), 1);
        fill(spool);
        reader.cancel();
        disk.advance(Duration.ofSeconds(1));
        assertThat(events).containsExactly("too slow", "lost", "room");
    }

    @Test
    void abandonsFailingDiskAndReaderContinues() throws IOException {
        full = true;
        BodySpool spool = spool();
        var reader = new BodyCollector(spool.readOn(0), 1);
        spool.offer(bytes("ab"));
        spool.offer(bytes("cd"));
        disk.runAll();
        spool.offer(bytes("ef"));
        spool.complete();
        reader.request(10);
        assertThat(events).containsExactly("lost");
        assertThat(reader.text()).isEqualTo("abcdef.");
    }

    @Test
    void slowestReaderLimitsOriginAfterDiskIsAbandoned() {
        BodySpool spool = spool();
        var reader = new BodyCollector(spool.readOn(0), 0);
        spool.abandon();
        assertThat(fill(spool)).isFalse();
        disk.runAll();
        assertThat(events).isEmpty();
        reader.request(MANY);
        assertThat(events).containsExactly("room");
    }

    @Test
    void failedBodyIsErrorForReadersAndLeavesNoFile() throws IOException {
        BodySpool spool = spool();
        var reader = new BodyCollector(spool.readOn(0));
        spool.offer(bytes("abc"));
        spool.fail(new IOException("broken off"));
        disk.runAll();
        assertThat(reader.text()).isEqualTo("abc!");
        assertThat(events).isEmpty();
        folder.close();
        assertThat(files()).isZero();
    }

    @Test
    void rejectsNewReadersOfAbandonedBody() {
        BodySpool spool = spool();
        spool.abandon();
        assertThatExceptionOfType(BodyGoneException.class).isThrownBy(() -> spool.reader(0, 1));
    }

    @Test
    void rejectsNewReadersOfStoredBody() {
        BodySpool spool = spool();
        spool.offer(bytes("abc"));
        spool.complete();
        disk.runAll();
        spool.letGo();
        assertThatExceptionOfType(BodyGoneException.class).isThrownBy(() -> spool.reader(0, 1));
    }

    @Test
    void abandonedBodyLeavesNoFileAfterReadersLeave() throws IOException {
        BodySpool spool = spool();
        var reader = new BodyCollector(spool.readOn(0));
        spool.offer(bytes("abc"));
        disk.runAll();
        assertThat(files()).isOne();
        spool.abandon();
        disk.runAll();
        assertThat(files()).as("while somebody reads").isOne();
        reader.cancel();
        disk.runAll();
        folder.close();
        assertThat(files()).isZero();
    }

    @Test
    void releasedBodyThatWasNotStoredLeavesNoFile() throws IOException {
        BodySpool spool = spool();
        spool.offer(bytes("abc"));
        spool.complete();
        disk.runAll();
        spool.letGo();
        Objects.requireNonNull(blob).release();
        disk.runAll();
        folder.close();
        assertThat(files()).isZero();
    }

    private BodySpool spool() {
        return new BodySpool(inFolder, disk, OptionalLong.empty(), 1, memory, new Log());
    }

    private static boolean fill(BodySpool spool) {
        boolean room = true;
        for (int i = 0; i < MANY; i++) {
            room = spool.offer(new byte[BodySpool.PIECE]);
        }
        return room;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private String content() throws IOException {
        return new String(bytesOf(Objects.requireNonNull(blob)), StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytesOf(BlobContent whole) throws IOException {
        try (OpenBlob file = whole.open().orElseThrow();
                InputStream in = Channels.newInputStream(file.channel())) {
            return in.readAllBytes();
        }
    }

    private long files() throws IOException {
        Path blobs = temporary.resolve("disk/blobs");
        if (!Files.exists(blobs)) {
            return 0;
        }
        try (Stream<Path> all = Files.walk(blobs)) {
            return all.filter(Files::isRegularFile).count();
        }
    }

    private class Log implements BodyRecorder.Listener {

        @Override
        public void room() {
            events.add("room");
        }

        @Override
        public void written(ReadableBody whole) {
            blob = ((FileBody) whole).blob();
            events.add("written");
        }

        @Override
        public void lost() {
            events.add("lost");
        }
    }
}

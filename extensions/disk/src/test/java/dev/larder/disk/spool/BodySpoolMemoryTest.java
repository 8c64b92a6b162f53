package dev.larder.disk.spool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.disk.store.BlobWriter;
import dev.larder.disk.store.DiskFaults;
import dev.larder.disk.store.DiskFolder;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.store.BodyRecorder;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.gateway.store.ReadableBody;
import dev.larder.http.ClientShares;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What waits for the disk, or for readers of a file that is given up, is taken from the memory of responses. */
class BodySpoolMemoryTest {

    private static final int MEMORY = 2 * BodySpool.WINDOW;

    private final ClientShares shares = new ClientShares(MEMORY, MEMORY);
    private final ManualScheduler disk = new ManualScheduler();
    private final List<String> events = new ArrayList<>();
    private boolean full;

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
    void holdsMemoryOfContentUntilDiskHasWrittenIt() {
        BodySpool spool = spool();
        for (int i = 0; i < 8; i++) {
            assertThat(spool.offer(new byte[BodySpool.PIECE])).isTrue();
        }
        assertThat(isLeft(MEMORY - 8 * BodySpool.PIECE)).isTrue();
        assertThat(isLeft(MEMORY - 8 * BodySpool.PIECE + 1)).isFalse();
        disk.runAll();
        assertThat(isLeft(MEMORY)).isTrue();
    }

    @Test
    void makesOriginWaitForDiskWhenNoMemoryIsLeft() {
        assertThat(shares.take(null, MEMORY)).isTrue();
        BodySpool spool = spool();
        for (int i = 0; i < 4; i++) {
            assertThat(spool.offer(new byte[BodySpool.PIECE])).isFalse();
            disk.runAll();
        }
        spool.complete();
        disk.runAll();
        assertThat(events).containsExactly("room", "room", "room", "room", "written");
    }

    @Test
    void releasesMemoryOfLostFileWhenReadersLeave() {
        full = true;
        BodySpool spool = spool();
        var reader = new BodyCollector(spool.readOn(0), 0);
        for (int i = 0; i < 8; i++) {
            spool.offer(new byte[BodySpool.PIECE]);
        }
        disk.runAll();
        assertThat(events).containsExactly("lost");
        assertThat(isLeft(MEMORY)).isFalse();
        reader.cancel();
        assertThat(isLeft(MEMORY)).isTrue();
    }

    @Test
    void releasesAllMemoryWhenBodyFails() {
        BodySpool spool = spool();
        spool.offer(new byte[BodySpool.PIECE]);
        spool.fail(new IOException("cut"));
        disk.runAll();
        assertThat(isLeft(MEMORY)).isTrue();
    }

    private boolean isLeft(long octets) {
        boolean left = shares.take(null, octets);
        if (left) {
            shares.giveBack(null, octets);
        }
        return left;
    }

    private BodySpool spool() {
        var files = new SpoolFileSource() {
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
        ContentMemory.Claim memory = new ContentMemory.Account(shares, ClientAddresses.DIRECT)
                .inBackground()
                .claim();
        return new BodySpool(files, disk, OptionalLong.empty(), SpoolFile.BATCH, memory, new Log());
    }

    private final class Log implements BodyRecorder.Listener {

        @Override
        public void room() {
            events.add("room");
        }

        @Override
        public void written(ReadableBody whole) {
            events.add("written");
        }

        @Override
        public void lost() {
            events.add("lost");
        }
    }
}

package dev.larder.disk.spool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.disk.store.DiskFaults;
import dev.larder.disk.store.DiskFolder;
import dev.larder.disk.store.OpenBlob;
import dev.larder.gateway.store.BodyRecorder;
import dev.larder.gateway.store.ContentMemory;
import dev.larder.gateway.store.ReadableBody;
import java.io.ByteArrayOutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** With real threads and a real disk, readers that begin anywhere at any time read the same. */
@Tag("thorough")
class BodySpoolRandomizedTest {

    private static final int READERS = 6;
    private static final int LENGTH = 3 << 20;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temporary;

    private final CompletableFuture<FileBody> written = new CompletableFuture<>();
    private final CountDownLatch done = new CountDownLatch(READERS);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void allReadersReadSameBytesWhileBodyGrows(long seed) throws Exception {
        var random = new Random(seed);
        byte[] body = new byte[LENGTH];
        random.nextBytes(body);
        int batch = random.nextBoolean() ? 1 : SpoolFile.BATCH;
        try (DiskFolder folder = DiskFolder.open(temporary, new DiskFaults(told -> {}))) {
            var spooling = new DiskBodyRecorderFactory(folder, LENGTH, Schedulers.boundedElastic());
            var spool = spooling.begin(
                    OptionalLong.empty(),
                    batch,
                    ContentMemory.Account.UNLIMITED.inBackground().claim(),
                    new Log());
            List<ByteArrayOutputStream> read = new ArrayList<>();
            int[] from = new int[READERS];
            for (int at = 0; at < body.length; ) {
                if (read.size() < READERS) {
                    from[read.size()] = random.nextInt(body.length);
                    read.add(read(spool.reader(from[read.size()], body.length)));
                }
                int length = Math.min(1 + random.nextInt(40_000), body.length - at);
                spool.offer(Arrays.copyOfRange(body, at, at + length));
                at += length;
            }
            spool.complete();
            assertThat(done.await(30, TimeUnit.SECONDS)).as("seed %d", seed).isTrue();
            for (int i = 0; i < READERS; i++) {
                assertThat(Arrays.equals(read.get(i).toByteArray(), Arrays.copyOfRange(body, from[i], body.length)))
                        .as("seed %d, reader %d", seed, i)
                        .isTrue();
            }
            try (OpenBlob file = written.get(30, TimeUnit.SECONDS).blob().open().orElseThrow()) {
                byte[] whole = Channels.newInputStream(file.channel()).readAllBytes();
                assertThat(Arrays.equals(whole, body)).as("seed %d", seed).isTrue();
            }
        }
    }

    private ByteArrayOutputStream read(SpoolReader reader) {
        var read = new ByteArrayOutputStream();
        Flux.from(reader).limitRate(2).subscribe(read::writeBytes, error -> {}, done::countDown);
        return read;
    }

    private final class Log implements BodyRecorder.Listener {

        @Override
        public void room() {}

        @Override
        public void written(ReadableBody whole) {
            written.complete((FileBody) whole);
        }

        @Override
        public void lost() {}
    }
}

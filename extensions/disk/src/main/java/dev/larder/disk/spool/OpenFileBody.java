package dev.larder.disk.spool;

import dev.larder.disk.store.OpenBlob;
import dev.larder.gateway.store.ReadableBody;
import java.nio.file.Path;
import reactor.core.publisher.Flux;

/**
 * A body whose file is open.
 *
 * @param blob the file, which another component closes
 */
record OpenFileBody(OpenBlob blob) implements ReadableBody.Opened {

    /** Maximum number of bytes emitted at once: a connection takes 128 such pieces before it waits for its client. */
    static final int EMITTED = 8 << 10;

    @Override
    public Path file() {
        return blob.path();
    }

    @Override
    public Flux<byte[]> read(long first, long count) {
        PositionalReader channel = blob.channel()::read;
        int pieces = Math.toIntExact((count + EMITTED - 1) / EMITTED);
        return Flux.range(0, pieces)
                .concatMap(
                        index -> {
                            long at = (long) index * EMITTED;
                            int length = (int) Math.min(EMITTED, count - at);
                            return BlockingFileTasks.call(
                                    FileIoScheduler.started(), () -> channel.readAll(first + at, length));
                        },
                        1);
    }
}

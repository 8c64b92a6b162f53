package dev.larder.disk.spool;

import dev.larder.disk.store.OpenBlob;
import dev.larder.gateway.exchange.ReadableBody;
import java.nio.file.Path;
import reactor.core.publisher.Flux;

/**
 * A body whose file is open.
 *
 * @param blob the file, which another component closes
 */
record OpenFileBody(OpenBlob blob) implements ReadableBody.Opened {

    @Override
    public Path file() {
        return blob.path();
    }

    @Override
    public Flux<byte[]> read(long first, long count) {
        PositionalReader channel = blob.channel()::read;
        int pieces = Math.toIntExact((count + BodySpool.EMITTED - 1) / BodySpool.EMITTED);
        return Flux.range(0, pieces)
                .concatMap(
                        index -> {
                            long at = (long) index * BodySpool.EMITTED;
                            int length = (int) Math.min(BodySpool.EMITTED, count - at);
                            return BlockingFileTasks.call(
                                    FileIoScheduler.started(), () -> channel.readAll(first + at, length));
                        },
                        1);
    }
}

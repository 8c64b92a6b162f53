package dev.larder.disk.spool;

import dev.larder.cache.spi.Content;
import dev.larder.disk.store.Blob;
import dev.larder.disk.store.OpenBlob;
import dev.larder.gateway.exchange.BodyGoneException;
import dev.larder.gateway.exchange.ReadableBody;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/**
 * A complete body in a file.
 *
 * @param blob the file
 */
public record FileBody(Blob blob) implements ReadableBody {

    /** The body that a store keeps as this content, which it has made. */
    public static FileBody of(Content kept) {
        return new FileBody((Blob) kept);
    }

    /** By length and checksum. */
    @Override
    public boolean isSame(ReadableBody other) {
        return other instanceof FileBody file && length() == file.length() && blob.checksum() == file.blob.checksum();
    }

    @Override
    public Content content() {
        return blob;
    }

    @Override
    public long length() {
        return blob.length();
    }

    @Override
    public Mono<Opened> open(Consumer<Runnable> atEnd) {
        return Aside.call(FileThreads.started(), () -> {
            OpenBlob opened = blob.open().orElseThrow(BodyGoneException::new);
            atEnd.accept(opened::close);
            return (client, answer) -> FileContent.write(opened, answer, client);
        });
    }

    @Override
    public void release() {
        blob.release();
    }
}

package dev.larder.gateway.spool;

import dev.larder.cache.spi.Content;
import dev.larder.policies.disk.Blob;
import dev.larder.policies.disk.OpenBlob;
import dev.larder.rfc9111.StoredBody;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/**
 * A complete body in a file.
 *
 * @param blob the file
 */
public record FileBody(Blob blob) implements StoredBody {

    /** The body that a store keeps as this content, which it has made. */
    public static FileBody of(Content kept) {
        return new FileBody((Blob) kept);
    }

    /** Whether both files have the same content, by length and checksum. */
    public boolean same(FileBody other) {
        return length() == other.length() && blob.checksum() == other.blob.checksum();
    }

    /** The same as stores know it. */
    public Content content() {
        return blob;
    }

    @Override
    public long length() {
        return blob.length();
    }

    /**
     * The file; fails with {@link BodyGoneException} if it is not there, or damaged.
     *
     * @param atEnd is given what closes it, to be run when it is needed no longer, at once if that is already so
     */
    public Mono<OpenBlob> open(Consumer<Runnable> atEnd) {
        return Aside.call(FileThreads.started(), () -> {
            OpenBlob opened = blob.open().orElseThrow(BodyGoneException::new);
            atEnd.accept(opened::close);
            return opened;
        });
    }

    /** Whoever has made it needs it no longer. */
    public void release() {
        blob.release();
    }
}

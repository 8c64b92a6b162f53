package dev.larder.disk.spool;

import dev.larder.cache.spi.EntryContent;
import dev.larder.disk.store.BlobContent;
import dev.larder.disk.store.OpenBlob;
import dev.larder.gateway.store.BodyGoneException;
import dev.larder.gateway.store.ReadableBody;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/**
 * A complete body in a file.
 *
 * @param blob the file
 */
public record FileBody(BlobContent blob) implements ReadableBody {

    /** Returns the body for a content created by the store that keeps it. */
    public static FileBody of(EntryContent kept) {
        return new FileBody((BlobContent) kept);
    }

    /** Compares length and checksum. */
    @Override
    public boolean isSame(ReadableBody other) {
        return other instanceof FileBody file && length() == file.length() && blob.checksum() == file.blob.checksum();
    }

    @Override
    public EntryContent content() {
        return blob;
    }

    @Override
    public long length() {
        return blob.length();
    }

    @Override
    public Mono<Opened> open(Consumer<Runnable> atEnd) {
        return BlockingFileTasks.call(FileIoScheduler.started(), () -> {
            OpenBlob opened = blob.open().orElseThrow(BodyGoneException::new);
            atEnd.accept(opened::close);
            return new OpenFileBody(opened);
        });
    }

    @Override
    public void release() {
        blob.release();
    }
}

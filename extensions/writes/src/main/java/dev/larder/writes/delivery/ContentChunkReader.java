package dev.larder.writes.delivery;

import dev.larder.writes.DeliveryJournal;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Schedulers;

/** Reads pieces one after the other into chunks. Not thread-safe. */
final class ContentChunkReader {

    static final int SIZE = 64 * 1024;

    private final Iterator<RequestContentPart> pieces;
    private final DeliveryJournal journal;
    private @Nullable InputStream open;
    private long left;
    private long leftOfAll;

    private ContentChunkReader(List<RequestContentPart> pieces, DeliveryJournal journal) {
        this.leftOfAll = pieces.stream().mapToLong(RequestContentPart::length).sum();
        this.pieces = pieces.iterator();
        this.journal = journal;
    }

    /**
     * Returns the octets of these pieces. Each chunk is read on request, on a thread that may block; fails with
     * {@link UnreadableContentException} if it cannot be read.
     */
    static Flux<ByteBuf> of(List<RequestContentPart> pieces, DeliveryJournal journal) {
        return Flux.generate(
                        () -> new ContentChunkReader(pieces, journal),
                        ContentChunkReader::emit,
                        ContentChunkReader::close)
                .subscribeOn(Schedulers.boundedElastic());
    }

    private ContentChunkReader emit(SynchronousSink<ByteBuf> sink) {
        try {
            byte[] chunk = new byte[(int) Math.min(SIZE, leftOfAll)];
            int length = fill(chunk);
            if (length == 0) {
                sink.complete();
            } else {
                sink.next(Unpooled.wrappedBuffer(chunk, 0, length));
            }
        } catch (IOException e) {
            sink.error(new UnreadableContentException(e));
        }
        return this;
    }

    private int fill(byte[] chunk) throws IOException {
        int filled = 0;
        while (filled < chunk.length && hasMore()) {
            int wanted = (int) Math.min(left, chunk.length - filled);
            int read = Objects.requireNonNull(open).read(chunk, filled, wanted);
            if (read < 0) {
                throw new IOException("a content ends " + left + " bytes early");
            }
            filled += read;
            left -= read;
            leftOfAll -= read;
        }
        return filled;
    }

    private boolean hasMore() throws IOException {
        while (left == 0) {
            close();
            if (!pieces.hasNext()) {
                return false;
            }
            RequestContentPart next = pieces.next();
            left = next.length();
            open = next.open(journal);
        }
        return true;
    }

    private void close() {
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                open = null;
            }
        }
    }
}

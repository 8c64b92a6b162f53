package dev.larder.disk.store;

import dev.larder.cache.spi.EntryCodec;
import dev.larder.cache.spi.EntryContent;
import dev.larder.cache.spi.HeapContent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A text as an empty head and one content; a text without characters has no content at all. */
final class DiskTextCodec implements EntryCodec<String> {

    private static final byte VERSION = 7;

    @Override
    public EntryParts encode(String value) {
        var head = new EntryHead(new byte[] {VERSION});
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return new EntryParts(head, bytes.length == 0 ? List.of() : List.of(new HeapContent(bytes)));
    }

    @Override
    public Optional<String> decode(EntryHead head, List<EntryContent> contents) {
        if (head.bytes()[0] != VERSION) {
            return Optional.empty();
        }
        return contents.isEmpty() ? Optional.of("") : text(contents.get(0));
    }

    static Optional<String> text(EntryContent content) {
        if (content instanceof HeapContent heap) {
            return Optional.of(new String(heap.bytes(), StandardCharsets.UTF_8));
        }
        return ((BlobContent) content).open().map(DiskTextCodec::text);
    }

    static String text(OpenBlob open) {
        try (open) {
            var bytes = ByteBuffer.allocate((int) open.length());
            int read;
            do {
                read = open.channel().read(bytes);
            } while (read >= 0 && bytes.hasRemaining());
            return new String(bytes.array(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

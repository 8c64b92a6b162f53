package dev.larder.cluster.store;

import dev.larder.cache.spi.EntryCodec;
import dev.larder.cache.spi.EntryContent;
import dev.larder.cache.spi.HeapContent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A text as an empty head and one content; one that begins with "file" has its content in a file. */
final class ClusterTextCodec implements EntryCodec<String> {

    static final byte VERSION = 7;

    @Override
    public EntryParts encode(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return new EntryParts(
                new EntryHead(new byte[] {VERSION}),
                List.of(value.startsWith("file") ? () -> bytes.length : new HeapContent(bytes)));
    }

    @Override
    public Optional<String> decode(EntryHead head, List<EntryContent> contents) {
        if (head.bytes()[0] != VERSION) {
            return Optional.empty();
        }
        return Optional.of(new String(((HeapContent) contents.get(0)).bytes(), StandardCharsets.UTF_8));
    }
}

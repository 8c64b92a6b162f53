package dev.larder.disk.store;

import dev.larder.cache.spi.EntryCodec;
import dev.larder.cache.spi.EntryContent;
import dev.larder.cache.spi.HeapContent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A title as the head, and a content as it is. */
final class PageCodec implements EntryCodec<PageCodec.Page> {

    /** A value that refers to its content instead of having it. */
    record Page(String title, EntryContent content) {

        static Page of(String title, String text) {
            return new Page(title, new HeapContent(text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Override
    public EntryParts encode(Page value) {
        return new EntryParts(new EntryHead(value.title.getBytes(StandardCharsets.UTF_8)), List.of(value.content));
    }

    @Override
    public Optional<Page> decode(EntryHead head, List<EntryContent> contents) {
        return Optional.of(new Page(new String(head.bytes(), StandardCharsets.UTF_8), contents.get(0)));
    }
}

package dev.larder.gateway.exchange;

import dev.larder.cache.spi.Content;
import dev.larder.cache.spi.EntryCodec.Head;
import dev.larder.cache.spi.EntryCodec.Parts;
import dev.larder.cache.spi.HeapContent;
import dev.larder.fuzz.Edits;
import dev.larder.fuzz.Input;
import dev.larder.fuzz.Must;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredResponse;
import dev.larder.rfc9111.Variants;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Stored responses, taken apart and put together again, first as they are, then with edits. */
public final class ResponseCodecFuzz {

    private static final ResponseCodec CODEC = new ResponseCodec();
    private static final int MOST = 3;

    private ResponseCodecFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        Input input = Input.of(data);
        List<StoredResponse> responses = new ArrayList<>();
        for (int count = 1 + input.below(MOST); count > 0; count--) {
            responses.add(response(input));
        }
        Variants whole = Variants.restore(responses);
        Parts parts = CODEC.encode(whole);
        comesBack(whole);
        byte[] edited = Edits.apply(parts.head().bytes(), input);
        decoded(edited, parts.contents()).ifPresent(ResponseCodecFuzz::comesBack);
        decoded(data, List.of(new HeapContent(data))).ifPresent(ResponseCodecFuzz::comesBack);
    }

    private static StoredResponse response(Input input) {
        var fields = HeaderFields.builder();
        for (int count = input.below(MOST); count > 0; count--) {
            fields.add(input.text(), input.text());
        }
        Map<String, String> varyKey = new TreeMap<>();
        for (int count = input.below(MOST); count > 0; count--) {
            varyKey.put(input.text(), input.text());
        }
        StoredResponse response = StoredResponse.restore(
                new ResponseHead(input.below(1000), fields.build()),
                varyKey,
                new HeapBody(new HeapContent(input.bytes())),
                Instant.ofEpochMilli(input.number() >> 16),
                Duration.ofMillis(input.number() >> 24),
                Duration.ofMillis(input.number() >> 24));
        return input.flag() ? response.restoredAsPurged() : response;
    }

    private static void comesBack(Variants variants) {
        Parts parts = CODEC.encode(variants);
        Must.equal(
                decoded(parts.head().bytes(), parts.contents()), Optional.of(variants), () -> "what was taken apart");
    }

    private static Optional<Variants> decoded(byte[] head, List<Content> contents) {
        return Must.readFrugally(head.length, () -> CODEC.decode(new Head(head), contents));
    }
}

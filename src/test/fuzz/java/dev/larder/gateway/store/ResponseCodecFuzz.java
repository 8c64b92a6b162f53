package dev.larder.gateway.store;

import dev.larder.cache.spi.EntryCodec.EntryHead;
import dev.larder.cache.spi.EntryCodec.EntryParts;
import dev.larder.cache.spi.EntryContent;
import dev.larder.cache.spi.HeapContent;
import dev.larder.fuzz.FuzzAssertions;
import dev.larder.fuzz.FuzzInput;
import dev.larder.fuzz.OctetMutations;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StoredResponse;
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
        FuzzInput input = FuzzInput.of(data);
        List<StoredResponse> responses = new ArrayList<>();
        for (int count = 1 + input.below(MOST); count > 0; count--) {
            responses.add(response(input));
        }
        ResponseVariants whole = ResponseVariants.restore(responses);
        EntryParts parts = CODEC.encode(whole);
        comesBack(whole);
        byte[] edited = OctetMutations.apply(parts.head().bytes(), input);
        decoded(edited, parts.contents()).ifPresent(ResponseCodecFuzz::comesBack);
        decoded(data, List.of(new HeapContent(data))).ifPresent(ResponseCodecFuzz::comesBack);
    }

    private static StoredResponse response(FuzzInput input) {
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

    private static void comesBack(ResponseVariants variants) {
        EntryParts parts = CODEC.encode(variants);
        FuzzAssertions.equal(
                decoded(parts.head().bytes(), parts.contents()), Optional.of(variants), () -> "what was taken apart");
    }

    private static Optional<ResponseVariants> decoded(byte[] head, List<EntryContent> contents) {
        return FuzzAssertions.readFrugally(head.length, () -> CODEC.decode(new EntryHead(head), contents));
    }
}

package dev.larder.gateway.exchange;

import dev.larder.gateway.store.HeapBody;
import dev.larder.gateway.store.StoredBodyUtils;
import dev.larder.rfc9111.ByteRange;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.SlicedRepresentation;
import dev.larder.rfc9111.StoredResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is stored of one slice of a representation: parts in order, between any two of which at least one octet is missing.
 * Immutable.
 */
record SliceContents(List<Part> parts) {

    static final SliceContents NONE = new SliceContents(List.of());

    /** Bounds what many short ranges leave behind: the shortest part is given up. */
    static final int MAX_PARTS = 32;

    /**
     * A part.
     *
     * @param response the 206 that encloses it
     * @param octets its octets, which must not be changed
     */
    record Part(ByteRange range, StoredResponse response, byte[] octets) {}

    /** Returns what is stored; what cannot be understood is not there. */
    static SliceContents of(ResponseVariants stored) {
        List<Part> parts = new ArrayList<>();
        for (StoredResponse response : stored.responses()) {
            if (response.body() instanceof HeapBody heap) {
                SlicedRepresentation.rangeOf(response)
                        .ifPresent(range -> parts.add(new Part(range, response, heap.bytes())));
            }
        }
        parts.sort(Comparator.comparingLong(part -> part.range().first()));
        return new SliceContents(parts);
    }

    /** Returns the part that contains an octet. */
    Optional<Part> at(long octet) {
        return parts.stream()
                .filter(part ->
                        part.range().first() <= octet && octet <= part.range().last())
                .findFirst();
    }

    /** Returns the first stored octet behind one that is missing. */
    OptionalLong behind(long missing) {
        return parts.stream()
                .mapToLong(part -> part.range().first())
                .filter(first -> first > missing)
                .findFirst();
    }

    /**
     * Returns the responses to store when octets of the same representation are added (RFC 9111 3.4): combined with those parts that they
     * overlap or touch.
     */
    ResponseVariants with(SlicedRepresentation representation, ByteRange range, byte[] octets, CachePolicy policy) {
        long first = range.first();
        long last = range.last();
        List<Part> others = new ArrayList<>();
        List<Part> combined = new ArrayList<>();
        for (Part part : parts) {
            boolean touches = part.range().first() <= range.last() + 1
                    && range.first() <= part.range().last() + 1;
            (touches ? combined : others).add(part);
            first = touches ? Math.min(first, part.range().first()) : first;
            last = touches ? Math.max(last, part.range().last()) : last;
        }
        byte[] all = octets;
        if (!combined.isEmpty()) {
            all = new byte[(int) (last - first + 1)];
            for (Part part : combined) {
                System.arraycopy(part.octets(), 0, all, (int) (part.range().first() - first), part.octets().length);
            }
            System.arraycopy(octets, 0, all, (int) (range.first() - first), octets.length);
        }
        List<StoredResponse> responses = new ArrayList<>();
        responses.add(representation.part(new ByteRange(first, last), StoredBodyUtils.of(all), policy));
        others.forEach(part -> responses.add(part.response()));
        if (responses.size() > MAX_PARTS) {
            responses.remove(responses.stream()
                    .min(Comparator.comparingLong(part -> part.body().length()))
                    .orElseThrow());
        }
        return ResponseVariants.restore(responses);
    }
}

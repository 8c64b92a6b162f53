package dev.larder.rfc9111;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** RFC 9111 4.1: the responses under one key, distinguished by Vary, most recently stored first. Immutable, never empty. */
public final class ResponseVariants {

    /** Maximum number of partial responses. They never displace whole responses, and a whole response makes them superfluous. */
    private static final int MAX_PARTS = 4;

    private final List<StoredResponse> responses;

    /** Kept here, as it is read when the set is evicted, and its responses have not been read for long. */
    private final Instant freshUntil;

    private ResponseVariants(List<StoredResponse> responses) {
        this.responses = List.copyOf(responses);
        this.freshUntil = latest(StoredResponse::freshUntil);
    }

    /** Creates a set with a single response. */
    public static ResponseVariants of(StoredResponse only) {
        return new ResponseVariants(List.of(only));
    }

    /**
     * Restores a set from its responses, for codecs.
     *
     * @param responses most recently stored first; at least one
     */
    public static ResponseVariants restore(List<StoredResponse> responses) {
        return new ResponseVariants(responses);
    }

    /** Returns the responses, most recently stored first; at least one. */
    public List<StoredResponse> responses() {
        return responses;
    }

    /** Returns this set with a newer response in front, which replaces the one with the same selecting fields. */
    public ResponseVariants with(StoredResponse newest, CachePolicy policy) {
        List<StoredResponse> result = new ArrayList<>(responses.size() + 1);
        result.add(newest);
        int parts = newest.isPartial() ? 1 : MAX_PARTS;
        for (StoredResponse response : responses) {
            boolean room =
                    result.size() < policy.storage().maxVariants() && (!response.isPartial() || parts++ < MAX_PARTS);
            if (room && !response.varyKey().equals(newest.varyKey())) {
                result.add(response);
            }
        }
        return new ResponseVariants(result);
    }

    /** Returns this set without one response; empty if none is left. */
    public Optional<ResponseVariants> without(StoredResponse gone) {
        List<StoredResponse> rest =
                responses.stream().filter(response -> !response.equals(gone)).toList();
        return rest.isEmpty() ? Optional.empty() : Optional.of(new ResponseVariants(rest));
    }

    /** Returns this set with every fresh response stale from {@code now} on, but served while it is validated. */
    public ResponseVariants softPurged(Instant now) {
        return new ResponseVariants(
                responses.stream().map(response -> response.softPurged(now)).toList());
    }

    /** Returns the octets of all responses. */
    public long weight() {
        long weight = 0;
        for (StoredResponse response : responses) {
            weight += response.weight();
        }
        return weight;
    }

    /** RFC 9111 4.2: returns until when one of them is fresh, on the steady time line. */
    public Instant freshUntil() {
        return freshUntil;
    }

    /** Returns the instant from which none of them can be used. */
    public Instant dropAfter(CachePolicy policy) {
        return latest(response -> response.dropAfter(policy));
    }

    private Instant latest(Function<StoredResponse, Instant> of) {
        Instant last = Instant.MIN;
        for (StoredResponse response : responses) {
            Instant instant = of.apply(response);
            last = instant.isAfter(last) ? instant : last;
        }
        return last;
    }

    /** RFC 9111 4: returns the responses that the request selects, most recent Date first. */
    List<StoredResponse> selectedBy(RequestHead request) {
        if (responses.size() == 1) {
            return responses.get(0).isSelectedBy(request) ? responses : List.of();
        }
        return responses.stream()
                .filter(response -> response.isSelectedBy(request))
                .sorted(Comparator.comparing(
                                (StoredResponse response) -> response.varyKey().isEmpty())
                        .thenComparing(StoredResponse::date, Comparator.reverseOrder()))
                .toList();
    }

    /** Returns the selected responses that are not partial: only they are ever updated. */
    List<StoredResponse> wholeSelectedBy(RequestHead request) {
        return selectedBy(request).stream()
                .filter(response -> !response.isPartial())
                .toList();
    }

    /** Returns this set with one response replaced by another. */
    ResponseVariants replacing(StoredResponse before, StoredResponse after) {
        List<StoredResponse> result = new ArrayList<>(responses.size());
        result.add(after);
        for (StoredResponse response : responses) {
            if (!response.equals(before) && !response.varyKey().equals(after.varyKey())) {
                result.add(response);
            }
        }
        return new ResponseVariants(result);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof ResponseVariants that && responses.equals(that.responses));
    }

    @Override
    public int hashCode() {
        return responses.hashCode();
    }
}

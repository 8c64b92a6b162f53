package dev.larder.rfc9111;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** RFC 9111 4.1: the responses stored under one key, told apart by Vary; most recently stored first. Immutable, never empty. */
public final class ResponseVariants {

    /** Parts never crowd out whole responses, and a whole response makes parts superfluous. */
    private static final int MOST_PARTS = 4;

    private final List<StoredResponse> responses;

    private ResponseVariants(List<StoredResponse> responses) {
        this.responses = List.copyOf(responses);
    }

    /** A set of one. */
    public static ResponseVariants of(StoredResponse only) {
        return new ResponseVariants(List.of(only));
    }

    /**
     * A set from what an earlier one had: for codecs.
     *
     * @param responses most recently stored first; at least one
     */
    public static ResponseVariants restore(List<StoredResponse> responses) {
        return new ResponseVariants(responses);
    }

    /** The responses, most recently stored first; at least one. */
    public List<StoredResponse> responses() {
        return responses;
    }

    /** This set with a newer response in front: it takes the place of the one with the same selecting fields. */
    public ResponseVariants with(StoredResponse newest, CachePolicy policy) {
        List<StoredResponse> result = new ArrayList<>(responses.size() + 1);
        result.add(newest);
        int parts = newest.partial() ? 1 : MOST_PARTS;
        for (StoredResponse response : responses) {
            boolean room =
                    result.size() < policy.storage().maxVariants() && (!response.partial() || parts++ < MOST_PARTS);
            if (room && !response.varyKey().equals(newest.varyKey())) {
                result.add(response);
            }
        }
        return new ResponseVariants(result);
    }

    /** This set less one response; nothing if none is left. */
    public Optional<ResponseVariants> without(StoredResponse gone) {
        List<StoredResponse> rest =
                responses.stream().filter(response -> !response.equals(gone)).toList();
        return rest.isEmpty() ? Optional.empty() : Optional.of(new ResponseVariants(rest));
    }

    /** This set with every fresh response stale from {@code now} on, and served while it is validated. */
    public ResponseVariants softPurged(Instant now) {
        return new ResponseVariants(
                responses.stream().map(response -> response.softPurged(now)).toList());
    }

    /** Octets all of them occupy. */
    public long weight() {
        return responses.stream().mapToLong(StoredResponse::weight).sum();
    }

    /** Since when none of them can be used. */
    public Instant dropAfter(CachePolicy policy) {
        return responses.stream()
                .map(response -> response.dropAfter(policy))
                .max(Comparator.naturalOrder())
                .orElse(Instant.MIN);
    }

    /** RFC 9111 4: those the request selects, most recent Date first. */
    List<StoredResponse> selectedBy(RequestHead request) {
        if (responses.size() == 1) {
            return responses.get(0).selectedBy(request) ? responses : List.of();
        }
        return responses.stream()
                .filter(response -> response.selectedBy(request))
                .sorted(Comparator.comparing(
                                (StoredResponse response) -> response.varyKey().isEmpty())
                        .thenComparing(StoredResponse::date, Comparator.reverseOrder()))
                .toList();
    }

    /** Those of them that are whole: only they are ever updated. */
    List<StoredResponse> wholeSelectedBy(RequestHead request) {
        return selectedBy(request).stream()
                .filter(response -> !response.partial())
                .toList();
    }

    /** This set with one response in the place of another. */
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

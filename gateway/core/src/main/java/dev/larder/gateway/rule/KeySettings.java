package dev.larder.gateway.rule;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is part of the cache key beside the target URI (RFC 9111 2: "the cache key ... can be ... extended").
 *
 * @param host whether the authority that the client names counts
 * @param query which parameters of the query count
 * @param fields names of request header fields that count
 * @param cookies names of cookies that count
 * @param user what tells users apart; empty if nothing does, and responses are shared
 * @param content bytes of request content up to which it counts, for methods that have content; empty if it does not
 */
public record KeySettings(
        boolean host,
        QueryKey query,
        List<String> fields,
        List<String> cookies,
        Optional<UserKey> user,
        OptionalInt content) {

    /** The target URI and the authority that the client names. */
    public static final KeySettings PLAIN =
            new KeySettings(true, QueryKey.ALL, List.of(), List.of(), Optional.empty(), OptionalInt.empty());

    public KeySettings {
        fields = List.copyOf(fields);
        cookies = List.copyOf(cookies);
    }

    /**
     * What tells users apart.
     *
     * @param claim a claim of the principal; empty for its name
     */
    public record UserKey(Optional<String> claim) {}
}

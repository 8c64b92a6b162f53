package dev.larder.gateway.rule;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What is part of the cache key beside the target URI (RFC 9111 2: "the cache key ... can be ... extended").
 *
 * @param host whether the authority that the client names is part of the key
 * @param query which query parameters are part of the key
 * @param fields names of request header fields that are part of the key
 * @param cookies names of cookies that are part of the key
 * @param user how users are told apart; empty if responses are shared
 * @param ignoredFields lower-case names of request fields that filters set, and that are not part of the key nevertheless; and of
 *     response fields that filters behind the cache set for all clients
 * @param content maximum bytes of request content in the key, for methods that have content; empty to exclude it
 */
public record KeySettings(
        boolean host,
        QueryKey query,
        List<String> fields,
        List<String> cookies,
        Optional<UserKey> user,
        OptionalInt content,
        Set<String> ignoredFields) {

    /** The target URI and the authority that the client names. */
    public static final KeySettings PLAIN =
            new KeySettings(true, QueryKey.ALL, List.of(), List.of(), Optional.empty(), OptionalInt.empty());

    public KeySettings {
        fields = List.copyOf(fields);
        cookies = List.copyOf(cookies);
        ignoredFields = Set.copyOf(ignoredFields);
    }

    /** Creates settings that ignore no field. */
    public KeySettings(
            boolean host,
            QueryKey query,
            List<String> fields,
            List<String> cookies,
            Optional<UserKey> user,
            OptionalInt content) {
        this(host, query, fields, cookies, user, content, Set.of());
    }

    /** Returns whether nothing of a request but its target and authority is part of the key. */
    public boolean isOfTarget() {
        return fields.isEmpty() && cookies.isEmpty() && user.isEmpty() && content.isEmpty();
    }

    /**
     * How users are told apart.
     *
     * @param claim a claim of the principal; empty for its name
     */
    public record UserKey(Optional<String> claim) {}
}

package dev.larder.gateway.route;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which requests under a rule are acknowledged before their origin has them, and what they have to be.
 *
 * @param methods their methods
 * @param mediaTypes of their content, such as application/json or text/*; empty for any
 * @param json whether their content has to be JSON
 * @param maxLength bytes of content, beyond which they are refused
 * @param onlyIfPreferred whether only those that say {@code Prefer: respond-async} (RFC 7240 4.1)
 * @param orderBy which of them are delivered in their order
 * @param fields names of the fields that are forwarded with them
 * @param elsewhere whether they are delivered to a URL of the rule's own, wherever they were sent to
 */
public record Buffering(
        Set<String> methods,
        Set<String> mediaTypes,
        boolean json,
        long maxLength,
        boolean onlyIfPreferred,
        OrderKey orderBy,
        Set<String> fields,
        boolean elsewhere) {

    /** Methods of requests that can be. */
    public static final Set<String> BUFFERABLE = Set.of("POST", "PUT", "PATCH");

    public Buffering {
        methods = Set.copyOf(methods);
        mediaTypes = Set.copyOf(mediaTypes);
        fields = Set.copyOf(fields);
    }

    /**
     * Whether deliveries reach what requests are forwarded to, without the help of a load balancer or other filters.
     *
     * @param scheme of the URI that they are forwarded to; null if it has none
     */
    public boolean reaches(@Nullable String scheme) {
        return elsewhere || "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
    }
}

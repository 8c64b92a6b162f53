package dev.larder.gateway.describe;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.Incremental;
import dev.larder.rfc9111.RequestHead;
import java.util.List;
import java.util.Objects;

/**
 * A client's request on a cached route, as it is looked up and forwarded.
 *
 * @param head the head as it is forwarded
 * @param key the cache key; incomplete if parts of it could not be determined
 * @param resourceTags tags that invalidate its response, or that it invalidates
 * @param policy policy of the rule, combined with the arguments of the route's filter
 * @param route id of the route; empty if there is none
 */
public record ExchangeRequest(
        RequestHead head, CacheKey key, ResourceTags resourceTags, CachePolicy policy, String route) {

    private static final List<String> LESS =
            List.of("Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since");

    /** Returns the rule that applies. */
    public RequestRule rule() {
        return resourceTags.rule();
    }

    /** Returns whether the method is HEAD. */
    public boolean isHead() {
        return head.method().equals("HEAD");
    }

    /** Returns whether the client sent a condition that a 304 could answer (RFC 9110 13.1). */
    public boolean isConditional() {
        return isConditional(head);
    }

    /** Returns whether a 304 could answer this request (RFC 9110 13.1). */
    public static boolean isConditional(RequestHead head) {
        return head.fields().contains("If-None-Match") || head.fields().contains("If-Modified-Since");
    }

    /** Returns whether it may wait for the response to another request: neither its rule nor its client forbids it. */
    public boolean mayWaitForAnother() {
        return rule().handling().collapse() && !Incremental.isStreamRequested(head.fields());
    }

    /** Returns whether it asks for less than the whole response: a range, or what a condition may spare. */
    public boolean isRangeOrConditional() {
        return LESS.stream().anyMatch(head.fields()::contains);
    }

    /** Returns what may identify users: only requests with equal credentials may wait for one another. */
    public String credentials() {
        return MessageHeadConverter.credentials(head);
    }

    /** Returns the requested path as it was received. */
    public String rawPath() {
        return Objects.requireNonNullElse(head.target().getRawPath(), "");
    }

    /** Returns whether the request has fields that may identify users. */
    public boolean hasCredentials() {
        return head.fields().contains("Authorization") || head.fields().contains("Cookie");
    }
}

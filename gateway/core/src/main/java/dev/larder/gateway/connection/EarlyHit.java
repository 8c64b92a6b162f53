package dev.larder.gateway.connection;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.gateway.metrics.LogSafeText;
import dev.larder.gateway.store.StoredBodyUtils;
import dev.larder.rfc9111.CacheStatus;
import dev.larder.rfc9111.ConstructedResponse;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StoredResponse;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A response from the store.
 *
 * @param decision routing decision by which it was found
 * @param method method of the request: GET or HEAD
 * @param entry entry with the variants that the request has selected from
 * @param stored the selected response
 * @param answer the response constructed from it
 * @param head status and all fields of that response
 * @param reason the reason for reusing it
 */
record EarlyHit(
        CachedRoutingDecision decision,
        String method,
        CacheEntry<ResponseVariants> entry,
        StoredResponse stored,
        ConstructedResponse answer,
        ResponseHead head,
        Reason reason) {

    ResponseVariants variants() {
        return entry.value();
    }

    HeaderFields fields() {
        return head.fields();
    }

    /** Returns the path as it may be logged. */
    String path() {
        return LogSafeText.path(decision.routing().target().getRawPath());
    }

    /** Returns the Cache-Status member of this cache. */
    String cacheStatus() {
        List<String> members = fields().values(CacheStatus.FIELD);
        return members.get(members.size() - 1);
    }

    /** Returns the content that is sent to the client. */
    List<ByteBuffer> content() {
        return isHead() ? List.of() : StoredBodyUtils.of(answer, stored.body());
    }

    /** Returns the size of the content that is sent to the client, in octets. */
    long length() {
        if (isHead() || !answer.hasContent()) {
            return 0;
        }
        return answer instanceof ConstructedResponse.Whole
                ? stored.body().length()
                : content().stream().mapToLong(ByteBuffer::remaining).sum();
    }

    boolean isHead() {
        return method.equals("HEAD");
    }
}

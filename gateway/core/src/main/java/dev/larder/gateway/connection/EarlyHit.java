package dev.larder.gateway.connection;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.gateway.exchange.StoredBodyUtils;
import dev.larder.gateway.metrics.LogSafeText;
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
 * An answer from the store.
 *
 * @param decision by which it was found
 * @param method of the request: GET or HEAD
 * @param entry that holds those among which the request has selected
 * @param stored what it has selected
 * @param answer what it is answered with
 * @param head status and all fields of that answer
 * @param reason why it may be answered so
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

    /** The path as it may be shown. */
    String path() {
        return LogSafeText.path(decision.routing().target().getRawPath());
    }

    /** What the cache says it has done. */
    String cacheStatus() {
        List<String> members = fields().values(CacheStatus.FIELD);
        return members.get(members.size() - 1);
    }

    /** The content that goes to the client. */
    List<ByteBuffer> content() {
        return isHead() ? List.of() : StoredBodyUtils.of(answer, stored.body());
    }

    /** Octets of the content that goes to the client. */
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

package dev.larder.gateway.hitpath;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.gateway.exchange.Bodies;
import dev.larder.gateway.observe.Printable;
import dev.larder.rfc9111.Answer;
import dev.larder.rfc9111.CacheStatus;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredResponse;
import dev.larder.rfc9111.Variants;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * An answer from the store.
 *
 * @param shortcut by which it was found
 * @param method of the request: GET or HEAD
 * @param entry that holds those among which the request has selected
 * @param stored what it has selected
 * @param answer what it is answered with
 * @param head status and all fields of that answer
 * @param reason why it may be answered so
 */
record EarlyHit(
        Shortcut shortcut,
        String method,
        CacheEntry<Variants> entry,
        StoredResponse stored,
        Answer answer,
        ResponseHead head,
        Reason reason) {

    Variants variants() {
        return entry.value();
    }

    HeaderFields fields() {
        return head.fields();
    }

    /** The path as it may be shown. */
    String path() {
        return Printable.path(shortcut.precedent().target().getRawPath());
    }

    /** What the cache says it has done. */
    String cacheStatus() {
        List<String> members = fields().values(CacheStatus.FIELD);
        return members.get(members.size() - 1);
    }

    /** The content that goes to the client. */
    List<ByteBuffer> content() {
        return isHead() ? List.of() : Bodies.of(answer, stored.body());
    }

    /** Octets of the content that goes to the client. */
    long length() {
        if (isHead() || !answer.hasContent()) {
            return 0;
        }
        return answer instanceof Answer.Whole
                ? stored.body().length()
                : content().stream().mapToLong(ByteBuffer::remaining).sum();
    }

    boolean isHead() {
        return method.equals("HEAD");
    }
}

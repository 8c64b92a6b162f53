package dev.larder.gateway.exchange;

import dev.larder.http.SendProgress;
import dev.larder.invalidation.EpochChange;
import dev.larder.rfc9111.ResponseHead;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** The invalidation around one unsafe request (RFC 9111 4.4). */
public interface WritePort {

    /**
     * Forwards the request once its fence is set, and invalidates what it changes.
     *
     * @param forward sends the request, observed by the argument, and emits the head of its response
     * @return emits what has changed, once that has taken effect: only then may the response be released. Cancelling it leaves the
     *     write alone, if the origin may have received it
     */
    Mono<EpochChange> around(Function<SendProgress, Mono<ResponseHead>> forward);

    /** Returns whether the response waits until every member of a cluster knows of the write. */
    boolean waits();

    /** Returns whether a GET for the same target is answered by the same rule as the content of this response would be stored. */
    boolean mayBeStored();
}

package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.OriginResponseStream;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredResponse;
import java.nio.ByteBuffer;
import reactor.core.publisher.Flux;

/** What the client whose request went to the origin is answered with. */
sealed interface InitiatorResponse {

    /** The origin's response as it is, its body not recorded. */
    record PassOn(OriginResponseStream answer) implements InitiatorResponse {}

    /** The origin's response while it is being recorded. */
    record Recorded(ResponseHead head, Flux<byte[]> body) implements InitiatorResponse {}

    /** The origin's response, recorded, whose content came with its head. */
    record AtHand(ResponseHead head, ByteBuffer content) implements InitiatorResponse {}

    /** A stored response that the origin has just confirmed, or delivered. */
    record Confirmed(StoredResponse stored) implements InitiatorResponse {}

    /** A stale response, because the origin failed. */
    record Stale(StoredResponse stored, Reason reason) implements InitiatorResponse {}

    /** Nothing. */
    record Nothing(Throwable error) implements InitiatorResponse {}
}

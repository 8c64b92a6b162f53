package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.OriginResponseStream;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredResponse;
import java.nio.ByteBuffer;
import reactor.core.publisher.Flux;

/** The response for the client whose request initiated the fetch. */
sealed interface InitiatorResponse {

    /** The origin's response, unchanged and not recorded. */
    record PassOn(OriginResponseStream answer) implements InitiatorResponse {}

    /** The origin's response while it is being recorded. */
    record Recorded(ResponseHead head, Flux<byte[]> body) implements InitiatorResponse {}

    /** The origin's response, recorded; its content was received with its head. */
    record AtHand(ResponseHead head, ByteBuffer content) implements InitiatorResponse {}

    /** A stored response that the origin has just confirmed or sent. */
    record Confirmed(StoredResponse stored) implements InitiatorResponse {}

    /** A stale response, used because the origin failed. */
    record Stale(StoredResponse stored, Reason reason) implements InitiatorResponse {}

    /** No response. */
    record Nothing(Throwable error) implements InitiatorResponse {}
}

package dev.larder.gateway.exchange;

import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.message.TruncatedResponseException;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.StaleServing.Failure;
import dev.larder.rfc9111.StoredBody;
import dev.larder.rfc9111.StoredResponse;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** The outcome of a collapsed fetch, as waiting requests receive it. */
public sealed interface CollapsedFetchOutcome {

    /**
     * Returns the outcome of a fetch whose response is whole.
     *
     * @param notStored why it is not stored; others must not get it if a write has invalidated it, or if it is unknown which do
     */
    static CollapsedFetchOutcome whole(StoredResponse response, Optional<Reason> notStored) {
        return notStored
                .filter(reason -> reason == Reason.VOIDED || reason == Reason.CONTENT_UNREADABLE)
                .<CollapsedFetchOutcome>map(Released::new)
                .orElseGet(() -> new Completed(response));
    }

    /** The fetch produced a reusable response. */
    record Completed(StoredResponse response) implements CollapsedFetchOutcome {}

    /**
     * The fetch receives a reusable response whose content is still arriving.
     *
     * @param leave must be run once, at the end of its request, by each recipient
     */
    record Streaming(StoredResponse response, Runnable leave) implements CollapsedFetchOutcome {

        /** Returns whether a request can be answered: no range can be cut from content of unknown length before its end. */
        boolean canAnswer(RequestHead request) {
            return isSized() || !request.fields().contains("Range");
        }

        /** Returns whether the length of the content is known. */
        boolean isSized() {
            return response.body().length() != StoredBody.UNKNOWN;
        }
    }

    /** The response is for the initiating client only; the other requests are forwarded on their own. */
    record Released(Reason reason) implements CollapsedFetchOutcome {}

    /** The fetch was not needed: its response had been stored in the meantime. Look it up again. */
    record Superseded() implements CollapsedFetchOutcome {}

    /** The initiator has left before it made the request, so nothing has been tried. Look it up again. */
    record InitiatorLeft() implements CollapsedFetchOutcome {}

    /**
     * The fetch failed.
     *
     * @param error the cause, if it was an exception
     */
    record Failed(Failure failure, Optional<Throwable> error) implements CollapsedFetchOutcome {

        /** Creates a failure without an exception. */
        public Failed(Failure failure) {
            this(failure, Optional.empty());
        }

        /** Returns the failure as those signal it that have waited; what the client of the fetch has caused is not theirs. */
        Throwable cause() {
            return error.filter(known -> !GatewayProblem.isOfClient(known))
                    .orElseGet(() -> failure == Failure.TIMEOUT
                            ? new TimeoutException("The origin did not answer in time.")
                            : new TruncatedResponseException());
        }
    }
}

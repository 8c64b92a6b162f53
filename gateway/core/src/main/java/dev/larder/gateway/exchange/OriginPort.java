package dev.larder.gateway.exchange;

import dev.larder.http.client.OriginCall;
import dev.larder.http.client.OriginResponseListener;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import java.util.Optional;

/** The origin of one exchange. Called on the loop of the exchange; so is the listener. */
public interface OriginPort {

    /**
     * Sends a request. Only {@link OriginResponseListener#sending} is called before this returns; if the origin has responded already,
     * {@link OriginResponseListener#head} too.
     *
     * @param content length of its content in octets, which the caller sends then
     */
    OriginCall ask(RequestHead request, long content, OriginResponseListener listener);

    /** Returns the same origin for a request that no client waits for. */
    default OriginPort inBackground() {
        return this;
    }

    /**
     * Returns the received head of a response, interim or final, as it is judged: with what Connection names, as that may restrict
     * the response. It is removed where a head goes to a client ({@link ExchangeResponder}) or to the store.
     */
    default ResponseHead seen(ResponseHead head) {
        return head;
    }

    /** Returns why a response that has arrived must not be stored, whatever its head says; empty if it may be. */
    default Optional<Reason> obstacle() {
        return Optional.empty();
    }

    /** Returns the failure of a request as Gateway's own client signals it to the filters of a route. */
    default Throwable signalled(Throwable failure) {
        return failure;
    }

    /**
     * Called when the head of a final response has arrived.
     *
     * @param nanos time since the request was made
     */
    default void answered(int status, long nanos) {}

    /**
     * Called when a request has failed, and no head of a final response has arrived.
     *
     * @param nanos time since the request was made
     */
    default void unanswered(Throwable error, long nanos) {}
}

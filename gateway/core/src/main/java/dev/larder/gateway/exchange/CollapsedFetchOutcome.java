package dev.larder.gateway.exchange;

import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.StaleServing.Failure;
import dev.larder.rfc9111.StoredResponse;
import java.util.Optional;

/** How an origin request that others wait for has ended, for those who wait. */
public sealed interface CollapsedFetchOutcome {

    /** It brought a response that may be reused. */
    record Completed(StoredResponse response) implements CollapsedFetchOutcome {}

    /**
     * It is bringing a response that may be reused, whose content still arrives.
     *
     * @param leave to be run once by whoever has been told so, when his request is over
     */
    record Streaming(StoredResponse response, Runnable leave) implements CollapsedFetchOutcome {}

    /** What it brings is for its own client only; the others ask for themselves. */
    record Released(Reason reason) implements CollapsedFetchOutcome {}

    /** It was not needed: what it would have brought had been stored meanwhile; look again. */
    record Superseded() implements CollapsedFetchOutcome {}

    /**
     * It brought nothing.
     *
     * @param error of which it has failed, if it was one
     */
    record Failed(Failure failure, Optional<Throwable> error) implements CollapsedFetchOutcome {

        /** It brought nothing, by no error that anybody could name. */
        public Failed(Failure failure) {
            this(failure, Optional.empty());
        }
    }
}

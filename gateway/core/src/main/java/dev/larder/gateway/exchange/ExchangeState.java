package dev.larder.gateway.exchange;

import dev.larder.gateway.message.ClientPort;
import dev.larder.rfc9111.Reason;
import java.util.Optional;
import reactor.core.Disposable;

/** The states of a {@link ReadExchange}. */
sealed interface ExchangeState {

    ExchangeState LOOKING_UP = new LookingUp();
    ExchangeState OVER = new Over();

    /** Called when the client has left, or the gateway has failed. */
    default void leave() {}

    /** Called when the client keeps up again. */
    default void clientWritable() {}

    record LookingUp() implements ExchangeState {}

    record Claiming(CollapsedFetch fetch, Disposable.Swap claim) implements ExchangeState {

        @Override
        public void leave() {
            claim.dispose();
            fetch.end(new CollapsedFetchOutcome.InitiatorLeft());
        }
    }

    record Joining(Disposable.Composite waiting) implements ExchangeState {

        @Override
        public void leave() {
            waiting.dispose();
        }
    }

    record Fetching(Fetch fetch) implements ExchangeState {

        @Override
        public void leave() {
            fetch.left();
        }

        @Override
        public void clientWritable() {
            fetch.resume();
        }
    }

    record Slicing(SlicedResponse response) implements ExchangeState {

        @Override
        public void leave() {
            response.left();
        }

        @Override
        public void clientWritable() {
            response.clientWritable();
        }
    }

    record Passing(OriginRequestTracker call) implements ExchangeState {

        @Override
        public void leave() {
            call.cancel();
        }

        @Override
        public void clientWritable() {
            call.resume();
        }
    }

    record Over() implements ExchangeState {}

    /** The state of one exchange, and the response to its client. Confined to the loop of the exchange. */
    final class Current {

        private final ExchangeContext context;
        private final ExchangeResponder responder;
        private ExchangeState state = ExchangeState.LOOKING_UP;

        /** @param gone called instead of a response that a fetch has brought, if its body cannot be read any more */
        Current(ExchangeContext context, ClientPort client, Runnable gone) {
            this.context = context;
            this.responder = new ExchangeResponder(context, client, () -> state = ExchangeState.OVER, gone);
        }

        /** Returns what sends the response, if its client has not left. */
        ExchangeResponder responder() {
            return responder;
        }

        ExchangeState state() {
            return state;
        }

        void enter(ExchangeState next) {
            state = next;
        }

        boolean isOver() {
            return state == ExchangeState.OVER;
        }

        /** Returns the fetch of this exchange alone, which has not begun. */
        Fetch fetch(Optional<SelectedResponse> selection, Reason reason) {
            return fetch(CollapsedFetch.alone(context.stamp()), selection, reason);
        }

        /** Returns a fetch that others may join, and that has not begun. */
        Fetch fetch(CollapsedFetch shared, Optional<SelectedResponse> selection, Reason reason) {
            context.report().forwarded(reason);
            var fetch = new Fetch(context, selection, shared, responder);
            state = new ExchangeState.Fetching(fetch);
            return fetch;
        }

        /** Begins a response from slices. */
        void slice(SlicedResponse response) {
            state = new ExchangeState.Slicing(response);
            response.step();
        }
    }
}

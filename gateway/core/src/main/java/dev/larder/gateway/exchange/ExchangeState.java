package dev.larder.gateway.exchange;

import reactor.core.Disposable;

/** The states of an {@link Exchange}. */
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
}

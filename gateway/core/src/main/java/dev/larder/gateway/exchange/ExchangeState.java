package dev.larder.gateway.exchange;

import reactor.core.Disposable;

/** The states of an {@link Exchange}. */
sealed interface ExchangeState {

    ExchangeState LOOKING_UP = new LookingUp();
    ExchangeState OVER = new Over();

    record LookingUp() implements ExchangeState {}

    record Claiming(CollapsedFetch fetch, Disposable.Swap claim) implements ExchangeState {}

    record Joining(Disposable.Composite waiting) implements ExchangeState {}

    record Fetching(Fetch fetch) implements ExchangeState {}

    record Slicing(SlicedResponse response) implements ExchangeState {}

    record Passing(OriginRequestTracker call) implements ExchangeState {}

    record Over() implements ExchangeState {}
}

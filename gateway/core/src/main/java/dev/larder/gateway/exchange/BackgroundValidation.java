package dev.larder.gateway.exchange;

import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.rfc9111.Reuse;
import java.util.Optional;

/** Validates a stored response while it is being served: a stale one (RFC 5861 3), or one that will soon be stale. */
final class BackgroundValidation {

    private BackgroundValidation() {}

    /**
     * Makes the request, unless that is being done or has been done lately, the response has been replaced, or the one to come
     * must not be stored.
     */
    static void begin(ExchangeContext context, SelectedResponse selection) {
        ExchangeRequest request = context.request();
        RefreshBackoff backoff = context.services().fetches().refreshBackoff();
        if (Reuse.isStoringForbidden(request.head(), request.policy())
                || !backoff.isOver(request, selection, context.now())) {
            return;
        }
        context.services()
                .fetches()
                .leadUnlessUnderWay(
                        request.key(),
                        request.credentials(),
                        context.stamp(),
                        shared -> context.store()
                                .holds(request.key(), Optional.of(selection.variants()))
                                .subscribe(
                                        still -> context.loop().run(() -> begin(context, selection, shared, still))));
    }

    private static void begin(
            ExchangeContext context, SelectedResponse selection, CollapsedFetch shared, boolean needed) {
        if (needed) {
            context.services().fetches().refreshBackoff().begin(context.request(), selection, context.now());
            new Fetch(context.inBackground(), Optional.of(selection), shared, FetchInitiator.NONE).start();
        } else {
            shared.end(new CollapsedFetchOutcome.Superseded());
        }
    }
}

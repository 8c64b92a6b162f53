package dev.larder.gateway.exchange;

import java.util.Optional;

/** Validates a stored response while it is being served (RFC 5861 3). */
final class BackgroundValidation {

    private BackgroundValidation() {}

    /** Makes the request, unless that is being done, or the response has been replaced. */
    static void begin(ExchangeContext context, SelectedResponse selection) {
        ExchangeRequest request = context.request();
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
            new Fetch(context.inBackground(), Optional.of(selection), shared, FetchInitiator.NONE).start();
        } else {
            shared.end(new CollapsedFetchOutcome.Superseded());
        }
    }
}

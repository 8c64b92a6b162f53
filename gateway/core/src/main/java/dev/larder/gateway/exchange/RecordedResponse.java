package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredResponse;

/**
 * A response that is recorded.
 *
 * @param head head as it was received
 * @param stored what is to be stored, without its body
 * @param stamp its stamp, with the tags that it names itself
 * @param cost nanoseconds from the request to the head
 */
record RecordedResponse(ResponseHead head, StoredResponse stored, EpochStamp stamp, long cost) {

    /** Tells the listeners that it has arrived as this whole, with this stamp: for a client, or in the background. */
    void tell(ExchangeContext context, StoredResponse whole, EpochStamp brought, boolean background) {
        String route = context.request().route();
        if (background) {
            context.services().events().refreshed(route, cost);
        } else {
            context.services().events().fetched(route, context.keyOf(whole), whole, cost, brought);
        }
    }
}

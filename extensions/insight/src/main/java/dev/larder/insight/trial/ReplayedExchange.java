package dev.larder.insight.trial;

import dev.larder.gateway.rule.RequestRule;
import dev.larder.insight.dryrun.BodyDigest;
import dev.larder.insight.dryrun.DryRunResponse.Agreement;
import dev.larder.insight.dryrun.KeyedHashes;
import dev.larder.rfc9111.StoredResponse;
import java.util.Optional;

/**
 * What some rules would have made of an exchange.
 *
 * @param rule the rule that applies
 * @param key name of the key; empty if it would not have been looked up
 * @param served response that would have been sent from the store
 * @param agreement whether that has the content that the client got
 * @param isStored whether the response would have been stored
 */
record ReplayedExchange(
        RequestRule rule,
        Optional<KeyedHashes.Name> key,
        Optional<StoredResponse> served,
        Agreement agreement,
        boolean isStored) {

    boolean isHit() {
        return served.isPresent();
    }

    /** Returns whether it would have been answered with another content than the client got. */
    boolean hasDifferentContent() {
        return isHit() && agreement == Agreement.DIFFERENT;
    }

    /** Returns the content that would have been sent from the store. */
    Optional<BodyDigest> servedBody() {
        return served.map(StoredResponse::body)
                .filter(BodyDigest.class::isInstance)
                .map(BodyDigest.class::cast);
    }
}

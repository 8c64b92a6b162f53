package dev.larder.gateway.filter;

import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.describe.RequestDescriber;
import dev.larder.gateway.describe.UnkeyedFields;
import dev.larder.gateway.describe.UserKeyResolver;
import dev.larder.gateway.exchange.ExchangeReporter;
import dev.larder.gateway.filter.UnsafeRequestHandler.Takeover;
import dev.larder.gateway.rule.RuleSet;
import java.util.Optional;

/**
 * Services shared by all cached routes; they outlive routes and their refreshes.
 *
 * @param fetching services that find, fetch and store responses
 * @param rules rules of requests
 * @param unkeyed fields that are not forwarded because they are not part of keys
 * @param users determines the users of requests
 * @param writes forwards unsafe requests
 * @param decisions is notified of routing decisions
 */
public record CacheServices(
        FetchServices fetching,
        RuleSet rules,
        UnkeyedFields unkeyed,
        UserKeyResolver users,
        UnsafeRequestForwarder writes,
        RoutingDecisionListener decisions,
        ExchangeExtensions extensions) {

    /** Returns a describer of the requests of all routes. */
    public RequestDescriber describer() {
        return new RequestDescriber(rules, unkeyed, users, writes.uploads(), fetching.store());
    }

    /** Returns what answers a write in place of its origin; empty if it is forwarded. */
    public Optional<Takeover> takeover(ExchangeRequest write) {
        return write.rule().handling().dryRun() || rules.isPassing()
                ? Optional.empty()
                : extensions.unsafeRequests().takeover(write.head(), write.resourceTags());
    }

    /** Returns whether requests may be answered, or forwarded, before they are routed. */
    boolean isEarly() {
        return decisions != RoutingDecisionListener.NONE;
    }

    ExchangeReporter reporter() {
        return fetching.exchanges().reporter();
    }
}

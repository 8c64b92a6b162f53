package dev.larder.gateway.connection;

import dev.larder.gateway.describe.UnkeyedFields;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.Vary;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lookup shared by both early levels: finds the routing decision of a request, and its response. */
final class EarlyLookup {

    private final HitLevel level;
    private final HitPath path;
    private final RoutingDecisionCache decisions;
    private final ImmediateStoreLookup hits;
    private final UnkeyedFields unkeyed;

    EarlyLookup(
            HitLevel level,
            HitPath path,
            RoutingDecisionCache decisions,
            ImmediateStoreLookup hits,
            UnkeyedFields unkeyed) {
        this.level = level;
        this.path = path;
        this.decisions = decisions;
        this.hits = hits;
        this.unkeyed = unkeyed;
    }

    /** Returns the routing decision for a target, if it may be used at this level. */
    @Nullable
    CachedRoutingDecision shortcut(RequestTarget target) {
        CachedRoutingDecision found = decisions.find(target);
        return found == null || found.level().compareTo(level) < 0 || !path.isCurrent(found) ? null : found;
    }

    /** Returns the response to a request, if it is stored and the client does not ask for another. */
    Optional<EarlyHit> find(CachedRoutingDecision decision, String method, HeaderFields fields) {
        RequestHead request = Vary.withoutUnusable(decision.head(method, fields));
        return decision.bypassed(request.fields()) ? Optional.empty() : hits.find(decision, request, hits.now());
    }

    UnkeyedFields unkeyed() {
        return unkeyed;
    }

    /** Returns the time by which freshness is calculated. */
    Instant now() {
        return hits.now();
    }

    /**
     * Returns the fields of a request as the route would see them.
     *
     * @param peer address of the sender
     */
    HeaderFields fields(Iterable<Map.Entry<String, String>> received, @Nullable InetSocketAddress peer) {
        return unkeyed.leftOf(received, peer);
    }
}

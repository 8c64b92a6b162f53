package dev.larder.gateway.describe;

import dev.larder.gateway.rule.CacheBypass;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.Reuse;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** Why a read is not looked up, in one order for live requests, dry runs and trials. */
final class ReadObstacles {

    private ReadObstacles() {}

    /**
     * Returns why the store is not used for a request; empty if the engine decides.
     *
     * @param asked the target that the client asked for
     * @param fields supplies the fields of the request
     * @param anonymous whether the request has no user
     */
    static Optional<Reason> of(
            String method, URI asked, Supplier<HeaderFields> fields, RequestRule rule, boolean anonymous) {
        if (!rule.policy().methods().contains(method)) {
            return Optional.of(Reason.METHOD);
        }
        if (anonymous && rule.key().user().isPresent()) {
            return Optional.of(Reason.NO_PRINCIPAL);
        }
        CacheBypass bypass = rule.handling().bypass();
        String query = Objects.requireNonNullElse(asked.getRawQuery(), "");
        return bypass.granted() && bypass.asked(fields.get(), query) ? Optional.of(Reason.BYPASS) : Optional.empty();
    }

    /** Returns the same for a request that the engine does not see, and whose content is not read. */
    static Optional<Reason> ofWatched(RequestHead head, RequestRule rule, boolean anonymous) {
        return rule.policy().keyedByContent(head.method())
                ? Optional.of(Reason.METHOD)
                : of(head.method(), head.target(), head::fields, rule, anonymous)
                        .or(() -> Reuse.obstacle(head, rule.policy()));
    }
}

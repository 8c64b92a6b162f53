package dev.larder.gateway.describe;

import dev.larder.gateway.rule.Lifetime;
import dev.larder.gateway.rule.NamedTarget;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.rule.RuleSnapshot;
import dev.larder.rfc9111.CachePolicy;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.server.ServerWebExchange;

/**
 * The arguments of the cache filter of one route.
 *
 * @param ttl freshness lifetime of responses whose origin states none; takes precedence over that of any rule
 * @param rule name of the rule for the route; takes precedence over any other
 */
public record CacheFilterArguments(Optional<Duration> ttl, Optional<String> rule) {

    private static final String SNAPSHOT = RuleSnapshot.class.getName();

    /** No arguments. */
    public static final CacheFilterArguments SILENT = new CacheFilterArguments(Optional.empty(), Optional.empty());

    /** Parses an argument: a duration is a lifetime, anything else the name of a rule. */
    public static CacheFilterArguments of(@Nullable String argument) {
        if (argument == null || argument.isBlank()) {
            return SILENT;
        }
        Optional<Duration> lifetime = Lifetime.parse(argument);
        return new CacheFilterArguments(lifetime, lifetime.isPresent() ? Optional.empty() : Optional.of(argument));
    }

    /** Returns rule and tags of a request on this route, under the rules that it began with. */
    public ResourceTags reach(RuleSet all, ServerWebExchange exchange, URI target) {
        RuleSnapshot rules = snapshot(all, exchange);
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        return ResourceTags.of(
                rules,
                new NamedTarget(exchange.getRequest().getMethod().name(), target, RequestedTarget.path(exchange)),
                route == null
                        ? rules.ofRoute(rule, "", Map.of())
                        : rules.ofRoute(rule, route.getId(), route.getMetadata()));
    }

    /** The first of Larder's filters that needs rules takes those in force; later ones and retries have the same. */
    public static RuleSnapshot snapshot(RuleSet all, ServerWebExchange exchange) {
        return (RuleSnapshot) exchange.getAttributes().computeIfAbsent(SNAPSHOT, name -> all.current());
    }

    /** Returns the policy of the rule, combined with these arguments. */
    CachePolicy policy(CachePolicy ofRule) {
        return ttl.map(ofRule::withTtl).orElse(ofRule);
    }
}

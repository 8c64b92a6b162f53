package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.rule.RuleSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.gateway.route.RouteLocator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Rejects rules that cannot apply to any request, once all routes that the application itself declares are known. */
final class UnusedRuleCheck {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private UnusedRuleCheck() {}

    static void check(RuleSet rules, ObjectProvider<RouteLocator> routes) {
        List<String> unused = rules.unused();
        if (unused.isEmpty()) {
            return;
        }
        Set<String> inMetadata = named(routes);
        unused.stream().filter(rule -> !inMetadata.contains(rule)).findFirst().ifPresent(rule -> {
            throw new InvalidPropertyException(
                    "larder.rules." + rule + ".paths",
                    "",
                    "the rule has no routes either, and no route names it, so it could never apply",
                    "/users/**, or Cache=" + rule + " in the filters of a route");
        });
    }

    /** Returns rule names in the metadata of routes; waits a while for routes from elsewhere, such as a registry. */
    private static Set<String> named(ObjectProvider<RouteLocator> routes) {
        return Mono.justOrEmpty(routes.getIfAvailable())
                .flatMapMany(RouteLocator::getRoutes)
                .mapNotNull(route -> route.getMetadata().get(RuleSnapshot.METADATA))
                .map(String::valueOf)
                .take(PATIENCE)
                .onErrorResume(unknown -> Flux.empty())
                .collect(Collectors.toUnmodifiableSet())
                .blockOptional()
                .orElse(Set.of());
    }
}

package dev.larder.gateway.annotation;

import dev.larder.gateway.filter.UnsafeRequestHandler;
import dev.larder.gateway.rule.RuleSet;
import java.net.URI;
import java.util.Collection;
import org.springframework.core.env.Environment;

/** Rejects contracts whose buffered writes could not be delivered, once all properties are known. */
final class BufferedContractChecks {

    private BufferedContractChecks() {}

    static void check(
            Collection<AnnotatedRoute> routes, Environment environment, RuleSet rules, UnsafeRequestHandler handler) {
        routes.forEach(route -> check(route, ContractRouteDefinitionLocator.uri(route, environment), rules, handler));
    }

    private static void check(AnnotatedRoute route, URI uri, RuleSet rules, UnsafeRequestHandler handler) {
        rules.named(route.rule())
                .filter(rule -> !handler.canDeliver(rule, route.method(), uri.getScheme()))
                .ifPresent(rule -> {
                    throw new InvalidAnnotationException(
                            route.contract(),
                            "@LarderRoutes(uri = \"" + route.uri() + "\") leads to " + uri + ", which deliveries of "
                                    + route.id() + " cannot reach, as it is neither http nor https",
                            "@BufferedWrite(bulk = \"http://orders:8080/bulk/{path}\")");
                });
    }
}

package dev.larder.gateway.autoconfigure.annotated;

import dev.larder.gateway.route.Rules;
import java.net.URI;
import java.util.Collection;
import org.springframework.core.env.Environment;

/** Refuses contracts whose writes are buffered and could not be delivered, once all properties are known. */
final class BufferedContracts {

    private BufferedContracts() {}

    static void check(Collection<AnnotatedRoute> routes, Environment environment, Rules rules) {
        routes.forEach(route -> check(route, ContractRoutes.uri(route, environment), rules));
    }

    private static void check(AnnotatedRoute route, URI uri, Rules rules) {
        rules.named(route.rule())
                .flatMap(rule -> rule.handling().buffering())
                .filter(buffering ->
                        buffering.methods().contains(route.method()) && !buffering.reaches(uri.getScheme()))
                .ifPresent(buffering -> {
                    throw new InvalidAnnotationException(
                            route.contract(),
                            "@LarderRoutes(uri = \"" + route.uri() + "\") leads to " + uri + ", which deliveries of "
                                    + route.id() + " cannot reach, as it is neither http nor https",
                            "@BufferedWrite(bulk = \"http://orders:8080/bulk/{path}\")");
                });
    }
}

package dev.larder.acceptance.dryrun;

import dev.larder.acceptance.kit.Gateway;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.util.List;

/** A plain Spring Cloud Gateway, in which nothing of Larder runs, and one with a Larder that only watches; one origin. */
record Pair(ScriptedOrigin origin, Gateway plain, Gateway watching) implements AutoCloseable {

    private static final String WEBFLUX = "spring.cloud.gateway.server.webflux.";
    private static final String LARDER = "dev.larder.gateway.autoconfigure.";

    static Pair start() {
        ScriptedOrigin origin = ScriptedOrigin.start();
        Gateway plain = route(Gateway.inJvm(), origin)
                .property(
                        "spring.autoconfigure.exclude",
                        LARDER + "LarderAutoConfiguration," + LARDER + "LarderActuateAutoConfiguration")
                .start();
        Gateway watching = route(Gateway.inJvm(), origin)
                .property(WEBFLUX + "routes[0].filters[0]", "Cache=30m")
                .property(WEBFLUX + "routes[0].filters[1]", "EntityTags")
                .property("larder.dry-run", true)
                .property("larder.status-header.name", "S-Cache")
                .property("larder.rules.counted.paths", "/counted/**")
                .property("larder.rules.counted.ttl", "30m")
                .property("larder.rules.counted.key.query.ignore", "x,utm_*")
                .property("larder.rules.counted.key.query.sort", true)
                .property("larder.rules.counted.key.host", false)
                .property("larder.rules.counted.bypass.header", "Bypass-Cache")
                .property("larder.rules.counted.bypass.parameter", "refresh")
                .start();
        return new Pair(origin, plain, watching);
    }

    private static Gateway.Builder route(Gateway.Builder builder, ScriptedOrigin origin) {
        return builder.property(WEBFLUX + "routes[0].id", "all")
                .property(WEBFLUX + "routes[0].uri", origin.uri())
                .property(WEBFLUX + "routes[0].predicates[0]", "Path=/**");
    }

    List<Gateway> both() {
        return List.of(plain, watching);
    }

    @Override
    public void close() {
        try (origin) {
            both().forEach(gateway -> {
                gateway.disregardLog();
                gateway.close();
            });
        }
    }
}

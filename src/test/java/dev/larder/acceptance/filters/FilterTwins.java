package dev.larder.acceptance.filters;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.filters.GatewaySupport;
import com.example.filters.OwnFilters;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One origin and two gateways with the same filters before it: a plain Spring Cloud Gateway, and a Larder. */
final class FilterTwins implements BeforeAllCallback, AfterAllCallback {

    static final String ALIVE = "/alive";

    private static final String WEBFLUX = "spring.cloud.gateway.server.webflux.";
    private static final String LARDER = "dev.larder.gateway.autoconfigure.Larder";
    private static final String CACHE = "Cache=30m";

    private final List<FilterCase> cases;
    private final int begin = GatewayFixture.inJvmLog().mark();
    private @Nullable ScriptedOrigin origin;
    private @Nullable GatewayFixture plain;
    private @Nullable GatewayFixture larder;

    FilterTwins(List<FilterCase> cases) {
        this.cases = cases;
    }

    /** Where a route's cache stands; names of one length, as they are part of what is compared. */
    enum Place {
        /** The gateway without Larder. */
        PLAIN,
        /** A route without a cache. */
        ALONE,
        /** Before the filter. */
        FIRST,
        /** Behind it. */
        AFTER;

        private List<String> filters(List<String> tested) {
            List<String> all = new ArrayList<>();
            tested.forEach(filter -> all.add(filter.replace("@", name())));
            if (this == FIRST) {
                all.add(0, CACHE);
            } else if (this == AFTER) {
                all.add(CACHE);
            }
            return all;
        }

        boolean cached() {
            return this == FIRST || this == AFTER;
        }
    }

    ScriptedOrigin origin() {
        return Objects.requireNonNull(origin);
    }

    GatewayFixture gateway(Place place) {
        return Objects.requireNonNull(place == Place.PLAIN ? plain : larder);
    }

    /** Waits until the gateway has read what was sent: connections go round its event loops, and each loop in turn. */
    void awaitReading(Place place) {
        for (int i = 0; i < 2 * Math.max(4, Runtime.getRuntime().availableProcessors()); i++) {
            gateway(place).get(ALIVE);
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        origin = ScriptedOrigin.start()
                .otherwise(FilterConversation::answer)
                .on(ALIVE, ResponseScript.ok("alive", "Cache-Control", "no-store"));
        plain = builder(List.of(Place.PLAIN))
                .property(
                        "spring.autoconfigure.exclude",
                        LARDER + "AutoConfiguration," + LARDER + "ActuateAutoConfiguration")
                // Gateway's client may send a request on a connection that its origin has just closed, and fails then.
                .property(WEBFLUX + "httpclient.pool.type", "disabled")
                .start();
        larder = builder(List.of(Place.ALONE, Place.FIRST, Place.AFTER)).start();
    }

    private GatewayFixture.Builder builder(List<Place> places) {
        GatewayFixture.Builder builder = GatewayFixture.inJvm()
                .with(OwnFilters.class)
                .with(GatewaySupport.class)
                .property("test.origin", origin().uri())
                .property(WEBFLUX + "filter.local-response-cache.enabled", true)
                .property(WEBFLUX + "global-filter.local-response-cache.enabled", false);
        int number = 0;
        for (FilterCase filters : cases) {
            for (Place place : places) {
                String path = "/zoo/" + filters.name() + "-" + place + "/{segment}";
                route(builder, number++, path, place.filters(filters.filters()));
                String metadata = WEBFLUX + "routes[" + (number - 1) + "].metadata.";
                filters.metadata().forEach((name, value) -> builder.property(metadata + name, value));
            }
        }
        route(
                builder,
                number++,
                "/fallback/route",
                List.of("FallbackHeaders", "RewriteRequestParameter=wants, nostore"));
        route(builder, number, ALIVE, List.of());
        return builder;
    }

    private void route(GatewayFixture.Builder builder, int number, String path, List<String> filters) {
        String route = WEBFLUX + "routes[" + number + "].";
        builder.property(route + "id", "zoo-" + number)
                .property(route + "uri", origin().uri())
                .property(route + "predicates[0]", "Path=" + path);
        for (int i = 0; i < filters.size(); i++) {
            filter(builder, route + "filters[" + i + "]", filters.get(i));
        }
    }

    private static void filter(GatewayFixture.Builder builder, String property, String filter) {
        if (!filter.matches("\\w+( \\w+=\\S+)+")) {
            builder.property(property, filter);
            return;
        }
        String[] words = filter.split(" ");
        builder.property(property + ".name", words[0]);
        for (int i = 1; i < words.length; i++) {
            String[] argument = words[i].split("=", 2);
            builder.property(property + ".args." + argument[0], argument[1]);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        ScriptedOrigin behind = origin();
        GatewayFixture one = plain;
        GatewayFixture two = larder;
        try (behind;
                two;
                one) {
            Stream.of(one, two).filter(Objects::nonNull).forEach(GatewayFixture::disregardLog);
        }
        assertThat(leaks()).isEmpty();
    }

    private List<String> leaks() {
        return GatewayFixture.inJvmLog().since(begin).stream()
                .filter(line -> line.contains("LEAK:"))
                .toList();
    }
}

package dev.larder.acceptance;

import dev.larder.acceptance.kit.GatewayFixture;
import java.nio.file.Path;
import java.util.List;

/** One route for each filter of Larder that makes writes invalidate; the field X-Route chooses it, and that with Cache is the others'. */
final class RoutesOfFilters {

    static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[%d].";
    static final List<String> FILTERS = List.of("WriteInvalidation", "EntityTags", "BufferedWrites=w", "Cache");

    private RoutesOfFilters() {}

    /** @param directory where buffered writes are kept */
    static GatewayFixture.Builder add(GatewayFixture.Builder builder, Path directory) {
        builder.property("larder.writes.path", directory)
                .property("larder.rules.w.routes[0]", "route2")
                .property("larder.rules.w.buffer.bulk", "/bulk")
                .property("larder.rules.w.buffer.methods[0]", "POST");
        for (int i = 0; i < FILTERS.size(); i++) {
            String route = ROUTE.formatted(i);
            String filter = FILTERS.get(i);
            builder.property(route + "id", "route" + i)
                    .property(route + "uri", "${larder.origin}")
                    .property(route + "predicates[0]", "Path=/**")
                    .property(route + "filters[0]", filter);
            if (!filter.equals("Cache")) {
                builder.property(route + "predicates[1]", "Header=X-Route, " + filter.replaceAll("=.*", ""));
            }
        }
        return builder;
    }
}

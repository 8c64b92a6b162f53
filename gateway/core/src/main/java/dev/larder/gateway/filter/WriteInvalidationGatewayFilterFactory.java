package dev.larder.gateway.filter;

import dev.larder.gateway.describe.CacheFilterArguments;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;

/** Creates the route filter {@code WriteInvalidation}, for uncached routes that write to what other routes cache. */
public final class WriteInvalidationGatewayFilterFactory extends AbstractGatewayFilterFactory<Object> {

    /** Name of the filter in route definitions. */
    public static final String NAME = "WriteInvalidation";

    private final Function<Optional<String>, GatewayFilter> filters;

    /** Creates a factory of filters that use these services. */
    public WriteInvalidationGatewayFilterFactory(CacheServices services) {
        this(rule -> filter(services, rule));
    }

    private WriteInvalidationGatewayFilterFactory(Function<Optional<String>, GatewayFilter> filters) {
        this.filters = filters;
    }

    /** Returns a factory of filters that pass every request through. */
    public static WriteInvalidationGatewayFilterFactory passing() {
        return new WriteInvalidationGatewayFilterFactory(rule -> PassingGatewayFilterFactory.FILTER);
    }

    private static GatewayFilter filter(CacheServices services, Optional<String> rule) {
        rule.ifPresent(services.rules()::use);
        return rule.isPresent()
                ? new UnsafeRequestRuleFilter(services, new CacheFilterArguments(Optional.empty(), rule))
                : new WriteInvalidationFilter(services);
    }

    /** Creates a filter that also applies this rule of the configuration, whose handler of unsafe requests may take them over. */
    public GatewayFilter under(String rule) {
        return filters.apply(Optional.of(rule));
    }

    @Override
    public GatewayFilter apply(Object config) {
        return filters.apply(Optional.empty());
    }
}

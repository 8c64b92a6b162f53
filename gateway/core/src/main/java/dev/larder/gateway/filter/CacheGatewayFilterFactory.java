package dev.larder.gateway.filter;

import dev.larder.gateway.describe.CacheFilterArguments;
import dev.larder.gateway.rule.Lifetime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;

/**
 * Creates the route filter {@code Cache}: responses of the route are stored and reused according to RFC 9111. {@code - Cache=30s}
 * also sets a lifetime of 30 seconds for responses whose origin states no freshness; {@code - Cache=catalog} applies the rule
 * {@code larder.rules.catalog} to the route. For routes that are built in Java, {@link #cache()} creates the filter.
 */
public final class CacheGatewayFilterFactory extends AbstractGatewayFilterFactory<CacheGatewayFilterFactory.Config> {

    /** Name of the filter in route definitions. */
    public static final String NAME = "Cache";

    private final Function<CacheFilterArguments, GatewayFilter> filters;

    /** Creates a factory of filters that use these services. */
    public CacheGatewayFilterFactory(CacheServices services) {
        this(said -> filter(services, said));
    }

    private CacheGatewayFilterFactory(Function<CacheFilterArguments, GatewayFilter> filters) {
        super(Config.class);
        this.filters = filters;
    }

    /** Returns a factory of filters that pass every request through. */
    public static CacheGatewayFilterFactory passing() {
        return new CacheGatewayFilterFactory(said -> PassingGatewayFilterFactory.FILTER);
    }

    @Override
    public List<String> shortcutFieldOrder() {
        return List.of("value");
    }

    @Override
    public GatewayFilter apply(Config config) {
        return cache(config.getValue());
    }

    private static GatewayFilter filter(CacheServices services, CacheFilterArguments said) {
        said.ttl().flatMap(Lifetime::fault).ifPresent(why -> {
            throw new IllegalArgumentException("Cache filter: the lifetime is "
                    + said.ttl().orElseThrow() + ", but " + why
                    + ". Write for example Cache=30s, or leave the value out.");
        });
        said.rule().filter(rule -> services.rules().named(rule).isEmpty()).ifPresent(rule -> {
            throw new IllegalArgumentException("Cache filter: there is no rule " + rule
                    + ". Write a lifetime such as Cache=30s, or add larder.rules." + rule + ".");
        });
        said.rule().ifPresent(services.rules()::use);
        return new CacheFilter(services, said);
    }

    /** Creates a filter that reuses what the origin declares reusable, under the rule that applies to the route. */
    public GatewayFilter cache() {
        return filters.apply(CacheFilterArguments.SILENT);
    }

    /** Creates a filter with a freshness lifetime for responses whose origin states none. */
    public GatewayFilter cache(Duration ttl) {
        return filters.apply(new CacheFilterArguments(Optional.of(ttl), Optional.empty()));
    }

    /**
     * Creates a filter as a route definition does.
     *
     * @param argument a lifetime, such as {@code 30s}, or the name of a rule; null for neither
     */
    public GatewayFilter cache(@Nullable String argument) {
        if (argument != null && Lifetime.needsUnit(argument)) {
            throw new IllegalArgumentException("Cache filter: the lifetime is " + argument
                    + ", but a duration has a unit. Write for example Cache=" + Lifetime.instead(argument) + '.');
        }
        return filters.apply(CacheFilterArguments.of(argument));
    }

    /** Configuration of one {@code Cache} filter. */
    public static final class Config {

        private @Nullable String value;

        /** Returns a lifetime or the name of a rule; null for neither. */
        public @Nullable String getValue() {
            return value;
        }

        /** Sets a lifetime, such as {@code 30s}, or the name of a rule. */
        public void setValue(@Nullable String value) {
            this.value = value;
        }
    }
}

package dev.larder.gateway.filter;

import dev.larder.gateway.rfc9111.CachePolicy;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;

/**
 * The route filter {@code Cache}: responses of the route are stored and reused as RFC 9111 says. {@code - Cache=30s}
 * also gives responses whose origin states no freshness a lifetime of 30 seconds.
 */
public final class CacheGatewayFilterFactory extends AbstractGatewayFilterFactory<CacheGatewayFilterFactory.Config> {

    private final CacheServices services;
    private final CachePolicy policy;

    /** Makes filters over these services, with this policy where the route says nothing else. */
    public CacheGatewayFilterFactory(CacheServices services, CachePolicy policy) {
        super(Config.class);
        this.services = services;
        this.policy = policy;
    }

    @Override
    public List<String> shortcutFieldOrder() {
        return List.of("ttl");
    }

    @Override
    public GatewayFilter apply(Config config) {
        Duration ttl = config.getTtl();
        if (ttl != null && (ttl.isNegative() || ttl.isZero())) {
            throw new IllegalArgumentException("Cache filter: ttl is " + ttl
                    + ", but a lifetime is more than zero. Write for example Cache=30s, or leave the value out.");
        }
        return new CacheFilter(services, ttl == null ? policy : policy.withTtl(ttl));
    }

    /** Configuration of one {@code Cache} filter. */
    public static final class Config {

        /** Freshness lifetime of responses whose origin states none. */
        private @Nullable Duration ttl;

        /** Freshness lifetime of responses whose origin states none; null if they get none. */
        public @Nullable Duration getTtl() {
            return ttl;
        }

        /** Sets the freshness lifetime of responses whose origin states none. */
        public void setTtl(@Nullable Duration ttl) {
            this.ttl = ttl;
        }
    }
}

package dev.larder.dictionaries;

import java.util.function.Supplier;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;

/**
 * The route filter {@code Dictionaries}, for routes with {@code Cache}: announces their shared responses as dictionaries, and sends
 * clients that have an earlier one the difference alone (RFC 9842).
 */
public final class DictionariesGatewayFilterFactory extends AbstractGatewayFilterFactory<Object> {

    private final Supplier<Dictionaries> dictionaries;
    private final boolean requireHttps;

    /**
     * Creates a factory over these dictionaries, which are requested when the first route needs them.
     *
     * @param requireHttps whether other requests have nothing to do with dictionaries
     */
    public DictionariesGatewayFilterFactory(Supplier<Dictionaries> dictionaries, boolean requireHttps) {
        super(Object.class);
        this.dictionaries = dictionaries;
        this.requireHttps = requireHttps;
    }

    @Override
    public GatewayFilter apply(Object config) {
        return new DictionariesFilter(dictionaries.get(), requireHttps);
    }
}

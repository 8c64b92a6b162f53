package dev.larder.gateway.filter;

import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;

/** Creates route filters of a name, whatever their arguments, that do nothing. */
public final class PassingGatewayFilterFactory
        extends AbstractGatewayFilterFactory<PassingGatewayFilterFactory.Config> {

    /** A filter that passes every request through. */
    static final GatewayFilter FILTER = (exchange, chain) -> chain.filter(exchange);

    private final String name;

    private PassingGatewayFilterFactory(String name) {
        super(Config.class);
        this.name = name;
    }

    /** Adds a factory of filters of this name to an application. */
    public static void register(String name, BeanDefinitionRegistry beans) {
        beans.registerBeanDefinition(
                "larderPassing" + name,
                BeanDefinitionBuilder.genericBeanDefinition(
                                PassingGatewayFilterFactory.class, () -> new PassingGatewayFilterFactory(name))
                        .getBeanDefinition());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public GatewayFilter apply(Config config) {
        return FILTER;
    }

    /** Takes no arguments, and ignores them. */
    public static final class Config {}
}

package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.cloud.gateway.filter.NettyRoutingFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application may have its beans proxied by their interfaces: Gateway's filters are Gateway's all the same. */
class ProxiedFiltersTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.with(Proxied.class));

    private final String path = UniquePath.next();

    @Test
    void cacheRunsBeforeProxiedRoutingFilter() {
        STAGE.origin().on(path, ResponseScript.ok("stored", "Cache-Control", "max-age=60"));
        assertThat(STAGE.get(path).content()).isEqualTo("stored");
        assertThat(STAGE.get(path).hit()).isTrue();
        assertThat(STAGE.gateway().send("PUT", path, "new").status()).isEqualTo(200);
        assertThat(STAGE.get(path).hit()).isFalse();
        assertThat(STAGE.origin().count(path)).isEqualTo(3);
    }

    @Configuration(proxyBeanMethods = false)
    static class Proxied {

        @Bean
        static BeanPostProcessor proxies() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof NettyRoutingFilter ? new ProxyFactory(bean).getProxy() : bean;
                }
            };
        }
    }
}

package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.larder.gateway.metrics.traffic.StoreCacheManager;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.netty.http.client.HttpClient;

/** An application's own caches are its own: Larder's cache manager, which is there to be looked at, is never taken for one. */
class ApplicationCachesTest {

    private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LarderAutoConfiguration.class))
            .withUserConfiguration(Gateway.class, Caching.class);

    @Test
    void methodsAreCachedByTheApplicationsManager() {
        runner.withUserConfiguration(Manager.class).run(context -> {
            Prices prices = context.getBean(Prices.class);
            assertThat(prices.of("tea")).isEqualTo(prices.of("tea")).isEqualTo(1);
            var own = context.getBean("applicationCaches", CacheManager.class);
            assertThat(own.getCacheNames()).containsExactly("prices");
            assertThat(context.getBean("larderCacheManager")).isInstanceOf(StoreCacheManager.class);
            assertThat(context.getBeanProvider(CacheManager.class).getIfUnique())
                    .isSameAs(own);
            assertThat(context.getBean(Wanting.class).manager().getIfAvailable())
                    .isSameAs(own);
        });
    }

    @Test
    void bootMakesItOneOfItsOwn() {
        runner.withConfiguration(AutoConfigurations.of(CacheAutoConfiguration.class))
                .run(context -> {
                    Prices prices = context.getBean(Prices.class);
                    assertThat(prices.of("tea")).isEqualTo(prices.of("tea")).isEqualTo(1);
                    assertThat(context.getBean(Wanting.class).manager().getIfAvailable())
                            .isNotNull()
                            .isNotInstanceOf(StoreCacheManager.class);
                });
    }

    /** Without one, whoever asks for any manager gets none, and methods are not cached in Larder's stores. */
    @Test
    void withoutOneOfItsOwnItHasNone() {
        runner.run(context -> {
            assertThat(context.getBean(Wanting.class).manager().getIfAvailable())
                    .isNull();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.getBean(Prices.class).of("tea"))
                    .withMessageContaining("Cannot find cache named 'prices'");
        });
    }

    /** Something expensive. */
    static class Prices {

        private final AtomicInteger asked = new AtomicInteger();

        @Cacheable("prices")
        public int of(String thing) {
            return asked.incrementAndGet();
        }
    }

    /** Who would have any manager. */
    record Wanting(ObjectProvider<CacheManager> manager) {}

    @Configuration(proxyBeanMethods = false)
    @EnableCaching(proxyTargetClass = true)
    static class Caching {

        @Bean
        Prices prices() {
            return new Prices();
        }

        @Bean
        Wanting wanting(ObjectProvider<CacheManager> manager) {
            return new Wanting(manager);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Manager {

        @Bean
        CacheManager applicationCaches() {
            return new ConcurrentMapCacheManager();
        }
    }

    @EnableConfigurationProperties({ServerProperties.class, GatewayProperties.class})
    static class Gateway {

        @Bean
        HttpClient httpClient() {
            return HttpClient.create();
        }
    }
}

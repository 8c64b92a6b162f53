package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.metrics.traffic.EvictionMetrics;
import dev.larder.gateway.metrics.traffic.TrafficMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.context.annotation.Bean;
import reactor.netty.http.client.HttpClient;

/** What leaves the stores is watched exactly where requests are counted. */
class StoreRemovalMetricsTest {

    @ParameterizedTest
    @CsvSource({"0, 0, false", "1, 0, true", "2, 0, false", "2, 1, true", "2, 2, false"})
    void recordsEvictionsOnlyWithUniqueOrPrimaryRegistry(int registries, int primary, boolean watched) {
        var runner = new ReactiveWebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(LarderAutoConfiguration.class))
                .withUserConfiguration(Gateway.class);
        for (int i = 0; i < registries; i++) {
            boolean first = i < primary;
            runner = runner.withBean(
                    "registry" + i,
                    MeterRegistry.class,
                    SimpleMeterRegistry::new,
                    definition -> definition.setPrimary(first));
        }
        runner.run(context -> {
            assertThat(context.getBean(EvictionMetrics.class).departures().isPresent())
                    .isEqualTo(watched);
            assertThat(context.getBean(TrafficMetrics.class).departures().isPresent())
                    .isEqualTo(watched);
        });
    }

    @EnableConfigurationProperties({ServerProperties.class, GatewayProperties.class})
    static class Gateway {

        @Bean
        HttpClient httpClient() {
            return HttpClient.create();
        }
    }
}

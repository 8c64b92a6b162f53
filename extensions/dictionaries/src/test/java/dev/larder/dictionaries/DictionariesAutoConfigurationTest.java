package dev.larder.dictionaries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.dictionaries.autoconfigure.DictionariesAutoConfiguration;
import dev.larder.gateway.autoconfigure.InvalidPropertyException;
import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.context.annotation.Bean;
import reactor.netty.http.client.HttpClient;

/** What the jar adds to an application, and what it says to wrong properties. */
class DictionariesAutoConfigurationTest {

    private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(LarderAutoConfiguration.class, DictionariesAutoConfiguration.class))
            .withUserConfiguration(Gateway.class);

    @Test
    void addsFilterFactoryWithoutCreatingDictionaries() {
        runner.run(context -> {
            assertThat(context).hasSingleBean(DictionariesGatewayFilterFactory.class);
            assertThat(context.getBeanFactory().containsSingleton("larderDictionaries"))
                    .isFalse();
        });
    }

    @ParameterizedTest
    @CsvSource({"larder.dictionaries.max-size, 0B", "larder.dictionaries.max-size, 7MB"})
    void startFailsNamingInvalidPropertyAndRemedy(String property, String value) {
        runner.withPropertyValues(property + "=" + value)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(InvalidPropertyException.class)
                        .hasMessageContaining(property + "=")
                        .hasMessageContaining("Write for example "));
    }

    @EnableConfigurationProperties({ServerProperties.class, GatewayProperties.class})
    static class Gateway {

        @Bean
        HttpClient httpClient() {
            return HttpClient.create();
        }
    }
}

package dev.larder.warmup.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.autoconfigure.InvalidPropertyException;
import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.warmup.WarmUp;
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
class WarmUpAutoConfigurationTest {

    private static final String LIST = "larder.warm-up.from.list=/tmp/targets";

    private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LarderAutoConfiguration.class, WarmUpAutoConfiguration.class))
            .withUserConfiguration(Gateway.class);

    @Test
    void addsNothingWithoutSource() {
        runner.run(context -> assertThat(context).doesNotHaveBean(WarmUp.class));
    }

    @Test
    void addsWarmUpWithSource() {
        runner.withPropertyValues(LIST).run(context -> assertThat(context).hasSingleBean(WarmUp.class));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "larder.warm-up.max-rate | 0 | ",
                "larder.warm-up.max-rate | 10001 | ",
                "larder.warm-up.max-concurrency | 0 | ",
                "larder.warm-up.max-targets | 1000001 | ",
                "larder.warm-up.readiness-timeout | -1s | ",
                "larder.warm-up.host | http://shop.example | ",
                "larder.warm-up.host | user@shop.example | ",
                "larder.warm-up.host | '' | larder.warm-up.from.access-log=/tmp/log",
                "larder.warm-up.host | '' | larder.warm-up.from.sitemap=/sitemap.xml",
                "larder.warm-up.from.sitemap | sitemap.xml | ",
                "larder.warm-up.from.peer | ftp://a/actuator/larder | ",
                "larder.warm-up.from.peer | /actuator/larder | ",
                "larder.warm-up.from.peer | http://user:secret@a/actuator/larder | ",
                "larder.warm-up.from.peer-token-file | /tmp/token | ",
                "larder.warm-up.from.sitemap | http://169.254.169.254@shop.example/ | ",
                "larder.warm-up.headers | Cookie: a=b | ",
                "larder.warm-up.headers[0] | authorization:Bearer | ",
                "larder.warm-up.headers[0] | if-none-match:* | ",
                "larder.warm-up.headers[0] | If-Modified-Since: Tue, 15 Nov 1994 12:45:26 GMT | ",
                "larder.warm-up.headers[0] | If-Range: a | ",
                "larder.warm-up.headers[0] | X-A: b | larder.warm-up.headers[1]=x-a: c",
                "larder.warm-up.headers | X-A: a\u00e4 | "
            })
    void startFailsNamingInvalidPropertyAndRemedy(String property, String value, String other) {
        String[] all = other == null
                ? new String[] {LIST, property + "=" + value}
                : new String[] {LIST, property + "=" + value, other};
        runner.withPropertyValues(all)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(InvalidPropertyException.class)
                        .hasMessageContaining(property.replace("[0]", ""))
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

package dev.larder.insight.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.filter.ExchangeExtensions;
import dev.larder.gateway.filter.HitInspector;
import dev.larder.insight.advisor.StoreAdvisor;
import dev.larder.insight.audit.HitAudit;
import dev.larder.insight.lifetime.ChangeIntervalRecorder;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.mock.env.MockEnvironment;
import reactor.netty.http.client.HttpClient;

/** What the jar adds to an application with a cache, and what it says to wrong properties. */
class LarderInsightAutoConfigurationTest {

    private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(LarderInsightAutoConfiguration.class, LarderAutoConfiguration.class))
            .withUserConfiguration(Gateway.class);

    @Test
    void onlyEnabledFeaturesTakePartInExchanges() {
        runner.run(context -> {
            assertThat(context).hasSingleBean(HitAudit.class).hasSingleBean(StoreAdvisor.class);
            var extensions = context.getBean(ExchangeExtensions.class);
            assertThat(context.getBeansOfType(CacheEventListener.class).values())
                    .filteredOn(CacheEventListener::isListening)
                    .singleElement()
                    .isInstanceOf(ChangeIntervalRecorder.class);
            assertThat(extensions.inspector()).isSameAs(HitInspector.NONE);
        });
        runner.withPropertyValues("larder.audit.sample-rate=0.1", "larder.advisor.enabled=true")
                .run(context -> {
                    var extensions = context.getBean(ExchangeExtensions.class);
                    assertThat(context.getBeansOfType(CacheEventListener.class).values())
                            .allMatch(CacheEventListener::isListening);
                    assertThat(extensions.inspector()).isInstanceOf(HitAudit.class);
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "larder.audit.sample-rate=1.5 | larder.audit.sample-rate has the value '1.5' | between 0 and 1 | 0.01",
                "larder.audit.sample-rate=-1 | larder.audit.sample-rate has the value '-1' | between 0 and 1 | 0.01",
                "larder.audit.max-requests-per-second=0 | larder.audit.max-requests-per-second has | more than zero | 10",
                "larder.advisor.sample-rate=0 | larder.advisor.sample-rate has the value '0' | above 0 and up to 1 | 1.0",
                "larder.advisor.sample-rate=1.5 | larder.advisor.sample-rate has the value '1.5' | above 0 and up to 1 | 1.0",
            })
    void startFailsNamingPropertyReasonAndRemedy(String setting, String where, String why, String remedy) {
        String[] property = setting.split("=", 2);
        var environment = new MockEnvironment().withProperty(property[0], property[1]);
        runner.withPropertyValues(setting).run(context -> {
            assertThat(context).hasFailed();
            FailureAnalysis analysis = analysis(context.getStartupFailure(), environment);
            assertThat(analysis.getDescription()).startsWith("The property ").contains(where, why);
            assertThat(analysis.getAction()).startsWith("Write ").contains(remedy);
        });
    }

    /** As Spring Boot finds it. */
    private static FailureAnalysis analysis(Throwable failure, Environment environment) {
        List<FailureAnalyzer> analyzers = SpringFactoriesLoader.forDefaultResourceLocation()
                .load(
                        FailureAnalyzer.class,
                        ArgumentResolver.of(Environment.class, environment),
                        (type, name, fault) -> {});
        return analyzers.stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new AssertionError("not analyzed", failure));
    }

    @EnableConfigurationProperties({ServerProperties.class, GatewayProperties.class})
    static class Gateway {

        @Bean
        HttpClient httpClient() {
            return HttpClient.create();
        }
    }
}

package dev.larder.cluster.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
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

/** Each of these stops the start with one message: which property, which value, why, and what to write instead. */
class WrongClusterConfigurationTest {

    private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LarderClusterAutoConfiguration.class,
                    LarderClusterStoresAutoConfiguration.class,
                    LarderAutoConfiguration.class))
            .withUserConfiguration(Gateway.class);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "larder.cluster.name= | larder.cluster.name has the value '' | it is empty | larder",
                "larder.cluster.address= | larder.cluster.address has the value '' | not a host, a colon and a port | 127.0.0.1:5701",
                "larder.cluster.address=127.0.0.1:0 | larder.cluster.address has the value '127.0.0.1:0' | between 1 and 65535 | 5701",
                "larder.cluster.address=127.0.0.1:65536 | larder.cluster.address has the value '127.0.0.1:65536' | between 1 and 65535 | 5701",
                "larder.cluster.lease-timeout=20ms | larder.cluster.lease-timeout has the value '20ms' | heard eight times | 2s",
                "larder.cluster.member-failure-timeout=1s | larder.cluster.member-failure-timeout has the value '1s' | is only slow | 5m",
                "larder.cluster.max-size=100KB | larder.cluster.max-size has the value '100KB' | whole megabytes | 256MB",
                "larder.cluster.lookup-timeout=0ms | larder.cluster.lookup-timeout has the value '0ms' | more than zero | 50ms",
                "larder.cluster.lookup-timeout=50 | larder.cluster.lookup-timeout has the value '50' | a duration has a unit | larder.cluster.lookup-timeout=50ms",
                "larder.cluster.lease-timeout=3 | larder.cluster.lease-timeout has the value '3' | a duration has a unit | larder.cluster.lease-timeout=3s",
                "larder.cluster.max-size=512 | larder.cluster.max-size has the value '512' | a size has a unit | larder.cluster.max-size=512MB",
                "larder.cluster.members=10.0.0.1 | larder.cluster.members has the value '10.0.0.1' | not a host, a colon and a port | 127.0.0.1:5701",
                "larder.cluster.enabled=true;larder.cluster.mode=client | larder.cluster.mode has the value 'client' | does not say where | larder.cluster.members=10.0.0.1:5701",
                "larder.cluster.members=a:1;larder.cluster.kubernetes-service=b | larder.cluster.kubernetes-service has the value 'b' | already names the members | larder.cluster.members=",
                "larder.cluster.consistency=strong | larder.cluster.consistency has the value 'strong' | that is not | strict",
                "larder.store.type=hazelcast | larder.store.type has the value 'hazelcast' | not a member of a cluster | larder.cluster.enabled=true",
                "larder.store.tiers=memory,cluster | larder.store.tiers has the value | not a member of a cluster | larder.cluster.enabled=true",
                "larder.stores.big.type=hazelcast | larder.stores.big.type has the value 'hazelcast' | share the store of larder.store alone | caffeine",
            })
    void stopsTheStart(String properties, String where, String why, String remedy) {
        String[] settings = properties.split(";");
        var environment = new MockEnvironment();
        Arrays.stream(settings)
                .map(setting -> setting.split("=", 2))
                .forEach(setting -> environment.setProperty(setting[0], setting[1]));
        runner.withPropertyValues(settings).run(context -> {
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

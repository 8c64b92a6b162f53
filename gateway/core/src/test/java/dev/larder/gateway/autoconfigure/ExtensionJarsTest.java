package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.mock.env.MockEnvironment;

/** The core alone: a property of an extension stops the start with one message, which names the jar. */
class ExtensionJarsTest {

    @ParameterizedTest
    @CsvSource({
        "larder.rpc.enabled, true, larder-rpc",
        "larder.rpc.enabled, false, larder-rpc",
        "larder.rpc.allowedOrigins[0], http://h, larder-rpc",
        "larder.rpc.prot, 9191, larder-rpc",
        "larder.cluster.enabled, true, larder-cluster",
        "larder.dictionaries.max-size, 5MB, larder-dictionaries",
        "larder.entity-tags.max-body, 5KB, larder-entity-tags",
        "larder.entityTags.maxBody, 5KB, larder-entity-tags",
        "larder.warm-up.from.list, /etc/larder/targets, larder-warm-up",
        "larder.disk.path, /var/cache/larder, larder-disk",
        "larder.disk.maxSize, 1GB, larder-disk",
        "larder.disk.polici, lru, larder-disk",
        "larder.advisor.enabled, true, larder-insight",
        "larder.audit.sample-rate, 0.01, larder-insight",
        "larder.rule-trial.window, 5m, larder-insight",
        "larder.ttl-advisor.staleness, 0.02, larder-insight",
        "larder.dashboard.enabled, true, larder-dashboard",
        "larder.writes.path, /var/lib/larder, larder-writes",
        "larder.rules.orders.buffer.bulk, /bulk, larder-writes",
        "larder.rules[a.b].reads-while-write-pending, flush-first, larder-writes",
        "larder.rules.orders.readsWhileWritePending, flush-first, larder-writes"
    })
    void namesMissingJarOfExtensionProperty(String property, String value, String jar) {
        var environment = new MockEnvironment().withProperty(property, value);
        FailureAnalysis analysis = analysis(catchThrowable(() -> UnknownPropertyCheck.check(environment)));
        assertThat(analysis.getDescription())
                .isEqualTo("The property " + property + " has the value '" + value
                        + "', but the extension that it belongs to, dev.larder:" + jar
                        + ", is not on the class path.");
        assertThat(analysis.getAction())
                .isEqualTo("Add the dependency dev.larder:" + jar + ", or remove what sets the property.");
    }

    @ParameterizedTest
    @CsvSource({
        "LARDER_RPC_ENABLED, true, larder.rpc.enabled, larder-rpc",
        "LARDER_AUDIT_SAMPLE_RATE, 0.01, larder.audit.sample-rate, larder-insight",
        "LARDER_AUDIT_MODE, validate-all, larder.audit.mode, larder-insight",
        "LARDER_WRITES_PATH, /var/lib/larder, larder.writes.path, larder-writes"
    })
    void detectsExtensionEnabledByEnvironmentVariable(String variable, String value, String property, String jar) {
        StandardEnvironment environment = withVariable(variable, value);
        FailureAnalysis analysis = analysis(catchThrowable(() -> UnknownPropertyCheck.check(environment)));
        assertThat(analysis.getDescription()).contains(property, "dev.larder:" + jar);
    }

    @ParameterizedTest
    @CsvSource({
        "LARDER_RPC_ENABLED, false",
        "LARDER_AUDIT_SAMPLE_RATE, 0",
        "LARDER_AUDIT_SAMPLE_RATE, .00",
        "LARDER_AUDIT_SAMPLE_RATE, ''",
        "LARDER_RPC_ENABLED, off",
        "LARDER_AUDIT_MODE, sampled"
    })
    void extensionDisabledByEnvironmentVariableNeedsNoJar(String variable, String value) {
        StandardEnvironment environment = withVariable(variable, value);
        assertThatCode(() -> UnknownPropertyCheck.check(environment)).doesNotThrowAnyException();
    }

    @Test
    void ignoresKubernetesServiceVariables() {
        var environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new MapPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                Map.of("LARDER_RPC_SERVICE_HOST", "10.0.0.1", "larder.rpc.port", "tcp://10.0.0.1:1")));
        assertThatCode(() -> UnknownPropertyCheck.check(environment)).doesNotThrowAnyException();
    }

    @Test
    void detectsExtensionByItsConfigurationMetadata() {
        var property = ConfigurationPropertyName.of("larder.rpc.prot");
        assertThat(ExtensionJars.missing(property, Set.of("larder.origin", "larder.rpcs.port")))
                .contains("larder-rpc");
        assertThat(ExtensionJars.missing(property, Set.of("larder.rpc.port"))).isEmpty();
        assertThat(ExtensionJars.missing(ConfigurationPropertyName.of("larder.rpcs.port"), Set.of()))
                .isEmpty();
    }

    @Test
    void doesNotTakeMisspelledRulePropertyForExtension() {
        assertThat(ExtensionJars.missing(ConfigurationPropertyName.of("larder.rules.buffer.ttt"), Set.of()))
                .isEmpty();
        assertThat(ExtensionJars.missing(
                        ConfigurationPropertyName.of("larder.rules.orders.buffer.blk"), Set.of("larder.writes.path")))
                .isEmpty();
    }

    private static StandardEnvironment withVariable(String name, String value) {
        var environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(name, value)));
        return environment;
    }

    /** By the analyzers that Spring Boot finds. */
    private static FailureAnalysis analysis(Throwable failure) {
        assertThat(failure).isInstanceOf(MissingExtensionException.class);
        return SpringFactoriesLoader.forDefaultResourceLocation(SpringApplication.class.getClassLoader())
                .load(FailureAnalyzer.class, (type, name, thrown) -> {})
                .stream()
                .filter(MissingExtensionAnalyzer.class::isInstance)
                .map(analyzer -> analyzer.analyze(failure))
                .findAny()
                .orElseThrow();
    }
}

package dev.larder.disk.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheStore;
import dev.larder.disk.store.DiskStore;
import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.store.EpochStorage;
import dev.larder.gateway.store.NamedStores;
import dev.larder.invalidation.Invalidator;
import dev.larder.policies.tiered.TieredStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

/** What the jar adds to an application, and what it says to wrong settings. */
class LarderDiskAutoConfigurationTest {

    private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LarderDiskAutoConfiguration.class, LarderAutoConfiguration.class))
            .withUserConfiguration(Gateway.class);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temporary;

    @ParameterizedTest
    @CsvSource({"larder.store.type, disk", "larder.store.type, DISK", "larder.store.tiers, disk"})
    void storesResponsesOnDiskAlone(String property, String value) {
        in(temporary).withPropertyValues(property + "=" + value).run(context -> {
            assertThat(context.getBean("larderStore")).isInstanceOf(DiskStore.class);
            assertThat(temporary.resolve("cache/lock")).exists();
        });
    }

    @Test
    void storesResponsesOnDiskBehindMemory() {
        in(temporary)
                .withPropertyValues("larder.store.tiers=memory,disk")
                .run(context -> assertThat(context.getBean("larderStore")).isInstanceOf(TieredStore.class));
    }

    @Test
    void namedStoreCanBeOnDiskWhileDefaultIsInMemory() {
        in(temporary)
                .withPropertyValues(
                        "larder.stores.big.type=disk",
                        "larder.rules.images.store=big",
                        "larder.rules.images.paths=/images/**")
                .run(context -> {
                    assertThat(context.getBean("larderStore")).isNotInstanceOf(DiskStore.class);
                    assertThat(context.getBean(NamedStores.class)).isNotNull();
                    assertThat(temporary.resolve("cache/lock")).exists();
                });
    }

    @Test
    void persistsEpochsNextToDiskStore() {
        in(temporary).withPropertyValues("larder.store.type=disk").run(context -> {
            assertThat(context).hasSingleBean(EpochStorage.class).hasSingleBean(Invalidator.class);
            assertThat(temporary.resolve("cache/epochs")).exists();
        });
    }

    @Test
    void doesNotTouchDiskWithoutDiskStore() {
        in(temporary).run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(CacheStore.class);
            assertThat(temporary).isEmptyDirectory();
        });
    }

    @Test
    void addsNoDiskStorageWhenGatewayIsDisabled() {
        in(temporary)
                .withPropertyValues("spring.cloud.gateway.server.webflux.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DiskStorage.class));
    }

    @Test
    void registersFaultCounterForEachKind() {
        in(temporary).run(context -> {
            MeterRegistry registry = new SimpleMeterRegistry();
            context.getBean("larderDiskMeters", MeterBinder.class).bindTo(registry);
            assertThat(registry.find("larder.disk.faults").functionCounters())
                    .extracting(counter -> counter.getId().getTag("kind"))
                    .containsExactlyInAnyOrder("write", "slow", "damaged", "read", "index", "overload");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "larder.disk.path= | it names no folder | larder-cache",
                "larder.disk.max-size=0B | at least one byte | 10GB",
                "larder.disk.max-object-size=0B | at least one byte | 1GB",
                "larder.disk.size=1MB | Larder has no such property | larder.disk.max-size",
                "larder.disk.policy=nonsense | that is not one of its values | sieve",
                "larder.disk.max-object-size=huge | that is not a size | 1GB",
                "larder.disk.path=/proc/larder | it cannot be opened | a folder that this process may write to",
                "larder.disk.path=/dev/null/larder | it cannot be opened | a folder that this process may write to",
                "larder.store.tiers=disk,memory | in memory, on disk, or | memory,disk",
                "larder.store.tiers=memory,memory | in memory, on disk, or | memory,disk",
                "larder.store.tiers=disk,disk | in memory, on disk, or | memory,disk"
            })
    void startFailsNamingPropertyValueReasonAndRemedy(String setting, String why, String remedy) {
        String[] parts = setting.split("=", 2);
        var environment = new MockEnvironment().withProperty(parts[0], parts[1]);
        runner.withPropertyValues("larder.store.tiers=disk", setting).run(context -> {
            assertThat(context).hasFailed();
            FailureAnalysis analysis = analysis(context.getStartupFailure(), environment);
            assertThat(analysis.getDescription())
                    .startsWith("The property " + parts[0] + " has the value '" + parts[1] + "', but ")
                    .contains(why);
            assertThat(analysis.getAction()).startsWith("Write for example ").contains(remedy);
        });
    }

    @Test
    void rejectsTiersThatContradictStoreType() {
        runner.withPropertyValues("larder.store.type=disk", "larder.store.tiers=memory,disk")
                .run(context ->
                        assertThat(context.getStartupFailure()).rootCause().hasMessageContaining("larder.store.tiers"));
    }

    private ReactiveWebApplicationContextRunner in(Path folder) {
        return runner.withPropertyValues("larder.disk.path=" + folder.resolve("cache"));
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

package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.larder.cache.spi.CacheStore;
import dev.larder.gateway.store.CacheStoreFactory;
import dev.larder.gateway.store.MemoryStoreFactory;
import dev.larder.gateway.store.StoreSettings;
import dev.larder.gateway.store.StoreTierFactory;
import dev.larder.rfc9111.ResponseVariants;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** Which stores settings may name, and how they may spell the names. */
class StoreTypeRegistryTest {

    @ParameterizedTest
    @CsvSource({
        "larder.store.type, disk, larder-disk",
        "larder.store.type, hazelcast, larder-cluster",
        "larder.store.tiers, 'memory,disk', larder-disk",
        "larder.store.tiers, 'memory,cluster', larder-cluster",
        "larder.stores.big.type, DISK, larder-disk"
    })
    void namesMissingJarOfStoreTypeOrTier(String property, String value, String jar) {
        assertThatExceptionOfType(InvalidPropertyException.class)
                .isThrownBy(() -> types(property, value, core(), Stream.empty()))
                .withMessageContainingAll(
                        property, "the jar " + jar + ", which adds it, is not on the class path", "dev.larder:" + jar);
    }

    @ParameterizedTest
    @CsvSource({
        "s3fifo, s3fifo",
        "S3-FIFO, s3fifo",
        "s3_fifo, s3fifo",
        "gdsf-refusing, gdsf-refusing",
        "gdsfRefusing, gdsf-refusing",
        "GDSF_REFUSING, gdsf-refusing",
        "' caffeine ', caffeine",
        "Tiny-LFU, tinylfu"
    })
    void acceptsStoreTypesInRelaxedSpelling(String written, String type) {
        StoreTypeRegistry types = types("larder.store.type", written, core(), Stream.empty());
        assertThat(store(binder("larder.store.type", written)).type()).isEqualTo(type);
        assertThat(types.mainType()).isEqualTo(type);
        assertThat(types.main()).isInstanceOf(MemoryStoreFactory.class);
    }

    @ParameterizedTest
    @CsvSource({"own-one", "OWN_ONE", "ownOne", "OwnOne"})
    void acceptsTypesOfFactoriesInRelaxedSpelling(String written) {
        var own = new Own("own-one");
        StoreTypeRegistry types = types("larder.store.type", written, with(own), Stream.empty());
        assertThat(types.main()).isSameAs(own);
        assertThat(types.mainType()).isEqualTo("own-one");
    }

    @Test
    void acceptsTierNamesOfFactoriesInRelaxedSpelling() {
        var own = new Own("far-away");
        StoreTypeRegistry types = types("larder.store.tiers", "Memory,farAway", core(), Stream.of(own));
        assertThat(types.behindMemory()).contains(own);
    }

    @ParameterizedTest
    @CsvSource({"caffeine", "s3-fifo", "GDSF_REFUSING"})
    void rejectsFactoryForBuiltInType(String type) {
        assertThat(refusal(with(new Own(type)), Stream.empty()).getDescription())
                .isEqualTo("Two beans add the name '" + type + "' to larder.store.type: one of "
                        + MemoryStoreFactory.class.getName() + ", the other of " + Own.class.getName() + ".");
    }

    @ParameterizedTest
    @CsvSource({"own, own", "own-one, ownOne"})
    void refusesTwoFactoriesOfOneType(String first, String second) {
        FailureAnalysis analysis = refusal(with(new Own(first), new Own(second)), Stream.empty());
        assertThat(analysis.getDescription())
                .contains("'" + second + "' to larder.store.type", "the other of " + Own.class.getName());
        assertThat(analysis.getAction()).contains("Remove one of the two beans");
    }

    @Test
    void refusesTwoFactoriesOfOneTier() {
        assertThat(refusal(core(), Stream.of(new Own("far"), new Own("FAR"))).getDescription())
                .contains("'FAR' to larder.store.tiers", Own.class.getName());
    }

    @Test
    void rejectsFactoryForMemoryTier() {
        assertThat(refusal(core(), Stream.of(new Own("memory"))).getDescription())
                .contains("'memory' to larder.store.tiers", Own.class.getName());
    }

    /** By the analyzers that Spring Boot finds. */
    private static FailureAnalysis refusal(Stream<CacheStoreFactory> types, Stream<StoreTierFactory> tiers) {
        DuplicateStoreNameException refused = catchThrowableOfType(
                DuplicateStoreNameException.class, () -> types("larder.store.type", "caffeine", types, tiers));
        return SpringFactoriesLoader.forDefaultResourceLocation(SpringApplication.class.getClassLoader())
                .load(FailureAnalyzer.class, (type, name, thrown) -> {})
                .stream()
                .filter(DuplicateStoreNameAnalyzer.class::isInstance)
                .map(analyzer -> analyzer.analyze(refused))
                .findAny()
                .orElseThrow();
    }

    private static StoreTypeRegistry types(
            String property, String value, Stream<CacheStoreFactory> types, Stream<StoreTierFactory> tiers) {
        Binder binder = binder(property, value);
        return new StoreTypeRegistry(
                store(binder),
                binder.bindOrCreate("larder", LarderProperties.class).stores(),
                types,
                tiers);
    }

    private static StoreProperties store(Binder binder) {
        return binder.bindOrCreate("larder.store", StoreProperties.class);
    }

    private static Binder binder(String property, String value) {
        return new Binder(new MapConfigurationPropertySource(Map.of(property, value)));
    }

    private static Stream<CacheStoreFactory> core() {
        return with();
    }

    private static Stream<CacheStoreFactory> with(CacheStoreFactory... more) {
        return Stream.concat(Stream.of(new MemoryStoreFactory()), Stream.of(more));
    }

    private record Own(String name) implements CacheStoreFactory, StoreTierFactory {

        @Override
        public Set<String> types() {
            return Set.of(name);
        }

        @Override
        public String tier() {
            return name;
        }

        @Override
        public CacheStore<ResponseVariants> create(StoreSettings request) {
            throw new IllegalStateException();
        }

        @Override
        public CacheStore<ResponseVariants> create(StoreSettings request, Memory memory) {
            throw new IllegalStateException();
        }
    }
}

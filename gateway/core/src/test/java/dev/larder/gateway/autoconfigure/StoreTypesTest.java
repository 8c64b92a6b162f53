package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.larder.gateway.store.CacheStoreFactory;
import dev.larder.gateway.store.MemoryStoreFactory;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Settings name stores of extensions whose jars may not be there. */
class StoreTypesTest {

    @ParameterizedTest
    @CsvSource({
        "larder.store.type, disk, larder-disk",
        "larder.store.type, hazelcast, larder-cluster",
        "larder.store.tiers, 'memory,disk', larder-disk",
        "larder.store.tiers, 'memory,cluster', larder-cluster",
        "larder.stores.big.type, DISK, larder-disk"
    })
    void namesTheJarThatIsMissing(String property, String value, String jar) {
        var source = new MapConfigurationPropertySource(Map.of(property, value));
        LarderProperties properties = new Binder(source).bindOrCreate("larder", LarderProperties.class);
        Stream<CacheStoreFactory> core = Stream.of(new MemoryStoreFactory());
        assertThatExceptionOfType(InvalidPropertyException.class)
                .isThrownBy(() -> new StoreTypes(properties, core, Stream.empty()))
                .withMessageContainingAll(
                        property, "the jar " + jar + ", which adds it, is not on the class path", "dev.larder:" + jar);
    }
}

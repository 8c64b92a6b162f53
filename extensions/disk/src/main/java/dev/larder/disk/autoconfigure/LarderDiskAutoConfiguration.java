package dev.larder.disk.autoconfigure;

import dev.larder.disk.store.DiskFaults;
import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.autoconfigure.StoreProperties;
import dev.larder.gateway.rule.RuleSet;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Adds disk stores to the types and tiers of stores, if there is a cache. */
@AutoConfiguration(after = LarderAutoConfiguration.class)
@ConditionalOnBean(RuleSet.class)
@EnableConfigurationProperties(DiskProperties.class)
public class LarderDiskAutoConfiguration {

    private static final String FAULTS = "larder.disk.faults";

    @Bean(destroyMethod = "close")
    DiskStorage larderDisk(DiskProperties properties, StoreProperties store) {
        return new DiskStorage(properties, store.maxObjectSize().toBytes());
    }

    @Bean
    DiskStoreFactory larderDiskStores(DiskStorage disk, DiskProperties properties) {
        return new DiskStoreFactory(disk, properties.maxSize());
    }

    @Bean
    MeterBinder larderDiskMeters(DiskStorage disk) {
        return registry -> {
            for (DiskFaults.Kind kind : DiskFaults.Kind.values()) {
                FunctionCounter.builder(FAULTS, disk.faults(), faults -> faults.count(kind))
                        .description("Faults of the disk, each treated as a miss or a skipped write")
                        .tag("kind", kind.name().toLowerCase(Locale.ROOT))
                        .register(registry);
            }
        };
    }
}

package dev.larder.gateway.autoconfigure;

import dev.larder.policies.disk.DiskFaults;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import org.springframework.context.annotation.Bean;

/** The disk, and what is counted of it. */
class DiskConfiguration {

    private static final String FAULTS = "larder.disk.faults";

    @Bean(destroyMethod = "close")
    Disk larderDisk(LarderProperties properties) {
        return new Disk(properties);
    }

    @Bean
    DiskStoreFactory larderDiskStores(Disk disk, LarderProperties properties) {
        return new DiskStoreFactory(disk, properties.disk().maxSize());
    }

    @Bean
    MeterBinder larderDiskMeters(Disk disk) {
        return registry -> {
            for (DiskFaults.Kind kind : DiskFaults.Kind.values()) {
                FunctionCounter.builder(FAULTS, disk.faults(), faults -> faults.count(kind))
                        .description("Troubles with the disk, each answered as a miss or a skipped write")
                        .tag("kind", kind.name().toLowerCase(Locale.ROOT))
                        .register(registry);
            }
        };
    }
}

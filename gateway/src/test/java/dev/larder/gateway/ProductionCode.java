package dev.larder.gateway;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** All classes but those of tests, of other modules too, which come in jars of their own. */
final class ProductionCode implements ImportOption {

    private final ImportOption noFolder = new DoNotIncludeTests();

    @Override
    public boolean includes(Location location) {
        return noFolder.includes(location) && !location.contains("-tests.jar");
    }
}

package dev.larder.disk;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.time.InstantSource;

/** The folder does not depend on what streams bodies into it, nor that on settings. */
@AnalyzeClasses(packages = "dev.larder.disk", importOptions = ImportOption.DoNotIncludeTests.class)
class DiskArchitectureTest {

    @ArchTest
    static final ArchRule theStoreKnowsNoGatewayAndNoFramework = noClasses()
            .that()
            .resideInAPackage("dev.larder.disk.store..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.larder.disk.spool..",
                    "dev.larder.disk.autoconfigure..",
                    "dev.larder.gateway..",
                    "dev.larder.rfc9111..",
                    "java.net.http..",
                    "org.springframework..",
                    "reactor..",
                    "io.netty..");

    @ArchTest
    static final ArchRule recordersKnowNoSettings = noClasses()
            .that()
            .resideInAPackage("dev.larder.disk.spool..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..autoconfigure..", "dev.larder.gateway.filter..", "org.springframework.boot..");

    @ArchTest
    static final ArchRule onlyTheStoreKnowsTheIndex = noClasses()
            .that()
            .resideOutsideOfPackage("dev.larder.disk.store..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.h2..");

    @ArchTest
    static final ArchRule timeIsGiven = noClasses()
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(InstantSource.class, "system");
}

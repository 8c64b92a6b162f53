package dev.larder.cluster;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;

/** The protocol and the store of a cluster do not depend on what carries them. */
@AnalyzeClasses(packages = "dev.larder.cluster", importOptions = ImportOption.DoNotIncludeTests.class)
class ClusterArchitectureTest {

    @ArchTest
    static final ArchRule theProtocolKnowsNoNetwork = classes()
            .that()
            .resideInAPackage("dev.larder.cluster.protocol..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "java..",
                    "org.jspecify.annotations..",
                    "dev.larder.cache.spi..",
                    "dev.larder.invalidation..",
                    "dev.larder.cluster.protocol.."));

    @ArchTest
    static final ArchRule theStoreKnowsNoGatewayAndNoFramework = noClasses()
            .that()
            .resideInAPackage("dev.larder.cluster.store..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.larder.gateway..", "java.net.http..", "org.springframework..", "reactor..", "io.netty..");

    /** All that happens to a member or to a store comes to it with the time at which it happens. */
    @ArchTest
    static final ArchRule neitherHasAClock = noClasses()
            .that()
            .resideInAnyPackage("dev.larder.cluster.protocol..", "dev.larder.cluster.store..")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now");
}

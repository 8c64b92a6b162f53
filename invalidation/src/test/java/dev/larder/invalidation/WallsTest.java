package dev.larder.invalidation;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The walls of this module: no HTTP, no framework, no store. */
@AnalyzeClasses(packages = "dev.larder.invalidation", importOptions = ImportOption.DoNotIncludeTests.class)
class WallsTest {

    @ArchTest
    static final ArchRule it_knows_the_contract_only = classes()
            .that()
            .resideOutsideOfPackage("dev.larder.invalidation.hazelcast..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "java..", "org.jspecify.annotations..", "dev.larder.cache.spi..", "dev.larder.invalidation.."));

    @ArchTest
    static final ArchRule nobody_else_knows_what_carries_the_messages = noClasses()
            .that()
            .resideOutsideOfPackage("dev.larder.invalidation.hazelcast..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.larder.invalidation.hazelcast..");

    /** All that happens to a member comes to it with the time at which it happens. */
    @ArchTest
    static final ArchRule the_protocol_has_no_clock = noClasses()
            .that()
            .resideInAPackage("dev.larder.invalidation.cluster..")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");
}

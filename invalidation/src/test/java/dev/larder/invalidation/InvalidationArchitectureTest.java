package dev.larder.invalidation;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The walls of this module: no HTTP, no framework, no store. */
@AnalyzeClasses(packages = "dev.larder.invalidation", importOptions = ImportOption.DoNotIncludeTests.class)
class InvalidationArchitectureTest {

    @ArchTest
    static final ArchRule it_knows_the_contract_only = classes()
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "java..", "org.jspecify.annotations..", "dev.larder.cache.spi..", "dev.larder.invalidation.."));
}

package dev.larder.bulk;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The walls of this module: nothing of the gateway, and what an application lacks is needed in one package only. */
@AnalyzeClasses(packages = "dev.larder.bulk", importOptions = ImportOption.DoNotIncludeTests.class)
class BulkWritesArchitectureTest {

    @ArchTest
    static final ArchRule what_controllers_see_needs_neither_stack_nor_database = classes()
            .that()
            .resideInAnyPackage("dev.larder.bulk", "dev.larder.bulk.content")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "java..",
                    "org.jspecify.annotations..",
                    "org.apache.commons.logging..",
                    "org.springframework.http..",
                    "org.springframework.util..",
                    "org.springframework.web",
                    "tools.jackson..",
                    "com.fasterxml.jackson.annotation..",
                    "dev.larder.bulk",
                    "dev.larder.bulk.content"));

    @ArchTest
    static final ArchRule the_content_is_not_known_to_what_controllers_see = noClasses()
            .that()
            .resideInAPackage("dev.larder.bulk")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.larder.bulk.content");

    @ArchTest
    static final ArchRule nothing_of_another_module_is_used = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.larder.gateway..",
                    "dev.larder.cache..",
                    "dev.larder.policies..",
                    "dev.larder.invalidation..",
                    "org.springframework.cloud..");

    @ArchTest
    static final ArchRule one_stack_does_not_need_the_other = noClasses()
            .that()
            .resideInAPackage("dev.larder.bulk.servlet")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("reactor..", "org.springframework.web.reactive..");

    @ArchTest
    static final ArchRule nor_the_other_the_one = noClasses()
            .that()
            .resideInAPackage("dev.larder.bulk.reactive")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("jakarta..", "org.springframework.web.servlet..");
}

package dev.larder.gateway;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.freeze.FreezingArchRule.freeze;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * The core knows contracts and events; an extension implements the one and listens to the other. What still points the wrong way
 * is listed in {@code src/test/frozen}: a dependency that is new there fails the build, one that is gone has to leave the list
 * ({@code -Darchunit.freeze.store.default.allowStoreUpdate=true}).
 */
@AnalyzeClasses(packages = "dev.larder", importOptions = ProductionCode.class)
class ArchitectureTest {

    private static final DescribedPredicate<JavaClass> DISK = resideInAPackage("dev.larder.disk..");

    private static final DescribedPredicate<JavaClass> CLUSTER = resideInAPackage("dev.larder.cluster..");

    private static final DescribedPredicate<JavaClass> WRITES = resideInAnyPackage(
                    "..gateway.writebehind..", "dev.larder.journal..")
            .or(configuration("Buffer|BuffersWrites|WriteBehind|Writes|LogUnreadable"))
            .or(inPackage("actuate", "LarderWrites|Stranded"))
            .or(inPackage("actuate.page", "WritesSection"))
            .or(inPackage("filter", "BufferedWrites"));

    private static final DescribedPredicate<JavaClass> INSIGHT =
            resideInAnyPackage("dev.larder.insight..", "dev.larder.policies.ghost..");

    private static final DescribedPredicate<JavaClass> DASHBOARD = resideInAPackage("dev.larder.dashboard..");

    private static final DescribedPredicate<JavaClass> RPC = resideInAPackage("dev.larder.rpc..");

    private static final DescribedPredicate<JavaClass> ENTITY_TAGS = resideInAPackage("dev.larder.entitytags..");

    private static final DescribedPredicate<JavaClass> EXTENSION = DISK.or(CLUSTER)
            .or(WRITES)
            .or(INSIGHT)
            .or(DASHBOARD)
            .or(RPC)
            .or(ENTITY_TAGS)
            .or(resideInAPackage("..gateway.demo.."))
            .as("extensions");

    @ArchTest
    static final ArchRule coreKnowsNoExtension = freeze(noClasses()
            .that(resideInAPackage("dev.larder.gateway..").and(not(EXTENSION)).as("in the core"))
            .and()
            .doNotHaveFullyQualifiedName("dev.larder.gateway.LarderApplication")
            .should()
            .dependOnClassesThat(EXTENSION));

    @ArchTest
    static final ArchRule engineAndProtocolKnowNothingOfLarder = noClasses()
            .that()
            .resideInAnyPackage("dev.larder.rfc9111..", "dev.larder.http..", "dev.larder.journal..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.larder..")
                    .and(not(resideInAnyPackage("dev.larder.rfc9111..", "dev.larder.http..", "dev.larder.journal.."))));

    private static DescribedPredicate<JavaClass> configuration(String begins) {
        return inPackage("autoconfigure", begins);
    }

    private static DescribedPredicate<JavaClass> inPackage(String name, String begins) {
        return nameMatching("dev\\.larder\\.gateway\\." + name + "\\.(" + begins + ")[^.]*")
                .forSubtype();
    }
}

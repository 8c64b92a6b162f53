package dev.larder.gateway;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.Serializable;
import java.time.format.DateTimeFormatter;

/**
 * The arrows between jars and between packages: the core knows contracts and events, an extension implements the one and listens
 * to the other, and no extension knows another.
 */
@AnalyzeClasses(packages = "dev.larder", importOptions = ProductionCode.class)
class ArchitectureTest {

    private static final DescribedPredicate<JavaClass> EXTENSION = resideInAnyPackage(
                    "dev.larder.cluster..",
                    "dev.larder.dashboard..",
                    "dev.larder.dictionaries..",
                    "dev.larder.disk..",
                    "dev.larder.entitytags..",
                    "dev.larder.insight..",
                    "dev.larder.journal..",
                    "dev.larder.rpc..",
                    "dev.larder.warmup..",
                    "dev.larder.writes..")
            .as("extensions");

    @ArchTest
    static final ArchRule coreKnowsNoExtension = noClasses()
            .that()
            .resideInAPackage("dev.larder.gateway..")
            .and()
            .resideOutsideOfPackage("dev.larder.gateway.demo..")
            .and()
            .doNotHaveFullyQualifiedName("dev.larder.gateway.LarderApplication")
            .should()
            .dependOnClassesThat(EXTENSION.or(resideInAPackage("dev.larder.gateway.demo..")));

    @ArchTest
    static final ArchRule extensionsDoNotKnowOneAnother = slices().matching(
                    "dev.larder.(cluster|dashboard|dictionaries|disk|entitytags|insight|rpc|warmup|writes)..")
            .should()
            .notDependOnEachOther();

    @ArchTest
    static final ArchRule engineAndProtocolKnowNothingOfLarder = noClasses()
            .that()
            .resideInAnyPackage("dev.larder.rfc9111..", "dev.larder.http..", "dev.larder.journal..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.larder..")
                    .and(not(resideInAnyPackage("dev.larder.rfc9111..", "dev.larder.http..", "dev.larder.journal.."))));

    @ArchTest
    static final ArchRule theClientOfOriginsKnowsNoFramework = noClasses()
            .that()
            .resideInAPackage("dev.larder.http.client..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "reactor..");

    @ArchTest
    static final ArchRule roomsKnowStoresByTheirContract = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.larder.gateway.message..",
                    "dev.larder.gateway.rule..",
                    "dev.larder.gateway.upload..",
                    "dev.larder.gateway.write..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.larder.policies..");

    @ArchTest
    static final ArchRule roomsHaveAnOrder =
            slices().matching("dev.larder.gateway.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule whatExchangesStandOnKnowsNoExchange = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.larder.gateway.message..",
                    "dev.larder.gateway.rule..",
                    "dev.larder.gateway.store..",
                    "dev.larder.gateway.upload..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.larder.gateway.exchange..", "dev.larder.gateway.write..", "dev.larder.gateway.connection..");

    @ArchTest
    static final ArchRule nobodyImportsTheGateway = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.larder.gateway..",
                    "dev.larder.cluster..",
                    "dev.larder.disk..",
                    "dev.larder.rpc..",
                    "dev.larder.dictionaries..",
                    "dev.larder.entitytags..",
                    "dev.larder.dashboard..",
                    "dev.larder.insight..",
                    "dev.larder.warmup..",
                    "dev.larder.writes..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.larder.gateway..");

    @ArchTest
    static final ArchRule theExchangeKnowsNoFilter = noClasses()
            .that()
            .resideInAPackage("dev.larder.gateway.exchange..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.larder.gateway.filter..",
                    "dev.larder.gateway.write..",
                    "..autoconfigure..",
                    "..demo..",
                    "dev.larder.policies..");

    @ArchTest
    static final ArchRule whatDescribesRequestsKnowsNobodyWhoActsOnThem = noClasses()
            .that()
            .resideInAPackage("dev.larder.gateway.describe..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.larder.gateway.exchange..",
                    "dev.larder.gateway.write..",
                    "dev.larder.gateway.filter..",
                    "dev.larder.gateway.connection..",
                    "..autoconfigure..",
                    "..demo..",
                    "dev.larder.policies..");

    @ArchTest
    static final ArchRule filtersAreConfiguredNotConfiguring = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.larder.gateway.filter..",
                    "dev.larder.dictionaries",
                    "dev.larder.entitytags",
                    "dev.larder.gateway.metrics..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..autoconfigure..", "..demo..", "dev.larder.policies..");

    @ArchTest
    static final ArchRule theAdvisorKnowsGhostsAndNoOtherPolicies = noClasses()
            .that()
            .resideInAPackage("dev.larder.insight.advisor..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("..autoconfigure..", "..demo..", "dev.larder.policies..")
                    .and(not(resideInAPackage("dev.larder.policies.ghost.."))));

    @ArchTest
    static final ArchRule operatorsGoAroundTheFilters = noClasses()
            .that()
            .resideInAnyPackage("dev.larder.gateway.actuate..", "dev.larder.dashboard")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.larder.gateway.describe..",
                    "dev.larder.gateway.filter..",
                    "..autoconfigure..",
                    "..demo..",
                    "dev.larder.policies..");

    @ArchTest
    static final ArchRule proceduresAreOneMoreDoorOfTheSameHouse = noClasses()
            .that()
            .resideInAPackage("dev.larder.rpc..")
            .and()
            .resideOutsideOfPackage("dev.larder.rpc.autoconfigure..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "..autoconfigure..",
                    "..demo..",
                    "dev.larder.gateway.connection..",
                    "dev.larder.gateway.actuate..",
                    "dev.larder.policies..");

    @ArchTest
    static final ArchRule whoeverNeedsNoProceduresNeedsNoneOfTheirLibraries = noClasses()
            .that()
            .resideOutsideOfPackage("dev.larder.rpc..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.grpc..", "com.google.protobuf..", "org.springframework.grpc..", "dev.larder.rpc..");

    @ArchTest
    static final ArchRule whatIsLetInIsDecidedWithoutAskingAnybody = noClasses()
            .that()
            .resideInAPackage("dev.larder.rpc.policy..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "reactor..", "io.netty.channel..", "dev.larder.rpc.v1..")
            .orShould()
            .callMethod(java.net.InetAddress.class, "getByName", String.class)
            .orShould()
            .callMethod(java.net.InetAddress.class, "getAllByName", String.class);

    @ArchTest
    static final ArchRule onlyTheClockReadsTheTime = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.larder.gateway..",
                    "dev.larder.dashboard..",
                    "dev.larder.dictionaries..",
                    "dev.larder.disk..",
                    "dev.larder.entitytags..",
                    "dev.larder.http..",
                    "dev.larder.journal..",
                    "dev.larder.rfc9111..",
                    "dev.larder.rpc..",
                    "dev.larder.warmup..",
                    "dev.larder.writes..")
            .and()
            .resideOutsideOfPackages("dev.larder.gateway.demo..")
            .and()
            .doNotHaveFullyQualifiedName("dev.larder.gateway.message.LarderClock")
            .and()
            .haveNameNotMatching(".*LarderClock\\$.*")
            .should()
            .callMethod(java.time.Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime");

    @ArchTest
    @ArchTag("hardening-C")
    static final ArchRule nothingIsDeserializedByJava = noClasses()
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                            "java.rmi..",
                            "javax.naming..",
                            "javax.management.remote..",
                            "org.springframework.core.serializer..")
                    .or(name("java.io.ObjectInputStream"))
                    .or(name("java.beans.XMLDecoder"))
                    .or(name("org.springframework.util.SerializationUtils")));

    @ArchTest
    @ArchTag("hardening-C")
    static final ArchRule nothingButErrorsCouldBe = noClasses()
            .that()
            .areNotEnums()
            .and()
            .areNotAssignableTo(Throwable.class)
            .and(not(resideInAnyPackage("dev.larder.rpc.v1..", "..demo..")))
            .should()
            .beAssignableTo(Serializable.class);

    @ArchTest
    static final ArchRule nothingDependsOnTheLocale = noClasses()
            .that(not(resideInAPackage("..demo..")))
            .should()
            .callMethod(String.class, "format", String.class, Object[].class)
            .orShould()
            .callMethod(String.class, "formatted", Object[].class)
            .orShould()
            .callMethod(String.class, "toLowerCase")
            .orShould()
            .callMethod(String.class, "toUpperCase")
            .orShould()
            .callMethod(DateTimeFormatter.class, "ofPattern", String.class)
            .because("names of files, fields and keys are the same wherever a gateway runs");
}

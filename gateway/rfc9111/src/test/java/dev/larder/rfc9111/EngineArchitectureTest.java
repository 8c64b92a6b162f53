package dev.larder.rfc9111;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass.Predicates;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Random;

@AnalyzeClasses(packages = "dev.larder.rfc9111", importOptions = DoNotIncludeTests.class)
class EngineArchitectureTest {

    private static final String JDK = "java..";

    @ArchTest
    static final ArchRule dependsOnTheJdkOnly = classes()
            .should()
            .onlyDependOnClassesThat(resideInAPackage("dev.larder.rfc9111")
                    .or(resideInAPackage(JDK))
                    .or(resideInAPackage("org.jspecify.."))
                    .or(Predicates.equivalentTo(byte[].class)))
            .because("the engine has no Spring, no Reactor, no logger");

    @ArchTest
    static final ArchRule hasNoClock = noClasses()
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(Instant.class, "now", Clock.class)
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(LocalDateTime.class, "now")
            .orShould()
            .callMethod(OffsetDateTime.class, "now")
            .orShould()
            .callMethod(ZonedDateTime.class, "now")
            .orShould()
            .callConstructor(Date.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class)
            .because("now is an argument");

    @ArchTest
    static final ArchRule hasNoLogger = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.util.logging..", "java.lang.System$Logger", "org.slf4j..")
            .orShould()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .because("whoever carries a verdict out says so");

    @ArchTest
    static final ArchRule isPure = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.io..", "java.nio.file..", "java.nio.channels..", "java.util.concurrent..")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Random.class)
            .orShould()
            .callMethod(java.util.UUID.class, "randomUUID")
            .because("equal arguments give equal verdicts");
}

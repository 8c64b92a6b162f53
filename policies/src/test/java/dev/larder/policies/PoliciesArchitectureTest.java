package dev.larder.policies;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.time.InstantSource;

/** The walls of this module: who may know whom. */
@AnalyzeClasses(packages = "dev.larder", importOptions = PoliciesArchitectureTest.OnlyMain.class)
class PoliciesArchitectureTest {

    /** Leaves out test classes, those that lie in a test-jar included. */
    static final class OnlyMain implements ImportOption {

        @Override
        public boolean includes(Location location) {
            return Predefined.DO_NOT_INCLUDE_TESTS.includes(location) && !location.contains("-tests.jar");
        }
    }

    private static final String[] JDK = {"java..", "org.jspecify.annotations.."};

    @ArchTest
    static final ArchRule the_contract_knows_nobody = classes()
            .that()
            .resideInAPackage("dev.larder.cache.spi..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(JDK).or(resideInAnyPackage("dev.larder.cache.spi..")));

    @ArchTest
    static final ArchRule policies_know_no_other_module = noClasses()
            .that()
            .resideInAPackage("dev.larder.policies..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("dev.larder..")
                    .and(DescribedPredicate.not(
                            resideInAnyPackage("dev.larder.policies..", "dev.larder.cache.spi.."))));

    @ArchTest
    static final ArchRule policies_know_no_http_and_no_framework = noClasses()
            .that()
            .resideInAPackage("dev.larder.policies..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net.http..", "org.springframework..", "reactor..", "io.netty..");

    @ArchTest
    static final ArchRule algorithms_know_only_the_jdk = classes()
            .that()
            .resideInAPackage("dev.larder.policies.eviction..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(JDK).or(resideInAnyPackage("dev.larder.policies.eviction..")));

    @ArchTest
    static final ArchRule algorithms_have_no_clock = noClasses()
            .that()
            .resideInAnyPackage("dev.larder.policies.eviction..", "dev.larder.policies.ghost..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.time..")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime");

    @ArchTest
    static final ArchRule algorithms_have_no_threads = noClasses()
            .that()
            .resideInAnyPackage("dev.larder.policies.eviction..", "dev.larder.policies.ghost..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.util.concurrent..")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Thread.class);

    @ArchTest
    static final ArchRule only_the_store_over_caffeine_knows_caffeine = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.larder.policies", "dev.larder.policies.bounded..", "dev.larder.policies.eviction..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.github.benmanes.caffeine..");

    @ArchTest
    static final ArchRule stores_do_not_know_each_other = noClasses()
            .that()
            .resideInAPackage("dev.larder.policies.bounded..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.larder.policies.caffeine..");

    @ArchTest
    static final ArchRule stores_live_on_the_clock_they_were_given = noClasses()
            .that()
            .resideInAnyPackage("dev.larder.policies.bounded..", "dev.larder.policies.caffeine..")
            .should()
            .callMethodWhere(readsAClockOfItsOwn());

    private static DescribedPredicate<JavaCall<?>> readsAClockOfItsOwn() {
        return DescribedPredicate.describe("reads a clock of its own", call -> {
            String owner = call.getTargetOwner().getName();
            String method = call.getName();
            boolean millisOrNanos = method.equals("currentTimeMillis") || method.equals("nanoTime");
            return (owner.equals(System.class.getName()) && millisOrNanos)
                    || (owner.equals(Instant.class.getName()) && method.equals("now"))
                    || (owner.equals(InstantSource.class.getName()) && method.equals("system"));
        });
    }
}

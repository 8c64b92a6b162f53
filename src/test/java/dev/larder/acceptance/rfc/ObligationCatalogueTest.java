package dev.larder.acceptance.rfc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.ReflectionSupport;

/** No obligation without a test, and no test of an obligation that nobody wrote down. */
class ObligationCatalogueTest {

    private static final Set<String> LEVELS = Set.of("MUST", "MUST NOT", "SHOULD", "SHOULD NOT");

    @Test
    void everyObligationHasATestAndEveryTestAnObligation() {
        assertThat(named()).isEqualTo(new TreeSet<>(ids()));
    }

    @Test
    void obligationIdsAreUniqueAndWellFormed() {
        assertThat(ids()).doesNotHaveDuplicates();
        assertThat(ObligationCatalogue.entries())
                .allSatisfy(entry -> assertThat(LEVELS).contains(entry.level()))
                .allSatisfy(entry -> assertThat(entry.id()).contains("-" + entry.section() + "-"))
                .allSatisfy(
                        entry -> assertThat(entry.id()).startsWith(entry.rfc().substring("RFC ".length()) + "-"));
    }

    @Test
    void everyConformanceTestNamesItsObligation() {
        assertThat(tests().stream()
                        .filter(test -> test.getDeclaringClass() != ConformanceTestBase.class)
                        .filter(ObligationCatalogueTest::isTest)
                        .filter(test -> !test.isAnnotationPresent(CoveredObligations.class)))
                .isEmpty();
    }

    private static List<String> ids() {
        return ObligationCatalogue.entries().stream()
                .map(ObligationCatalogue.Entry::id)
                .toList();
    }

    private static Set<String> named() {
        return tests().stream()
                .filter(test -> test.isAnnotationPresent(CoveredObligations.class))
                .flatMap(test -> Arrays.stream(
                        test.getAnnotation(CoveredObligations.class).value()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Method> tests() {
        return ReflectionSupport.findAllClassesInPackage(
                        ObligationCatalogueTest.class.getPackageName(),
                        ConformanceTestBase.class::isAssignableFrom,
                        name -> true)
                .stream()
                .flatMap(owner -> Arrays.stream(owner.getDeclaredMethods()))
                .toList();
    }

    private static boolean isTest(Method method) {
        return Arrays.stream(method.getAnnotations())
                .map(annotation -> annotation.annotationType().getSimpleName())
                .anyMatch(name -> name.equals("Test") || name.equals("ParameterizedTest"));
    }
}

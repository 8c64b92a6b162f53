package dev.larder.acceptance.filters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.cloud.gateway.filter.factory.GatewayFilterFactory;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AssignableTypeFilter;

/** Filters that read or replace what Gateway's client brings. All others: {@link EveryFilterTest}. */
class FilterTransparencyTest {

    private static final Set<String> NAMES = Set.of(
            "CircuitBreaker-route",
            "ModifyResponseBody",
            "ModifyResponseBody-json",
            "Retry",
            "several",
            "grows",
            "logsContent",
            "readsClientResponse",
            "readsLateAndLittle",
            "upperCase");

    private static final List<FilterCase> CASES = FilterCase.all().stream()
            .filter(filters -> NAMES.contains(filters.name()))
            .toList();

    @RegisterExtension
    static final FilterTwins TWINS = new FilterTwins(CASES);

    static Stream<FilterCase> cases() {
        return CASES.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void filterBehavesAsWithoutLarder(FilterCase filters) {
        FilterComparison.assertAlike(TWINS, filters);
    }

    /** A filter that comes with another version of Gateway fails this until it has a case, or a reason for none. */
    @Test
    void everySpringGatewayFilterHasTestCase() {
        var scanner = new ClassPathScanningCandidateComponentProvider(false);
        scanner.addIncludeFilter(new AssignableTypeFilter(GatewayFilterFactory.class));
        Set<String> tested = FilterCase.all().stream()
                .flatMap(filters -> filters.filters().stream())
                .map(filter -> filter.split("[= ]", 2)[0])
                .collect(Collectors.toSet());
        assertThat(scanner.findCandidateComponents("org.springframework.cloud.gateway"))
                .hasSizeGreaterThan(35)
                .extracting(found -> found.getBeanClassName().replaceAll(".*\\.|(Gateway)?FilterFactory$", ""))
                .filteredOn(name -> !name.contains("$") && !FilterCase.UNTESTED.containsKey(name))
                .isSubsetOf(tested);
    }
}

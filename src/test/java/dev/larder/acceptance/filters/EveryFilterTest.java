package dev.larder.acceptance.filters;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A filter works on a route of Larder, with a cache or without, as it does in Gateway without Larder. */
@Tag("thorough")
class EveryFilterTest {

    @RegisterExtension
    static final FilterTwins TWINS = new FilterTwins(FilterCase.all());

    static Stream<FilterCase> cases() {
        return FilterCase.all().stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void filterBehavesAsWithoutLarder(FilterCase filters) {
        FilterComparison.assertAlike(TWINS, filters);
    }
}

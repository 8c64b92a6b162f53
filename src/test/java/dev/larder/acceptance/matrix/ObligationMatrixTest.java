package dev.larder.acceptance.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Every obligation holds on every way, or a sentence says why it cannot be tried there. */
@Tag("thorough")
class ObligationMatrixTest {

    @TestFactory
    Stream<DynamicContainer> everyObligationHoldsOnEveryRequestWay() {
        return Stream.of(
                        TagObligations.all(),
                        HeadObligations.all(),
                        RangeObligations.all(),
                        CodingObligations.all(),
                        ChainObligations.all(),
                        ShareObligations.all(),
                        FenceObligations.all())
                .flatMap(List::stream)
                .map(obligation -> dynamicContainer(
                        obligation.name(), Arrays.stream(RequestWay.values()).map(way -> cell(obligation, way))));
    }

    private static DynamicTest cell(Obligation obligation, RequestWay way) {
        String exemption = obligation.exemptions().get(way);
        return exemption == null
                ? dynamicTest(way.name(), () -> obligation.check().on(way))
                : dynamicTest(
                        way.name() + ": " + exemption,
                        () -> assertThat(exemption).as("a sentence").endsWith("."));
    }
}

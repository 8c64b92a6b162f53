package dev.larder.policies.ghost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HitRatioCurveTest {

    private final HitRatioCurve curve = new HitRatioCurve(
            CandidatePolicy.LRU, List.of(point(100, 0.2), point(400, 0.4), point(1_600, 0.4), point(6_400, 0.8)));

    private static HitRatioPoint point(long capacity, double hitRatio) {
        return new HitRatioPoint(capacity, hitRatio, hitRatio, Map.of());
    }

    @Test
    void interpolatesLinearlyOverLogarithmOfSize() {
        assertThat(curve.hitRatio(200)).isCloseTo(0.3, within(1e-9));
        assertThat(curve.hitRatio(400)).isEqualTo(0.4);
        assertThat(curve.hitRatio(800)).isEqualTo(0.4);
    }

    @Test
    void extrapolatesConstantlyBeyondMeasuredSizes() {
        assertThat(curve.hitRatio(1)).isEqualTo(0.2);
        assertThat(curve.hitRatio(1 << 20)).isEqualTo(0.8);
    }

    @Test
    void smallestWithReturnsFirstSizeThatReachesRatio() {
        assertThat(curve.smallestWith(0.1)).hasValue(100);
        assertThat(curve.smallestWith(0.3)).hasValue(200);
        assertThat(curve.smallestWith(0.4)).hasValue(400);
        assertThat(curve.smallestWith(0.6)).hasValue(3_200);
        assertThat(curve.smallestWith(0.9)).isEmpty();
    }
}

package dev.larder.experiments.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PlotLineRatiosTest {

    private final MeasurementGrid grid = new MeasurementGrid("backend, ms");

    private void reading(double place, double cached, double bare) {
        grid.add("ms", "cached", place, cached);
        grid.add("ms", "bare", place, bare);
    }

    @Test
    void interpolatesBreakEvenBetweenLastLossAndFirstGain() {
        reading(0, 1.0, 0.2);
        reading(1, 1.4, 1.2);
        reading(2, 1.8, 2.2);
        reading(5, 3.0, 5.2);

        assertThat(PlotLineRatios.below(grid, "ms", "cached", "bare").orElseThrow())
                .isCloseTo(1 + 0.2 / 0.6, within(1e-9));
        assertThat(PlotLineRatios.worst(grid, "ms", "cached", "bare", 2).orElseThrow())
                .isCloseTo(1.8 / 2.2, within(1e-9));
        assertThat(PlotLineRatios.best(grid, "ms", "cached", "bare", 0).orElseThrow())
                .isCloseTo(3.0 / 5.2, within(1e-9));
    }

    @Test
    void gainThatIsLostAgainHasNoBreakEven() {
        reading(0, 1, 2);
        reading(1, 3, 2);

        assertThat(PlotLineRatios.below(grid, "ms", "cached", "bare")).isEmpty();
    }

    @Test
    void gainEverywhereBreaksEvenAtFirstPoint() {
        reading(0.5, 1, 2);
        reading(1, 1, 2);

        assertThat(PlotLineRatios.below(grid, "ms", "cached", "bare")).hasValue(0.5);
    }

    @Test
    void interpolatesSizeThatKeepsShareOfHits() {
        grid.add("hits", "lru", 1, 0.2);
        grid.add("hits", "lru", 10, 0.6);
        grid.add("hits", "lru", 100, 0.8);

        assertThat(SufficientCacheSize.keeping(grid, "hits", "lru", 0.9).orElseThrow())
                .isCloseTo(64, within(1e-6));
        assertThat(SufficientCacheSize.keeping(grid, "hits", "lru", 0.25)).hasValue(1);
        assertThat(SufficientCacheSize.keeping(grid, "hits", "none", 0.9)).isEmpty();
    }
}

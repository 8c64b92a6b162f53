package dev.larder.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExperimentCatalogTest {

    @Test
    void namedReturnsEachExperimentOnceInCatalogOrder() {
        assertThat(ExperimentCatalog.named(List.of("web-caching", "hot-key", "hot-key")))
                .extracting(StudyExperiment::name)
                .containsExactly("hot-key", "web-caching");
    }

    @Test
    void unknownNameIsReportedWithValidNames() {
        assertThatThrownBy(() -> ExperimentCatalog.named(List.of("hotkey")))
                .hasMessageContaining("hotkey")
                .hasMessageContaining("hot-key");
    }

    @Test
    void expectedDurationOfAllExperimentsIsBounded() {
        var all = ExperimentCatalog.named(List.of("all")).stream()
                .map(StudyExperiment::expected)
                .reduce(Duration.ZERO, Duration::plus);

        assertThat(all).isLessThan(Duration.ofMinutes(80));
    }
}

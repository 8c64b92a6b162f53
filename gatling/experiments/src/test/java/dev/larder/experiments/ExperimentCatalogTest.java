package dev.larder.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExperimentCatalogTest {

    @Test
    void names_choose_in_the_order_of_the_list_and_once() {
        assertThat(ExperimentCatalog.named(List.of("web-caching", "hot-key", "hot-key")))
                .extracting(StudyExperiment::name)
                .containsExactly("hot-key", "web-caching");
    }

    @Test
    void a_wrong_name_is_told_with_the_right_ones() {
        assertThatThrownBy(() -> ExperimentCatalog.named(List.of("hotkey")))
                .hasMessageContaining("hotkey")
                .hasMessageContaining("hot-key");
    }

    @Test
    void a_sitting_of_all_is_bounded() {
        var all = ExperimentCatalog.named(List.of("all")).stream()
                .map(StudyExperiment::expected)
                .reduce(Duration.ZERO, Duration::plus);

        assertThat(all).isLessThan(Duration.ofMinutes(75));
    }
}

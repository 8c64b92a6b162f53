package dev.larder.experiments.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class StudyResultsTableTest {

    private static final String PAGE =
            "# Results\n\n" + StudyResultsTable.BEGIN + "\n" + StudyResultsTable.END + "\n\nRules\n";

    @Test
    void rowReplacesRowOfSameNameAndKeepsOthers() {
        var page = StudyResultsTable.with(PAGE, List.of("one", "claim", "", "first", "why"));
        page = StudyResultsTable.with(page, List.of("two", "claim", "5", "other", "why"));
        page = StudyResultsTable.with(page, List.of("one", "claim", "", "second", "why"));

        assertThat(page)
                .startsWith("# Results")
                .endsWith("Rules\n")
                .contains("second", "other")
                .doesNotContain("first");
        assertThat(page.lines().filter(line -> line.startsWith("|"))).hasSize(4);
    }

    @Test
    void laterPageReplacesEarlierPageOfSameExperiment() {
        var page = StudyResultsTable.with(PAGE, List.of("[one](2026-11-22-one.md)", "claim", "", "first", "why"));
        page = StudyResultsTable.with(page, List.of("[one](2026-11-23-one.md)", "claim", "", "second", "why"));

        assertThat(page).contains("2026-11-23").doesNotContain("2026-11-22");
    }

    @Test
    void replacesPipesAndNewlinesInCells() {
        var page = StudyResultsTable.with(PAGE, List.of("one", "a | b", "c\nd", "e", "f"));

        assertThat(page.replaceAll(" +", " ")).contains("| one | a / b | c d | e | f |");
    }

    @Test
    void rejectsPageWithoutTableMarkers() {
        assertThatThrownBy(() -> StudyResultsTable.with("# Results", List.of("one", "", "", "", "")))
                .hasMessageContaining(StudyResultsTable.BEGIN);
    }
}

package com.example.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the page on annotations shows is this application, which is compiled and run. */
class AnnotationsPageTest {

    private static final Pattern SECTION = Pattern.compile("(?ms)^## An application$(.*?)^## ");

    @ParameterizedTest
    @CsvSource({
        "java, src/main/java/com/example/learning/LearningRoutes.java",
        "java, src/main/java/com/example/learning/ReportRoutes.java",
        "yaml, src/main/resources/application.yaml"
    })
    void pageShowsSourceFileUnchanged(String language, String file) throws IOException {
        assertThat(shown(language)).contains(marked(Files.readString(Path.of(file))));
    }

    /** The blocks of that language in the page's section. */
    private static List<String> shown(String language) throws IOException {
        var section = SECTION.matcher(Files.readString(Path.of(System.getProperty("larder.readme"))));
        assertThat(section.find()).isTrue();
        return Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```$")
                .matcher(section.group(1))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    /** What stands between the two comments. */
    private static String marked(String source) {
        var text = Pattern.compile("(?ms)^(?://|#) README: begin\\n(.*?)^(?://|#) README: end$")
                .matcher(source);
        assertThat(text.find()).isTrue();
        return text.group(1);
    }
}

package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.ClassPathResource;

/**
 * The reference in docs/rules.md is what the configuration metadata says. {@code -Dlarder.docs.write=true} writes it anew.
 */
class RulesReferenceTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "rules.md");
    private static final String BEGIN = "<!-- from the configuration metadata -->\n";
    private static final String END = "<!-- end -->\n";
    private static final String METADATA =
            "META-INF/spring/configuration-metadata/dev.larder.gateway.autoconfigure.RuleProperties.json";

    @Test
    void theReferenceIsWhatTheMetadataSays() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        String reference = reference();
        if (Boolean.getBoolean("larder.docs.write")) {
            Files.writeString(PAGE, page.substring(0, begin) + reference + page.substring(end));
            return;
        }
        assertThat(page.substring(begin, end)).isEqualTo(reference);
    }

    private static String reference() throws IOException {
        String metadata = new ClassPathResource(METADATA).getContentAsString(StandardCharsets.UTF_8);
        List<?> properties = (List<?>) Objects.requireNonNull(
                JsonParserFactory.getJsonParser().parseMap(metadata).get("properties"));
        return "| `larder.rules.<name>.` | type | default | what it decides |\n| --- | --- | --- | --- |\n"
                + properties.stream()
                        .map(property -> (Map<?, ?>) property)
                        .sorted(Comparator.comparing(property -> name(property).contains(".") + name(property)))
                        .map(RulesReferenceTest::row)
                        .collect(Collectors.joining());
    }

    private static String row(Map<?, ?> property) {
        Object value = property.get("defaultValue");
        return "| `" + name(property) + "` | " + type(String.valueOf(property.get("type"))) + " | "
                + (value == null ? "" : "`" + text(value) + "`") + " | " + property.get("description") + " |\n";
    }

    private static String name(Map<?, ?> property) {
        return String.valueOf(property.get("name"));
    }

    private static String text(Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : String.valueOf(value);
    }

    /** A type without its packages, in words where Spring Boot's own have words. */
    private static String type(String type) {
        String simple = type.replaceAll("[a-z0-9]+\\.|[A-Za-z]+\\$", "");
        return simple.replace("List<String>", "texts")
                .replace("Set<String>", "texts")
                .replace("Set<Integer>", "numbers")
                .replace("Map<Integer,Duration>", "durations by number")
                .replace("String", "text")
                .replace("DataSize", "size")
                .replace("Boolean", "true or false")
                .replace("Duration", "duration")
                .replace("Breadth", "`pool`, `hierarchy`, `path` or `groups`")
                .replace("RequestDirectives", "`honour` or `ignore`")
                .replace("Revalidate", "`ttl` or `always`")
                .replace("CookiePolicy", "`public-only`, `strip` or `allow`");
    }
}

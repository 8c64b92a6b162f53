package dev.larder.acceptance.supplychain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.supplychain.SettingsMetadata.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The reference of settings is what the jars in the executable say of themselves. {@code -Dlarder.docs.write=true} writes it
 * anew.
 */
class SettingsReferenceTest {

    private static final String CORE = "larder-gateway-core";
    private static final long MAX_EXTENSION_SETTINGS = 75;

    /** Those of rules included, which correct what origins say of their responses. */
    private static final long MAX_CORE_SETTINGS = 71;

    private static final String BEGIN = "<!-- from the configuration metadata -->\n";

    /** A name before an equals sign; those of rules are in a page of their own, those after -D are of tests. */
    private static final Pattern SET = Pattern.compile(
            "(?<!-D)\\blarder\\.(?!rules\\.|stores\\.|invalidation\\.couplings\\.)[a-z-]+(?:\\.[a-z-]+)*(?==)");

    private final ExecutableJar delivery = ExecutableJar.ofThisBuild();

    @Test
    void referenceMatchesMetadataOfEachJar() throws IOException {
        GeneratedSection.check(delivery.root().resolve("docs/reference/settings.md"), BEGIN, reference());
    }

    @Test
    void everySettingIsDescribed() throws IOException {
        assertThat(delivery.settings().values())
                .allSatisfy(jar -> assertThat(jar)
                        .allSatisfy(setting -> assertThat(setting.description())
                                .as(setting.name())
                                .isNotBlank()));
    }

    /** A setting exists only if a user has a reason to change it. */
    @Test
    void numberOfSettingsStaysWithinLimit() throws IOException {
        Map<Boolean, Long> counts = delivery.settings().entrySet().stream()
                .collect(Collectors.partitioningBy(
                        jar -> jar.getKey().equals(CORE),
                        Collectors.summingLong(jar -> jar.getValue().stream()
                                .filter(SettingsReferenceTest::isCounted)
                                .count())));
        assertThat(counts.get(true)).as("settings of the core").isLessThanOrEqualTo(MAX_CORE_SETTINGS);
        assertThat(counts.get(false)).as("settings of the extensions").isLessThanOrEqualTo(MAX_EXTENSION_SETTINGS);
    }

    /** The rows of the containers of rules and stores, and the settings that Spring Boot adds to endpoints, are not Larder's. */
    private static boolean isCounted(Setting setting) {
        return setting.name().startsWith("larder.")
                && !setting.name().equals("larder.rules")
                && !setting.name().equals("larder.stores");
    }

    @Test
    void pagesUseOnlyExistingSettings() throws IOException {
        var pages = new ArrayList<>(List.of(delivery.root().resolve("README.md")));
        try (var docs = Files.list(delivery.root().resolve("docs"))) {
            docs.filter(page -> page.toString().endsWith(".md")).forEach(pages::add);
        }
        var known = delivery.properties().keySet();

        for (Path page : pages) {
            assertThat(SET.matcher(Files.readString(page)).results().map(MatchResult::group))
                    .as(page.toString())
                    .allSatisfy(name -> assertThat(known).contains(name));
        }
    }

    private String reference() throws IOException {
        return delivery.settings().entrySet().stream()
                .map(jar -> "\n## " + jar.getKey()
                        + "\n\n| setting | values | default | description |\n| --- | --- | --- | --- |\n"
                        + jar.getValue().stream()
                                .map(SettingsReferenceTest::row)
                                .collect(Collectors.joining()))
                .collect(Collectors.joining());
    }

    private static String row(Setting setting) {
        return "| `" + setting.name() + "` | " + setting.type() + " | "
                + (setting.defaultValue().isEmpty() ? "" : "`" + setting.defaultValue() + "`") + " | "
                + setting.description() + " |\n";
    }
}

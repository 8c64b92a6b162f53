package dev.larder.acceptance.supplychain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.supplychain.Settings.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The reference of settings is what the jars in the executable say of themselves. {@code -Dlarder.docs.write=true} writes it
 * anew.
 */
class SettingsTableTest {

    private static final String BEGIN = "<!-- from the configuration metadata -->\n";
    private static final String NAME = "(?:larder|management\\.endpoint\\.larder[a-z]*)\\.[a-z.-]+";
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(" + NAME + ")` \\| (?:`([^`]+)`|none).*\\|$");

    private final Delivery delivery = Delivery.ofThisBuild();

    @Test
    void theReferenceIsWhatTheMetadataOfEachJarSays() throws IOException {
        Path page = delivery.root().resolve("docs/reference/settings.md");
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        if (Boolean.getBoolean("larder.docs.write")) {
            Files.writeString(page, text.substring(0, begin) + reference());
            return;
        }
        assertThat(text.substring(begin)).isEqualTo(reference());
    }

    @Test
    void everySettingIsDescribed() throws IOException {
        assertThat(delivery.settings().values())
                .allSatisfy(jar -> assertThat(jar)
                        .allSatisfy(setting -> assertThat(setting.description())
                                .as(setting.name())
                                .isNotBlank()));
    }

    @Test
    void theReadmeNamesOnlySettingsThatExistWithTheirDefaults() throws IOException {
        assertThat(delivery.properties()).containsAllEntriesOf(rows("README.md"));
    }

    private String reference() throws IOException {
        return delivery.settings().entrySet().stream()
                .map(jar -> "\n## " + jar.getKey()
                        + "\n\n| setting | values | default | description |\n| --- | --- | --- | --- |\n"
                        + jar.getValue().stream().map(SettingsTableTest::row).collect(Collectors.joining()))
                .collect(Collectors.joining());
    }

    private static String row(Setting setting) {
        return "| `" + setting.name() + "` | " + setting.type() + " | "
                + (setting.defaultValue().isEmpty() ? "" : "`" + setting.defaultValue() + "`") + " | "
                + setting.description() + " |\n";
    }

    private Map<String, String> rows(String page) throws IOException {
        var rows = new TreeMap<String, String>();
        ROW.matcher(Files.readString(delivery.root().resolve(page)))
                .results()
                .forEach(row -> rows.put(row.group(1), row.group(2) == null ? "" : row.group(2)));
        return rows;
    }
}

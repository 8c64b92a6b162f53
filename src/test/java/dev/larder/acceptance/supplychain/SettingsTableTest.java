package dev.larder.acceptance.supplychain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the READMEs say about settings is what the executable has. */
class SettingsTableTest {

    private static final String NAME = "(?:larder|management\\.endpoint\\.larder[a-z]*)\\.[a-z.-]+";
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `(" + NAME + ")` \\|(?: `[^`]+` \\|)? (?:`([^`]+)`|none).*\\|$");

    private final Delivery delivery = Delivery.ofThisBuild();

    @Test
    void theGatewayNamesEverySettingWithItsDefault() throws IOException {
        assertThat(rows("gateway/README.md")).isEqualTo(delivery.properties());
    }

    @Test
    void theReadmeNamesOnlySettingsThatExist() throws IOException {
        assertThat(delivery.properties()).containsAllEntriesOf(rows("README.md"));
    }

    private Map<String, String> rows(String readme) throws IOException {
        var rows = new TreeMap<String, String>();
        ROW.matcher(Files.readString(delivery.root().resolve(readme)))
                .results()
                .forEach(row -> rows.put(row.group(1), row.group(2) == null ? "" : row.group(2)));
        return rows;
    }
}

package dev.larder.gateway.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The reference of reasons in docs/reference/cache-status.md has each with its sentence. {@code -Dlarder.docs.write=true} writes
 * it anew.
 */
class CacheStatusReferenceTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "reference", "cache-status.md");
    private static final String BEGIN = "<!-- from the reasons of the engine -->\n";

    @Test
    void referencePageListsEachReasonWithItsText() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        if (Boolean.getBoolean("larder.docs.write")) {
            Files.writeString(PAGE, page.substring(0, begin) + reference());
            return;
        }
        assertThat(page.substring(begin)).isEqualTo(reference());
    }

    @Test
    void everyReasonIsExplained() {
        assertThat(Reason.values())
                .allSatisfy(reason -> assertThat(ReasonText.of(reason)).isNotEqualTo(reason.token()));
    }

    private static String reference() {
        return "| reason | `fwd` | meaning |\n| --- | --- | --- |\n"
                + Stream.of(Reason.values())
                        .map(reason -> "| `" + reason.token() + "` | `" + reason.fwd() + "` | "
                                + ReasonText.of(reason).replace("*,", "\\*,") + " |\n")
                        .collect(Collectors.joining());
    }
}

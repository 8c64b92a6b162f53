package dev.larder.acceptance.supplychain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The generated end of a page, behind a line that says where it comes from. {@code -Dlarder.docs.write=true} rewrites it. */
final class GeneratedSection {

    private GeneratedSection() {}

    /** Compares the end of a page with what is generated, or rewrites it. */
    static void check(Path page, String line, String generated) throws IOException {
        String text = Files.readString(page);
        assertThat(text).contains(line);
        int begin = text.indexOf(line) + line.length();
        if (Boolean.getBoolean("larder.docs.write")) {
            Files.writeString(page, text.substring(0, begin) + generated);
            return;
        }
        assertThat(text.substring(begin)).isEqualTo(generated);
    }
}

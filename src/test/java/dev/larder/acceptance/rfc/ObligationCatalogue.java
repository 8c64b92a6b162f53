package dev.larder.acceptance.rfc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Every sentence of RFC 9111 sections 3 to 5, RFC 5861, RFC 9211 and RFC 9213 that binds a shared cache. */
final class ObligationCatalogue {

    private static final String FILE = "obligations.csv";

    private ObligationCatalogue() {}

    /**
     * One obligation.
     *
     * @param id what tests name it by
     * @param rfc the specification
     * @param section its section
     * @param level MUST, MUST NOT, SHOULD or SHOULD NOT
     * @param quote the sentence in short
     */
    record Entry(String id, String rfc, String section, String level, String quote) {

        static Entry of(String line) {
            String[] columns = line.split("\\|", 5);
            if (columns.length < 5) {
                throw new IllegalStateException("not an obligation: " + line);
            }
            return new Entry(
                    columns[0].trim(), columns[1].trim(), columns[2].trim(), columns[3].trim(), columns[4].trim());
        }
    }

    /** All obligations in the order of the specifications. */
    static List<Entry> entries() {
        try (InputStream file = Objects.requireNonNull(ObligationCatalogue.class.getResourceAsStream(FILE), FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Entry::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.larder.acceptance.supplychain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of attacks and faults name each case once, and tests that exist. */
class HardeningPageTest {

    private static final Path PAGES = Path.of("docs/hardening");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([A-Z]\\d*) \\|(.*)\\| (.*) \\|$");
    private static final Pattern NAMED = Pattern.compile("\\[`(\\w+)#(\\w+)`]\\(\\.\\./\\.\\./([\\w./-]+)\\)");
    private static final Pattern NOT_GREEN = Pattern.compile("\\*\\*not (whole|green)\\*\\*: [A-Z].*\\.");

    private final Path root = Delivery.ofThisBuild().root();

    @Test
    void everyTestThatThePagesNameIsThere() throws IOException {
        List<String> missing = new ArrayList<>();
        NAMED.matcher(pages()).results().filter(name -> !exists(name)).forEach(name -> missing.add(name.group()));
        assertThat(missing).isEmpty();
    }

    @Test
    void aTestThatIsNotThereIsFound() {
        String path = "src/test/java/dev/larder/acceptance/supplychain/HardeningPageTest.java";
        for (String name : List.of(
                "[`HardeningPageTest#everyTestThatThePagesNameIsNotThere`](../../" + path + ")",
                "[`HardeningTest#everyTestThatThePagesNameIsThere`](../../" + path + ")",
                "[`HardeningPageTest#pages`](../../" + path + ")",
                "[`HardeningPageTest#everyTestThatThePagesNameIsThere`](../../" + path + ".java)")) {
            assertThat(NAMED.matcher(name).results()).as(name).hasSize(1).noneMatch(this::exists);
        }
    }

    @Test
    void everyCaseOfTheCatalogueHasOneRow() throws IOException {
        List<String> rows =
                ROW.matcher(pages()).results().map(row -> row.group(1)).toList();
        List<String> cases = Stream.of(
                        numbered("P", 14),
                        Stream.of("D", "L", "V", "S"),
                        numbered("X", 14),
                        Stream.of("T", "M"),
                        numbered("F", 9),
                        numbered("I", 12),
                        numbered("U", 15),
                        Stream.of("K", "C"),
                        numbered("A", 10))
                .flatMap(ids -> ids)
                .toList();
        assertThat(rows).containsExactlyInAnyOrderElementsOf(cases);
    }

    @Test
    void everyRowIsGreenByATestOrSaysWhyItIsNot() throws IOException {
        assertThat(ROW.matcher(pages()).results())
                .allMatch(row -> row.group(3).equals("green")
                        ? NAMED.matcher(row.group(2)).find()
                        : NOT_GREEN.matcher(row.group(3)).matches());
    }

    private String pages() throws IOException {
        try (Stream<Path> pages = Files.list(root.resolve(PAGES))) {
            return pages.filter(page -> page.toString().endsWith(".md") && !page.endsWith("mutations.md"))
                    .map(HardeningPageTest::read)
                    .collect(Collectors.joining("\n"));
        }
    }

    private boolean exists(MatchResult name) {
        Path file = root.resolve(name.group(3));
        return file.getFileName().toString().equals(name.group(1) + ".java")
                && Files.isRegularFile(file)
                && declares(file, name.group(2));
    }

    /** Tests are methods without result, and rules of ArchUnit. */
    private static boolean declares(Path file, String test) {
        String method = "(?m)^    (?:public )?void " + test + "\\(";
        String rule = "(?m)^    static final ArchRule " + test + " =";
        return Pattern.compile(method + "|" + rule).matcher(read(file)).find();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> numbered(String letter, int last) {
        return IntStream.rangeClosed(1, last).mapToObj(number -> letter + number);
    }
}

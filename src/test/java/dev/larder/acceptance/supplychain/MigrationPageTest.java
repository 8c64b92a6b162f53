package dev.larder.acceptance.supplychain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the page on migration claims has tests, and what the tests show stands on the page. */
class MigrationPageTest {

    private static final Path PAGE = Path.of("docs/migration-from-local-response-cache.md");
    private static final Path TESTS = Path.of("src/test/java/dev/larder/acceptance/localresponsecache");
    private static final Pattern NAMED = Pattern.compile("`(\\w+Test\\.\\w+)`");
    private static final Pattern METHOD = Pattern.compile("(?m)^    void ((?:builtIn|larder)\\w+)\\(");
    private static final Pattern ANY_METHOD = Pattern.compile("(?m)^    void (\\w+)\\(");

    private final Path root = ExecutableJar.ofThisBuild().root();

    @Test
    void everyTestNamedOnPageExists() throws IOException {
        assertThat(methods(ANY_METHOD)).containsAll(named());
    }

    @Test
    void pageNamesEveryObservation() throws IOException {
        assertThat(named()).containsAll(methods(METHOD));
    }

    private Set<String> named() throws IOException {
        return NAMED.matcher(Files.readString(root.resolve(PAGE)))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> methods(Pattern pattern) throws IOException {
        try (var files = Files.list(root.resolve(TESTS))) {
            return files.flatMap(file -> pattern.matcher(read(file))
                            .results()
                            .map(found -> file.getFileName().toString().replace(".java", "") + "." + found.group(1)))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

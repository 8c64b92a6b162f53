package dev.larder.acceptance.supplychain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between the documents lead to files that are there, and to headings that are. */
class DocumentLinksTest {

    private static final Pattern LINK = Pattern.compile("]\\((?!https?:|mailto:)([^)\\s#]*)(?:#([^)\\s]+))?\\)");
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|`[^`\\n]*`(?!\\])");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    private final Path root = ExecutableJar.ofThisBuild().root();

    @Test
    void everyLinkTargetExists() throws IOException {
        var pages = pages();
        assertThat(pages).hasSizeGreaterThan(40);
        assertThat(pages.stream().flatMap(DocumentLinksTest::broken)).isEmpty();
    }

    private List<Path> pages() throws IOException {
        try (var files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> Stream.of("target", "node_modules", ".git")
                            .noneMatch(folder -> root.relativize(file).startsWith(folder)
                                    || root.relativize(file).toString().contains("/" + folder + "/")))
                    .toList();
        }
    }

    private static Stream<String> broken(Path page) {
        return LINK.matcher(CODE.matcher(read(page)).replaceAll(""))
                .results()
                .filter(link -> !leads(page, link.group(1), link.group(2)))
                .map(link -> page + ": " + link.group());
    }

    private static boolean leads(Path page, String file, String heading) {
        Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        return Files.exists(target)
                && (heading == null
                        || !target.toString().endsWith(".md")
                        || headings(target).anyMatch(heading::equals));
    }

    /** The anchors of a page's headings, as hosts of repositories make them. */
    private static Stream<String> headings(Path page) {
        return HEADING.matcher(read(page))
                .results()
                .map(heading -> heading.group(1)
                        .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .strip()
                        .replace(' ', '-'));
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}

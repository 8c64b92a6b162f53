package dev.larder.acceptance.supplychain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The requests of the walk, sent to the executable with its demo origin, print what the page shows. */
class ReadmeWalkTest {

    private static final String WALK = "docs/walk.md";

    private static final Pattern STEP = Pattern.compile("(?m)^    \\$ (curl -si .+)\\n((?:    .*\\n|\\n(?=    ))+)");
    private static final Pattern URL = Pattern.compile("http://localhost:8080(\\S*)");
    private static final Pattern FIELD = Pattern.compile("-H '([^:]+): ([^']+)'");
    private static final Pattern DATA = Pattern.compile("-d '([^']+)'");
    private static final Pattern VOLATILE = Pattern.compile(
            "(?m)(?<=^Date: |^Last-Modified: |^Age: |; ttl=).*$|(?<=\"accepted\":\"|\"settled\":\")[^\"]+");
    private static final Pattern WRITE = Pattern.compile("(?<=/larder/writes/|\"id\":\")[0-9a-f]{8}-[0-9a-f-]{27}");

    @TempDir
    private Path temporary;

    @Test
    void readmeShowsFirstStepOfWalkthrough() throws IOException {
        assertThat(steps("README.md"))
                .singleElement()
                .extracting(MatchResult::group)
                .isEqualTo(steps(WALK).get(0).group());
    }

    @Test
    void everyStepPrintsWhatWalkthroughShows() throws IOException {
        var steps = steps(WALK);
        assertThat(steps).hasSize(9);

        try (var gateway = demo()) {
            String write = "";
            for (var step : steps) {
                var answer = send(gateway, WRITE.matcher(step.group(1)).replaceAll(write));
                write = write.isEmpty() ? write(answer) : write;
                var shown = step.group(2).replaceAll("(?m)^    ", "").strip();

                assertThat(steady(printed(answer)))
                        .isEqualTo(steady(WRITE.matcher(shown).replaceAll(write)));
            }
        }
    }

    @Tag("thorough")
    @Test
    void demoDeliversAcknowledgedWritesAndLeavesNoFiles() throws IOException {
        var gateway = demo();
        try (gateway) {
            assertThat(gateway.send("POST", "/notes", "{\"text\":\"late\"}").status())
                    .isEqualTo(202);
            assertThat(folders()).hasSize(1);
        }
        assertThat(folders()).isEmpty();
        assertThat(gateway.log().since(0)).noneMatch(line -> line.contains("when the gateway starts again"));
    }

    private static List<MatchResult> steps(String page) throws IOException {
        var text = Files.readString(ExecutableJar.ofThisBuild().root().resolve(page));
        return STEP.matcher(text).results().toList();
    }

    private GatewayFixture demo() {
        return GatewayFixture.executable()
                .jvmFlag("-Djava.io.tmpdir=" + temporary)
                .property("spring.profiles.active", "demo")
                .start();
    }

    private List<Path> folders() throws IOException {
        try (var files = Files.list(temporary)) {
            return files.filter(file -> file.getFileName().toString().startsWith("larder-demo-writes-"))
                    .toList();
        }
    }

    /** The id of an acknowledged write; the same one stands all over the page. */
    private static String write(ReceivedResponse answer) {
        var location = WRITE.matcher(answer.field("Location"));
        return location.find() ? location.group() : "";
    }

    private static ReceivedResponse send(GatewayFixture gateway, String curl) {
        var target = first(URL, curl).get(0);
        var fields = FIELD.matcher(curl).find() ? first(FIELD, curl).toArray(String[]::new) : new String[0];
        return DATA.matcher(curl).find()
                ? gateway.send("POST", target, first(DATA, curl).get(0), fields)
                : gateway.get(target, fields);
    }

    /** Status and fields in their order, then the content; the reason phrase is not the client's business. */
    private static String printed(ReceivedResponse response) {
        return (response.status() + "\n" + response.fields().wire().replace("\r", "") + "\n" + response.content())
                .strip();
    }

    /** What does not differ from one walk to the next; how long a time is in print does. */
    private static String steady(String text) {
        var timeless = text.contains("\"state\":") ? text.replaceFirst("(?m)(?<=^Content-Length: ).*$", "...") : text;
        return VOLATILE.matcher(timeless.replaceFirst("^HTTP/1.1 (\\d+) .*", "$1"))
                .replaceAll("...");
    }

    private static List<String> first(Pattern pattern, String text) {
        var found = pattern.matcher(text);
        assertThat(found.find()).as("%s in %s", pattern, text).isTrue();
        return IntStream.rangeClosed(1, found.groupCount())
                .mapToObj(found::group)
                .toList();
    }
}

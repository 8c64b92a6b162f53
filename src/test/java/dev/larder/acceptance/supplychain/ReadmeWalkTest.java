package dev.larder.acceptance.supplychain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.Gateway;
import dev.larder.acceptance.kit.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The walk of the README, sent to the executable with its demo origin, prints what the README shows. */
class ReadmeWalkTest {

    private static final Pattern STEP = Pattern.compile("(?m)^    \\$ (curl -si .+)\\n((?:    .*\\n|\\n(?=    ))+)");
    private static final Pattern URL = Pattern.compile("http://localhost:8080(\\S*)");
    private static final Pattern FIELD = Pattern.compile("-H '([^:]+): ([^']+)'");
    private static final Pattern DATA = Pattern.compile("-d '([^']+)'");
    private static final Pattern VOLATILE = Pattern.compile("(?m)(?<=^Date: |^Last-Modified: |^Age: |; ttl=).*$");

    @Test
    void everyStepPrintsWhatTheReadmeShows() throws IOException {
        var readme = Files.readString(Delivery.ofThisBuild().root().resolve("README.md"));
        var steps = STEP.matcher(readme).results().toList();
        assertThat(steps).hasSize(5);

        try (var gateway =
                Gateway.executable().property("spring.profiles.active", "demo").start()) {
            for (var step : steps) {
                var shown = step.group(2).replaceAll("(?m)^    ", "").strip();

                assertThat(steady(printed(send(gateway, step.group(1))))).isEqualTo(steady(shown));
            }
        }
    }

    private static Response send(Gateway gateway, String curl) {
        var target = first(URL, curl).get(0);
        var fields = FIELD.matcher(curl).find() ? first(FIELD, curl).toArray(String[]::new) : new String[0];
        return DATA.matcher(curl).find()
                ? gateway.send("POST", target, first(DATA, curl).get(0), fields)
                : gateway.get(target, fields);
    }

    /** Status and fields in their order, then the content; the reason phrase is not the client's business. */
    private static String printed(Response response) {
        return (response.status() + "\n" + response.fields().wire().replace("\r", "") + "\n" + response.content())
                .strip();
    }

    private static String steady(String text) {
        return VOLATILE.matcher(text.replaceFirst("^HTTP/1.1 (\\d+) .*", "$1")).replaceAll("...");
    }

    private static List<String> first(Pattern pattern, String text) {
        var found = pattern.matcher(text);
        assertThat(found.find()).as("%s in %s", pattern, text).isTrue();
        return IntStream.rangeClosed(1, found.groupCount())
                .mapToObj(found::group)
                .toList();
    }
}

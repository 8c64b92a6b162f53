package dev.larder.rfc9111;

import dev.larder.fuzz.FuzzAssertions;
import dev.larder.fuzz.FuzzInput;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** An entity tag, and lines of If-None-Match. */
public final class EntityTagFuzz {

    private static final Instant NOW = Instant.parse("2026-11-23T04:05:06Z");
    private static final URI TARGET = URI.create("http://origin.test/a");

    private EntityTagFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        Optional<EntityTag> tag = EntityTag.parse(input.line());
        List<String> lines = input.lines();
        tag.ifPresent(one -> {
            FuzzAssertions.equal(EntityTag.parse(one.toString()), tag, one::toString);
            isAskedFor(one, lines);
        });
        List<EntityTag> listed = EntityTag.list(lines);
        for (EntityTag one : listed) {
            FuzzAssertions.hold(
                    lines.stream().anyMatch(line -> line.contains(one.toString())), () -> one + " out of " + lines);
        }
        String written = listed.stream().map(EntityTag::toString).collect(Collectors.joining(" , "));
        FuzzAssertions.equal(EntityTag.list(List.of(written)), listed, () -> written);
    }

    /** RFC 9110 13.1.2: who lists the tag of what is stored has it; who lists others has not. */
    private static void isAskedFor(EntityTag tag, List<String> lines) {
        StoredResponse stored = StoredResponse.restore(
                new ResponseHead(200, HeaderFields.of("ETag", tag.toString(), "Content-Type", "a/b")),
                Map.of(),
                () -> 5,
                NOW,
                Duration.ZERO,
                Duration.ofHours(1));
        var fields = HeaderFields.builder();
        lines.forEach(line -> fields.add("If-None-Match", line));
        boolean any = lines.size() == 1 && lines.get(0).strip().equals("*");
        boolean listed =
                EntityTag.list(lines).stream().anyMatch(one -> one.opaque().equals(tag.opaque()));
        isAnswered(fields.build(), stored, any || listed);
        isAnswered(
                fields.add("If-None-Match", "\"?\", W/\"" + tag.opaque() + "\"").build(), stored, true);
    }

    private static void isAnswered(HeaderFields fields, StoredResponse stored, boolean notModified) {
        ConstructedResponse answer =
                ResponseConstruction.construct(new RequestHead("GET", TARGET, fields), stored, NOW);
        FuzzAssertions.equal(answer instanceof ConstructedResponse.NotModified, notModified, fields::toString);
        FuzzAssertions.equal(answer.head().status(), notModified ? 304 : 200, fields::toString);
        FuzzAssertions.hold(!notModified || !answer.head().fields().contains("Content-Length"), fields::toString);
    }
}

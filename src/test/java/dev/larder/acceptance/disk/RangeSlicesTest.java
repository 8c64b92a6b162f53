package dev.larder.acceptance.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GeneratedContent;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranges of a stored response are the same slices of what the origin sent, from a file as from memory (RFC 9110 14). */
@Tag("busy")
@Tag("thorough")
class RangeSlicesTest {

    private static final int RANGES = Integer.getInteger("larder.ranges", 500);
    private static final long SEED = Long.getLong("larder.ranges.seed", new Random().nextLong());

    @TempDir
    private static Path directory;

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(gateway -> DiskGateway.behindMemory(gateway, directory));

    private final String path = UniquePath.next();

    @ParameterizedTest(name = "from {0}")
    @CsvSource({"disk, 3145728", "memory, 307200"})
    void randomRangesAreSlicesOfTheContent(String where, long length) {
        System.out.println("larder.ranges.seed=" + SEED + " (" + where + ")");
        GeneratedContent content = GeneratedContent.of(where, length);
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.status(200, "Cache-Control", "max-age=3600", "Content-Type", "text/plain")
                                .part(content));
        assertThat(FetchedResponse.by(STAGE.gateway(), path)).matches(first -> first.is(content));
        assertThat(FetchedResponse.by(STAGE.gateway(), path)).matches(second -> second.is(content) && second.hit());

        Random random = new Random(SEED);
        try (RawClient client = STAGE.gateway().connect()) {
            for (int i = 0; i < RANGES; i++) {
                RangeRequest asked = RangeRequest.random(random, length);
                ReceivedResponse response =
                        client.request("GET", path, "Range", asked.field()).read();
                assertSlices(asked, response, content);
            }
        }
        assertThat(STAGE.origin().count(path)).isEqualTo(1);
    }

    private static void assertSlices(RangeRequest asked, ReceivedResponse response, GeneratedContent content) {
        assertThat(response.status()).as("%s", asked).isEqualTo(206);
        assertThat(response.whole()).as("%s arrives whole", asked).isTrue();
        assertThat(response.hit()).as("%s is a hit", asked).isTrue();
        List<RangePart> parts =
                asked.slices().size() == 1 ? List.of(RangePart.single(response)) : RangePart.several(response);
        assertThat(parts.stream().map(RangePart::contentRange))
                .as("%s", asked)
                .containsExactlyElementsOf(asked.slices().stream()
                        .map(slice -> slice.of(content.length()))
                        .toList());
        for (int i = 0; i < parts.size(); i++) {
            RangeRequest.Slice slice = asked.slices().get(i);
            String expected = content.slice(slice.first(), slice.last() + 1).text();
            assertThat(parts.get(i).content().equals(expected))
                    .as("%s: the octets of part %d", asked, i)
                    .isTrue();
        }
    }
}

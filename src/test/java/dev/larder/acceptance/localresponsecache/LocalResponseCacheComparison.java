package dev.larder.acceptance.localresponsecache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The same conversation with each side, over a path of its own. Test methods named {@code builtIn...} record what the
 * gateway's own filter does, wrong or not: one that fails after an upgrade tells that the gateway has changed.
 */
abstract class LocalResponseCacheComparison {

    /** Content of the response that a test has stored, or tried to. */
    static final String OLD = "0123456789";

    /** Content of what the origin answers afterwards. */
    static final String NEW = "abcdefghij";

    static final String CC = "Cache-Control";

    /** The directive in which the built-in filter tells its own time to live, cut to seconds while they pass. */
    static final String HALF_AN_HOUR = "max-age=(1800|179\\d)";

    @RegisterExtension
    static final ComparedGateways TWINS = new ComparedGateways();

    final String path = UniquePath.next();

    /** A 200 with that content. Chunked, so the built-in filter has stored it before the client sees its end. */
    static ResponseScript whole(String content, String... fields) {
        return ResponseScript.status(200, fields).chunked().part(content);
    }

    /** From now on the origin answers with that. */
    void answer(ResponseScript script) {
        TWINS.origin().on(path, script);
    }

    /** Has a response with these fields fetched by a plain GET, after which the origin has a new one. */
    ReceivedResponse fetch(ComparedFilter side, String... fields) {
        answer(whole(OLD, fields));
        ReceivedResponse response = get(side);
        answer(whole(NEW, CC, "max-age=1000"));
        return response;
    }

    ReceivedResponse get(ComparedFilter side, String... fields) {
        return TWINS.gateway(side).get(path, fields);
    }

    /** What the origin was asked for the path. */
    List<ReceivedRequest> received() {
        return TWINS.origin().received(path);
    }

    /** It is the old response, and the origin was asked for it once only. */
    void assertReused(ReceivedResponse response) {
        assertThat(response.content()).isEqualTo(OLD);
        assertThat(received()).hasSize(1);
    }

    /** It is the origin's new response. */
    void assertForwarded(ReceivedResponse response) {
        assertThat(response.content()).isEqualTo(NEW);
        assertThat(received()).hasSize(2);
    }
}

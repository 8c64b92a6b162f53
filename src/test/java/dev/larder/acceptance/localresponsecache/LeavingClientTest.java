package dev.larder.acceptance.localresponsecache;

import static dev.larder.acceptance.localresponsecache.Side.BUILT_IN;
import static dev.larder.acceptance.localresponsecache.Side.LARDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.End;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.Response;
import dev.larder.acceptance.kit.Script;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A client leaves in the middle of a miss; what does the next one get? The built-in filter stores when the body completes,
 * and a body whose reader has gone away completes too. Whether it does is a race of the gateway's threads, about one in two
 * here, so many clients leave, and one truncated response among theirs is enough to record it.
 */
class LeavingClientTest extends Comparison {

    private static final int LEAVING = 40;
    private static final String PIECE = "0123456789abcdef".repeat(512);
    private static final int PIECES = 64;

    @Test
    void builtInStoresATruncatedResponseAndServesItAsWhole() {
        assertThat(truncated(BUILT_IN)).isPositive();
    }

    /** RFC 9111 3.3: a response whose end has not come must not be used as a whole one. */
    @Test
    void larderNeverServesATruncatedResponse() {
        assertThat(truncated(LARDER)).isZero();
    }

    /** How many clients have got less than the origin ever meant to send, in a message that says it is whole. */
    private long truncated(Side side) {
        return IntStream.range(0, LEAVING)
                .mapToObj(i -> afterOneThatLeaves(side, path + "/" + i))
                .filter(Response::whole)
                .filter(response -> !response.content().equals(NEW))
                .filter(response -> response.content().length() != PIECE.length() * PIECES)
                .count();
    }

    private static Response afterOneThatLeaves(Side side, String target) {
        TWINS.origin().on(target, large());
        RawClient leaving = TWINS.gateway(side).connect().request("GET", target);
        leaving.open("GET").next();
        leaving.end(End.FIN);
        TWINS.awaitReading(side);
        TWINS.origin().on(target, whole(NEW, CC, "max-age=60"));
        return TWINS.gateway(side).get(target);
    }

    private static Script large() {
        Script script = Script.status(200, CC, "max-age=60").chunked();
        IntStream.range(0, PIECES).forEach(i -> script.part(PIECE));
        return script;
    }
}

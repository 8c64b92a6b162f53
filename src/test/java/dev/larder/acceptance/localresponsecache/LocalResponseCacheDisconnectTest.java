package dev.larder.acceptance.localresponsecache;

import static dev.larder.acceptance.localresponsecache.ComparedFilter.BUILT_IN;
import static dev.larder.acceptance.localresponsecache.ComparedFilter.LARDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A client leaves in the middle of a miss; what does the next one get? The built-in filter stores when the body completes,
 * and a body whose reader has gone away completes too. Whether it does is a race of the gateway's threads, about one in two
 * here, so many clients leave, and one truncated response among theirs is enough to record it.
 */
class LocalResponseCacheDisconnectTest extends LocalResponseCacheComparison {

    private static final int LEAVING = 40;
    private static final String PIECE = "0123456789abcdef".repeat(512);
    private static final int PIECES = 64;

    /**
     * That gateway's own client may send two requests in a row over connections that it is closing, as their responses were
     * cancelled, and then answers 500; that is not what is counted here.
     */
    @Test
    void builtInStoresATruncatedResponseAndServesItAsWhole() {
        TWINS.gateway(BUILT_IN).expect(500).expectLogged("PrematureCloseException");
        assertThat(truncated(BUILT_IN)).isPositive();
    }

    /** RFC 9111 3.3: a response whose end has not come must not be used as a whole one. */
    @Test
    void larderNeverServesATruncatedResponse() {
        assertThat(truncated(LARDER)).isZero();
    }

    /** How many clients have got less than the origin ever meant to send, in a message that says it is whole. */
    private long truncated(ComparedFilter side) {
        return IntStream.range(0, LEAVING)
                .mapToObj(i -> afterOneThatLeaves(side, path + "/" + i))
                .filter(response -> response.status() == 200 && response.whole())
                .filter(response -> !response.content().equals(NEW))
                .filter(response -> response.content().length() != PIECE.length() * PIECES)
                .count();
    }

    private static ReceivedResponse afterOneThatLeaves(ComparedFilter side, String target) {
        TWINS.origin().on(target, large());
        RawClient leaving = TWINS.gateway(side).connect().request("GET", target);
        leaving.open("GET").next();
        leaving.end(TransferEnd.FIN);
        TWINS.awaitReading(side);
        TWINS.origin().on(target, whole(NEW, CC, "max-age=60"));
        return TWINS.gateway(side).get(target);
    }

    private static ResponseScript large() {
        ResponseScript script = ResponseScript.status(200, CC, "max-age=60").chunked();
        IntStream.range(0, PIECES).forEach(i -> script.part(PIECE));
        return script;
    }
}

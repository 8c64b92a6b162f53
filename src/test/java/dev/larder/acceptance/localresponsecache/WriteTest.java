package dev.larder.acceptance.localresponsecache;

import static dev.larder.acceptance.localresponsecache.Side.BUILT_IN;
import static dev.larder.acceptance.localresponsecache.Side.LARDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.Response;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9111 4.4: a cache must invalidate the target URI when it receives a non-error response to an unsafe method. */
class WriteTest extends Comparison {

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE"})
    void builtInAnswersWithWhatWasBeforeTheWrite(String method) {
        assertThat(afterWrite(BUILT_IN, method).content()).isEqualTo(OLD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE"})
    void larderAnswersWithWhatIsThereAfterTheWrite(String method) {
        assertThat(afterWrite(LARDER, method).content()).isEqualTo(NEW);
    }

    private Response afterWrite(Side side, String method) {
        fetch(side, CC, "max-age=60");
        assertThat(TWINS.gateway(side).ask(method, path).status()).isEqualTo(200);
        return get(side);
    }
}

package dev.larder.acceptance.localresponsecache;

import static dev.larder.acceptance.localresponsecache.ComparedFilter.BUILT_IN;
import static dev.larder.acceptance.localresponsecache.ComparedFilter.LARDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ReceivedResponse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9111 4.4: a cache must invalidate the target URI when it receives a non-error response to an unsafe method. */
class LocalResponseCacheInvalidationTest extends LocalResponseCacheComparison {

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE"})
    void builtInServesOldResponseAfterWrite(String method) {
        assertThat(afterWrite(BUILT_IN, method).content()).isEqualTo(OLD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE"})
    void larderServesNewResponseAfterWrite(String method) {
        assertThat(afterWrite(LARDER, method).content()).isEqualTo(NEW);
    }

    private ReceivedResponse afterWrite(ComparedFilter side, String method) {
        fetch(side, CC, "max-age=60");
        assertThat(TWINS.gateway(side).ask(method, path).status()).isEqualTo(200);
        return get(side);
    }
}

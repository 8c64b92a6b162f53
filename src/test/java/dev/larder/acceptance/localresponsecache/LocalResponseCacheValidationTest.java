package dev.larder.acceptance.localresponsecache;

import static dev.larder.acceptance.localresponsecache.ComparedFilter.BUILT_IN;
import static dev.larder.acceptance.localresponsecache.ComparedFilter.LARDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import org.junit.jupiter.api.Test;

/** Asking the origin whether a stored response still holds, and telling a client that its own does (RFC 9111 4.3). */
class LocalResponseCacheValidationTest extends LocalResponseCacheComparison {

    private static final String[] TAGGED = {"ETag", "\"1\"", CC, "max-age=60"};

    /** RFC 9111 5.2.2.4: "MUST NOT be used to satisfy any other request without forwarding it for validation". */
    @Test
    void builtInUsesANoCacheResponseWithoutAskingTheOrigin() {
        fetch(BUILT_IN, "ETag", "\"1\"", CC, "no-cache");
        assertReused(get(BUILT_IN));
    }

    @Test
    void larderValidatesANoCacheResponseEachTime() {
        fetch(LARDER, "ETag", "\"1\"", CC, "no-cache");
        answer(ResponseScript.status(304, "ETag", "\"1\"", CC, "no-cache"));
        assertValidated(get(LARDER));
        answer(whole(NEW, "ETag", "\"2\"", CC, "no-cache"));
        assertThat(get(LARDER).content()).isEqualTo(NEW);
    }

    /** A client that asks for validation: the origin is asked for everything, though it has changed nothing. */
    @Test
    void builtInFetchesAgainInsteadOfValidating() {
        fetch(BUILT_IN, TAGGED);
        assertForwarded(get(BUILT_IN, CC, "no-cache"));
        assertThat(received().get(1).fields().has("If-None-Match")).isFalse();
    }

    @Test
    void larderRevalidatesWithStoredEntityTag() {
        fetch(LARDER, TAGGED);
        answer(ResponseScript.status(304, TAGGED));
        assertValidated(get(LARDER, CC, "no-cache"));
    }

    /** RFC 9111 4.3.2: a client's condition is to be evaluated against the stored response. */
    @Test
    void builtInSendsFullContentDespiteMatchingIfNoneMatch() {
        fetch(BUILT_IN, TAGGED);
        ReceivedResponse second = get(BUILT_IN, "If-None-Match", "\"1\"");
        assertThat(second.status()).isEqualTo(200);
        assertReused(second);
    }

    @Test
    void larderAnswersMatchingIfNoneMatchWithNotModified() {
        fetch(LARDER, TAGGED);
        assertThat(get(LARDER, "If-None-Match", "\"1\"").status()).isEqualTo(304);
        assertThat(received()).hasSize(1);
    }

    private void assertValidated(ReceivedResponse response) {
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.content()).isEqualTo(OLD);
        assertThat(received()).hasSize(2);
        assertThat(received().get(1).fields().get("If-None-Match")).isEqualTo("\"1\"");
    }
}

package dev.larder.acceptance.localresponsecache;

import static dev.larder.acceptance.localresponsecache.ComparedFilter.BUILT_IN;
import static dev.larder.acceptance.localresponsecache.ComparedFilter.LARDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is one user's own reaches no other. The built-in filter makes Authorization and all cookies part of its key, so users
 * whom these tell apart get no response of one another ({@link LocalResponseCacheAgreementTest}); the users here differ in {@code X-User}.
 */
class LocalResponseCacheUsersTest extends LocalResponseCacheComparison {

    @ParameterizedTest
    @ValueSource(strings = {"private, max-age=60", "max-age=60, private", "Private", "no-cache, private"})
    void builtInGivesAPrivateResponseToAnotherUser(String directives) {
        assertThat(bobAfterAlice(BUILT_IN, CC, directives).content()).isEqualTo("of alice");
    }

    @ParameterizedTest
    @ValueSource(strings = {"private, max-age=60", "max-age=60, private", "Private", "no-cache, private"})
    void larderDoesNotStoreAPrivateResponse(String directives) {
        assertThat(bobAfterAlice(LARDER, CC, directives).content()).isEqualTo("of bob");
    }

    @Test
    void builtInReplaysACookieToAnotherUser() {
        ReceivedResponse bobs = bobAfterAlice(BUILT_IN, "Set-Cookie", "session=alice");
        assertThat(bobs.field("Set-Cookie")).isEqualTo("session=alice");
        assertThat(received()).hasSize(1);
    }

    @Test
    void larderDoesNotStoreSetCookieByTtlOfRoute() {
        ReceivedResponse bobs = bobAfterAlice(LARDER, "Set-Cookie", "session=alice");
        assertThat(bobs.content()).isEqualTo("of bob");
        assertThat(received()).hasSize(2);
    }

    /** RFC 9111 3.5: without {@code public}, {@code s-maxage} or {@code must-revalidate} it is not to be stored. */
    @Test
    void builtInReusesResponseAfterTokenRevocation() {
        assertReused(afterRevocation(BUILT_IN));
    }

    @Test
    void larderForwardsRequestWithRevokedTokenToOrigin() {
        assertThat(afterRevocation(LARDER).status()).isEqualTo(401);
        assertThat(received()).hasSize(2);
    }

    private ReceivedResponse bobAfterAlice(ComparedFilter side, String name, String value) {
        TWINS.origin().on(path, request -> whole("of " + request.fields().get("X-User"), name, value));
        assertThat(get(side, "X-User", "alice").content()).isEqualTo("of alice");
        return get(side, "X-User", "bob");
    }

    private ReceivedResponse afterRevocation(ComparedFilter side) {
        answer(whole(OLD, CC, "max-age=60"));
        get(side, "Authorization", "Bearer t");
        answer(ResponseScript.status(401));
        return get(side, "Authorization", "Bearer t");
    }
}

package dev.larder.acceptance.localresponsecache;

import static dev.larder.acceptance.localresponsecache.ComparedFilter.BUILT_IN;
import static dev.larder.acceptance.localresponsecache.ComparedFilter.LARDER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the RFCs leave the choice, and the two choose differently: what to know before one takes the other's place. */
class LocalResponseCacheDifferencesTest extends LocalResponseCacheComparison {

    /** Each visitor with a cookie of its own costs an origin request. */
    @Test
    void builtInKeepsACopyForEachCookie() {
        fetch(BUILT_IN, CC, "max-age=60");
        assertForwarded(get(BUILT_IN, "Cookie", "visitor=1"));
    }

    @Test
    void larderSharesResponseAcrossCookies() {
        fetch(LARDER, CC, "max-age=60");
        assertReused(get(LARDER, "Cookie", "visitor=1"));
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 410, 501, 500, 503, 403, 302})
    void builtInStoresNothingButOkPartialAndMovedPermanently(int status) {
        assertForwarded(after(BUILT_IN, status));
    }

    /** Without stated freshness these are used for the route's time (RFC 9110 15.1). */
    @ParameterizedTest
    @ValueSource(ints = {404, 410, 501})
    void larderStoresHeuristicallyCacheableStatuses(int status) {
        assertReused(after(LARDER, status));
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503, 403, 302})
    void larderStoresNoOtherStatusByTtlOfRoute(int status) {
        assertForwarded(after(LARDER, status));
    }

    @Test
    void builtInStoresContentOfAnySize() {
        assertThat(askedTwiceForTwoMegabytes(BUILT_IN)).isEqualTo(1);
    }

    /** Its limit is {@code larder.store.max-object-size}, 1 MB unless set. */
    @Test
    void larderDoesNotStoreContentAboveItsLimit() {
        assertThat(askedTwiceForTwoMegabytes(LARDER)).isEqualTo(2);
    }

    private ReceivedResponse after(ComparedFilter side, int status) {
        answer(ResponseScript.status(status).chunked().part(OLD));
        TWINS.gateway(side).expect(status);
        get(side);
        answer(whole(NEW, CC, "max-age=60"));
        return get(side);
    }

    /** How many requests the origin sees of two. */
    private int askedTwiceForTwoMegabytes(ComparedFilter side) {
        answer(whole(OLD.repeat(200_000), CC, "max-age=60"));
        get(side);
        get(side);
        return received().size();
    }
}

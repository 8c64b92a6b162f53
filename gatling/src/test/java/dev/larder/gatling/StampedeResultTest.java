package dev.larder.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StampedeResultTest {

    private static final String MISS = "Larder; fwd=uri-miss; fwd-status=200; stored";
    private static final String COLLAPSED = "Larder; fwd=uri-miss; collapsed";

    private final StampedeResults crowds = new StampedeResults("cold");

    @Test
    void sameOriginAnswerForAllCountsAsOneOriginRequest() {
        add(MISS, "17");
        add(COLLAPSED, "17");
        add("Larder; hit", "17");

        assertThat(crowds.asked("/a")).contains(1L);
        assertThat(crowds.asked("/a")).as("said once").isEmpty();
        assertThat(crowds.summary()).isEqualTo("Stampedes for what was cold, by how often the origin was asked: {1=1}");
    }

    @Test
    void differentOriginAnswersCountAsTwoRequestsDespiteCacheStatus() {
        add(MISS, "17");
        add("Larder; hit", "18");

        assertThat(crowds.asked("/a")).contains(2L);
    }

    @Test
    void validationsInCacheStatusCountAsOriginRequests() {
        add("nginx; fwd=stale; fwd-status=304", "17");
        add("nginx; fwd=stale; fwd-status=304", "17");
        add("nginx; hit", "17");

        assertThat(crowds.asked("/a")).contains(2L);
    }

    @Test
    void cacheStatusCountsMissesWithoutAnswerNumbers() {
        add(MISS, "");
        add(COLLAPSED, "");
        add(MISS, "");
        add("Larder; hit", "");

        assertThat(crowds.asked("/a")).contains(2L);
    }

    @Test
    void originRequestsAreUnknownWithoutNumbersAndCacheStatus() {
        add("", "");
        add(MISS, "");

        assertThat(crowds.asked("/a")).isEmpty();
        assertThat(crowds.summary()).endsWith("nobody says");
    }

    private void add(String cacheStatus, String origin) {
        crowds.add(new LoadResponse(LoadRequest.get("/a"), -1, cacheStatus, origin, 0, OptionalLong.empty()));
    }
}

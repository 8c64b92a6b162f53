package dev.larder.gateway.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which parameters of a query count. */
class QueryKeyTest {

    @ParameterizedTest
    @CsvSource({
        "b=2&a=1, a=1&b=2",
        "a=2&a=1, a=2&a=1",
        "b&a=&a, a=&a&b",
        "%62=1&a=2, a=2&%62=1",
        "a=1&&b=2, a=1&b=2",
    })
    void sortsParametersByNameKeepingOrderOfEqualNames(String query, String normalised) {
        assertThat(new QueryKey(List.of(), List.of(), true).normalised(query)).contains(normalised);
    }

    @ParameterizedTest
    @CsvSource({
        "utm_source=x&a=1, a=1",
        "a=1&utm_medium=x&fbclid=y, a=1",
        "utm%5Fsource=x&a=1, a=1",
        "%75tm_source=x&a=1, a=1",
        "utm=x&a=1, utm=x&a=1",
        "fbclid2=x, fbclid2=x",
        "b=2&a=1, b=2&a=1",
        "a=%zz&utm_x, a=%zz",
        "%zz=1, %zz=1",
    })
    void removesIgnoredParameters(String query, String normalised) {
        assertThat(new QueryKey(List.of(), List.of("utm_*", "fbclid"), false).normalised(query))
                .contains(normalised);
    }

    @Test
    void keepsOnlyListedParameters() {
        var pages = new QueryKey(List.of("page", "filter*"), List.of(), false);
        assertThat(pages.normalised("x=1&page=2&filter[a]=b&y")).contains("page=2&filter[a]=b");
        assertThat(pages.normalised("x=1&y")).isEmpty();
    }

    @Test
    @Tag("hardening-P3")
    void leavesQueryUnchangedIfAllParametersCount() {
        assertThat(QueryKey.ALL.normalised("b&&a=%2f&")).contains("b&&a=%2f&");
    }

    @Test
    void queriesThatDifferInOrderAloneAreTheSameWhenSorted() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        var sorted = new QueryKey(List.of(), List.of(), true);
        for (int i = 0; i < 10_000; i++) {
            List<String> pairs = new ArrayList<>();
            for (char name = 'a'; name < 'a' + random.nextInt(8); name++) {
                pairs.add(name + "=" + random.nextInt(3));
            }
            String query = String.join("&", pairs);
            Collections.shuffle(pairs, random);
            assertThat(sorted.normalised(String.join("&", pairs)))
                    .as("seed %d", seed)
                    .isEqualTo(sorted.normalised(query));
            assertThat(sorted.normalised(query)
                            .map(q -> Arrays.asList(q.split("&")).size())
                            .orElse(0))
                    .as("seed %d", seed)
                    .isEqualTo(pairs.size());
        }
    }
}

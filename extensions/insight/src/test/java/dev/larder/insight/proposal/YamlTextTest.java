package dev.larder.insight.proposal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class YamlTextTest {

    /** A pool is named by the path of a request, which may be as long as a head. */
    @Test
    void longKeyDoesNotOverflowStack() {
        String key = "a-".repeat(50_000) + "a";
        assertThat(YamlText.key(key)).isEqualTo(key);
    }

    @Test
    void quotesKeysThatAreNotWordsJoinedBySingleDashes() {
        assertThat(YamlText.key("a-1")).isEqualTo("a-1");
        assertThat(YamlText.key("a--b")).isEqualTo("\"[a--b]\"");
        assertThat(YamlText.key("a-")).isEqualTo("\"[a-]\"");
        assertThat(YamlText.key("-a")).isEqualTo("\"[-a]\"");
    }
}

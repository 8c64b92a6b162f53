package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheTag;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names of tags never meet, however long they are. */
class CacheTagsTest {

    private static final String ORIGIN = "http://users";
    private static final ResourcePath PATH = ResourcePath.of("/users/5");

    @Test
    void oneNameForEachKindOfThing() {
        assertThat(Stream.of(
                        CacheTags.pool("users"),
                        CacheTags.group(ORIGIN, "users"),
                        CacheTags.group("http://other", "users"),
                        CacheTags.named(ORIGIN, "users"),
                        CacheTags.path(ORIGIN, PATH),
                        CacheTags.tree(ORIGIN, PATH)))
                .doesNotHaveDuplicates()
                .doesNotContainNull();
        assertThat(CacheTags.pool("Users")).isEqualTo(CacheTags.pool("users"));
        assertThat(CacheTags.group(ORIGIN, "Users")).isNotEqualTo(CacheTags.group(ORIGIN, "users"));
    }

    @Test
    void namesThatAreTooLongAreCut() {
        String longest = "x".repeat(CacheTag.MAX_LENGTH - "pool ".length());
        assertThat(CacheTags.pool(longest).name()).hasSize(CacheTag.MAX_LENGTH).endsWith("x");
        assertThat(CacheTags.pool(longest + "y")).isEqualTo(CacheTags.pool(longest));
    }
}

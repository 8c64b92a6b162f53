package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.Tag;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names of tags never meet, however long they are. */
class TagsTest {

    private static final String ORIGIN = "http://users";
    private static final ResourcePath PATH = ResourcePath.of("/users/5");

    @Test
    void oneNameForEachKindOfThing() {
        assertThat(Stream.of(
                        Tags.pool("users"),
                        Tags.group(ORIGIN, "users"),
                        Tags.group("http://other", "users"),
                        Tags.named(ORIGIN, "users"),
                        Tags.path(ORIGIN, PATH),
                        Tags.tree(ORIGIN, PATH)))
                .doesNotHaveDuplicates()
                .doesNotContainNull();
        assertThat(Tags.pool("Users")).isEqualTo(Tags.pool("users"));
        assertThat(Tags.group(ORIGIN, "Users")).isNotEqualTo(Tags.group(ORIGIN, "users"));
    }

    @Test
    void namesThatAreTooLongAreCut() {
        String longest = "x".repeat(Tag.MAX_LENGTH - "pool ".length());
        assertThat(Tags.pool(longest).name()).hasSize(Tag.MAX_LENGTH).endsWith("x");
        assertThat(Tags.pool(longest + "y")).isEqualTo(Tags.pool(longest));
    }
}

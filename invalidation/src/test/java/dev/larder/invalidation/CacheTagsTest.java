package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of tags never meet, however long they are. */
class CacheTagsTest {

    private static final ResourcePath PATH = ResourcePath.of("/users/5");

    @Test
    void tagsOfDifferentKindsHaveDistinctNames() {
        assertThat(Stream.of(
                        CacheTags.pool("users"),
                        CacheTags.group("users"),
                        CacheTags.named("users"),
                        CacheTags.path(PATH),
                        CacheTags.tree(PATH),
                        CacheTags.members(PATH.toString(), SegmentShape.DIGITS),
                        CacheTags.members(PATH.toString(), SegmentShape.OTHER)))
                .doesNotHaveDuplicates()
                .doesNotContainNull();
        assertThat(CacheTags.pool("Users")).isEqualTo(CacheTags.pool("users"));
        assertThat(CacheTags.group("Users")).isNotEqualTo(CacheTags.group("users"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/users",
                "/Users/5/",
                "/users/5/skills/7",
                "/ä/%20b;c=d/e",
                "/users/007/0ab12cd34",
                "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r"
            })
    void aStampHasTheTagsOfItsResponse(String written) {
        for (String pool : List.of("", "Users", "y".repeat(CacheTag.MAX_LENGTH))) {
            var resource = new TaggedResource(ResourcePath.of(written), pool, 1, SegmentGlobs.NONE);
            assertThat(resource.stampOfResponse()).isEqualTo(EpochStamp.of(0, resource.ofResponse()));
        }
    }

    @Test
    void longNamesAreDistinguishedToTheirEnd() {
        String longest = "x".repeat(20_000);
        assertThat(CacheTags.pool(longest))
                .isEqualTo(CacheTags.pool(longest))
                .isNotEqualTo(CacheTags.pool(longest + "y"));
    }

    /** They are held until the write is over, in the log, and by each member of a cluster. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 40, 300, 7_000})
    void totalLengthOfTagsOfWriteIsBounded(int length) {
        for (String item : List.of("/010", "/a%2F1", "/+017%5C7", "/1-2-3-4-5")) {
            String path = "/p/" + "7".repeat(length) + item.repeat((8_000 - length) / item.length());
            assertThat(ResourcePath.readings(path).stream()
                            .flatMap(reading ->
                                    TaggedResource.of(reading).ofWrite(InvalidationScope.COLLECTION).stream())
                            .distinct()
                            .mapToInt(tag -> tag.name().length())
                            .sum())
                    .as(item)
                    .isLessThan(40_000);
        }
    }
}

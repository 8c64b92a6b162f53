package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheTag;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a write drops, by scope; mostly one to {@code /users/5/skills/7}. */
class InvalidationScopeTest {

    private static final ResourcePath WRITTEN = ResourcePath.of("/users/5/skills/7");

    @ParameterizedTest
    @CsvSource({
        "/users/5/skills/7,      POOL COLLECTION HIERARCHY PATH GROUPS",
        "/users/5/skills/7/tags, POOL COLLECTION HIERARCHY",
        "/users/5/skills,        POOL COLLECTION HIERARCHY",
        "/users/5,               POOL COLLECTION HIERARCHY",
        "/users,                 POOL COLLECTION HIERARCHY",
        "/users/5/skills/8,      POOL",
        "/users/5/skills/8/tags, POOL",
        "/users/5/skills/70,     POOL",
        "/users/5/skills/top,    POOL COLLECTION",
        "/users/5/skills/top/3,  POOL COLLECTION",
        "/users/5/skills/0190a5f4-0d6c-7c6e-9d3b-1f2e3d4c5b6a, POOL COLLECTION",
        "/users/5/paths,         POOL",
        "/users/6,               POOL",
        "/users/6/skills/7,      POOL",
        "/users/search,          POOL COLLECTION",
        "/skills/7,              NONE"
    })
    void scopeDecidesWhichPathsWriteDrops(String path, String scopes) {
        for (InvalidationScope scope : InvalidationScope.values()) {
            assertThat(dropped(scope, path)).as("%s by %s", path, scope).isEqualTo(scopes.contains(scope.name()));
        }
    }

    private static boolean dropped(InvalidationScope scope, String path) {
        ResourcePath read = ResourcePath.of(path);
        return drops(scope, TaggedResource.of(WRITTEN), TaggedResource.of(read));
    }

    private static boolean drops(InvalidationScope scope, TaggedResource written, TaggedResource read) {
        return !Collections.disjoint(written.ofWrite(scope), read.ofResponse());
    }

    /** In a collection; {@code sku-} and a number are declared to be items. */
    @ParameterizedTest
    @CsvSource({
        "/users/5,       /users/6,        false",
        "/users/5,       /users/6/skills, false",
        "/users/5,       /users/search,   true",
        "/users/5,       /users/search/6, true",
        "/users/5/skills/7, /users/search,  true",
        "/users/5/skills/7, /users/5/paths/7, false",
        "/users/5/activate, /users/search,  true",
        "/users/anna/skills/7, /users/search, false",
        "/users/anna/7,  /users/anna/8,   false",
        "/users/anna/7,  /users/anna/top, true",
        "/users/05,      /users/5,        true",
        "/users/5,       /users/05,       true",
        "/users/05,      /users/6,        false",
        "/users/05/skills/7, /users/5/skills/top, true",
        "/users/0ab12cd34, /users/ab12cd34, true",
        "/users/ab12cd34/skills, /users/000ab12cd34/skills, true",
        "/users/0ab12cd34, /users/ab12cd35, false",
        "/users/00000abc, /users/abc, true",
        "/users/00000abc, /users/abcd1234, true",
        "/users/%2B5/skills, /users/5/skills, true",
        "/users/0x1F/skills, /users/31/skills, true",
        "/users/%7B0190a5f4-0d6c-7c6e-9d3b-1f2e3d4c5b6a%7D/a, /users/0190A5F4-0d6c-7c6e-9d3b-1f2e3d4c5b6a/a, true",
        "/users/1-2-3-4-5/skills, /users/00000001-0002-0003-0004-000000000005/skills, true",
        "/users/O1ARZ3NDEKTSV4RRFFQ69G5FAV/a, /users/01ARZ3NDEKTSV4RRFFQ69G5FAV/a, true",
        "/users/%D9%A5/skills, /users/5/skills, true",
        "/users/%205%20/skills, /users/5/skills, true",
        "/users/5%2F6,   /users/search,   true",
        "/users/5,       /users/5/skills, true",
        "/users/5,       /users/5a5a5a5a, true",
        "/users/5,       /users,          true",
        "/users/5,       /,               true",
        "/users/5,       /teams/5,        false",
        "/users/anna,    /users/bert,     true",
        "/users/anna,    /users/5,        true",
        "/users/anna,    /teams,          false",
        "/users,         /users/5,        true",
        "/users,         /teams,          false",
        "/users/sku-1,   /users/sku-2,    false",
        "/users/sku-1,   /users/5,        true",
        "/users/5,       /users/sku-1,    true",
        "/users/cafebabe, /users/deadbeef, true",
        "/users/cafebab1, /users/deadbee1, false",
        "/users/01ARZ3NDEKTSV4RRFFQ69G5FAV, /users/01BX5ZZKBKACTAV9WEVGEMMVRZ, false",
        "/users/0190a5f4-0d6c-7c6e-9d3b-1f2e3d4c5b6a, /users/0190a5f4-0d6c-7c6e-9d3b-1f2e3d4c5b6b, false"
    })
    void collectionScopeDropsCollectionButNotOtherItems(String written, String read, boolean dropped) {
        assertThat(drops(InvalidationScope.COLLECTION, resource(written), resource(read)))
                .isEqualTo(dropped);
    }

    private static TaggedResource resource(String path) {
        return new TaggedResource(ResourcePath.of(path), "users", 1, new SegmentGlobs(List.of("sku-*")));
    }

    /** What lies above all collections belongs to every write. */
    @ParameterizedTest
    @CsvSource({
        "/users/5, /teams/7, false",
        "/users/5, /users/5, true",
        "/users/5, /users/6, true",
        "/users/5, /users, true",
        "/users/5, /users/5/skills/7, true",
        "/users, /teams, false"
    })
    void writesThatMayReachSamePathsAreOrdered(String one, String other, boolean ordered) {
        Set<CacheTag> ofOne = TaggedResource.of(ResourcePath.of(one)).ofOrderedWrite(InvalidationScope.COLLECTION);
        Set<CacheTag> ofOther = TaggedResource.of(ResourcePath.of(other)).ofWrite(InvalidationScope.COLLECTION);
        assertThat(!Collections.disjoint(ofOne, ofOther)).isEqualTo(ordered);
    }

    @Test
    void collectionScopeNeverReachesBeyondPool() {
        var written = new TaggedResource(ResourcePath.of("/api/v1/users"), "users", 3, SegmentGlobs.NONE);
        var other = new TaggedResource(ResourcePath.of("/api/v1/teams"), "teams", 3, SegmentGlobs.NONE);
        assertThat(drops(InvalidationScope.COLLECTION, written, other)).isFalse();
    }
}

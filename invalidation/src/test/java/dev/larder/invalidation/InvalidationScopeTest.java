package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a write to {@code /users/5/skills/7} drops, by scope. */
@Tag("thorough")
class InvalidationScopeTest {

    private static final String ORIGIN = "http://users";
    private static final ResourcePath WRITTEN = ResourcePath.of("/users/5/skills/7");

    @ParameterizedTest
    @CsvSource({
        "/users/5/skills/7,      POOL HIERARCHY PATH GROUPS",
        "/users/5/skills/7/tags, POOL HIERARCHY",
        "/users/5/skills,        POOL HIERARCHY",
        "/users/5,               POOL HIERARCHY",
        "/users,                 POOL HIERARCHY",
        "/users/5/skills/8,      POOL",
        "/users/5/skills/70,     POOL",
        "/users/5/paths,         POOL",
        "/users/6,               POOL",
        "/skills/7,              NONE"
    })
    void drops(String path, String scopes) {
        for (InvalidationScope scope : InvalidationScope.values()) {
            assertThat(dropped(scope, path)).as("%s by %s", path, scope).isEqualTo(scopes.contains(scope.name()));
        }
    }

    private static boolean dropped(InvalidationScope scope, String path) {
        ResourcePath read = ResourcePath.of(path);
        return !Collections.disjoint(
                CacheTags.ofWrite(scope, ORIGIN, WRITTEN, WRITTEN.firstSegment()),
                CacheTags.ofResponse(ORIGIN, read, read.firstSegment()));
    }
}

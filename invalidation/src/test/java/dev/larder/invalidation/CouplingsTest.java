package dev.larder.invalidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CouplingsTest {

    private static final Map<String, Set<String>> CYCLE =
            Map.of("users", Set.of("skills"), "skills", Set.of("paths"), "paths", Set.of("users"));

    @Test
    void writeReachesCoupledPoolsTransitively() {
        assertThat(new Couplings(CYCLE).reached("users", Set.of())).containsExactlyInAnyOrder("skills", "paths");
    }

    @Test
    void cycleDoesNotReachWrittenPoolItself() {
        assertThat(new Couplings(CYCLE).reached("paths", Set.of())).doesNotContain("paths");
    }

    @Test
    void directlyReachedPoolsAreFollowedLikeCouplings() {
        assertThat(new Couplings(CYCLE).reached("other", Set.of("skills")))
                .containsExactlyInAnyOrder("skills", "paths", "users");
    }

    @Test
    void anUncoupledPoolReachesNothing() {
        assertThat(Couplings.NONE.reached("users", Set.of())).isEmpty();
    }

    @Test
    void poolNamesAreCaseInsensitive() {
        assertThat(new Couplings(Map.of("Users", Set.of("Skills"))).reached("USERS", Set.of()))
                .containsExactly("skills");
    }
}

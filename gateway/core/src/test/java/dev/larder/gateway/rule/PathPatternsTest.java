package dev.larder.gateway.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathPatternsTest {

    @ParameterizedTest
    @CsvSource({
        "/users, /users, true",
        "/users, /Users/, true",
        "/users/**, /users, true",
        "/users/**, /users/{id}/skills, true",
        "/users/{id}, /users/me, true",
        "/users/{id:[0-9]{2}}, /users/{name}, true",
        "/{*rest}, /users/x/y, true",
        "/**, /x, true",
        "/a/*/c, /{x}/b/{y}, true",
        "/file-*.txt, /file-1.txt, true",
        "/**, /, true",
        "/catalogue/**, /catalog/**, false",
        "/users, /users/{id}, false",
        "/users/{id}, /users/{id}/skills, false",
        "/api/users/**, /users/**, false",
        "/users/**, /skills/{*rest}, false",
    })
    void tellsWhetherOnePathMayMatchBoth(String one, String other, boolean meet) {
        assertThat(PathPatterns.mayMeet(one, other)).isEqualTo(meet);
        assertThat(PathPatterns.mayMeet(other, one)).isEqualTo(meet);
    }
}

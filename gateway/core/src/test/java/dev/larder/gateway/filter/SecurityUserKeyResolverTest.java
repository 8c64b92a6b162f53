package dev.larder.gateway.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.rule.KeySettings.UserKey;
import java.security.Principal;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.core.ClaimAccessor;

/** Whose entries are whose, as Spring Security knows users. */
class SecurityUserKeyResolverTest {

    private static final UserKey NAME = new UserKey(Optional.empty());
    private static final UserKey SUB = new UserKey(Optional.of("sub"));

    private final SecurityUserKeyResolver users = new SecurityUserKeyResolver();

    @Test
    void usersAreToldApartByName() {
        assertThat(users.key(new TestingAuthenticationToken("alice", ""), NAME)).contains("alice");
        assertThat(users.key(new TestingAuthenticationToken("", ""), NAME)).isEmpty();
    }

    @Test
    void anonymousUsersAndStrangePrincipalsAreNobody() {
        var anonymous = new AnonymousAuthenticationToken(
                "key", "anonymousUser", AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));
        assertThat(users.key(anonymous, NAME)).isEmpty();
        Principal strange = () -> "alice";
        assertThat(users.key(strange, NAME)).isEmpty();
    }

    @Test
    void aSubjectIsOneAmongThoseOfItsIssuerOnly() {
        Optional<String> one = users.key(token(Map.of("iss", "https://one", "sub", "42")), SUB);
        Optional<String> other = users.key(token(Map.of("iss", "https://two", "sub", "42")), SUB);
        assertThat(one).isPresent().isNotEqualTo(other);
        assertThat(users.key(token(Map.of("sub", "42")), SUB)).contains("42");
    }

    @Test
    void whoHasNoSuchClaimOrAnEmptyOneIsNobody() {
        assertThat(users.key(token(Map.of("iss", "https://one")), SUB)).isEmpty();
        assertThat(users.key(token(Map.of("sub", " ")), SUB)).isEmpty();
        assertThat(users.key(new TestingAuthenticationToken("alice", ""), SUB)).isEmpty();
    }

    private static TestingAuthenticationToken token(Map<String, Object> claims) {
        ClaimAccessor principal = () -> claims;
        return new TestingAuthenticationToken(principal, "");
    }
}

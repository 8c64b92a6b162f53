package dev.larder.gateway.describe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.rule.KeySettings.UserKey;
import java.security.Principal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.authentication.AbstractAuthenticationToken;
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
    void distinguishesUsersByName() {
        Optional<String> alice = users.key(new TestingAuthenticationToken("alice", ""), NAME);
        assertThat(alice).isPresent().isEqualTo(users.key(new TestingAuthenticationToken("alice", ""), NAME));
        assertThat(alice).isNotEqualTo(users.key(new TestingAuthenticationToken("bob", ""), NAME));
        assertThat(users.key(new TestingAuthenticationToken("", ""), NAME)).isEmpty();
    }

    @Test
    void anonymousUsersAndUnknownPrincipalTypesHaveNoKey() {
        var anonymous = new AnonymousAuthenticationToken(
                "key", "anonymousUser", AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));
        assertThat(users.key(anonymous, NAME)).isEmpty();
        Principal strange = () -> "alice";
        assertThat(users.key(strange, NAME)).isEmpty();
    }

    @Test
    void sameSubjectOfDifferentIssuersGetsDifferentKeys() {
        Optional<String> one = users.key(token(Map.of("iss", "https://one", "sub", "42")), SUB);
        Optional<String> other = users.key(token(Map.of("iss", "https://two", "sub", "42")), SUB);
        assertThat(one).isPresent().isNotEqualTo(other);
        assertThat(users.key(token(Map.of("sub", "42")), SUB))
                .isPresent()
                .isNotEqualTo(one)
                .isNotEqualTo(other);
    }

    @Test
    void sameNameOfDifferentClientRegistrationsGetsDifferentKeys() {
        Optional<String> one = users.key(new LoginToken("42", "github"), NAME);
        assertThat(one).isPresent().isEqualTo(users.key(new LoginToken("42", "github"), NAME));
        assertThat(one).isNotEqualTo(users.key(new LoginToken("42", "gitlab"), NAME));
    }

    @Test
    void sameNameOfDifferentAuthenticationTypesGetsDifferentKeys() {
        assertThat(users.key(new LoginToken("bob", ""), NAME))
                .isNotEqualTo(users.key(new TestingAuthenticationToken("bob", ""), NAME));
    }

    @Test
    void tokensWithDifferentAuthoritiesGetDifferentKeys() {
        Optional<String> all = users.key(new TestingAuthenticationToken("bob", "", "read", "write"), NAME);
        assertThat(all).isEqualTo(users.key(new TestingAuthenticationToken("bob", "", "write", "read"), NAME));
        assertThat(all).isNotEqualTo(users.key(new TestingAuthenticationToken("bob", "", "read"), NAME));
    }

    /** An application that makes authorities of roles alone, and relays the token. */
    @ParameterizedTest
    @ValueSource(strings = {"scope", "scp", "aud", "azp", "permissions", "resource_access", "authorization_details"})
    void tokensWithDifferentPermissionClaimsGetDifferentKeys(String claim) {
        Map<String, Object> few = Map.of("iss", "https://one", "sub", "42", claim, List.of("read"));
        Map<String, Object> all = Map.of("iss", "https://one", "sub", "42", claim, List.of("read", "write"));
        assertThat(users.key(token(few), SUB))
                .isPresent()
                .isEqualTo(users.key(token(new TreeMap<>(few)), SUB))
                .isNotEqualTo(users.key(token(all), SUB))
                .isNotEqualTo(users.key(token(Map.of("iss", "https://one", "sub", "42")), SUB));
    }

    @Test
    void scopeClaimOfPrincipalIsPartOfKeyByName() {
        ClaimAccessor few = () -> Map.of("scope", "read");
        ClaimAccessor all = () -> Map.of("scope", "read write");
        assertThat(users.key(new TestingAuthenticationToken("bob", few), NAME))
                .isPresent()
                .isNotEqualTo(users.key(new TestingAuthenticationToken("bob", all), NAME));
    }

    /** A hit rate that ends with each token would be none. */
    @Test
    void renewedTokenKeepsKeyOfUser() {
        Map<String, Object> first = Map.of("sub", "42", "scope", "read", "exp", Instant.EPOCH, "iat", 1, "jti", "a");
        Map<String, Object> renewed = Map.of("sub", "42", "scope", "read", "exp", Instant.MAX, "iat", 2, "jti", "b");
        assertThat(users.key(token(first), SUB)).isPresent().isEqualTo(users.key(token(renewed), SUB));
    }

    @Test
    void missingOrBlankClaimGivesNoKey() {
        assertThat(users.key(token(Map.of("iss", "https://one")), SUB)).isEmpty();
        assertThat(users.key(token(Map.of("sub", " ")), SUB)).isEmpty();
        assertThat(users.key(new TestingAuthenticationToken("alice", ""), SUB)).isEmpty();
    }

    private static TestingAuthenticationToken token(Map<String, Object> claims) {
        ClaimAccessor principal = () -> claims;
        return new TestingAuthenticationToken(principal, "");
    }

    /** As the token of a login by OAuth 2.0, which names its client registration. */
    public static final class LoginToken extends AbstractAuthenticationToken {

        private final String user;
        private final String registration;

        LoginToken(String user, String registration) {
            super(AuthorityUtils.NO_AUTHORITIES);
            this.user = user;
            this.registration = registration;
        }

        public String getAuthorizedClientRegistrationId() {
            return registration;
        }

        @Override
        public Object getPrincipal() {
            return user;
        }

        @Override
        public Object getCredentials() {
            return "";
        }
    }
}

package dev.larder.gateway.filter;

import dev.larder.gateway.rule.KeySettings.UserKey;
import java.security.Principal;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.util.ClassUtils;

/**
 * Identifies users by Spring Security. Anonymous users have no key. Claims are those of a token, whose issuer is part of the key:
 * a subject is unique only within its issuer (RFC 7519 4.1.2).
 */
public final class SecurityUserKeyResolver implements UserKeyResolver {

    private static final boolean TOKENS = ClassUtils.isPresent(
            "org.springframework.security.oauth2.core.ClaimAccessor", SecurityUserKeyResolver.class.getClassLoader());

    private static final String ISSUER = "iss";

    private final AuthenticationTrustResolver trust = new AuthenticationTrustResolverImpl();

    @Override
    public Optional<String> key(Principal principal, UserKey wanted) {
        if (!(principal instanceof Authentication authentication) || trust.isAnonymous(authentication)) {
            return Optional.empty();
        }
        Map<String, Object> claims = TOKENS ? Tokens.claims(authentication.getPrincipal()) : Map.of();
        Optional<String> user = wanted.claim().map(name -> text(claims, name)).orElse(text(authentication.getName()));
        return user.map(known ->
                text(claims, ISSUER).map(issuer -> issuer + '\n' + known).orElse(known));
    }

    private static Optional<String> text(Map<String, Object> claims, String name) {
        return text(claims.get(name));
    }

    private static Optional<String> text(@Nullable Object value) {
        return Optional.ofNullable(value).map(String::valueOf).filter(text -> !text.isBlank());
    }

    /** A separate class, because its types may be missing. */
    private static final class Tokens {

        static Map<String, Object> claims(@Nullable Object principal) {
            if (principal instanceof ClaimAccessor token) {
                return token.getClaims();
            }
            return principal instanceof OAuth2AuthenticatedPrincipal user ? user.getAttributes() : Map.of();
        }
    }
}

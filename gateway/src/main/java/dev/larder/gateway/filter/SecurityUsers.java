package dev.larder.gateway.filter;

import dev.larder.gateway.route.KeySettings.UserKey;
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

/** Users as Spring Security knows them. Anonymous ones are nobody; claims are those of a token. */
public final class SecurityUsers implements Users {

    private static final boolean TOKENS = ClassUtils.isPresent(
            "org.springframework.security.oauth2.core.ClaimAccessor", SecurityUsers.class.getClassLoader());

    private final AuthenticationTrustResolver trust = new AuthenticationTrustResolverImpl();

    @Override
    public Optional<String> key(Principal principal, UserKey wanted) {
        if (!(principal instanceof Authentication authentication) || trust.isAnonymous(authentication)) {
            return Optional.empty();
        }
        return wanted.claim().isPresent()
                ? claim(authentication, wanted.claim().get())
                : Optional.ofNullable(authentication.getName()).filter(name -> !name.isEmpty());
    }

    private static Optional<String> claim(Authentication authentication, String name) {
        return TOKENS ? Tokens.claim(authentication.getPrincipal(), name) : Optional.empty();
    }

    /** Apart, because its types may be missing. */
    private static final class Tokens {

        static Optional<String> claim(@Nullable Object principal, String name) {
            if (principal instanceof ClaimAccessor token) {
                return value(token.getClaims(), name);
            }
            return principal instanceof OAuth2AuthenticatedPrincipal user
                    ? value(user.getAttributes(), name)
                    : Optional.empty();
        }

        private static Optional<String> value(Map<String, Object> claims, String name) {
            return Optional.ofNullable(claims.get(name)).map(String::valueOf);
        }
    }
}

package dev.larder.gateway.describe;

import dev.larder.gateway.rule.KeySettings.UserKey;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.util.ClassUtils;

/**
 * Identifies users by Spring Security. Anonymous users have no key. Claims are those of a token. A name is unique only where it was
 * given (RFC 7519 4.1.2), so the key has the issuer of the token, the registration of an OAuth 2.0 login, and the kind of authentication.
 * It has the authorities too, and all claims but those that tell one token from another: one user may give fewer rights to one token than
 * to another, and an application need not make authorities of them, though the origin that the token is relayed to looks at them.
 */
public final class SecurityUserKeyResolver implements UserKeyResolver {

    private static final boolean TOKENS = ClassUtils.isPresent(
            "org.springframework.security.oauth2.core.ClaimAccessor", SecurityUserKeyResolver.class.getClassLoader());

    private static final String ISSUER = "iss";

    /** Claims of one token, or of one login: when, where and as which one it was issued, and hashes for that. */
    private static final Set<String> OF_ONE_TOKEN = Set.of(
            "aio",
            "at_hash",
            "auth_time",
            "c_hash",
            "event_id",
            "exp",
            "iat",
            "jti",
            "nbf",
            "nonce",
            "origin_jti",
            "rh",
            "s_hash",
            "session_state",
            "sid",
            "updated_at",
            "uti");

    /** Property of {@code OAuth2AuthenticationToken}, whose jar an application need not have. */
    private static final String REGISTRATION = "authorizedClientRegistrationId";

    private final AuthenticationTrustResolver trust = new AuthenticationTrustResolverImpl();

    @Override
    public Optional<String> key(Principal principal, UserKey wanted) {
        if (!(principal instanceof Authentication authentication) || trust.isAnonymous(authentication)) {
            return Optional.empty();
        }
        Map<String, Object> claims = TOKENS ? Tokens.claims(authentication) : Map.of();
        Optional<String> user = wanted.claim().map(name -> text(claims, name)).orElse(text(authentication.getName()));
        return user.map(known -> String.join(
                "\n",
                known,
                text(claims, ISSUER).orElse(""),
                registration(authentication),
                authentication.getClass().getName(),
                authorities(authentication),
                rights(claims)));
    }

    private static String registration(Authentication authentication) {
        BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(authentication);
        return properties.isReadableProperty(REGISTRATION)
                ? text(properties.getPropertyValue(REGISTRATION)).orElse("")
                : "";
    }

    private static String authorities(Authentication authentication) {
        return authentication.getAuthorities().stream()
                .map(each -> String.valueOf(each.getAuthority()))
                .distinct()
                .sorted()
                .collect(Collectors.joining("\n"));
    }

    /** What is not known to be of one token may be a right: scopes, audiences, roles, in whatever claim. */
    private static String rights(Map<String, Object> claims) {
        SortedMap<String, Object> rights = new TreeMap<>(claims);
        rights.keySet().removeAll(OF_ONE_TOKEN);
        return rights.isEmpty() ? "" : CacheKeyFactory.sha256(rights.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<String> text(Map<String, Object> claims, String name) {
        return text(claims.get(name));
    }

    private static Optional<String> text(@Nullable Object value) {
        return Optional.ofNullable(value).map(String::valueOf).filter(text -> !text.isBlank());
    }

    /** A separate class, because its types may be missing. */
    private static final class Tokens {

        /** An application may make a principal of its own, beside the token. */
        static Map<String, Object> claims(Authentication authentication) {
            Map<String, Object> ofPrincipal = of(authentication.getPrincipal());
            return ofPrincipal.isEmpty() ? of(authentication.getCredentials()) : ofPrincipal;
        }

        private static Map<String, Object> of(@Nullable Object part) {
            if (part instanceof ClaimAccessor token) {
                return token.getClaims();
            }
            return part instanceof OAuth2AuthenticatedPrincipal user ? user.getAttributes() : Map.of();
        }
    }
}

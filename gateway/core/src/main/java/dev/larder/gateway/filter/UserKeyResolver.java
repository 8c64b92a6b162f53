package dev.larder.gateway.filter;

import dev.larder.gateway.rule.KeySettings.UserKey;
import java.security.Principal;
import java.util.Optional;

/** What tells one user's requests from another's. */
@FunctionalInterface
public interface UserKeyResolver {

    /**
     * The part of the key that is this user's own.
     *
     * @return empty if the principal is nobody, or has no such claim: then nothing is stored for it
     */
    Optional<String> key(Principal principal, UserKey wanted);

    /** Users by the names of their principals; there are no claims. */
    static UserKeyResolver byName() {
        return (principal, wanted) -> wanted.claim().isPresent() || principal.getName() == null
                ? Optional.empty()
                : Optional.of(principal.getName());
    }
}

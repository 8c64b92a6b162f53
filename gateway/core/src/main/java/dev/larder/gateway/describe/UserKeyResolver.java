package dev.larder.gateway.describe;

import dev.larder.gateway.rule.KeySettings.UserKey;
import java.security.Principal;
import java.util.Optional;

/** Identifies users in cache keys. */
@FunctionalInterface
public interface UserKeyResolver {

    /**
     * Returns the user's part of the key.
     *
     * @return empty if the principal is anonymous or lacks the claim: then nothing is stored for it
     */
    Optional<String> key(Principal principal, UserKey wanted);

    /** Returns a resolver that uses the names of principals; it knows no claims. */
    static UserKeyResolver byName() {
        return (principal, wanted) -> wanted.claim().isPresent() || principal.getName() == null
                ? Optional.empty()
                : Optional.of(principal.getName());
    }
}

package dev.larder.gateway.actuate.access;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The tokens that have been given out, or that nobody needs one. */
public final class OperatorTokenRegistry {

    private final boolean demanded;
    private final List<OperatorToken> tokens;

    private OperatorTokenRegistry(boolean demanded, List<OperatorToken> tokens) {
        this.demanded = demanded;
        this.tokens = tokens;
    }

    /** Whoever reaches the port may do what can be done there. */
    public static OperatorTokenRegistry notDemanded() {
        return new OperatorTokenRegistry(false, List.of());
    }

    static OperatorTokenRegistry demanded(List<OperatorToken> tokens) {
        return new OperatorTokenRegistry(true, List.copyOf(tokens));
    }

    /** Whether nobody gets in without one. */
    public boolean areDemanded() {
        return demanded;
    }

    /**
     * Whether somebody may do that. All tokens are compared, whichever he shows.
     *
     * @param shown the token that he shows
     * @param now by the wall clock
     */
    AccessDecision check(Optional<String> shown, TokenScope wanted, Instant now) {
        if (!demanded) {
            return new AccessDecision.Granted("");
        }
        if (shown.isEmpty()) {
            return new AccessDecision.Denied(AccessDenialReason.NO_TOKEN);
        }
        byte[] digest = OperatorToken.digest(shown.get());
        List<OperatorToken> known =
                tokens.stream().filter(token -> token.hasDigest(digest)).toList();
        if (known.isEmpty()) {
            return new AccessDecision.Denied(AccessDenialReason.UNKNOWN_TOKEN);
        }
        OperatorToken token = known.get(0);
        if (token.isOver(now)) {
            return new AccessDecision.Denied(AccessDenialReason.EXPIRED_TOKEN);
        }
        return token.isGoodFor(wanted)
                ? new AccessDecision.Granted(token.name())
                : new AccessDecision.Denied(AccessDenialReason.OTHER_SCOPE);
    }
}

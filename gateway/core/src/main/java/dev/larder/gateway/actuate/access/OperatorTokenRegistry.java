package dev.larder.gateway.actuate.access;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The issued tokens, or the setting that none is required. */
public final class OperatorTokenRegistry {

    private final boolean demanded;
    private final List<OperatorToken> tokens;

    private OperatorTokenRegistry(boolean demanded, List<OperatorToken> tokens) {
        this.demanded = demanded;
        this.tokens = tokens;
    }

    /** Creates a registry that grants access without tokens. */
    public static OperatorTokenRegistry notDemanded() {
        return new OperatorTokenRegistry(false, List.of());
    }

    static OperatorTokenRegistry demanded(List<OperatorToken> tokens) {
        return new OperatorTokenRegistry(true, List.copyOf(tokens));
    }

    /** Returns whether a token is required. */
    public boolean areDemanded() {
        return demanded;
    }

    /**
     * Checks access. The token is always compared with all issued tokens.
     *
     * @param shown the token of the request
     * @param now time of the wall clock
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
